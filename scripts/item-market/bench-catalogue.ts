// Measures the catalogue: pages, search and metadata as handler calls in process, without HTTP. `node
// scripts/item-market/bench-catalogue.ts` prints milliseconds per call beside the promised figures. Each call is made
// five times and its best time counts, because other load only adds; p50 and p99 are those of the different calls. It
// asserts nothing, because times depend on the machine.

import { isReply } from '#define'
import { present } from '#define/present'
import type { OpenedProvider } from '#define/reflect'
import { openWorld, testCall } from '#provider/test'
import api from '../../apis/item-market/api.ts'
import provider from '../../apis/item-market/provider.ts'

interface BenchCase {
  readonly name: string
  /** Promised milliseconds at the median and at the 99th percentile. */
  readonly p50: number
  readonly p99: number
  /** The round counts from 0, so that a case can request something else each time. */
  run(handlers: Handlers, round: number): Promise<unknown>
}

type Handlers = OpenedProvider['handlers']
type Values = Readonly<Record<string, unknown>>

async function call(id: 'catalog' | 'itemsSearch' | 'itemsMeta', input: Values, handlers: Handlers): Promise<unknown> {
  const answer = await handlers[id]?.(input as never, testCall) // as the gateway passes it
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
const queries = ['ak redline ft', 'awp dragon lore fn', 'karambit doppler', 'stattrak m4a1s printstream', 'glock fade']
const slips = ['karmbit dopler', 'ak redlien feild', 'awp asimov bs', 'desrt eagle blase', 'buterfly knife fdae']
/** Returns typed input: the beginning of a different text each time. */
function typing(list: readonly string[], round: number): string {
  const text = present(list[round % list.length])
  return text.slice(0, 1 + (Math.floor(round / list.length) % text.length))
}

const search = (q: string, handlers: Handlers) => call('itemsSearch', { q, limit: 20 }, handlers)
const promised = { p50: 1, p99: 3 }

const cases: readonly BenchCase[] = [
  {
    name: 'catalog: a page of 100, another offset each time',
    ...promised,
    run: (handlers, round) => call('catalog', { ...page, offset: (round * 100) % 14_000 }, handlers),
  },
  {
    name: 'catalog: a page filtered by type, rarity and q',
    ...promised,
    run: (handlers) => call('catalog', { ...page, type: 'Rifle', rarity: 'Classified', q: 'redline' }, handlers),
  },
  {
    name: 'catalog: a page of 100 with prices',
    ...promised,
    run: (handlers, round) => call('catalog', { ...page, prices: true, offset: (round * 100) % 14_000 }, handlers),
  },
  {
    name: 'catalog: a page of 100 by price',
    ...promised,
    run: (handlers, round) =>
      call('catalog', { ...page, prices: true, sort: 'price', offset: (round * 100) % 14_000 }, handlers),
  },
  {
    name: 'catalog: all 14,991 items',
    p50: 150,
    p99: 400,
    run: (handlers) => call('catalog', { ...page, limit: 0 }, handlers),
  },
  {
    name: 'search: as somebody types',
    ...promised,
    run: (handlers, round) => search(typing(queries, round), handlers),
  },
  {
    name: 'search: with slips, as somebody types',
    ...promised,
    run: (handlers, round) => search(typing(slips, round), handlers),
  },
  {
    name: 'meta: by exact name',
    ...promised,
    run: (handlers) => call('itemsMeta', { name: 'AK-47 | Redline (Field-Tested)' }, handlers),
  },
  {
    name: 'meta: by a name in another form',
    ...promised,
    run: (handlers) => call('itemsMeta', { name: '&#9733; stattrak karambit | doppler (fn)' }, handlers),
  },
]

const runs = 5
const rounds = 400
const longestRunMs = 2_000

async function measure({ run }: BenchCase, handlers: Handlers): Promise<{ p50: number; p99: number }> {
  const best = new Array<number>(rounds).fill(Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds / 4; round++) await run(handlers, round)
  for (let again = 0; again < runs; again++) {
    const until = performance.now() + longestRunMs
    for (let round = 0; round < rounds && performance.now() < until; round++) {
      const started = performance.now()
      await run(handlers, round)
      best[round] = Math.min(best[round] ?? Number.POSITIVE_INFINITY, performance.now() - started)
    }
  }
  const times = best.filter(Number.isFinite).sort((a, b) => a - b)
  const at = (share: number) => present(times[Math.floor(times.length * share)])
  return { p50: at(0.5), p99: at(0.99) }
}

if (import.meta.main) {
  // a store in memory with the simulated market in it
  const world = await openWorld(api, provider)
  const { handlers } = await world.open()
  const columns = (name: string, ...cells: readonly (string | number)[]) =>
    process.stdout.write(
      `${name.padEnd(52)}${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(3) : cell).padStart(12)).join('')}\n`,
    )
  columns('ms per call', 'p50', 'promised', 'p99', 'promised')
  for (const one of cases) {
    const { p50, p99 } = await measure(one, handlers)
    columns(one.name, p50, one.p50, p99, one.p99)
  }
  await world.kit.db.destroy()
}
