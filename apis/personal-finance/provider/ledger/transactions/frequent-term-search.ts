// Searches that find very much: counted by how often texts are there, and read by walking over the newest transactions until the page is
// full, where collecting all that is found and putting it in order would take most of the time.
import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../tables.ts'
import type { Db, World } from '../../ledger.ts'
import { everything, type Hit, holds, large } from '../search/terms.ts'
import { dayValue, nextDay, sumBefore } from '../sums/totals.ts'
import type { TransactionFilter } from './filter.ts'
import { countOf, type Found, foundAmong, holding, type Rows, rowsOf, scoped, searched } from './matches.ts'
import { type Page, requireWithin } from './paging.ts'
import type { TransactionRow } from './store.ts'

export interface Broad {
  /** All transactions of the list, whatever the words. */
  readonly rows: Rows
  readonly hits: readonly Hit[]
  readonly filter: TransactionFilter
  /** Transaction accounts of which the list is, or whose transactions it is among. */
  readonly sides: readonly number[]
  /** Whether the list is everything of the world on the days of the filter. */
  readonly isOfDays: boolean
  readonly page: Page
}

/** Whether each word may find so much that the search is best taken as a broad one. Any search may be. */
export function isBroad(hits: readonly Hit[]): boolean {
  return hits.length > 0 && hits.every(({ weight }) => weight >= large)
}

/** The transactions of the page and the number of all that is found; 400 where the page is behind the last. */
export async function broadly(
  db: Db,
  world: World,
  broad: Broad,
): Promise<{ listed: TransactionRow[]; total: number }> {
  const { rows, hits, page } = broad
  const found = foundAmong(db, rows, { hits })
  // without accounts there are no transactions
  if (!found || broad.sides.length === 0) {
    requireWithin(page, 0)
    return { listed: [], total: 0 }
  }
  const { total, within } = await totalOf(db, world, { ...broad, found })
  requireWithin(page, total)
  const skipped = (page.number - 1) * page.size
  const wanted = Math.min(page.size, total - skipped)
  if (wanted === 0) return { listed: [], total }
  const left = total - skipped - wanted
  const [parts] = hits.map((hit) => hit.parts)
  if (parts?.[0]?.span && skipped <= spanSkips && parts.slice(1).every(({ weight }) => weight < large)) {
    const newest = foundAmong(db, rows, { hits, newest: skipped + wanted })
    return { listed: (await searched(db, world, { found: newest, page })).listed, total }
  }
  // from the end that is nearer
  const [order, offset] = skipped > left ? (['asc', left] as const) : (['desc', skipped] as const)
  // where what is found lies evenly
  const looked = ((offset + wanted) / total) * within
  if (looked * 2 < total) {
    const atMost = Math.ceil(4 * looked) + walkMore
    const listed = await rowsOf(db, world, walk(db, broad, { order, offset, wanted, atMost }))
    if (listed.length === wanted) return { listed, total }
  }
  return searched(db, world, { found, page })
}

/** Where more are looked at, what words find is made ready before. */
const fewLooks = 2000
/** So many of days that follow each other are passed over rather than all of them read. */
const spanSkips = 1000
/** Every transaction has an id, and ids count up: with fewer of them there are no more texts than are gone through quickly. */
const manyIds = 500_000
/** What a walk looks at beyond what should be enough. */
const walkMore = 500

/** A question for what is found of the first rows of the list; complete when it is as many as are wanted. */
function walk(
  db: Db,
  { rows, hits }: Broad,
  { order, offset, wanted, atMost }: { order: 'asc' | 'desc'; offset: number; wanted: number; atMost: number },
) {
  const first = rows()
    .select(['amount', 'category_id', 'transaction_account_id', 'wording'])
    .orderBy('date', order)
    .orderBy('id', order)
    .limit(atMost)
  const row = expressionBuilder<Tables, 'personal_finance_transactions'>()
  const seen = row.and(hits.map(({ parts }) => row.or(parts.map((part) => part.seen(row)))))
  return db
    .selectFrom(first.as('personal_finance_transactions'))
    .select('personal_finance_transactions.id')
    .where(seen)
    .orderBy('personal_finance_transactions.date', order)
    .orderBy('personal_finance_transactions.id', order)
    .limit(wanted)
    .offset(offset)
    .$asScalar()
}

/** How many are found, and how many transactions the list has at most. */
async function totalOf(
  db: Db,
  world: World,
  { rows, hits, filter, sides, isOfDays, found }: Broad & { readonly found: () => Found },
): Promise<{ total: number; within: number }> {
  const { owner } = world
  const before = (day: string) => sumBefore('transactions', { owner, side: sql.join(sides), day: dayValue(day) })
  const until = before(nextDay(filter.end))
  const within = (filter.start === undefined ? until : sql<number>`${until} - ${before(filter.start)}`).as('within')
  if (!isOfDays || !hits.every(({ inTexts }) => inTexts)) {
    const counted = db.selectFrom(found().as('found')).select(({ fn }) => [fn.countAll<number>().as('total'), within])
    return counted.executeTakeFirstOrThrow()
  }
  const all = before(everyDay).as('all')
  const uses = usesOf(db, world, hits)
  // where the list ends with the present day the sum is nearly always the answer, and is asked for at once
  const known =
    filter.start === undefined
      ? await db.selectNoFrom([all, within, uses.as('total')]).executeTakeFirstOrThrow()
      : { ...(await db.selectNoFrom([all, within]).executeTakeFirstOrThrow()), total: undefined }
  const outside = known.all - known.within
  if (outside >= known.within)
    return { total: await countOf(db, looking(rows(), hits, known.within)), within: known.within }
  let total = known.total ?? (await db.selectNoFrom(uses.as('total')).executeTakeFirstOrThrow()).total
  if (outside > 0)
    for (const others of outsideOf(db, world, filter)) total -= await countOf(db, looking(others, hits, outside))
  return { total, within: known.within }
}

/** After every day. */
const everyDay = '9999-99-99'

/**
 * How many transactions have a text that holds all the words. Where a word is in very many texts going through all of them takes least,
 * unless there may be far more than such a word is in.
 */
function usesOf(db: Db, { owner, user }: World, hits: readonly Hit[]): RawBuilder<number> {
  const isNamed = (weight: number) => weight < everything || user.next_id > manyIds
  const conditions = hits.map(({ word, weight, parts: [texts] }, index) =>
    index === 0 && texts?.keys && isNamed(weight)
      ? sql`wording.key in ${texts.keys}`
      : holds(db, sql.ref('wording.text'), word),
  )
  return sql<number>`(
    select coalesce(sum(wording.uses), 0) from personal_finance_wordings as wording
    where wording.owner = ${owner} and ${sql.join(conditions, sql` and `)})`
}

/** Those of some rows, about so many, that the words find. */
function looking(rows: Found, hits: readonly Hit[], count: number): Found {
  return count > fewLooks ? hits.reduce(holding, rows) : hits.reduce(seeing, rows)
}

function seeing(query: Found, { parts }: Hit): Found {
  return query.where((row) => row.or(parts.map((part) => part.seen(row))))
}

/** What is before and after the days of the list. */
function outsideOf(db: Db, world: World, { start, end }: TransactionFilter): Found[] {
  const later = scoped(db, world, {}).where('date', '>', end)
  return start === undefined ? [later] : [later, scoped(db, world, {}).where('date', '<', start)]
}
