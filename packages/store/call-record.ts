// Parts of the gateway's record of calls beside its log (call-log): days as separate tables if the database supports
// partitions, and ids chosen by callers.
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { pruneChunks } from './call-log/mod.ts'
import type { DialectTraits } from './dialects/traits.ts'
import type { CallIdsTable, Tables } from './schema.ts'

export const callChunksTable = 'call_chunks'

const dayMs = 86_400_000
const idsPerStatement = 500
const idsPrunedAtOnce = 1000

/**
 * Creates the partitions for chunks of these times, if the database divides tables by day. Call it before chunks are
 * added, outside their transaction.
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
      await sql`create table if not exists ${sql.table(dayTable(day))} partition of ${sql.table(callChunksTable)}
        for values from (${sql.join(bounds.slice(0, 1))}) to (${sql.join(bounds.slice(1))})`.execute(db)
    } catch (error) {
      // another process has created the table at the same moment
      if (!traits.isDuplicate(error)) throw error
    }
  }
}

function dayTable(day: number): string {
  return `${callChunksTable}_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`
}

/** Deletes the chunks whose calls all began before `before`: by day if tables are divided, otherwise in pieces. */
export async function pruneCallChunks(db: Kysely<Tables>, traits: DialectTraits, before: number): Promise<void> {
  if (!traits.partitions) return pruneChunks(db, callChunksTable, before)
  const first = dayTable(Math.floor(before / dayMs))
  const { rows } = await sql<{ name: string }>`${sql.raw(traits.tableNamesSql)}`.execute(db)
  for (const { name } of rows)
    if (/^call_chunks_\d{8}$/.test(name) && name < first) await sql`drop table if exists ${sql.table(name)}`.execute(db)
}

/** Adds ids chosen by callers. */
export async function addCallIds(db: Kysely<Tables>, ids: readonly CallIdsTable[]): Promise<void> {
  for (let start = 0; start < ids.length; start += idsPerStatement)
    await db
      .insertInto('call_ids')
      .values(ids.slice(start, start + idsPerStatement))
      .execute()
}

/** Returns the start times of the latest calls with an id chosen by a caller, newest first. */
export async function timesOfId(
  db: Kysely<Tables>,
  { id, accountId, limit }: { readonly id: string; readonly accountId?: string | undefined; readonly limit: number },
): Promise<number[]> {
  let select = db.selectFrom('call_ids').select('at').where('id', '=', id)
  if (accountId !== undefined) select = select.where('account_id', '=', accountId)
  return (await select.orderBy('at', 'desc').limit(limit).execute()).map(({ at }) => at)
}

/** Deletes the ids of calls before `before`, in pieces. */
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
