// Finds calls of the ledger, newest first. The work of one search is bounded: it reads a limited number of chunks, and
// then says where the next one goes on.
import { yieldToEventLoop } from '#provider'
import { callsOf, idAfter, longestChunkMs, timeOfId } from './call-chunk.ts'
import type { LedgerCall } from './metered-call.ts'
import type { MeteringDb } from './tables.ts'

export interface CallSearch {
  readonly account?: string | undefined
  readonly key?: string | undefined
  /** Only calls with a smaller id: the id of a call, or the `next` of another page. */
  readonly before?: string | undefined
  readonly limit: number
}
/** Fewer calls than the limit, even none, while there is a `next`: the search ended before it found more. */
export interface CallPage {
  readonly calls: readonly LedgerCall[]
  readonly next: string | undefined
}
/** What one search may read. */
export interface SearchBudget {
  readonly chunks: number
  readonly calls: number
}

const usualBudget: SearchBudget = { chunks: 5000, calls: 12_000 }
/** Most pages are full after a few chunks, so that a search begins with few and then reads more at once. */
const chunksAtOnce = { first: 10, most: 500 }

/** `before` must be an id (`timeOfId`). */
export async function findCalls(db: MeteringDb, search: CallSearch, budget = usualBudget): Promise<CallPage> {
  const { before, key, limit } = search
  const beforeMs = before === undefined ? Number.POSITIVE_INFINITY : (timeOfId(before) ?? 0)
  const matches = (call: LedgerCall) =>
    (before === undefined || call.id < before) && (key === undefined || call.key === key)
  const left = { ...budget }
  let found: LedgerCall[] = []
  let position: Position | undefined
  for (let count = chunksAtOnce.first; ; count = Math.min(count * 4, chunksAtOnce.most)) {
    const heads = await readHeads(db, search, { beforeMs, position, count })
    for (let at = 0; at < heads.length; at += chunksParsed) {
      const some = heads.slice(at, at + chunksParsed)
      for (const chunk of await readChunks(db, some.filter(mayHave(key, beforeMs)))) {
        found.push(...callsOf(chunk).filter(matches))
        left.calls -= chunk.calls
      }
      found = found.sort(newestFirst).slice(0, limit + 1)
      left.chunks -= some.length
      position = some.at(-1)
      const readToMs = position?.last_ms ?? 0
      // unread chunks hold no call that ended after the last of this one
      const certain = found.filter(({ atMs }) => atMs > readToMs)
      if (certain.length > limit) return pageOf(found, limit)
      // a search that stopped before its own beginning would begin there again
      if ((left.chunks <= 0 || left.calls <= 0) && readToMs + 1 < beforeMs)
        return { calls: certain, next: idAfter(readToMs) }
    }
    if (heads.length < count) return pageOf(found, limit)
  }
}

/** Chunks that are parsed before other work gets its turn. */
const chunksParsed = 4

type Position = Pick<Head, 'last_ms' | 'id'>
interface Head {
  readonly last_ms: number
  readonly id: string
  readonly first_ms: number
  readonly key_ids: string
}
interface HeadsQuery {
  readonly beforeMs: number
  readonly position: Position | undefined
  readonly count: number
}

async function readHeads(
  db: MeteringDb,
  { account }: CallSearch,
  { beforeMs, position, count }: HeadsQuery,
): Promise<Head[]> {
  let heads = db.selectFrom('model_routing_calls').select(['last_ms', 'id', 'first_ms', 'key_ids'])
  if (account !== undefined) heads = heads.where('account', '=', account)
  if (Number.isFinite(beforeMs)) heads = heads.where('last_ms', '<=', beforeMs + longestChunkMs)
  if (position)
    heads = heads
      .where('last_ms', '<=', position.last_ms)
      .where(({ eb, or }) => or([eb('last_ms', '<', position.last_ms), eb('id', '<', position.id)]))
  const rows = await heads.orderBy('last_ms', 'desc').orderBy('id', 'desc').limit(count).execute()
  return rows.map((row) => ({ ...row, last_ms: Number(row.last_ms), first_ms: Number(row.first_ms) }))
}

async function readChunks(db: MeteringDb, heads: readonly Head[]) {
  const [newest, oldest] = [heads[0], heads.at(-1)]
  if (!newest || !oldest) return []
  const chunks = await db
    .selectFrom('model_routing_calls')
    .select(['id', 'account', 'calls', 'data'])
    .where('last_ms', '>=', oldest.last_ms)
    .where('last_ms', '<=', newest.last_ms)
    .where(
      'id',
      'in',
      heads.map(({ id }) => id),
    )
    .execute()
  await yieldToEventLoop()
  return chunks
}

/** Whether a chunk may have a call that is searched for. Its keys are kept as JSON. */
function mayHave(key: string | undefined, beforeMs: number): (head: Head) => boolean {
  const name = key === undefined ? '' : JSON.stringify(key)
  return ({ first_ms, key_ids }) => first_ms <= beforeMs && key_ids.includes(name)
}

function pageOf(found: readonly LedgerCall[], limit: number): CallPage {
  const calls = found.slice(0, limit)
  return { calls, next: found.length > limit ? calls.at(-1)?.id : undefined }
}

function newestFirst(one: LedgerCall, other: LedgerCall): number {
  return one.id < other.id ? 1 : one.id > other.id ? -1 : 0
}
