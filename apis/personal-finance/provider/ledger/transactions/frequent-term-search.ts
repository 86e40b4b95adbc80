// Searches whose every term may match very many transactions. They are counted by how often each text is used, and read
// by walking the list from its nearer end until the page is full: collecting and sorting all matches would take most of
// the time.
import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../tables.ts'
import type { Db, Ledger } from '../../ledger.ts'
import { contains, frequent, type SearchTerm, unknownCount } from '../search/terms.ts'
import { dayValue, nextDay, sumBefore } from '../sums/totals.ts'
import type { TransactionFilter } from './filter.ts'
import { countOf, type MatchQuery, matchesAmong, type Rows, rowsOf, scoped, searchPage, whereTerm } from './matches.ts'
import { type Page, requireWithin } from './paging.ts'
import type { TransactionRow } from './store.ts'

export interface FrequentTermSearch {
  /** The list without the search. */
  readonly rows: Rows
  readonly terms: readonly SearchTerm[]
  readonly filter: TransactionFilter
  /** Holds every transaction account that the list can have transactions of. */
  readonly transactionAccountIds: readonly number[]
  /** Whether the list is limited by days alone. */
  readonly coversLedger: boolean
  readonly page: Page
}

/**
 * Whether each term may match so much that a frequent-term search is faster. Its results are correct for any search.
 */
export function areAllFrequent(terms: readonly SearchTerm[]): boolean {
  return terms.length > 0 && terms.every(({ estimate }) => estimate >= frequent)
}

/** The transactions of the page, newest first, and the number of all matches; 400 for a page beyond the last. */
export async function searchFrequentTerms(
  db: Db,
  ledger: Ledger,
  search: FrequentTermSearch,
): Promise<{ listed: TransactionRow[]; total: number }> {
  const { rows, terms, page } = search
  const matches = matchesAmong(db, { rows, terms })
  // without accounts there are no transactions
  if (!matches || search.transactionAccountIds.length === 0) {
    requireWithin(page, 0)
    return { listed: [], total: 0 }
  }
  const { total, listLength } = await totalOf(db, ledger, { ...search, matches })
  requireWithin(page, total)
  const skipped = (page.number - 1) * page.size
  const count = Math.min(page.size, total - skipped)
  if (count === 0) return { listed: [], total }
  const [first] = terms
  const [ofDays, ...others] = first?.fields ?? []
  if (ofDays?.days && skipped <= maxSkippedDays && others.every(({ estimate }) => estimate < frequent)) {
    const newest = matchesAmong(db, { rows, terms, newest: skipped + count })
    return { listed: (await searchPage(db, ledger, { matches: newest, page })).listed, total }
  }
  const remaining = total - skipped - count
  const [order, offset] = skipped > remaining ? (['asc', remaining] as const) : (['desc', skipped] as const)
  // rows that the walk reads when matches are spread evenly over the list
  const expected = ((offset + count) / total) * listLength
  if (expected * 2 < total) {
    const limit = Math.ceil(4 * expected) + walkReserve
    const listed = await rowsOf(db, ledger, walk(db, search, { order, offset, count, limit }))
    if (listed.length === count) return { listed, total }
  }
  return searchPage(db, ledger, { matches, page })
}

/** Up to this many rows are tested one by one; for more the database prepares the matches of the terms first. */
const maxProbedRows = 2000
/** Within a range of days, up to this many matches are read and skipped rather than all of the range. */
const maxSkippedDays = 1000
/** Every transaction has an id and ids count up, so with fewer ids there are not too many texts to scan. */
const manyIds = 500_000
/** Rows that a walk may read beyond four times the expected number. */
const walkReserve = 500

interface Walk {
  readonly order: 'asc' | 'desc'
  readonly offset: number
  readonly count: number
  /** Rows read at most. */
  readonly limit: number
}

