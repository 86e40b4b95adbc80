// Measures prices, as handler calls in process, without HTTP: simulated, then stored (15 thousand items on seven
// sources, 365 days of 2,000 items), and a reading of 30,000 rows. `node scripts/item-market/bench-prices.ts [--large]
// [postgres://…]`: `--large` stores days of seven sources (5 million rows) instead of one. Prints milliseconds; asserts
// nothing, because times depend on the machine.

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import type { ProviderKit } from '#define'
import { present } from '#define/present'
import { emptyKit, testCall } from '#provider/test'
import migration from '../../apis/item-market/migrations/0003-prices.ts'
import { readCatalogue } from '../../apis/item-market/provider/catalogue/catalogue.ts'
import { skinport } from '../../apis/item-market/provider/prices/connectors/skinport.ts'
import { createHostRateLimiters } from '../../apis/item-market/provider/prices/feeds/host-rate-limiter.ts'
import { openPrices } from '../../apis/item-market/provider/prices/open.ts'
import type { Tables } from '../../apis/item-market/tables.ts'

type BenchKit = ProviderKit<Tables>
type PriceArea = ReturnType<typeof openPrices>
interface BenchCase {
  readonly name: string
  /** Promised milliseconds at the median and at the 99th percentile. */
  readonly p50: number
  readonly p99: number
  /** The round counts from 0, so that a case can request something else each time. */
  run(area: PriceArea, round: number): Promise<unknown>
}

const catalogue = readCatalogue()
const { items } = catalogue
/** Returns names far apart, a different one each time; the stored run has days of the first 2,000. */
const nameAt = (round: number) => items[(round * 37) % 2000]?.name ?? ''
const phased = items.filter(({ skin }) => skin.phases.length === 7)
const defaults = { game: 'cs2', currency: 'USD' }
const promised = { p50: 1, p99: 3 }
type Id = keyof PriceArea['handlers']

async function call(area: PriceArea, id: Id, input: Record<string, unknown>): Promise<number> {
  const handler: (input: never, call: typeof testCall) => unknown = area.handlers[id]
  return JSON.stringify(await handler({ ...defaults, ...input } as never, testCall)).length // as the gateway passes it
}

const cases: readonly BenchCase[] = [
  { name: 'markets', ...promised, run: (area, round) => call(area, 'markets', { name: nameAt(round) }) },
  {
    name: 'markets, with seven phases',
    ...promised,
    run: (area, round) => call(area, 'markets', { name: phased[round % phased.length]?.name ?? '' }),
  },
  {
    name: 'markets in another currency',
    ...promised,
    run: (area, round) => call(area, 'markets', { name: nameAt(round), currency: 'EUR' }),
  },
  {
    name: 'markets/batch, 20 names',
    ...promised,
    run: (area, round) =>
      call(area, 'marketsBatch', { body: { names: Array.from({ length: 20 }, (_, at) => nameAt(20 * round + at)) } }),
  },
  { name: 'items', ...promised, run: (area, round) => call(area, 'items', { name: nameAt(round) }) },
  {
    name: 'catalogue prices, 500 names',
    ...promised,
    async run(area, round) {
      const lowest = await area.prices.lowestIn('USD')
      return items.slice((round * 500) % 14_000, ((round * 500) % 14_000) + 500).map(({ name }) => lowest(name))
    },
  },
  {
    name: 'history, 30 days',
    ...promised,
    run: (area, round) => call(area, 'history', { name: nameAt(round), days: 30 }),
  },
  {
    name: 'history, 365 days',
    ...promised,
    run: (area, round) => call(area, 'history', { name: nameAt(round), days: 365 }),
  },
  { name: 'deals, 100', ...promised, run: (area) => call(area, 'deals', { min_discount: 0.15, limit: 100 }) },
  { name: 'deals, 500', ...promised, run: (area) => call(area, 'deals', { min_discount: 0.15, limit: 500 }) },
  { name: 'status', ...promised, run: (area) => call(area, 'status', {}) },
]

const warmUps = 300
const rounds = 1000
const print = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Returns the milliseconds of a call at the median and the 99th percentile; best of three runs: other work only adds.
 */
