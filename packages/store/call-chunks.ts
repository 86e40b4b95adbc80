// The record of calls, in chunks: the calls of one account that were written together are one row, because a row and
// its index entries per call would cost more than forwarding the call (docs/decisions/0035). What a chunk holds is the
// gateway's to know; here it has the times, names and counts that chunks are found by.
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DialectTraits } from './dialects/traits.ts'
import type { CallChunksTable, CallIdsTable, Tables } from './schema.ts'

export type CallChunkRow = CallChunksTable

/** Where a chunk is in their order, which is by the time of its last call. */
export type ChunkPosition = Pick<CallChunkRow, 'last_at' | 'seq'>

/** A chunk without its calls. */
export type ChunkHead = ChunkPosition & Pick<CallChunkRow, 'first_at' | 'calls'> & { readonly hit: boolean }

/** What a chunk must have to be a hit: all of these names and, if wanted, a failed call. */
export interface ChunkFilter {
  readonly accountId?: string | undefined
  readonly names: readonly string[]
  readonly failed: boolean
}
/** Which chunks to look at: those with calls from `from` up to and including `until`, newest first. */
export interface ChunkQuery extends ChunkFilter {
  readonly from: number
  readonly until: number
  /** Only chunks older than this one. */
  readonly before?: ChunkPosition | undefined
  readonly limit: number
}

const dayMs = 86_400_000
/** Of up to 40 KB each; others have their turn after each statement. */
const rowsPerStatement = 20
const idsPerStatement = 500
const prunedAtOnce = 50
const idsPrunedAtOnce = 1000

/**
 * Creates the tables that hold the chunks of these times, where a database divides them by day. Must have been called
 * before `addChunks`, outside its transaction.
 */
export async function prepareChunkDays(
  db: Kysely<Tables>,
  traits: DialectTraits,
  times: Iterable<number>,
): Promise<void> {
  if (!traits.partitions) return
  for (const day of new Set([...times].map((at) => Math.floor(at / dayMs)))) {
    const bounds = [day * dayMs, (day + 1) * dayMs].map((at) => sql.lit(at))
    try {
      await sql`create table if not exists ${sql.table(dayTable(day))} partition of call_chunks
        for values from (${sql.join(bounds.slice(0, 1))}) to (${sql.join(bounds.slice(1))})`.execute(db)
    } catch (error) {
      // another process has created it at the same moment
      if (!traits.isDuplicate(error)) throw error
    }
  }
}

const tablePrefix = 'call_chunks_'

function dayTable(day: number): string {
  return `${tablePrefix}${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`
}

/** Adds chunks. No two may share their position. */
export async function addChunks(db: Kysely<Tables>, chunks: readonly CallChunkRow[]): Promise<void> {
  for (let start = 0; start < chunks.length; start += rowsPerStatement) {
    await db
      .insertInto('call_chunks')
      .values(chunks.slice(start, start + rowsPerStatement))
      .execute()
    await setImmediate()
  }
}

/** Adds ids that callers chose. */
export async function addCallIds(db: Kysely<Tables>, ids: readonly CallIdsTable[]): Promise<void> {
  for (let start = 0; start < ids.length; start += idsPerStatement)
    await db
      .insertInto('call_ids')
      .values(ids.slice(start, start + idsPerStatement))
      .execute()
}

/** When the latest calls with an id that a caller chose began, newest first. */
export async function timesOfId(
  db: Kysely<Tables>,
  { id, accountId, limit }: { readonly id: string; readonly accountId?: string | undefined; readonly limit: number },
): Promise<number[]> {
  let select = db.selectFrom('call_ids').select('at').where('id', '=', id)
  if (accountId !== undefined) select = select.where('account_id', '=', accountId)
  return (await select.orderBy('at', 'desc').limit(limit).execute()).map(({ at }) => at)
}

