// `npm run bench:addresses [-- --rows 1000000] [--postgres]`: imports made-up addresses in the layout of the Postcode
// Address File through a running gateway on loopback, then measures suggestions and cleansing over them. Prints seconds
// and memory of the import, and for each kind of query the share of correct results, p50 and p95 in milliseconds, and
// CPU time of this process, which is gateway, provider, SQLite and caller in one. It asserts nothing: times depend on
// the machine.

import { once } from 'node:events'
import { createWriteStream, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { present } from '#define/present'
import { createSeededRandom } from '#provider/test'
import { createAccountsRepository } from '#store'
import { readConfig } from '../../packages/gateway/src/process/config.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { startGateway } from '../../packages/gateway/src/start/gateway.ts'
import { createDatabase } from '../../tests/harness/services.ts'
import { lineOf, type MadeUpRow, madeUpRows } from './made-up-rows.ts'

/** Warm-up queries of each kind: code is compiled while it runs, and an import empties the database caches. */
const warmUps = 300
const rounds = 1000

const { values } = parseArgs({
  options: { postgres: { type: 'boolean', default: false }, rows: { type: 'string', default: '1000000' } },
})
const rowCount = Number(values.rows)
const database = await createDatabase(values.postgres ? 'postgres' : 'sqlite')
const file = join(database.dataDir, 'made-up.csv')
const chosen = await writeRows()
const config = readConfig({
  GATEHOUSE_PORT: '0',
  GATEHOUSE_MARKET_PORT: '0',
  GATEHOUSE_DATA: database.dataDir,
  ...(database.url === undefined ? {} : { GATEHOUSE_DATABASE_URL: database.url }),
  GATEHOUSE_LOG_LEVEL: 'error',
})
const gateway = await startGateway({ config })
await createAccountsRepository(gateway.components.store.db).upsertPlan({
  id: 'free',
  perMinute: 1_000_000_000,
  perDay: 1_000_000_000,
  createdAt: 0,
})
await gateway.components.invalidations.publish('plan', 'free')
const headers = {
  'x-gateway-key': gateway.firstRun?.gatewayKey ?? '',
  'x-gateway-provider': 'embedded',
  'content-type': 'application/json',
}

const spellings: Readonly<Record<string, (row: MadeUpRow) => string>> = {
  whole: (row) => [...linesOf(row), row.postcode].join(', '),
  'without postcode': (row) => linesOf(row).join(', '),
  'with another postcode': (row) => [...linesOf(row), `${row.postcode.slice(0, -2)}ZZ`].join(', '),
  'with a mistake': (row) => withTypo([...linesOf(row), row.postcode].join(', ')),
  'with a mistake, without postcode': (row) => withTypo(linesOf(row).join(', ')),
}

try {
  await importFile()
  console.log(
    `${'query'.padEnd(44)}${'found %'.padStart(9)}${'p50 ms'.padStart(9)}${'p95 ms'.padStart(9)}${'CPU ms'.padStart(9)}`,
  )
  for (const [name, share, least] of [
    ['suggestions, 60 % of the address', 0.6, 12],
    ['suggestions, 12 letters', 0, 12],
    ['suggestions, 3 letters', 0, 3],
  ] as const)
    await measure(name, (row) => suggests(row, typed(row, share, least)))
  for (const [name, write] of Object.entries(spellings))
    await measure(`cleansing, ${name}`, (row) => cleanses(row, write(row)))
} finally {
  await gateway.stop()
  await database.drop()
}

/** Writes the file; returns the rows to query. */
async function writeRows(): Promise<MadeUpRow[]> {
  const random = createSeededRandom(5)
  const wanted = new Set(Array.from({ length: 2 * (warmUps + rounds) }, () => random.int(0, rowCount - 1)))
  const rows: MadeUpRow[] = []
  const out = createWriteStream(file)
  let [at, text] = [0, '']
  for (const row of madeUpRows(rowCount)) {
    if (wanted.has(at)) rows.push(row)
    at += 1
    text += lineOf(row)
    if (text.length < 1_000_000) continue
    if (!out.write(text)) await once(out, 'drain')
    text = ''
  }
  out.end(text)
  await once(out, 'finish')
  // neighbours share pages of the database
  return rows
    .map((row) => ({ row, order: random.int(0, 1e9) }))
    .sort((a, b) => a.order - b.order)
    .map(({ row }) => row)
}

async function importFile(): Promise<void> {
  const memory: number[] = []
  const timer = setInterval(() => memory.push(process.memoryUsage().rss), 100)
  const before = process.memoryUsage().rss
  const [started, cpu] = [performance.now(), process.cpuUsage()]
  const response = await fetch(`${gateway.baseUrl}/v1/admin/imports/address-lookup?file=made-up.csv`, {
    method: 'POST',
    headers: { 'x-gateway-admin-key': reveal(gateway.components.adminKey), 'content-type': 'application/octet-stream' },
    body: await openAsBlob(file),
  })
  const last = (await response.text()).trim().split('\n').at(-1)
  clearInterval(timer)
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  console.log(`import: ${last}`)
  console.log(
    `import: ${seconds(performance.now() - started)} s, CPU ${seconds((user + system) / 1000)} s, memory ` +
      `${megabytes(before)} MB before, at most ${mostByQuarter(memory).map(megabytes).join(', ')} MB in each quarter`,
  )
}

/** Returns the peak of each quarter; flat memory has the same in all. */
function mostByQuarter(samples: readonly number[]): number[] {
  const size = Math.ceil(samples.length / 4)
  return [0, 1, 2, 3].map((at) => Math.max(0, ...samples.slice(at * size, (at + 1) * size)))
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0)
}

