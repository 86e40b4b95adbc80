// What a list is of, as ids and days, and what a search finds of it.
import { type Expression, sql } from 'kysely'
import type { Db, World } from '../../ledger.ts'
import type { Hit, Part, Span } from '../search/terms.ts'
import type { Page } from './paging.ts'
import type { TransactionRow } from './store.ts'

/** What the list is of; everything of the user when neither is said. */
export interface Scope {
  readonly sides?: readonly number[]
  readonly categories?: readonly number[]
}
/** Transactions as ids and days, which every index has: the rest is read of those of a page only. */
export type Found = ReturnType<typeof scoped>

/** All transactions of a list, or those on some of its days. */
export type Rows = (span?: Span) => Found

/** SQLite binds at most 32,766 values in a statement. */
const namedAtMost = 20_000

/** All transactions of the scope. */
export function scoped(db: Db, { owner }: World, { sides, categories }: Scope) {
  let query = db.selectFrom('personal_finance_transactions').where('owner', '=', owner)
  if (sides) query = query.where('transaction_account_id', 'in', sides)
  if (categories) query = query.where('category_id', 'in', categories)
  return query.select(['id', 'date'])
}

/**
 * Narrows to what a search finds; undefined when that is nothing. Each part of the first word is a question of its own, which the
 * index that begins with its field answers, without what the parts before it find; all in one would make both databases look at
 * every transaction. Of days that follow each other no more than `newest` are found, when that is said.
 */
export function foundAmong(
  db: Db,
  rows: Rows,
  { hits, newest }: { readonly hits: readonly Hit[]; readonly newest?: number },
): (() => Found) | undefined {
  const [{ parts } = { parts: [] }, ...rest] = hits
  const [one, ...others] = parts
  if (!one || rest.some((hit) => hit.parts.length === 0)) return undefined
  const named = parts.length * hits.reduce((sum, { size }) => sum + size, 0)
  if (named > namedAtMost) return () => hits.reduce(holding, rows())
  const question = ({ sought, span }: Part, before: readonly Part[]) => {
    // SQLite looks for one end of days, the first that is said
    const own = rest.reduce(holding, span ? rows(span) : rows().where(sought))
    if (before.length === 0) return span && newest !== undefined ? newestOf(db, own, newest) : own
    // as a case, so that what has no category is not left out as unknown
    return own.where(
      (row) => sql<boolean>`case when ${row.or(before.map((part) => part.held(row)))} then 1 else 0 end = 0`,
    )
  }
  return () =>
    others.reduce((all, part, index) => all.unionAll(question(part, parts.slice(0, index + 1))), question(one, []))
}

/** Looks at each of very many rows. */
export function holding(query: Found, { parts }: Pick<Hit, 'parts'>): Found {
  return query.where((row) => row.or(parts.map((part) => part.held(row))))
}

function newestOf(db: Db, found: Found, count: number): Found {
  const some = found.orderBy('date', 'desc').orderBy('id', 'desc').limit(count)
  return db.selectFrom(some.as('personal_finance_transactions')).select(['id', 'date'])
}

/** The page and the number of all that is found, in one question: both take all that is found. */
export async function searched(
  db: Db,
  world: World,
  { found, page: { number, size } }: { readonly found: (() => Found) | undefined; readonly page: Page },
): Promise<{ listed: TransactionRow[]; total: number }> {
  if (!found) return { listed: [], total: 0 }
  const rows = await db
    .with((cte) => cte('found').materialized(), found)
    .selectFrom('found')
    .select(({ selectFrom }) => ['id', selectFrom('found').select(sql<number>`count(*)`.as('all')).as('total')])
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((number - 1) * size)
    .execute()
  const total = rows[0]?.total ?? (number === 1 ? 0 : await countOf(db, found()))
  const ids = rows.map(({ id }) => id)
  return { listed: await rowsOf(db, world, ids), total }
}

/** How many there are. */
export async function countOf(db: Db, found: Found): Promise<number> {
  const all = db.selectFrom(found.as('found')).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await all.executeTakeFirstOrThrow()).count
}

/** The transactions with these ids, or those of a question, the newest first. */
export async function rowsOf(
  db: Db,
  { owner }: World,
  ids: readonly number[] | Expression<number>,
): Promise<TransactionRow[]> {
  if (Array.isArray(ids) && ids.length === 0) return []
  const all = db.selectFrom('personal_finance_transactions').selectAll().where('owner', '=', owner)
  return (await all.where('id', 'in', ids).execute()).sort(newestFirst)
}

type Placed = Pick<TransactionRow, 'id' | 'date'>

/** The order of every list. */
export function newestFirst(a: Placed, b: Placed): number {
  return a.date < b.date ? 1 : a.date > b.date ? -1 : b.id - a.id
}
