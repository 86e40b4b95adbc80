// `npm run bench:lists`: measures lists at the server over very many rows. Fills a SQLite database in its own folder
// with made-up accounts, keys, calls, counts and changes, starts a gateway on it and requests pages over HTTP. CPU is
// that of the process, the client's included. Flags: --folder <path> (kept, and filled only once), --calls, --keys,
// --accounts <count>, --port.
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../packages/gateway/src/process/config.ts'
import { createLog } from '../packages/gateway/src/process/log.ts'
import { reveal } from '../packages/gateway/src/process/secret.ts'
import { startGateway } from '../packages/gateway/src/start/gateway.ts'
import { openStore, sumNextPiece } from '../packages/store/mod.ts'
import { format } from './cases/case.ts'
import { type Filled, fill } from './lists/fill.ts'

const { values: flags } = parseArgs({
  options: {
    folder: { type: 'string', default: '/tmp/gatehouse-lists' },
    calls: { type: 'string', default: '10000000' },
    keys: { type: 'string', default: '400000' },
    accounts: { type: 'string', default: '50000' },
    port: { type: 'string', default: '0' },
  },
})
const say = (text: string) => void process.stdout.write(`${text}\n`)
const rounds = 60
/** Limit of a list for 19 of 20 requests, in milliseconds at the server. */
const limitMs = 100
/** Number of days with calls in the table, including the current one. */
const daysOfCalls = 8

const folder = resolve(flags.folder)
const isFilled = existsSync(join(folder, 'gatehouse.db'))
mkdirSync(folder, { recursive: true })
const config = readConfig({
  GATEHOUSE_DATA: folder,
  GATEHOUSE_PORT: flags.port,
  GATEHOUSE_MARKET_PORT: flags.port === '0' ? '0' : String(Number(flags.port) + 1),
  GATEHOUSE_LOG_LEVEL: 'error',
})
const start = () => startGateway({ config, log: createLog('error') })
const size = { calls: Number(flags.calls), keys: Number(flags.keys), accounts: Number(flags.accounts) }
const filling = await start()
const file = join(folder, 'gatehouse.db')
const filled = await fill(filling.components.store, { ...size, file, isFilled, nowMs: Date.now(), say })
await filling.stop()
await sumDays()
const gateway = await start()
const { keys, adminKey } = gateway.components
const { key } = await keys.create({ accountId: filled.busiest, surface: 'hosted', name: 'Of the benchmark' })
const rare = await keys.create({ accountId: filled.quiet, surface: 'hosted', name: 'Of the benchmark' })