/** A subquery for the matches among the first rows of the list. It has them all when it returns `count`. */
function walk(db: Db, { rows, terms }: FrequentTermSearch, { order, offset, count, limit }: Walk) {
  const first = rows()
    .select(['amount', 'category_id', 'transaction_account_id', 'wording'])
    .orderBy('date', order)
    .orderBy('id', order)
    .limit(limit)
  const row = expressionBuilder<Tables, 'personal_finance_transactions'>()
  const isMatch = row.and(terms.map(({ fields }) => row.or(fields.map((field) => field.probed(row)))))
  return db
    .selectFrom(first.as('personal_finance_transactions'))
    .select('personal_finance_transactions.id')
    .where(isMatch)
    .orderBy('personal_finance_transactions.date', order)
    .orderBy('personal_finance_transactions.id', order)
    .limit(count)
    .offset(offset)
    .$asScalar()
}

/** The number of matches, and the number of transactions that the list has at most. */
async function totalOf(
  db: Db,
  ledger: Ledger,
  search: FrequentTermSearch & { readonly matches: () => MatchQuery },
): Promise<{ total: number; listLength: number }> {
  const { rows, terms, filter, coversLedger, matches } = search
  const { owner } = ledger
  const transactionAccount = sql.join(search.transactionAccountIds)
  const before = (day: string) => sumBefore('transactions', { owner, transactionAccount, day: dayValue(day) })
  const until = before(nextDay(filter.end))
  const listLength = filter.start === undefined ? until : sql<number>`${until} - ${before(filter.start)}`
  if (!coversLedger || !terms.every(({ isTextOnly }) => isTextOnly)) {
    const counted = db.selectFrom(matches().as('matches'))
    return counted
      .select(({ fn }) => [fn.countAll<number>().as('total'), listLength.as('listLength')])
      .executeTakeFirstOrThrow()
  }
  const lengths = [before(afterEveryDay).as('all'), listLength.as('listLength')] as const
  const uses = usesOf(ledger, terms)
  // a list up to today is nearly always the whole ledger, so the sum is read with the lengths
  const known =
    filter.start === undefined
      ? await db.selectNoFrom([...lengths, uses.as('total')]).executeTakeFirstOrThrow()
      : { ...(await db.selectNoFrom(lengths).executeTakeFirstOrThrow()), total: undefined }
  const outside = known.all - known.listLength
  if (outside >= known.listLength)
    return { total: await countOf(db, tested(rows(), terms, known.listLength)), listLength: known.listLength }
  let total = known.total ?? (await db.selectNoFrom(uses.as('total')).executeTakeFirstOrThrow()).total
  if (outside > 0)
    for (const others of outsideOf(db, ledger, filter)) total -= await countOf(db, tested(others, terms, outside))
  return { total, listLength: known.listLength }
}

const afterEveryDay = '9999-99-99'

/**
 * How many transactions have a text with all the words. A word of very many texts is found fastest by scanning all of
 * them, unless the ledger may have far more texts than that.
 */
function usesOf({ owner, user, dialect }: Ledger, terms: readonly SearchTerm[]): RawBuilder<number> {
  const isListed = (estimate: number) => estimate < unknownCount || user.next_id > manyIds
  const conditions = terms.map(({ word, estimate, fields: [texts] }, index) =>
    index === 0 && texts?.keys && isListed(estimate)
      ? sql`wording.key in ${texts.keys}`
      : contains(dialect, sql.ref('wording.text'), word),
  )
  return sql<number>`(
    select coalesce(sum(wording.uses), 0) from personal_finance_wordings as wording
    where wording.owner = ${owner} and ${sql.join(conditions, sql` and `)})`
}

/** Roughly how many of `count` rows match. */
function tested(rows: MatchQuery, terms: readonly SearchTerm[], count: number): MatchQuery {
  return count > maxProbedRows ? terms.reduce(whereTerm, rows) : terms.reduce(whereProbed, rows)
}

function whereProbed(query: MatchQuery, { fields }: SearchTerm): MatchQuery {
  return query.where((row) => row.or(fields.map((field) => field.probed(row))))
}

/** The transactions before and after the days of the list. */
function outsideOf(db: Db, ledger: Ledger, { start, end }: TransactionFilter): MatchQuery[] {
  const later = scoped(db, ledger, {}).where('date', '>', end)
  return start === undefined ? [later] : [later, scoped(db, ledger, {}).where('date', '<', start)]
}