async function measure(one: BenchCase, area: PriceArea): Promise<{ p50: number; p99: number }> {
  for (let round = 0; round < warmUps; round++) await one.run(area, round)
  const best = { p50: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY }
  for (let run = 0; run < 3; run++) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const startedMs = performance.now()
      await one.run(area, round)
      times.push(performance.now() - startedMs)
    }
    times.sort((a, b) => a - b)
    best.p50 = Math.min(best.p50, present(times[rounds * 0.5]))
    best.p99 = Math.min(best.p99, present(times[rounds * 0.99]))
  }
  return best
}

async function measureAll(title: string, area: PriceArea): Promise<void> {
  print(`${title.padEnd(40)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'promised'.padStart(12)}`)
  for (const one of cases) {
    const { p50, p99 } = await measure(one, area)
    const bounds = `${one.p50} / ${one.p99}`
    print(`${one.name.padEnd(40)}${p50.toFixed(3).padStart(9)}${p99.toFixed(3).padStart(9)}${bounds.padStart(12)}`)
  }
}

async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now()
  const startedCpu = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(startedCpu)
  const memory = `${(process.memoryUsage.rss() / 1_000_000).toFixed(0)} MB resident`
  print(
    `${title.padEnd(60)}${(performance.now() - startedMs).toFixed(0).padStart(8)} ms, ${((user + system) / 1000).toFixed(0).padStart(6)} ms of processor, ${memory}`,
  )
  return result
}

/** A running clock that starts at a moment when all stored data is fresh. */
function kitOn({ db, postgres }: BenchDatabase, feed: string): BenchKit {
  const dialect = postgres ? 'postgres' : 'sqlite'
  const startMs = Date.now()
  const bytes = Buffer.from(feed)
  return {
    ...(emptyKit as BenchKit), // its database is replaced on the next line
    db,
    dialect,
    config: { sources: { skinport: { gapMs: 0 } } },
    now: () => Math.floor(startMs + performance.now()),
    ask: async () => ({ rates: { EUR: 0.92 } }),
    outbound: async () => ({
      status: 200,
      headers: {},
      bytes: async () => bytes,
      cancel: () => undefined,
      body: (async function* () {
        for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
      })(),
    }),
  }
}

/**
 * Stores 15 thousand items on seven sources, and a year of days of 2,000 items on `daySources` of them, written by the
 * database itself.
 */
async function fill({ db, postgres }: BenchDatabase, nowMs: number, daySources: number): Promise<void> {
  const names = items.map(({ name }) => ({ game: 'cs2', name }))
  for (let at = 0; at < names.length; at += 500)
    await db
      .insertInto('item_market_names')
      .values(names.slice(at, at + 500))
      .execute()
  const today = Math.floor(nowMs / 86_400_000)
  for (const source of [15, 2, 3, 4, 5, 6, 7]) {
    const state = { id: source, snapshot: 1, started: 1, revision: 1, items: items.length }
    await db
      .insertInto('item_market_sources')
      .values({ ...state, attempted_ms: nowMs, succeeded_ms: nowMs })
      .execute()
    await sql`
      insert into item_market_current (source, snapshot, item, price, quantity, bid, volume, median, odd, at_ms)
      select cast(${source} as integer), 1, id, (10000 + id * 100) * (case when cast(${source} as integer) = 15 then 14 else 7 + id % 6 end) / 10, 5, null, null, null, 0,
        cast(${Math.floor(nowMs)} as bigint)
      from item_market_names`.execute(db)
  }
  for (const source of [15, 2, 3, 4, 5, 6, 7].slice(0, daySources)) {
    await sql`
      with recursive days(day) as (select cast(${today - 364} as integer) union all select day + 1 from days where day < ${today})
      insert into item_market_days (item, day, source, low, high, total, samples, volume)
      select id, day, cast(${source} as integer), 9000 + id, 11000 + id, 20000 + id * 2, 2, 7
      from item_market_names cross join days where id <= 2000`.execute(db)
  }
  // as the databases do by themselves after some time
  await sql.raw(postgres ? 'vacuum analyze' : 'analyze').execute(db)
}

