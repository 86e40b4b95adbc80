// `node apis/programme-metadata/test/bench.ts [programmes] [broadcasts] [database]`: how long answers take over 50,000
// programmes and 1,000,000 broadcasts, called through a gateway over HTTP, on SQLite and, where one can be reached, on
// PostgreSQL. Prints milliseconds and memory. Asserts nothing, since they depend on the machine. The target: p95
// under 20 ms.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { insertMany } from '#provider/sql'
import { createAccountsRepository, openStore } from '#store'
import { apisFolder, loadApis } from '../../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../../../tests/harness/open-gateway.ts'
import { postgresUrl, type StoreTarget } from '../../../tests/harness/services.ts'
import { migrations } from '../migrations/list.ts'
import { synopsisOf, titleOf } from '../provider/sample/cast.ts'
import { draw, pidOf } from '../provider/sample/pids.ts'
import type { Tables } from '../tables.ts'

const programmeCount = Number(process.argv[2] ?? 50_000)
const broadcastCount = Number(process.argv[3] ?? 1_000_000)
const pattern = process.argv[4] ?? ''
const rounds = 100
const warmUps = 10
const nowS = Math.floor(Date.now() / 1000)
const serviceCount = 20
const slotS = 1800

const print = (line: string) => void process.stdout.write(`${line}\n`)

function* records() {
  const row = (kind: string, id: string, record: object) => ({ kind, id, record: JSON.stringify(record) })
  const entity = { partner: 's0000001', updated: nowS }
  for (let number = 0; number < serviceCount; number++) {
    const sid = `service_${number}`
    yield row('service', sid, { sid, ...entity, name: sid, type: 'TV', masterBrand: `brand_${number % 10}` })
  }
  const brands = programmeCount / 50
  for (let number = 0; number < programmeCount; number++) {
    const isBrand = number < brands
    const pid = pidOf(isBrand ? 'brand' : 'episode', number)
    yield row('programme', pid, {
      kind: isBrand ? 'brand' : number % 20 === 0 ? 'clip' : 'episode',
      pid,
      ...entity,
      title: titleOf(number),
      synopses: synopsisOf('a benchmark', number),
      ...(isBrand ? {} : { parent: pidOf('brand', number % brands), position: Math.floor(number / brands) }),
      masterBrand: `brand_${number % 10}`,
      mediaType: 'Video',
      release: `20${10 + (number % 16)}-0${1 + (number % 9)}-11`,
      genres: [`C000${10 + (number % 30)}`],
      contributions: [
        { person: pidOf('person', draw(2000, number)) },
        { person: pidOf('person', draw(2000, number, 1)) },
      ],
    })
    if (isBrand) continue
    const version = pidOf('version', number)
    const start = nowS + (draw(400, number) - 380) * 86_400
    yield row('version', version, {
      pid: version,
      of: pid,
      ...entity,
      types: ['Original'],
      duration: 1800,
      availabilities: [
        { type: 'ondemand', start, end: start + 30 * 86_400, mediaSets: [{ name: 'pc', territories: ['uk'] }] },
        { type: 'ondemand', start, payment: 'bbcstore', mediaSets: [{ name: 'pc', territories: ['uk'] }] },
      ],
    })
  }
  for (let number = 0; number < 2000; number++) {
    const pid = pidOf('person', number)
    yield row('person', pid, { pid, ...entity, type: 'person', given: 'Ada', family: `Farrow ${number}` })
  }
}

function* broadcasts() {
  const first = nowS - (nowS % slotS) - Math.floor(broadcastCount / serviceCount) * slotS
  for (let number = 0; number < broadcastCount; number++) {
    const episode = programmeCount / 50 + draw(programmeCount - programmeCount / 50, number)
    const starts = first + Math.floor(number / serviceCount) * slotS
    yield {
      pid: pidOf('broadcast', number),
      partner: 's0000001',
      service: `service_${number % serviceCount}`,
      starts,
      ends: starts + slotS,
      programme: pidOf('episode', episode),
      version: pidOf('version', episode),
      flags: number % 3 === 0 ? 2 : 0,
      updated: nowS,
      details: null,
    }
  }
}

async function fill(target: StoreTarget): Promise<void> {
  const store = await openStore(target)
  await store.migrate(
    'programme-metadata',
    Object.entries(migrations).map(([name, { up }]) => ({ name, up })),
  )
  const db = store.db.withTables<Pick<Tables, keyof Tables>>()
  await db.transaction().execute(async (trx) => {
    await insertAll(records(), (rows) => insertMany(trx, 'programme_metadata_records', rows))
    await insertAll(broadcasts(), (rows) => insertMany(trx, 'programme_metadata_broadcasts', rows))
  })
  await store.close()
}

async function insertAll<T>(rows: Iterable<T>, insert: (rows: T[]) => Promise<void>): Promise<void> {
  let batch: T[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < 5000) continue
    await insert(batch)
    batch = []
  }
  if (batch.length > 0) await insert(batch)
}

