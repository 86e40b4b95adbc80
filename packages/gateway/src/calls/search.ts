// Searches the record, newest calls first. The work of one search is bounded: it reads a limited number of chunks and
// then says how far back it came, and where the next page goes on.
import { setImmediate } from 'node:timers/promises'
import { fail } from '#define'
import {
  type CallSurface,
  type ChunkHead,
  type ChunkPosition,
  readChunkHeads,
  readChunks,
  type Store,
  timesOfId,
} from '#store'
import { timeOfRequestId } from '../http/request-id.ts'
import { readChunk } from './read-chunk.ts'
import type { AnsweredBy, RecordedCall } from './recorded-call.ts'
import { idToleranceMs } from './recorder.ts'

/** Which calls to find; all conditions hold. */
export interface CallFilter {
  readonly account?: string | undefined
  readonly key?: string | undefined
  readonly listing?: string | undefined
  readonly endpoint?: string | undefined
  readonly provider?: AnsweredBy | undefined
  /** A status such as `404`, or a class such as `5xx`. */
  readonly status?: string | undefined
  /** Whether the status is 400 or above. */
  readonly failed?: boolean | undefined
  readonly code?: string | undefined
  readonly surface?: CallSurface | undefined
  readonly minMs?: number | undefined
  readonly id?: string | undefined
}
export interface CallSearch extends CallFilter {
  /** Milliseconds since the epoch; `to` is excluded. */
  readonly from: number
  readonly to: number
  readonly limit: number
  /** The `next` of the previous page. */
  readonly after?: string | undefined
}
/** Fewer calls than the limit, even none, while there is a `next`: the search ended before it found more. */
export interface CallPage {
  readonly calls: readonly RecordedCall[]
  readonly next?: string
  /** No later call than this is left to be found; milliseconds since the epoch. */
  readonly searchedTo: number
}
/** What one search may read. */
export interface SearchBudget {
  readonly heads: number
  readonly calls: number
}

const usualBudget: SearchBudget = { heads: 5000, calls: 12_000 }
/** Most pages are full after a few chunks, so that a search begins with few and then reads more and more at once. */
const headsAtOnce = { first: 60, most: 1000 }
const callsAtOnce = { first: 200, most: 4000 }
const chunksAtOnce = 200
/** How far a call is from the time in its id, but for clocks that differ. */
const likelyMs = 20
/** A caller that sends the same id with every call finds the latest of them. */
const maxTimesOfId = 100

/** Finds a page of calls. Fails with 'input.invalid' for a cursor that no page gave. */
export async function searchCalls(
  { db }: Pick<Store, 'db'>,
  search: CallSearch,
  budget: SearchBudget = usualBudget,
): Promise<CallPage> {
  const after = search.after === undefined ? undefined : readCursor(search.after)
  if (search.id === undefined)
    return searchRange(db, { search, from: search.from, until: search.to - 1, after, budget })
  const calls: RecordedCall[] = []
  for (const [from, until] of await windowsOfId(db, search)) {
    const range = { search, from: Math.max(from, search.from), until: Math.min(until, search.to - 1) }
    const page = await searchRange(db, { ...range, after, budget })
    calls.push(...page.calls)
  }
  const shown = calls.sort(newestFirst).slice(0, search.limit)
  const last = shown.at(-1)
  return {
    calls: shown,
    ...(calls.length > shown.length && last && { next: cursorOf(last) }),
    searchedTo: search.from,
  }
}

/** When a call with the id may have begun: ids of the gateway tell, those that callers chose are looked up. */
async function windowsOfId(db: Store['db'], { id = '', account }: CallSearch): Promise<[number, number][]> {
  const own = timeOfRequestId(id)
  const chosen = await timesOfId(db, { id, accountId: account, limit: maxTimesOfId })
  const nearby: [number, number][] =
    own === undefined
      ? []
      : [
          // nearly always there, and few calls among very many
          [own - likelyMs, own + likelyMs],
          [own - idToleranceMs, own - likelyMs - 1],
          [own + likelyMs + 1, own + idToleranceMs],
        ]
  return [...nearby, ...[...new Set(chosen)].map((at): [number, number] => [at, at])]
}

interface Range {
  readonly search: CallSearch
  readonly from: number
  /** The latest start, included. */
  readonly until: number
  readonly after: Position | undefined
  readonly budget: SearchBudget
}
type Position = Pick<RecordedCall, 'at' | 'id' | 'accountId'>

