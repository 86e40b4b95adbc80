// Measures the memory that this API adds to a gateway, in a separate process with the flags of `npm start`: with this
// API alone, with none, or with all. `node scripts/item-market/bench-memory.ts [alone|none|all] …` prints megabytes of
// resident memory, of the heap and outside it, at each step. Asserts nothing, because they depend on the machine.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const which = ['alone', 'none', 'all'] as const
type Which = (typeof which)[number]
const self = fileURLToPath(import.meta.url)
const rowsPerFeed = 30_000

interface Ready {
  readonly baseUrl: string
  readonly marketUrl: string
  readonly gatewayKey: string
  readonly marketKey: string
  readonly adminKey: string
}

/** Runs as the measured process. */
async function beGateway(): Promise<void> {
  enableCompileCache()
  const { loadApis } = await import('../../packages/gateway/src/process/load-apis.ts')
  const { readConfig } = await import('../../packages/gateway/src/process/config.ts')
  const { startGateway } = await import('../../packages/gateway/src/start/gateway.ts')
  const [, , mode = ''] = process.argv
  const apis = mode === 'none' ? [] : await loadApis(undefined, mode === 'alone' ? 'item-market' : undefined)
  const gateway = await startGateway({ config: readConfig(process.env), apis })
  const { baseUrl, marketUrl, firstRun } = gateway
  const gatewayKey = firstRun?.gatewayKey ?? ''
  const keys = { gatewayKey, marketKey: firstRun?.marketKey ?? '', adminKey: firstRun?.adminKey ?? '' }
  process.on('message', () => process.send?.(process.memoryUsage()))
  process.send?.({ baseUrl, marketUrl, ...keys })
}

async function run(): Promise<void> {
  const modes = which.filter((one) => process.argv.includes(one))
  const marketplace = await openMarketplace()
  for (const mode of modes.length > 0 ? modes : which) await measure(mode, marketplace.url)
  marketplace.close()
}

