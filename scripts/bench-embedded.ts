// `npm run bench:embedded [slug …]`: measures the embedded providers on their own examples, call by call through a
// running gateway on loopback. Prints p50 and p95 per endpoint in milliseconds; it asserts nothing, because times
// depend on the machine. `--postgres` uses a new database on a PostgreSQL server instead of SQLite; `--import FILE`
// imports a file into the one API that is named.
import { openAsBlob } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Example } from '#define/reflect'
import { createAccountsRepository } from '#store'
import { readConfig } from '../packages/gateway/src/process/config.ts'
import { loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../packages/gateway/src/process/secret.ts'
import { startGateway } from '../packages/gateway/src/start/gateway.ts'
import { headersOf, pathOf, searchOf } from '../tests/harness/example-call.ts'
import { createDatabase } from '../tests/harness/services.ts'

const warmUps = 20
const rounds = 200

interface Row {
  readonly slug: string
  readonly endpoint: string
  readonly p50: number
  readonly p95: number
}

const { values, positionals } = parseArgs({
  options: { postgres: { type: 'boolean', default: false }, import: { type: 'string' } },
  allowPositionals: true,
})
const database = await createDatabase(values.postgres ? 'postgres' : 'sqlite')
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
const key = gateway.firstRun?.gatewayKey ?? ''

try {
  const slugs = new Set(positionals)
  if (values.import !== undefined) await importFile(positionals.at(0) ?? '', values.import)
  const rows: Row[] = []
  for (const { api, provider, examples } of await loadApis()) {
    if (!provider || (slugs.size > 0 && !slugs.has(api.slug))) continue
    for (const [id, endpoint] of Object.entries(api.endpoints)) {
      // calls with a body change data, so their examples are not always repeatable
      if (endpoint.method === 'GET') rows.push(await measure(api.slug, id, { endpoint, example: examples[id] ?? {} }))
    }
  }
  print(rows)
} finally {
  await gateway.stop()
  await database.drop()
}

/** Sends a file to the operator API; its last event has the counts, or the reason of a refusal. */
async function importFile(slug: string, path: string): Promise<void> {
  const started = performance.now()
  const response = await fetch(`${gateway.baseUrl}/v1/admin/imports/${slug}?file=bench`, {
    method: 'POST',
    headers: { 'x-gateway-admin-key': reveal(gateway.components.adminKey), 'content-type': 'application/octet-stream' },
    body: await openAsBlob(path),
  })
  const last = (await response.text()).trim().split('\n').at(-1)
  console.log(`import: ${Math.round(performance.now() - started)} ms, ${response.status} ${last}`)
}

type Endpoint = Parameters<typeof pathOf>[0]

async function measure(slug: string, id: string, call: { endpoint: Endpoint; example: Example }): Promise<Row> {
  const { endpoint, example } = call
  const search = searchOf(endpoint, example)
  const url = `${gateway.baseUrl}/v1/proxy/${slug}${pathOf(endpoint, example)}${search === '' ? '' : `?${search}`}`
  const headers = { ...headersOf(endpoint, example), 'x-gateway-key': key, 'x-gateway-provider': 'embedded' }
  const times: number[] = []
  for (let round = 0; round < warmUps + rounds; round++) {
    const started = performance.now()
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    if (response.status >= 500) throw new Error(`${slug}.${id} answered ${response.status}`)
    if (round >= warmUps) times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times.at(Math.floor(times.length * share)) ?? 0
  return { slug, endpoint: id, p50: at(0.5), p95: at(0.95) }
}

function print(rows: readonly Row[]): void {
  console.log(`${'API'.padEnd(22)}${'endpoint'.padEnd(28)}${'p50 ms'.padStart(8)}${'p95 ms'.padStart(8)}`)
  for (const { slug, endpoint, p50, p95 } of rows)
    console.log(`${slug.padEnd(22)}${endpoint.padEnd(28)}${p50.toFixed(2).padStart(8)}${p95.toFixed(2).padStart(8)}`)
}