function linesOf({ firm, flat, name, number, street, town }: MadeUpRow): string[] {
  return [firm, [flat, name].filter(Boolean).join(', '), `${number} ${street}`.trim(), town].filter(Boolean)
}

function typed(row: MadeUpRow, share: number, least: number): string {
  const text = [...linesOf(row), row.postcode.split(' ')[0]].join(', ')
  return text.slice(0, Math.max(least, Math.ceil(text.length * share)))
}

/** Drops the third letter of the first long word. */
function withTypo(text: string): string {
  const at = text.search(/[a-z]{5}/i) + 2
  return text.slice(0, at) + text.slice(at + 1)
}

interface Answer {
  readonly result: { readonly hits?: readonly { udprn?: number }[]; readonly match?: { readonly udprn: number } | null }
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer['result']> {
  const response = await fetch(`${gateway.baseUrl}/v1/proxy/address-lookup${path}`, { headers, ...init })
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  const { result } = (await response.json()) as Answer // checked by the gateway's own tests
  return result
}

async function suggests({ udprn }: MadeUpRow, text: string): Promise<boolean> {
  const { hits = [] } = await ask(`/autocomplete/addresses?query=${encodeURIComponent(text)}`)
  return hits.some((hit) => hit.udprn === udprn)
}

async function cleanses({ udprn }: MadeUpRow, query: string): Promise<boolean> {
  const { match } = await ask('/cleanse/addresses', { method: 'POST', body: JSON.stringify({ query }) })
  return match?.udprn === udprn
}

async function measure(name: string, run: (row: MadeUpRow) => Promise<boolean>): Promise<void> {
  for (const row of chosen.slice(rounds, rounds + warmUps)) await run(row)
  const times: number[] = []
  let found = 0
  const cpu = process.cpuUsage()
  for (const row of chosen.slice(0, rounds)) {
    const started = performance.now()
    if (await run(row)) found += 1
    times.push(performance.now() - started)
  }
  const { user, system } = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  const at = (share: number) => present(times[Math.floor(times.length * share)])
  const cells = [(100 * found) / times.length, at(0.5), at(0.95), (user + system) / 1000 / times.length]
  console.log(name.padEnd(44) + cells.map((cell) => cell.toFixed(1).padStart(9)).join(''))
}
