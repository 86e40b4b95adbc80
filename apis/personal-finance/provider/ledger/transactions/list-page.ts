// Reads one page of a list of transactions, and counts the list.
import { sql } from 'kysely'
import type { Db, Ledger } from '../../ledger.ts'
import { searchTermsOf } from '../search/terms.ts'
import { dayValue, nextDay, sumBefore } from '../sums/totals.ts'
import { deepPage, type LongList } from './deep-pages.ts'
import { isOfDaysOnly, narrowed, type TransactionFilter, within } from './filter.ts'
import { areAllFrequent, searchFrequentTerms } from './frequent-term-search.ts'
import {
  countOf,
  type MatchQuery,
  matchesAmong,
  newestFirst,
  type Rows,
  rowsOf,
  type Scope,
  scoped,
  searchPage,
} from './matches.ts'
import { type Page, requireWithin } from './paging.ts'
import type { TransactionRow } from './store.ts'
import type { LedgerContext } from './view.ts'

export interface ListRequest {
  readonly scope: Scope
  readonly context: LedgerContext
  readonly filter: TransactionFilter
  readonly page: Page
}
export interface ListPage {
  /** Newest first. */
  readonly rows: TransactionRow[]
  /** Transactions in the whole list. */
  readonly total: number
}

/** 400 for a page beyond the last. Inside `withSnapshot`. */
export async function readListPage(db: Db, ledger: Ledger, request: ListRequest): Promise<ListPage> {
  const { scope, context, filter, page } = request
  const changed = await fewChangedSince(db, ledger, filter.updatedSince)
  const rows: Rows = (days) => {
    const all = scoped(db, ledger, scope)
    return narrowed(changed ? all.where('id', 'in', changed) : all, within(filter, days))
  }
  const transactionAccountIds = scope.transactionAccountIds ?? context.transactionAccounts.map(({ row }) => row.id)
  const isCounted = isOfDaysOnly(filter) && !scope.categoryIds
  const terms = filter.words.length === 0 ? [] : await searchTermsOf(db, ledger, filter.words, context)
  if (terms.length > 0) {
    const coversLedger = isCounted && !scope.transactionAccountIds
    const { listed, total } = await (areAllFrequent(terms)
      ? searchFrequentTerms(db, ledger, { rows, terms, filter, transactionAccountIds, coversLedger, page })
      : searchPage(db, ledger, { matches: matchesAmong(db, { rows, terms }), page }))
    requireWithin(page, total)
    return { rows: listed, total }
  }
  const total = isCounted
    ? await countBetween(db, ledger, { transactionAccountIds, filter })
    : await countOf(db, rows())
  requireWithin(page, total)
  if (total === 0) return { rows: [], total }
  // an index in the order of the list makes sorting unnecessary
  const inOrder = !changed && (scope.categoryIds ?? []).length < 2
  const long =
    isCounted && filter.start === undefined ? { rows, transactionAccountIds, end: filter.end, total } : undefined
  return { rows: await rowsOfPage(db, ledger, { matches: rows(), inOrder, page, total, long }), total }
}

interface UnsearchedPage {
  readonly matches: MatchQuery
  readonly inOrder: boolean
  readonly page: Page
  readonly total: number
  /** Present when the list is limited by days and transaction accounts alone. */
  readonly long: LongList | undefined
}

async function rowsOfPage(
  db: Db,
  ledger: Ledger,
  { matches, inOrder, page: { number, size }, total, long }: UnsearchedPage,
): Promise<TransactionRow[]> {
  const skipped = (number - 1) * size
  if (inOrder && skipped <= few)
    return matches
      .clearSelect()
      .selectAll()
      .orderBy('date', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset(skipped)
      .execute()
  const isDeep = skipped > few && total - skipped > few
  const deep = long && isDeep ? await deepPage(db, ledger, { ...long, skipped, size }) : undefined
  return deep ?? rowsOf(db, ledger, await idsOfPage(db, { matches, skipped, size, total }))
}

/** Ids of the page, or a subquery for them. */
async function idsOfPage(
  db: Db,
  { matches, skipped, size, total }: { matches: MatchQuery; skipped: number; size: number; total: number },
) {
  // A few are read and sorted here. When asked to sort them, both databases prefer to walk everything in order until
  // they are found.
  if (total <= few) {
    const all = (await matches.execute()).sort(newestFirst)
    return all.slice(skipped, skipped + size).map(({ id }) => id)
  }
  const count = Math.min(size, total - skipped)
  const remaining = total - skipped - count
  // skipped rows are walked over, so start at the nearer end
  const [order, offset] = skipped > remaining ? (['asc', remaining] as const) : (['desc', skipped] as const)
  const ofPage = db
    .selectFrom(matches.as('matches'))
    .select('matches.id')
    .orderBy('matches.date', order)
    .orderBy('matches.id', order)
  return ofPage.limit(count).offset(offset).$asScalar()
}

/** Few enough to be listed in a statement by id. */
const few = 1000

/**
 * Ids of the transactions changed since a moment, when they are few, as for a caller who polls. Listing them spares the
 * database a choice between two indexes that it makes badly.
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
  // SQL has no empty list, and no id is negative
  return rows.length > few ? undefined : [-1, ...rows.map((row) => row.id)]
}

/** Counts from the totals of days and months. */
async function countBetween(
  db: Db,
  { owner }: Ledger,
  { transactionAccountIds, filter }: { transactionAccountIds: readonly number[]; filter: TransactionFilter },
): Promise<number> {
  if (transactionAccountIds.length === 0) return 0
  const transactionAccount = sql.join(transactionAccountIds)
  const before = (day: string) => sumBefore('transactions', { owner, transactionAccount, day: dayValue(day) })
  const earlier = filter.start === undefined ? sql`0` : before(filter.start)
  const count = sql<number>`${before(nextDay(filter.end))} - ${earlier}`.as('count')
  return (await db.selectNoFrom(count).executeTakeFirstOrThrow()).count
}