async function searchRange(db: Store['db'], { search, from, until: latest, after, budget }: Range): Promise<CallPage> {
  const until = after ? Math.min(latest, after.at) : latest
  const matches = matcherOf(search, { from, until, after })
  const found = new Found(search.limit)
  let before: ChunkPosition | undefined
  let left = { ...budget }
  const filter = filterOf(search)
  let headsNow = headsAtOnce.first
  let callsNow = callsAtOnce.first
  for (;;) {
    const limit = Math.min(headsNow, Math.max(1, left.heads))
    headsNow = Math.min(headsNow * 4, headsAtOnce.most)
    const heads = await readChunkHeads(db, { ...filter, from, until, before, limit })
    if (heads.length === 0) return found.end(from)
    for (const group of groupsOf(heads, () => Math.min(callsNow, left.calls))) {
      const hits = group.filter(({ hit }) => hit)
      const [newest, oldest] = [hits[0], hits.at(-1)]
      if (newest && oldest)
        for (const chunk of await readChunks(db, { ...filter, newest, oldest }))
          found.add(readChunk(chunk).filter(matches))
      callsNow = Math.min(callsNow * 2, callsAtOnce.most)
      before = group.at(-1)
      if (!before) break
      // unread chunks hold no call that began after the last of this one
      if (found.settle(before.last_at)) return found.page(from)
      left = { heads: left.heads - group.length, calls: left.calls - callsOf(hits) }
      // a search that stopped before its own beginning would begin there again
      if ((left.heads <= 0 || left.calls <= 0) && before.last_at < until) return found.stop(before.last_at)
      await setImmediate()
    }
  }
}

function filterOf({ account, key, listing, endpoint, code, failed, status }: CallSearch) {
  const names = [key, listing, endpoint, code].filter((name) => name !== undefined)
  return { accountId: account, names, failed: failed === true || /^[45]/.test(status ?? '') }
}

/** Heads in groups whose calls are few enough to be read in one go. */
function* groupsOf(heads: readonly ChunkHead[], calls: () => number): Generator<ChunkHead[]> {
  let group: ChunkHead[] = []
  let hits: ChunkHead[] = []
  for (const head of heads) {
    group.push(head)
    if (head.hit) hits.push(head)
    if (callsOf(hits) < calls() && hits.length < chunksAtOnce) continue
    yield group
    group = []
    hits = []
  }
  if (group.length > 0) yield group
}

function callsOf(heads: readonly ChunkHead[]): number {
  let calls = 0
  for (const head of heads) calls += head.calls
  return calls
}

/** The calls of a page as they are found. Chunks overlap in time, so some wait until their order is certain. */
class Found {
  readonly #limit: number
  #held: RecordedCall[] = []
  readonly #settled: RecordedCall[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  add(calls: readonly RecordedCall[]): void {
    this.#held.push(...calls)
  }

  /** Nothing that is still to be read began after `at`. Whether the page is full. */
  settle(at: number): boolean {
    this.#held.sort(newestFirst)
    const count = this.#held.findIndex((call) => call.at <= at)
    this.#settled.push(...this.#held.splice(0, count < 0 ? this.#held.length : count))
    return this.#settled.length >= this.#limit
  }

  page(from: number): CallPage {
    const calls = this.#settled.slice(0, this.#limit)
    const last = calls.at(-1)
    return { calls, ...(last && { next: cursorOf(last) }), searchedTo: last?.at ?? from }
  }

  /** All that is there has been read. */
  end(from: number): CallPage {
    if (this.settle(Number.NEGATIVE_INFINITY) && this.#settled.length > this.#limit) return this.page(from)
    return { calls: this.#settled, searchedTo: from }
  }

  /** What was found until the search ended at `at`. */
  stop(at: number): CallPage {
    return { calls: this.#settled, next: cursorOf({ at, id: lastId, accountId: '' }), searchedTo: at }
  }
}

/** Comes before every id of the same time: no id begins with it. */
const lastId = '~'

function newestFirst(a: Position, b: Position): number {
  return b.at - a.at || compare(b.id, a.id) || compare(b.accountId, a.accountId)
}
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function matcherOf(
  { key, listing, endpoint, provider, status, failed, code, surface, minMs, id }: CallSearch,
  { from, until, after }: { readonly from: number; readonly until: number; readonly after: Position | undefined },
): (call: RecordedCall) => boolean {
  const [least, most] = status === undefined ? [0, 999] : statusRange(status)
  return (call) =>
    call.at >= from &&
    call.at <= until &&
    call.status >= least &&
    call.status <= most &&
    (failed === undefined || call.status >= 400 === failed) &&
    (key === undefined || call.keyId === key) &&
    (listing === undefined || call.listing === listing) &&
    (endpoint === undefined || call.endpoint === endpoint) &&
    (provider === undefined || call.provider === provider) &&
    (code === undefined || call.code === code) &&
    (surface === undefined || call.surface === surface) &&
    (minMs === undefined || call.ms >= minMs) &&
    (id === undefined || call.id === id) &&
    (after === undefined || newestFirst(call, after) > 0)
}

function statusRange(status: string): [number, number] {
  const first = Number(status.replace('xx', '00'))
  return [first, status.endsWith('xx') ? first + 99 : first]
}

function cursorOf({ at, id, accountId }: Position): string {
  return Buffer.from(`${at} ${id} ${accountId}`).toString('base64url')
}

function readCursor(cursor: string): Position {
  const decoded = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, at, id, accountId] = /^(\d{1,15}) ([\w.~-]{1,64}) (\w{0,64})$/.exec(decoded) ?? []
  if (at === undefined || id === undefined || accountId === undefined) {
    const problem = 'Use the next of the previous page.'
    throw fail('input.invalid', { problems: problem }, { details: { problems: [{ name: 'after', problem }] } })
  }
  return { at: Number(at), id, accountId }
}