/** Reads the heads of at most `limit` chunks. */
export async function readChunkHeads(db: Kysely<Tables>, query: ChunkQuery): Promise<ChunkHead[]> {
  const { from, until, before, limit } = query
  let select = db
    .selectFrom('call_chunks')
    .select(['last_at', 'seq', 'first_at', 'calls'])
    .select(sql<number>`case when ${hitOf(query)} then 1 else 0 end`.as('hit'))
    .where('last_at', '>=', from)
    .where('last_at', '<=', until + longestChunkMs)
    .where('first_at', '<=', until)
  if (query.accountId !== undefined) select = select.where('account_id', '=', query.accountId)
  if (before) select = select.where(sql<boolean>`(last_at, seq) < (${before.last_at}, ${before.seq})`)
  const rows = await select.orderBy('last_at', 'desc').orderBy('seq', 'desc').limit(limit).execute()
  return rows.map(({ hit, ...head }) => ({ ...head, hit: Number(hit) === 1 }))
}

/** Reads the calls of all chunks of a query from `newest` down to `oldest`, both included, that are hits. */
export async function readChunks(
  db: Kysely<Tables>,
  query: ChunkFilter & { readonly newest: ChunkPosition; readonly oldest: ChunkPosition },
): Promise<Pick<CallChunkRow, 'account_id' | 'data'>[]> {
  const { newest, oldest } = query
  // the bounds of time are implied, but let both databases use the index
  let select = db
    .selectFrom('call_chunks')
    .select(['account_id', 'data'])
    .where('last_at', '<=', newest.last_at)
    .where('last_at', '>=', oldest.last_at)
    .where(sql<boolean>`(last_at, seq) <= (${newest.last_at}, ${newest.seq})`)
    .where(sql<boolean>`(last_at, seq) >= (${oldest.last_at}, ${oldest.seq})`)
    .where(sql<boolean>`${hitOf(query)}`)
  if (query.accountId !== undefined) select = select.where('account_id', '=', query.accountId)
  return select.execute()
}

function hitOf({ names, failed }: ChunkFilter) {
  const tests = names.map((name) => has(name))
  if (failed) tests.push(sql`failed > 0`)
  return tests.length === 0 ? sql`1 = 1` : sql.join(tests, sql` and `)
}

/** How far apart the calls of a chunk may begin. */
export const longestChunkMs = 10_000

/** `names` is a JSON list of strings without quotes in them. */
function has(name: string) {
  const quoted = `%${JSON.stringify(name).replace(/[\\%_]/g, (character) => `\\${character}`)}%`
  return sql`names like ${quoted} escape '\\'`
}

/** Deletes the chunks whose calls all began before `before`: by the day where tables are divided, else in pieces. */
export async function pruneChunks(db: Kysely<Tables>, traits: DialectTraits, before: number): Promise<void> {
  if (traits.partitions) {
    const first = dayTable(Math.floor(before / dayMs))
    const { rows } = await sql<{ name: string }>`${sql.raw(traits.tableNamesSql)}`.execute(db)
    for (const { name } of rows)
      if (/^call_chunks_\d{8}$/.test(name) && name < first)
        await sql`drop table if exists ${sql.table(name)}`.execute(db)
    return
  }
  for (;;) {
    const rows = await db
      .selectFrom('call_chunks')
      .select(['last_at', 'seq'])
      .where('last_at', '<', before)
      .orderBy('last_at')
      .orderBy('seq')
      .limit(prunedAtOnce)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    await db.deleteFrom('call_chunks').where(sql<boolean>`(last_at, seq) <= (${last.last_at}, ${last.seq})`).execute()
    await setImmediate()
  }
}

/** Deletes the ids of calls from before `before`, in pieces. */
export async function pruneCallIds(db: Kysely<Tables>, before: number): Promise<void> {
  for (;;) {
    const beyond = await db
      .selectFrom('call_ids')
      .select('at')
      .where('at', '<', before)
      .orderBy('at')
      .offset(idsPrunedAtOnce)
      .limit(1)
      .executeTakeFirst()
    await db
      .deleteFrom('call_ids')
      .where('at', '<', beyond ? Math.min(before, beyond.at + 1) : before)
      .execute()
    if (!beyond) return
    await setImmediate()
  }
}