const busy = { 'x-gateway-key': reveal(key) }
const quiet = { 'x-gateway-key': reveal(rare.key) }
const admin = { 'x-gateway-admin-key': reveal(adminKey) }
/** The lists, each with its headers and a path for each round. */
const lists: [string, Record<string, string>, (round: number, filled: Filled) => string][] = [
  ['own calls, busiest account', busy, () => '/v1/me/calls'],
  ['own calls, quiet account', quiet, () => '/v1/me/calls'],
  ['own calls that failed', busy, () => '/v1/me/calls?failed=true&limit=100'],
  ['own calls, a rare code', busy, () => '/v1/me/calls?code=upstream.too_complex&limit=100'],
  ['own calls, slow ones', busy, () => '/v1/me/calls?minMs=5000'],
  ['one own call', busy, (round, { ids }) => `/v1/me/calls/${ids[round % ids.length]}`],
  ['all calls', admin, () => '/v1/admin/calls?limit=100'],
  ['all calls that failed', admin, () => '/v1/admin/calls?failed=true&limit=100'],
  [
    'all calls, a day ago, one endpoint',
    admin,
    (round) => `/v1/admin/calls?endpoint=e7&to=${Date.now() - 86_400_000 - round * 60_000}`,
  ],
  ['calls of an account', admin, (round) => `/v1/admin/calls?account=${accountOf(round * 97)}`],
  ['calls with a key', admin, (round) => `/v1/admin/calls?key=${keyOf(round * 89)}`],
  ['calls, a rare code', admin, () => '/v1/admin/calls?code=upstream.too_complex'],
  ['one call of any account', admin, (round, { ids }) => `/v1/admin/calls/${ids[round % ids.length]}`],
  ['own errors', busy, () => '/v1/me/errors'],
  ['all errors, 7 days', admin, () => `/v1/admin/errors?from=${Date.now() - 7 * 86_400_000}`],
  ['own usage by hour', busy, () => '/v1/me/usage'],
  ['own usage by key', busy, () => '/v1/me/usage?by=all&group=key'],
  [
    'own usage by day and endpoint, 7 days',
    busy,
    () => `/v1/me/usage?by=day&group=endpoint&from=${Date.now() - 7 * 86_400_000}`,
  ],
  [
    'all usage by endpoint and status, 7 days',
    admin,
    () => `/v1/admin/usage?by=day&group=endpoint,status&from=${Date.now() - 7 * 86_400_000}`,
  ],
  ['usage by account', admin, () => '/v1/admin/usage?by=all&group=account&limit=100'],
  ['own keys', busy, () => '/v1/me/keys'],
  ['own keys by last use', busy, () => '/v1/me/keys?sort=used'],
  ['all keys', admin, (round) => `/v1/admin/keys?after=${keyOf(round * 6000)}`],
  ['keys by name', admin, (round) => `/v1/admin/keys?search=Key%20${round}`],
  ['keys by last use', admin, () => '/v1/admin/keys?sort=used&state=works'],
  ['keys by expiry', admin, () => '/v1/admin/keys?sort=expires&state=works'],
  ['disabled keys', admin, () => '/v1/admin/keys?state=disabled'],
  ['revoked keys', admin, () => '/v1/admin/keys?state=revoked'],
  ['accounts', admin, (round) => `/v1/admin/accounts?after=${accountOf(round * 700)}`],
  ['accounts by name', admin, (round) => `/v1/admin/accounts?search=account%20${round}`],
  ['changes', admin, () => '/v1/admin/audit'],
  ['changes of one kind', admin, () => '/v1/admin/audit?action=plan.put'],
  ['changes by an account', admin, (round) => `/v1/admin/audit?actor=${accountOf(round)}`],
  ['own overview', busy, () => '/v1/me/overview'],
  ['overview', admin, () => '/v1/admin/overview'],
  ['health', admin, () => '/v1/admin/health'],
]
/** Sums the days, as a running gateway does over the days in which it receives these calls. */
async function sumDays(): Promise<void> {
  const store = await openStore({ dataDir: folder })
  const begunMs = performance.now()
  const times: number[] = []
  // the process that held the work has ended
  const summer = { holder: 'bench', nowMs: Date.now() + 120_000 }
  // the gateway that filled the tables summed hours that were still growing: each pass recomputes one day
  for (let pass = 0; pass <= daysOfCalls; pass++) {
    await store.db.updateTable('usage_day_work').set({ cleared_at: 0 }).execute()
    for (let at = performance.now(); await sumNextPiece(store.db, summer); ) {
      const now = performance.now()
      times.push(now - at)
      at = now
    }
  }
  await store.close()
  const sorted = times.sort((a, b) => a - b)
  const p99 = sorted[Math.ceil(0.99 * sorted.length) - 1] ?? 0
  say(`usage by day: ${sorted.length} pieces in ${format(performance.now() - begunMs)} ms, p99 ${format(p99)} ms`)
}
function accountOf(number: number): string {
  return `acc_${String(number % size.accounts).padStart(8, '0')}`
}
function keyOf(number: number): string {
  return `key_${String(number % size.keys).padStart(8, '0')}`
}

say(`\n| list | p50 ms | p95 ms | most ms | p95 of CPU ms | rows |\n| --- | --- | --- | --- | --- | --- |`)
let isMet = true
for (const [name, headers, pathOf] of lists) {
  const times: number[] = []
  const cpus: number[] = []
  let rows = 0
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    const response = await fetch(gateway.baseUrl + pathOf(round, filled), { headers })
    const body: unknown = await response.json()
    if (response.status !== 200) throw new Error(`${name}: ${response.status} ${JSON.stringify(body)}`)
    rows = Math.max(rows, ...Object.values(Object(body)).map((part) => (Array.isArray(part) ? part.length : 0)))
    const { user, system } = process.cpuUsage(before)
    cpus.push((user + system) / 1000)
    times.push(Number(/gateway;dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '')?.[1]))
  }
  const at = (share: number, of = times) => of.toSorted((a, b) => a - b)[Math.ceil(share * of.length) - 1] ?? Number.NaN
  if (!(at(0.95) <= limitMs)) isMet = false
  say(`| ${name} | ${format(at(0.5))} | ${format(at(0.95))} | ${format(at(1))} | ${format(at(0.95, cpus))} | ${rows} |`)
}
say(`\n${isMet ? 'met' : 'MISSED'}: p95 of every list, target at most ${limitMs} ms`)
await gateway.stop()
