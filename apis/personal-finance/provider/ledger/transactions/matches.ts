// Queries for the transactions of a list.
import type { Expression } from 'kysely'
import { compare, descending, inOrder } from '#provider'
import type { Db, Ledger } from '../../ledger.ts'
import type { TransactionRow } from './store.ts'

/** Scope of a list: all transactions of the user if neither is present. */
export interface Scope {
  readonly transactionAccountIds?: readonly number[]
  readonly categoryIds?: readonly number[]
}
/** A query for ids and days, which every index has. Full rows are read only for one page. */
export type MatchQuery = ReturnType<typeof scoped>

/** The transactions of a list, or those up to an earlier day. */
export type Rows = (end?: string) => MatchQuery

/** Returns all transactions of the scope. */
export function scoped(db: Db, { owner }: Ledger, { transactionAccountIds, categoryIds }: Scope) {
  let query = db.selectFrom('personal_finance_transactions').where('owner', '=', owner)
  if (transactionAccountIds) query = query.where('transaction_account_id', 'in', transactionAccountIds)
  if (categoryIds) query = query.where('category_id', 'in', categoryIds)
  return query.select(['id', 'date'])
}

export async function countOf(db: Db, matches: MatchQuery): Promise<number> {
  const all = db.selectFrom(matches.as('matches')).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await all.executeTakeFirstOrThrow()).count
}

/** Returns the transactions with these ids, or with those of a subquery, newest first. */
export async function rowsOf(
  db: Db,
  { owner }: Ledger,
  ids: readonly number[] | Expression<number>,
): Promise<TransactionRow[]> {
  if (Array.isArray(ids) && ids.length === 0) return []
  const all = db.selectFrom('personal_finance_transactions').selectAll().where('owner', '=', owner)
  return (await all.where('id', 'in', ids).execute()).sort(newestFirst)
}

/** The order of every list (SOURCES 6.4). */
export const newestFirst = inOrder<Pick<TransactionRow, 'id' | 'date'>>(
  descending((one, other) => compare(one.date, other.date)),
  descending((one, other) => compare(one.id, other.id)),
)
