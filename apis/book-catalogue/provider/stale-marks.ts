// Which works and authors are out of date: marked when what they are made of changes, unmarked when they are made anew.
import type { ProviderKit } from '#define'
import type { Tables } from '../tables.ts'
import { chunksOf } from './chunks.ts'

type Db = ProviderKit<Tables>['db']
export type StaleKind = 'work' | 'author'

/** Marks works or authors; those marked already stay so. */
export async function markStale(tx: Db, kind: StaleKind, ids: readonly number[]): Promise<void> {
  for (const some of chunksOf(new Set(ids)))
    await tx
      .insertInto('book_catalogue_stale')
      .values(some.map((id) => ({ kind, id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** The first ones of a kind. */
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

/** Ends the marks of the first ones of a kind. */
export async function unmark(tx: Db, kind: StaleKind, ids: readonly number[]): Promise<void> {
  // They are the first ones of their kind, without a gap.
  const last = ids.at(-1) ?? -1
  await tx.deleteFrom('book_catalogue_stale').where('kind', '=', kind).where('id', '<=', last).execute()
}