const day = new Date((nowS - 5 * 86_400) * 1000).toISOString().slice(0, 10)
const brand = pidOf('brand', 7)
const questions: readonly (readonly [string, string])[] = [
  ['programmes: newest pids', '/programmes'],
  ['programmes: by title', '/programmes?sort=title&page_size=100'],
  ['programmes: available', '/programmes?availability=available&entity_type=episode&mixin=available_versions'],
  ['programmes: available containers', '/programmes?availability=available&tleo=true&sort=title'],
  ['programmes: children of a brand', `/programmes?children_of=${brand}&sort=position&mixin=ancestor_titles`],
  ['programmes: genre and master brand', '/programmes?genre=100003&master_brand=brand_3&sort=release_date'],
  ['programmes: words', '/programmes?q=harbour+NOT+low'],
  ['programmes: words by relevance', '/programmes?q=harbour+OR+clock&sort=relevance'],
  ['programmes: contributor', `/programmes?people=${pidOf('person', 7)}`],
  [
    'programmes: one pid, all mixins',
    `/programmes?pid=${pidOf('episode', 4000)}&mixin=images&mixin=contributions&mixin=duration`,
  ],
  ['broadcasts: a day of a service', `/broadcasts?sid=service_3&schedule_day=${day}&page_size=100`],
  ['broadcasts: all', '/broadcasts'],
  ['broadcasts: last of all', '/broadcasts?sort_direction=descending'],
  ['broadcasts: of a brand', `/broadcasts?descendants_of=${brand}`],
  ['broadcasts: genre', '/broadcasts?genre=100003&page_size=100'],
  ['broadcasts: rare words', '/broadcasts?q=%22harbour+AND+needle%22'],
  ['broadcasts: one pid', `/broadcasts?pid=${pidOf('broadcast', 77_777)}`],
  ['broadcasts: contributor', `/broadcasts?people=${pidOf('person', 7)}`],
  ['broadcasts: page 50,000', '/broadcasts?page=50000'],
  ['schedules: repeats of a master brand', '/schedules?service_master_brand=brand_3&repeat=true'],
  ['schedules: end times', `/schedules?end_from=${day}T00:00:00Z&end_to=${day}T12:00:00Z&mixin=ancestor_titles`],
  ['availabilities: available', '/availabilities?availability=available&media_set=pc'],
  ['versions: of a brand', `/versions?descendants_of=${brand}`],
  ['people: words', '/people?q=farrow+77'],
]

async function measure(target: StoreTarget): Promise<void> {
  const startedMs = performance.now()
  await fill(target)
  print(`  ${programmeCount} programmes and ${broadcastCount} broadcasts written in ${seconds(startedMs)}`)
  const closing: (() => unknown)[] = []
  const gateway = await openGateway(
    { after: (close) => void closing.unshift(close) },
    {
      apis: await loadApis(apisFolder, 'programme-metadata'),
      dataDir: target.dataDir,
      environment: target.url === undefined ? {} : { GATEHOUSE_DATABASE_URL: target.url },
    },
  )
  await createAccountsRepository(gateway.components.store.db).upsertPlan({
    id: 'free',
    perMinute: 1_000_000_000,
    perDay: 1_000_000_000,
    createdAt: 0,
  })
  await gateway.components.invalidations.publish('plan', 'free')
  const ask = async (path: string): Promise<boolean> => {
    const response = await fetch(`${gateway.baseUrl}/v1/proxy/programme-metadata${path}`, {
      headers: { 'x-gateway-key': gateway.key, 'x-gateway-provider': 'embedded' },
    })
    const text = await response.text()
    if (!response.ok && response.status !== 503) throw new Error(`${path} answers ${response.status} ${text}`)
    return response.ok
  }
  const openedMs = performance.now()
  while (!(await ask('/programmes?page_size=1')));
  print(`  first answer after ${seconds(openedMs)}`)
  print(`  ${'milliseconds'.padEnd(40)}${['p50', 'p95', 'most'].map((name) => name.padStart(9)).join('')}`)
  for (const [name, path] of questions) {
    const times: number[] = []
    for (let round = -warmUps; round < rounds; round++) {
      const askedMs = performance.now()
      await ask(path)
      if (round >= 0) times.push(performance.now() - askedMs)
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
    print(`  ${name.padEnd(40)}${[at(0.5), at(0.95), at(1)].map((ms) => ms.toFixed(1).padStart(9)).join('')}`)
  }
  print(`  memory of the process: ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`)
  for (const close of closing) await close()
}

const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`

const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-programmes-bench-'))
if ('sqlite'.includes(pattern)) {
  print('SQLite')
  await measure({ url: undefined, dataDir })
}
const server = 'postgresql'.includes(pattern) ? await postgresUrl() : undefined
if (server !== undefined) {
  print('PostgreSQL')
  const name = `gatehouse_programmes_bench_${process.pid}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const otherDir = await mkdtemp(join(tmpdir(), 'gatehouse-programmes-bench-'))
  try {
    await measure({ url: url.href, dataDir: otherDir })
  } finally {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
    await rm(otherDir, { recursive: true, force: true })
  }
}
await rm(dataDir, { recursive: true, force: true })
process.exit(0)
