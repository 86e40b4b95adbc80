// What a list is of, as ids and days, and what a search finds of it.
import { sql } from 'kysely'
import type { Hit, Part } from '../search/hits.ts'
import type { Db, World } from '../world.ts'
import type { Page } from './paging.ts'

/** What the list is of; everything of the user when neither is said. */
export interface Scope {
  readonly sides?: readonly number[]
  readonly categories?: readonly number[]
}
/** Transactions as ids and days, which every index has: the rest is read of those of a page only. */
export type Found = ReturnType<typeof scoped>

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
 * every transaction.
 */
export function foundAmong(rows: () => Found, hits: readonly Hit[]): (() => Found) | undefined {
  const held = (query: Found, { parts }: Pick<Hit, 'parts'>) =>
    query.where((row) => row.or(parts.map((part) => part.held(row))))
  const [{ parts } = { parts: [] }, ...rest] = hits
  const [one, ...others] = parts
  if (!one || rest.some((hit) => hit.parts.length === 0)) return undefined
  const named = parts.length * hits.reduce((sum, { size }) => sum + size, 0)
  if (named > namedAtMost) return () => hits.reduce(held, rows())
  const question = ({ sought }: Part, before: readonly Part[]) => {
    const own = rest.reduce(held, rows().where(sought))
    if (before.length === 0) return own
    // as a case, so that what has no category is not left out as unknown
    return own.where(
      (row) => sql<boolean>`case when ${row.or(before.map((part) => part.held(row)))} then 1 else 0 end = 0`,
    )
  }
  return () =>
    others.reduce((all, part, index) => all.unionAll(question(part, parts.slice(0, index + 1))), question(one, []))
}

/** Ids of the page and the number of all that is found, in one question: both take all that is found. */
export async function searched(
  db: Db,
  found: (() => Found) | undefined,
  { number, size }: Page,
): Promise<{ ids: readonly number[]; total: number }> {
  if (!found) return { ids: [], total: 0 }
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
  return { ids: rows.map(({ id }) => id), total }
}

/** How many there are. */
export async function countOf(db: Db, found: Found): Promise<number> {
  const all = db.selectFrom(found.as('found')).select(({ fn }) => fn.countAll<number>().as('count'))
  return (await all.executeTakeFirstOrThrow()).count
}
