// Marks of outdated works and authors: set when their sources change, removed when they are built again.
import { inChunks } from '#provider/sql'
import type { Db } from '../../tables.ts'

type StaleKind = 'work' | 'author'

/** Marks works or authors; marking them twice has no effect. */
export async function markStale(tx: Db, kind: StaleKind, ids: readonly number[]): Promise<void> {
  for (const some of inChunks(new Set(ids)))
    await tx
      .insertInto('book_catalogue_stale')
      .values(some.map((id) => ({ kind, id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Counts the marked works and authors. */
export async function countStale(db: Db): Promise<number> {
  const row = await db
    .selectFrom('book_catalogue_stale')
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Returns the first ids of a kind. */
export async function staleIds(tx: Db, kind: StaleKind, limit: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('book_catalogue_stale')
    .select('id')
    .where('kind', '=', kind)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Removes the marks of the first ids of a kind. */
export async function unmark(tx: Db, kind: StaleKind, ids: readonly number[]): Promise<void> {
  // these ids are the first of their kind, without a gap
  const last = ids.at(-1) ?? -1
  await tx.deleteFrom('book_catalogue_stale').where('kind', '=', kind).where('id', '<=', last).execute()
}
