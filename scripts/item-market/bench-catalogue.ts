// How long the catalogue takes: pages, search and metadata as handler calls in process, without HTTP. `node scripts/item-market/bench-catalogue.ts`
// prints milliseconds per call beside what is promised. Each call is made five times and its best time counts, because whatever else
// the machine does only adds; p50 and p99 are those of the different calls. It asserts nothing, because times depend on the machine.
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { bareKit, isReply, type Kit } from '#define'
import provider from '../../apis/item-market/provider.ts'
import type { Tables } from '../../apis/item-market/tables.ts'

export interface BenchCase {
  readonly name: string
  /** Milliseconds promised at the median and at the 99th percentile. */
  readonly p50: number
  readonly p99: number
  /** The round counts from 0, so that a case can ask for something else each time. */
  run(kit: Kit<Tables>, round: number): Promise<unknown>
}

type Values = Readonly<Record<string, unknown>>

async function call(id: 'catalog' | 'itemsSearch' | 'itemsMeta', input: Values, kit: Kit<Tables>): Promise<unknown> {
  const answer = await provider.handlers[id]?.(input as never, kit) // as the gateway hands it on
  const body = isReply(answer) ? answer.body : answer
  if (!isParts(body)) return JSON.stringify(body)
  let length = 0
  for await (const part of body) length += String(part).length
  return length
}

function isParts(body: unknown): body is AsyncIterable<unknown> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

const page: Values = { game: 'cs2', limit: 100, offset: 0, prices: false, sort: 'name', currency: 'USD' }
const texts = ['ak redline ft', 'awp dragon lore fn', 'karambit doppler', 'stattrak m4a1s printstream', 'glock fade']
const slips = ['karmbit dopler', 'ak redlien feild', 'awp asimov bs', 'desrt eagle blase', 'buterfly knife fdae']
/** As somebody types: a beginning of another text each time. */
function typing(list: readonly string[], round: number): string {
  const text = list[round % list.length] ?? ''
  return text.slice(0, 1 + (Math.floor(round / list.length) % text.length))
}

const search = (q: string, kit: Kit<Tables>) => call('itemsSearch', { q, limit: 20 }, kit)
const promised = { p50: 1, p99: 3 }

export const cases: readonly BenchCase[] = [
  {
    name: 'catalog: a page of 100, another offset each time',
    ...promised,
    run: (kit, round) => call('catalog', { ...page, offset: (round * 100) % 14_000 }, kit),
  },
  {
    name: 'catalog: a page filtered by type, rarity and q',
    ...promised,
    run: (kit) => call('catalog', { ...page, type: 'Rifle', rarity: 'Classified', q: 'redline' }, kit),
  },
  {
    name: 'catalog: a page of 100 with prices',
    ...promised,
    run: (kit, round) => call('catalog', { ...page, prices: true, offset: (round * 100) % 14_000 }, kit),
  },
  {
    name: 'catalog: a page of 100 by price',
    ...promised,
    run: (kit, round) => call('catalog', { ...page, prices: true, sort: 'price', offset: (round * 100) % 14_000 }, kit),
  },
  { name: 'catalog: all 14,991 items', p50: 150, p99: 400, run: (kit) => call('catalog', { ...page, limit: 0 }, kit) },
  { name: 'search: as somebody types', ...promised, run: (kit, round) => search(typing(texts, round), kit) },
  {
    name: 'search: with slips, as somebody types',
    ...promised,
    run: (kit, round) => search(typing(slips, round), kit),
  },
  {
    name: 'meta: by exact name',
    ...promised,
    run: (kit) => call('itemsMeta', { name: 'AK-47 | Redline (Field-Tested)' }, kit),
  },
  {
    name: 'meta: by a name in another form',
    ...promised,
    run: (kit) => call('itemsMeta', { name: '&#9733; stattrak karambit | doppler (fn)' }, kit),
  },
]

/** A store in memory with the simulated market in it. */
async function openKit(): Promise<Kit<Tables>> {
  const database = new Database(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  for (const migration of Object.values(provider.migrations ?? {})) await migration.up(db)
  const nowMs = Date.now()
  const kit: Kit<Tables> = {
    ...bareKit,
    db,
    now: () => nowMs,
    today: () => new Date(nowMs).toISOString().slice(0, 10),
    random: { bytes: (count) => Buffer.alloc(count), int: (min) => min },
  }
  await provider.seed?.(kit)
  return kit
}

const runs = 5
const rounds = 400
const longestRunMs = 2_000

async function measure({ run }: BenchCase, kit: Kit<Tables>): Promise<{ p50: number; p99: number }> {
  const best = new Array<number>(rounds).fill(Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds / 4; round++) await run(kit, round)
  for (let again = 0; again < runs; again++) {
    const until = performance.now() + longestRunMs
    for (let round = 0; round < rounds && performance.now() < until; round++) {
      const started = performance.now()
      await run(kit, round)
      best[round] = Math.min(best[round] ?? Number.POSITIVE_INFINITY, performance.now() - started)
    }
  }
  const times = best.filter(Number.isFinite).sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

if (import.meta.main) {
  const kit = await openKit()
  const columns = (name: string, ...cells: readonly (string | number)[]) =>
    process.stdout.write(
      `${name.padEnd(52)}${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(3) : cell).padStart(12)).join('')}\n`,
    )
  columns('ms per call', 'p50', 'promised', 'p99', 'promised')
  for (const one of cases) {
    const { p50, p99 } = await measure(one, kit)
    columns(one.name, p50, one.p50, p99, one.p99)
  }
  await kit.db.destroy()
}
