// Searches a log, newest calls first. The work of one search is bounded: it reads a limited number of chunks, and then
// reports how far back it got and where the next page continues.
import { setImmediate } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import { type ChunkData, type ChunkHead, type ChunkPosition, type LogDb, readHeads, readHits } from './table.ts'

/** The properties of every logged call; calls are ordered by these three. */
export interface LoggedCall {
  readonly at: number
  readonly id: string
  readonly accountId: string
}
/** A table of chunks, with the function that reads its calls. */
export interface CallLog<Call extends LoggedCall> {
  readonly table: string
  /** Reads the calls of a chunk. Throws for data of another form. */
  readonly read: (chunk: ChunkData) => Call[]
}
/** The calls to find; all conditions must hold. */
interface LogSearch<Call extends LoggedCall> {
  readonly accountId?: string | undefined
  /** Members of the kinds of all matching calls; chunks without them are not read. */
  readonly names: readonly string[]
  /** A condition on the columns of chunks with matching calls. */
  readonly condition?: RawBuilder<boolean> | undefined
  readonly matches: (call: Call) => boolean
  /** Earliest and latest time of the calls, inclusive. */
  readonly from: number
  readonly until: number
  /** The `next` of the previous page. */
  readonly after?: LoggedCall | undefined
  readonly limit: number
}
/** A page of results. It can be short or empty despite a `next`, if the search ran out of budget. */
export interface LogPage<Call> {
  readonly calls: readonly Call[]
  readonly next?: LoggedCall
  /** The time after which all calls have been found. */
  readonly searchedTo: number
}
/** The limits of one search. */
export interface SearchBudget {
  readonly heads: number
  readonly calls: number
}

const usualBudget: SearchBudget = { heads: 5000, calls: 12_000 }
/** Batch sizes: most pages are full after a few chunks, so a search starts small and grows. */
const headsAtOnce = { first: 60, most: 1000 }
const callsAtOnce = { first: 200, most: 4000 }
const chunksAtOnce = 200
/** An id for a position before all calls of its time: no id starts with it. */
export const lastId = '~'

export async function searchLog<Call extends LoggedCall>(
  db: LogDb,
  { table, read }: CallLog<Call>,
  search: LogSearch<Call>,
  budget: SearchBudget = usualBudget,
): Promise<LogPage<Call>> {
  const { from, after, matches, ...filter } = search
  const until = after ? Math.min(search.until, after.at) : search.until
  const isWanted = (call: Call) =>
    call.at >= from && call.at <= until && (!after || newestFirst(call, after) > 0) && matches(call)
  const found = new Found<Call>(search.limit)
  const left = { ...budget }
  let before: ChunkPosition | undefined
  let headsNow = headsAtOnce.first
  let callsNow = callsAtOnce.first
  for (;;) {
    const limit = Math.min(headsNow, Math.max(1, left.heads))
    headsNow = Math.min(headsNow * 4, headsAtOnce.most)
    const heads = await readHeads(db, table, { ...filter, from, until, before, limit })
    if (heads.length === 0) return found.end(from)
    for (const group of groupsOf(heads, () => Math.min(callsNow, left.calls))) {
      const hits = group.filter(({ isHit }) => isHit)
      const [newest, oldest] = [hits[0], hits.at(-1)]
      if (newest && oldest)
        for (const chunk of await readHits(db, table, { ...filter, newest, oldest }))
          found.add(read(chunk).filter(isWanted))
      callsNow = Math.min(callsNow * 2, callsAtOnce.most)
      before = group.at(-1)
      if (!before) break
      // unread chunks hold no call later than the last of this one
      if (found.settle(before.last_at)) return found.page(from)
      left.heads -= group.length
      left.calls -= callsOf(hits)
      // a search that stopped before its own beginning would start there again
      if ((left.heads <= 0 || left.calls <= 0) && before.last_at < until) return found.stop(before.last_at)
      await setImmediate()
    }
  }
}

/** Groups heads so that the calls of a group can be read in one go. */
function* groupsOf(heads: readonly ChunkHead[], calls: () => number): Generator<ChunkHead[]> {
  let group: ChunkHead[] = []
  let hits: ChunkHead[] = []
  for (const head of heads) {
    group.push(head)
    if (head.isHit) hits.push(head)
    if (callsOf(hits) < calls() && hits.length < chunksAtOnce) continue
    yield group
    group = []
    hits = []
  }
  if (group.length > 0) yield group
}

function callsOf(heads: readonly ChunkHead[]): number {
  return heads.reduce((sum, { calls }) => sum + calls, 0)
}

/** The calls found for a page. Chunks overlap in time, so some calls wait until their order is certain. */
class Found<Call extends LoggedCall> {
  readonly #limit: number
  #held: Call[] = []
  readonly #settled: Call[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  add(calls: readonly Call[]): void {
    this.#held.push(...calls)
  }

  /** Settles the order of all calls after `at`: anything unread is older. Returns true if the page is full. */
  settle(at: number): boolean {
    this.#held.sort(newestFirst)
    const count = this.#held.findIndex((call) => call.at <= at)
    this.#settled.push(...this.#held.splice(0, count < 0 ? this.#held.length : count))
    return this.#settled.length >= this.#limit
  }

  page(from: number): LogPage<Call> {
    const calls = this.#settled.slice(0, this.#limit)
    const last = calls.at(-1)
    return { calls, ...(last && { next: last }), searchedTo: last?.at ?? from }
  }

  /** Returns the page after everything has been read. */
  end(from: number): LogPage<Call> {
    this.settle(Number.NEGATIVE_INFINITY)
    return this.#settled.length > this.#limit ? this.page(from) : { calls: this.#settled, searchedTo: from }
  }

  /** Returns the page of a search that ended at `at`. */
  stop(at: number): LogPage<Call> {
    return { calls: this.#settled, next: { at, id: lastId, accountId: '' }, searchedTo: at }
  }
}

/** Compares calls, newest first. */
export function newestFirst(a: LoggedCall, b: LoggedCall): number {
  return b.at - a.at || compare(b.id, a.id) || compare(b.accountId, a.accountId)
}
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
