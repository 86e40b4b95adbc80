// Queries for the transactions of a list, and for those of them that a search matches.
import { type Expression, sql } from 'kysely'
import { compare, descending, inOrder } from '#provider'
import type { Db, Ledger } from '../../ledger.ts'
import type { DayRange, FieldMatch, SearchTerm } from '../search/terms.ts'
import type { Page } from './paging.ts'
import type { TransactionRow } from './store.ts'

/** What a list is of: everything of the user when neither is present. */
export interface Scope {
  readonly transactionAccountIds?: readonly number[]
  readonly categoryIds?: readonly number[]
}
/** A query for ids and days, which every index has. Full rows are read for one page only. */
export type MatchQuery = ReturnType<typeof scoped>

/** All transactions of a list, or those within a range of days. */
export type Rows = (days?: DayRange) => MatchQuery

/** SQLite binds at most 32,766 values in a statement. */
const maxBoundValues = 20_000

/** All transactions of the scope. */
export function scoped(db: Db, { owner }: Ledger, { transactionAccountIds, categoryIds }: Scope) {
  let query = db.selectFrom('personal_finance_transactions').where('owner', '=', owner)
  if (transactionAccountIds) query = query.where('transaction_account_id', 'in', transactionAccountIds)
  if (categoryIds) query = query.where('category_id', 'in', categoryIds)
  return query.select(['id', 'date'])
}

/**
 * Narrows a list to what a search matches; undefined when that is nothing. Each field of the first term is a query of
 * its own, which the index on that field answers, without the matches of the fields before it. As one query, both
 * databases would read every transaction. `newest` bounds the matches of a range of days.
 */
export function matchesAmong(
  db: Db,
  { rows, terms, newest }: { readonly rows: Rows; readonly terms: readonly SearchTerm[]; readonly newest?: number },
): (() => MatchQuery) | undefined {
  const [{ fields } = { fields: [] }, ...rest] = terms
  const [one, ...others] = fields
  if (!one || rest.some((term) => term.fields.length === 0)) return undefined
  const bound = fields.length * terms.reduce((sum, { size }) => sum + size, 0)
  if (bound > maxBoundValues) return () => terms.reduce(whereTerm, rows())
  const query = ({ indexed, days }: FieldMatch, before: readonly FieldMatch[]) => {
    // SQLite uses only one lower or upper bound of days: the first in the statement
    const own = rest.reduce(whereTerm, days ? rows(days) : rows().where(indexed))
    if (before.length === 0) return days && newest !== undefined ? newestOf(db, own, newest) : own
    // a case, because a comparison with a missing category is neither true nor false
    return own.where(
      (row) => sql<boolean>`case when ${row.or(before.map((field) => field.scanned(row)))} then 1 else 0 end = 0`,
    )
  }
  return () =>
    others.reduce((all, field, index) => all.unionAll(query(field, fields.slice(0, index + 1))), query(one, []))
}

/** Tests each of very many rows. */
export function whereTerm(query: MatchQuery, { fields }: Pick<SearchTerm, 'fields'>): MatchQuery {
  return query.where((row) => row.or(fields.map((field) => field.scanned(row))))
}

function newestOf(db: Db, matches: MatchQuery, count: number): MatchQuery {
  const some = matches.orderBy('date', 'desc').orderBy('id', 'desc').limit(count)
  return db.selectFrom(some.as('personal_finance_transactions')).select(['id', 'date'])
}

/** The page, and the number of all matches, in one query: either needs all of them. */
export async function searchPage(
  db: Db,
  ledger: Ledger,
  { matches, page: { number, size } }: { readonly matches: (() => MatchQuery) | undefined; readonly page: Page },
): Promise<{ listed: TransactionRow[]; total: number }> {
  if (!matches) return { listed: [], total: 0 }
  const rows = await db
    .with((cte) => cte('matches').materialized(), matches)
    .selectFrom('matches')
    .select(({ selectFrom }) => ['id', selectFrom('matches').select(sql<number>`count(*)`.as('all')).as('total')])
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((number - 1) * size)
    .execute()
  const total = rows[0]?.total ?? (number === 1 ? 0 : await countOf(db, matches()))
  const ids = rows.map(({ id }) => id)
  return { listed: await rowsOf(db, ledger, ids), total }
}

export async function countOf(db: Db, matches: MatchQuery): Promise<number> {
  const all = db.selectFrom(matches.as('matches')).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await all.executeTakeFirstOrThrow()).count
}

/** The transactions with these ids, or with those of a subquery, newest first. */
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