async function measure(mode: Which, marketplace: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  mkdirSync(join(dataDir, 'config'))
  const base = { base: marketplace, gapMs: 0 }
  const sources = Object.fromEntries(feeds.map(({ source }) => [source, base]))
  if (mode !== 'none') writeFileSync(join(dataDir, 'config', 'item-market.json'), JSON.stringify({ sources }))
  const settings = { GATEHOUSE_PORT: '0', GATEHOUSE_MARKET_PORT: '0', GATEHOUSE_LOG_LEVEL: 'error' }
  const env = { PATH: process.env.PATH, ...settings, GATEHOUSE_DATA: dataDir, ...extra() }
  const { gatewayFlags } = await import('../../packages/cli/launch.js')
  const child = fork(self, [mode], { env, execArgv: [...gatewayFlags] })
  const ready: Ready = await next(child)
  const note = async (step: string) => {
    // by now garbage of the step has been collected, as far as it ever is
    await new Promise((resolve) => setTimeout(resolve, 1500))
    child.send('memory')
    const { rss, heapUsed, heapTotal, external, arrayBuffers }: NodeJS.MemoryUsage = await next(child)
    const [a, b, c, d, e] = [rss, heapUsed, heapTotal, external, arrayBuffers].map((bytes) => Math.round(bytes / 1e6))
    print(`${mode.padEnd(6)}${step.padEnd(28)}${a} MB resident, heap ${b} of ${c}, outside ${d} (buffers ${e})`)
  }
  try {
    await note('after the start')
    if (mode === 'none') {
      await callGateway(ready)
      await note('after 3,000 calls')
      return
    }
    await useAll(ready)
    await note('after use, simulated')
    for (const { source } of feeds) {
      await ingest(ready, source)
      await note(`after ${source}`)
    }
    await useAll(ready)
    await note('after use, stored')
    for (const { source } of feeds) await ingest(ready, source)
    await note('after five feeds more')
  } finally {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Selects PostgreSQL instead of SQLite: `GATEHOUSE_DATABASE_URL` as for the gateway. */
function extra(): Record<string, string> {
  const { GATEHOUSE_DATABASE_URL: url } = process.env
  return url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url }
}

async function next<T>(child: ReturnType<typeof fork>): Promise<T> {
  const [message] = await once(child, 'message')
  return message
}

const item = encodeURIComponent('AK-47 | Redline (Field-Tested)')
const link = encodeURIComponent(
  'steam://run/730//+csgo_econ_action_preview%20001807202C2805300438F08BA6E203409505A8AC4EC0',
)
const paths = [
  `/markets?name=${item}`,
  `/markets?name=${encodeURIComponent('★ Karambit | Doppler (Factory New)')}`,
  `/items?name=${item}`,
  `/history?name=${item}&days=365`,
  '/deals?limit=500',
  `/float?url=${link}`,
  `/float/leaderboard?name=${encodeURIComponent('AK-47 | Redline')}`,
  '/inventory?account_id=sample-trader',
  '/inventory/history?account_id=sample-trader',
  '/profile?id=sample-trader',
  '/friendlist?account_id=sample-trader',
  '/catalog?limit=500&prices=true&sort=price',
  '/catalog?q=redline',
  '/catalog?limit=0&prices=true',
  '/items/search?q=ak%20redlin%20ft',
  '/items/search?q=katowice',
  `/items/meta?name=${item}`,
  '/items/meta?name=sticker%20titan%20holo%20katowice%202014',
  '/status',
]

/** Warms up the gateway: otherwise an unused one would be compared with a used one. */
async function callGateway({ baseUrl, gatewayKey }: Ready): Promise<void> {
  for (let call = 0; call < 3000; call++) {
    const answer = await fetch(`${baseUrl}/v1/me`, { headers: { 'x-gateway-key': gatewayKey } })
    await answer.text()
  }
}

/** Calls every endpoint several times. */
async function useAll({ marketUrl, marketKey }: Ready): Promise<void> {
  for (let round = 0; round < 3; round++)
    for (const path of paths) {
      const answer = await fetch(`${marketUrl}/api/v1${path}`, { headers: { 'x-api-key': marketKey } })
      const text = await answer.text()
      if (answer.status !== 200 && answer.status !== 404)
        throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
    }
}

async function ingest({ baseUrl, adminKey }: Ready, source: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/v1/admin/apis/item-market/ingest?source=${source}&trusted=true`, {
    method: 'POST',
    headers: { 'x-gateway-admin-key': adminKey },
  })
  const text = await answer.text()
  if (!text.includes('"done"')) throw new Error(`${source}: ${answer.status} ${text.slice(-300)}`)
}

interface Feed {
  readonly source: string
  readonly path: string
  body(names: readonly string[]): unknown
}
const dollars = (at: number) => 1 + (at % 5000) / 100
const feeds: readonly Feed[] = [
  {
    source: 'skinport',
    path: '/v1/items',
    body: (names) =>
      names.map((name, at) => ({
        market_hash_name: name,
        version: null,
        currency: 'USD',
        suggested_price: dollars(at),
        item_page: `https://skinport.com/item/number-${at}`,
        market_page: `https://skinport.com/market?item=number-${at}`,
        min_price: dollars(at),
        max_price: 2 * dollars(at),
        mean_price: 1.5 * dollars(at),
        median_price: 1.4 * dollars(at),
        quantity: 1 + (at % 50),
        created_at: 1_700_000_000,
        updated_at: 1_793_620_000,
      })),
  },
  {
    source: 'csfloat',
    path: '/api/v1/listings/price-list',
    body: (names) => names.map((name, at) => ({ market_hash_name: name, min_price: 100 + (at % 5000), quantity: 3 })),
  },
  {
    source: 'market_csgo',
    path: '/api/v2/prices/USD.json',
    body: (names) => ({
      success: true,
      items: names.map((name, at) => ({ market_hash_name: name, volume: '7', price: String(dollars(at)) })),
    }),
  },
  {
    source: 'waxpeer',
    path: '/v1/prices',
    body: (names) => ({
      success: true,
      items: names.map((name, at) => ({ name, count: 4, min: Math.round(dollars(at) * 1000), type: 'Rifle' })),
    }),
  },
  {
    source: 'bitskins',
    path: '/market/insell/730',
    body: (names) => ({
      list: names.map((name, at) => ({ skin_id: at, name, price_min: Math.round(dollars(at) * 1000), quantity: 2 })),
    }),
  },
]

async function openMarketplace() {
  const { readCatalogue } = await import('../../apis/item-market/provider/catalogue/catalogue.ts')
  const { items, otherItems } = readCatalogue()
  const names = [...new Set([...items, ...otherItems].map(({ name }) => name))]
  while (names.length < rowsPerFeed) names.push(`Sticker | Number ${names.length}`)
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  const bodies = new Map(
    feeds.map(({ path, body }) => [path, brotliCompressSync(JSON.stringify(body(names.slice(0, rowsPerFeed))), quick)]),
  )
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    const body = bodies.get(path)
    response.writeHead(body ? 200 : 404, body ? { 'content-encoding': 'br' } : {})
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

if (process.send) await beGateway()
else await run()