function feedOf(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => ({
    market_hash_name: items[at]?.name ?? `Sticker | Number ${at}`,
    version: null,
    currency: 'USD',
    suggested_price: 1 + at / 100,
    item_page: `https://skinport.com/item/number-${at}`,
    market_page: `https://skinport.com/market?item=number-${at}`,
    min_price: 1 + at / 100,
    max_price: 2 + at / 100,
    mean_price: 1.5 + at / 100,
    median_price: 1.4 + at / 100,
    quantity: at % 50,
    created_at: 1_700_000_000,
    updated_at: 1_793_620_000,
  }))
  return JSON.stringify(rows)
}

interface BenchDatabase {
  readonly db: BenchKit['db']
  readonly postgres: boolean
  bytes(): Promise<number>
  close(): Promise<void>
}

/** Creates a database, opened as the gateway does: SQLite in a folder, or a new schema at the address. */
async function openDatabase(url: string | undefined): Promise<BenchDatabase> {
  if (url !== undefined) {
    const schema = `bench_${process.pid}`
    const parsers = {
      getTypeParser: (oid: number, format?: unknown) =>
        oid === 20 || oid === 1700 ? Number : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
    }
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`create schema ${schema}`)
    const pool = new pg.Pool({
      connectionString: url,
      options: `-c search_path=${schema}`,
      types: parsers as typeof pg.types,
    })
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    return {
      db,
      postgres: true,
      bytes: async () => {
        const { rows } = await admin.query(
          `select sum(pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass)) as bytes from pg_tables where schemaname = '${schema}'`,
        )
        return Number(rows[0]?.bytes)
      },
      close: async () => {
        await db.destroy()
        await admin.query(`drop schema ${schema} cascade`)
        await admin.end()
      },
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const file = join(folder, 'bench.db')
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  return {
    db,
    postgres: false,
    bytes: async () => {
      database.pragma('wal_checkpoint(truncate)')
      return statSync(file).size
    },
    close: async () => {
      await db.destroy()
      rmSync(folder, { recursive: true })
    },
  }
}

async function run(): Promise<void> {
  const url = process.argv.find((word) => word.startsWith('postgres'))
  const daySources = process.argv.includes('--large') ? 7 : 1
  const feed = feedOf(30_000)
  print(
    `${url === undefined ? 'SQLite' : 'PostgreSQL'}, ${daySources * 365 * 2000} rows of days, ${(process.memoryUsage.rss() / 1_000_000).toFixed(0)} MB resident at the beginning`,
  )
  const empty = await openDatabase(url)
  try {
    await migration.up(empty.db.withTables<Record<string, Record<string, unknown>>>())
    const kit = kitOn(empty, feed)
    const area = openPrices({ kit, catalogue, limiters: createHostRateLimiters() })
    await measureAll('simulated', area)
    for (const which of ['first', 'second', 'third'])
      await timed(`${which} reading of 30,000 rows, ${(feed.length / 1_000_000).toFixed(1)} MB`, () =>
        area.ingest(skinport),
      )
  } finally {
    await empty.close()
  }
  const filled = await openDatabase(url)
  try {
    await migration.up(filled.db.withTables<Record<string, Record<string, unknown>>>())
    const kit = kitOn(filled, feed)
    await timed('stored by the database itself', () => fill(filled, kit.now(), daySources))
    print(`${((await filled.bytes()) / 1_000_000).toFixed(0)} MB on disk`)
    const area = openPrices({ kit, catalogue, limiters: createHostRateLimiters() })
    await timed('prices of 15 thousand items on seven sources into memory', () => area.latestPrices.refresh())
    await timed('lists of deals and lowest offers', () => area.prices.lowestIn('USD'))
    await measureAll('stored', area)
    await timed('reading of 30,000 rows beside them', () => area.ingest(skinport, { trusted: true }))
  } finally {
    await filled.close()
  }
}

if (import.meta.url === pathToFileURL(present(process.argv[1])).href) await run()
