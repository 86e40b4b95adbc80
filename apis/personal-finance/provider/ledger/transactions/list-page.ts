// Reads one page of a list of transactions, and counts the list.
import { sql } from 'kysely'
import type { Db, Ledger } from '../../ledger.ts'
import { dayValue, nextDay, sumBefore } from '../sums/totals.ts'
import { type DeepPage, deepPage } from './deep-pages.ts'
import { isOfDaysOnly, narrowed, type TransactionFilter } from './filter.ts'
import { countOf, type MatchQuery, newestFirst, type Rows, rowsOf, type Scope, scoped } from './matches.ts'
import { type Page, requireWithin } from './paging.ts'
import { searched } from './search.ts'
import type { TransactionRow } from './store.ts'
import type { LedgerContext } from './view.ts'

interface ListRequest {
  readonly scope: Scope
  readonly context: LedgerContext
  readonly filter: TransactionFilter
  readonly page: Page
}
interface ListPage {
  /** Rows, newest first. */
  readonly rows: TransactionRow[]
  /** Transactions in the whole list. */
  readonly total: number
}

/** Reads a page. Throws 400 for one beyond the last. It must run inside `withSnapshot`. */
export async function readListPage(db: Db, ledger: Ledger, request: ListRequest): Promise<ListPage> {
  const { scope, context, filter, page } = request
  const changed = await fewChangedSince(db, ledger, filter.updatedSince)
  const rows: Rows = (end = filter.end) => {
    const all = scoped(db, ledger, scope)
    const listed = narrowed(changed ? all.where('id', 'in', changed) : all, { ...filter, end })
    return searched(listed, filter.words, ledger, context)
  }
  const transactionAccountIds = scope.transactionAccountIds ?? context.transactionAccounts.map(({ row }) => row.id)
  if (filter.words.length > 0) return readFoundPage(db, ledger, rows(), page)
  const isCounted = isOfDaysOnly(filter) && !scope.categoryIds
  const total = await (isCounted ? countBetween(db, ledger, transactionAccountIds, filter) : countOf(db, rows()))
  requireWithin(page, total)
  if (total === 0) return { rows: [], total }
  const { size } = page
  const skipped = (page.number - 1) * size
  const isDeep = isCounted && filter.start === undefined && skipped > few && total - skipped > few
  const place = { rows, transactionAccountIds, end: filter.end, total, skipped, size }
  const deep = isDeep ? await deepPage(db, ledger, place) : undefined
  return { rows: deep ?? (await rowsOf(db, ledger, await idsOfPage(db, rows(), place))), total }
}

/**
 * Reads a page of a search and its total in one scan. For a page in order, PostgreSQL would walk an index and look up
 * the text of each row.
 */
async function readFoundPage(db: Db, ledger: Ledger, matches: MatchQuery, page: Page): Promise<ListPage> {
  const { rows: found } = await sql<{ id: number; total: number }>`with matches as materialized ${matches}
    select id, (select count(*) from matches) as total from matches order by date desc, id desc
    limit ${page.size} offset ${(page.number - 1) * page.size}`.execute(db)
  // a page without rows is the first or beyond the last
  const total = found[0]?.total ?? 0
  requireWithin(page, total)
  const ids = found.map(({ id }) => id)
  return { rows: await rowsOf(db, ledger, ids), total }
}

/** Returns the ids of the page, or a subquery for them. */
async function idsOfPage(db: Db, matches: MatchQuery, { skipped, size, total }: DeepPage) {
  // for a sort with a small limit, both databases would rather walk everything in order
  if (total <= few) {
    const all = (await matches.execute()).sort(newestFirst).map(({ id }) => id)
    return all.slice(skipped, skipped + size)
  }
  const count = Math.min(size, total - skipped)
  const remaining = total - skipped - count
  // skipped rows are scanned, so start at the nearer end
  const [order, offset] = skipped > remaining ? (['asc', remaining] as const) : (['desc', skipped] as const)
  const ofPage = db
    .selectFrom(matches.as('matches'))
    .select('matches.id')
    .orderBy('matches.date', order)
    .orderBy('matches.id', order)
  return ofPage.limit(count).offset(offset).$asScalar()
}

/** Maximum number of ids in one statement. */
const few = 1000

/**
 * Returns the ids of transactions changed since a time if there are few, as for a polling caller. A list of ids avoids
 * a bad choice of index by the database.
 */
async function fewChangedSince(db: Db, { owner }: Ledger, since: number | undefined): Promise<number[] | undefined> {
  if (since === undefined) return undefined
  const rows = await db
    .selectFrom('personal_finance_transactions')
    .select('id')
    .where('owner', '=', owner)
    .where('updated_at', '>=', since)
    .limit(few + 1)
    .execute()
  // SQL has no empty list, and ids are never negative
  return rows.length > few ? undefined : [-1, ...rows.map((row) => row.id)]
}

/** Counts from the totals of days and months. */
async function countBetween(db: Db, { owner }: Ledger, ids: readonly number[], filter: TransactionFilter) {
  if (ids.length === 0) return 0
  const transactionAccount = sql.join(ids)
  const before = (day: string) => sumBefore('transactions', { owner, transactionAccount, day: dayValue(day) })
  const earlier = filter.start === undefined ? sql`0` : before(filter.start)
  const count = sql<number>`${before(nextDay(filter.end))} - ${earlier}`.as('count')
  return (await db.selectNoFrom(count).executeTakeFirstOrThrow()).count
}
