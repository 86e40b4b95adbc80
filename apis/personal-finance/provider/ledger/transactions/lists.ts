// Lists of transactions: of a user, an account, a transaction account or categories; filtered, newest first, in pages.
import { sql } from 'kysely'
import { type Kit, type Reply, reply } from '#define'
import type { Tables } from '../../../tables.ts'
import { notFound } from '../../errors.ts'
import { type Db, requireUser, type World } from '../../ledger.ts'
import { readWorld } from '../../ledger-transaction.ts'
import { readId, readIds, type Values } from '../../reading.ts'
import { readSides } from '../accounts/transaction-accounts.ts'
import { readTree } from '../categories/tree.ts'
import { hitsOf } from '../search/terms.ts'
import { dayValue, nextDay, sumBefore } from '../sums/totals.ts'
import { deepPage, type LongList } from './deep-pages.ts'
import { isOfDaysOnly, narrowed, readFilter, type TransactionFilter, within } from './filter.ts'
import { broadly, isBroad } from './frequent-term-search.ts'
import {
  countOf,
  type Found,
  foundAmong,
  newestFirst,
  type Rows,
  rowsOf,
  type Scope,
  scoped,
  searched,
} from './matches.ts'
import { type Page, pageHeaders, readPage, requireWithin } from './paging.ts'
import type { TransactionRow } from './store.ts'
import { type AccountsAndCategories, type TransactionView, tell, transactionViews } from './view.ts'

type CallKit = Kit<Tables>

/** Says what is meant, or refuses. */
type FindScope = (world: World, around: AccountsAndCategories) => Scope

export const transactionLists = {
  listTransactions: (input: Values, kit: CallKit) =>
    list(input, kit, (world) => {
      requireUser(world, input.id)
      return {}
    }),

  listAccountTransactions(input: Values, kit: CallKit) {
    const id = readId(input.id, 'Account')
    return list(input, kit, (_world, { sides }) => {
      const own = sides.filter((side) => side.account.id === id)
      if (own.length === 0) throw notFound('Account')
      return { sides: own.map((side) => side.row.id) }
    })
  },

  listTransactionAccountTransactions(input: Values, kit: CallKit) {
    const id = readId(input.id, 'Transaction account')
    return list(input, kit, (_world, { sides }) => {
      if (!sides.some((side) => side.row.id === id)) throw notFound('Transaction account')
      return { sides: [id] }
    })
  },

  listCategoryTransactions(input: Values, kit: CallKit) {
    const ids = readIds(input.id)
    return list(input, kit, (_world, { tree }) => {
      if (!ids?.every((id) => tree.get(id))) throw notFound('Category')
      return { categories: ids }
    })
  },
}

async function list(input: Values, kit: CallKit, find: FindScope): Promise<Reply<TransactionView[]>> {
  const page = readPage(input)
  const { told, total } = await readWorld(kit, async (db, world) => {
    const around = { sides: await readSides(db, world), tree: await readTree(db, world) }
    const scope = find(world, around)
    const filter = readFilter(input, world)
    const changed = await fewChangedSince(db, world, filter.updatedSince)
    const rows: Rows = (span) => {
      const all = scoped(db, world, scope)
      return narrowed(changed ? all.where('id', 'in', changed) : all, within(filter, span))
    }
    const sides = scope.sides ?? around.sides.map((side) => side.row.id)
    const counts = isOfDaysOnly(filter) && !scope.categories
    const hits = filter.words.length === 0 ? [] : await hitsOf(db, world, filter.words, around)
    if (hits.length > 0) {
      const isOfDays = counts && !scope.sides
      const { listed, total } = await (isBroad(hits)
        ? broadly(db, world, { rows, hits, filter, sides, isOfDays, page })
        : searched(db, world, { found: foundAmong(db, rows, { hits }), page }))
      requireWithin(page, total)
      return { told: await tell(db, world, listed, around), total }
    }
    const total = counts ? await countBetween(db, world, { sides, filter }) : await countOf(db, rows())
    requireWithin(page, total)
    // what an index has in the order of the list needs no sorting
    const inOrder = !changed && (scope.categories ?? []).length < 2
    const long = counts && filter.start === undefined ? { rows, sides, end: filter.end, total } : undefined
    const listed = total === 0 ? [] : await listedOf(db, world, { found: rows(), inOrder, page, total, long })
    return { told: await tell(db, world, listed, around), total }
  })
  return reply(await transactionViews(kit, told), { headers: pageHeaders(page, total, kit.request) })
}

interface ListedPage {
  readonly found: Found
  readonly inOrder: boolean
  readonly page: Page
  readonly total: number
  /** What is known of it where it is of days and transaction accounts alone. */
  readonly long: LongList | undefined
}

/** The transactions of a page that is there, the newest first. */
async function listedOf(
  db: Db,
  world: World,
  { found, inOrder, page: { number, size }, total, long }: ListedPage,
): Promise<TransactionRow[]> {
  const skipped = (number - 1) * size
  if (inOrder && skipped <= few)
    return found
      .clearSelect()
      .selectAll()
      .orderBy('date', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset(skipped)
      .execute()
  const isDeep = skipped > few && total - skipped > few
  const deep = long && isDeep ? await deepPage(db, world, { ...long, skipped, size }) : undefined
  return deep ?? rowsOf(db, world, await idsOfPage(db, { found, skipped, size, total }))
}

/** Ids of the page, or a question for them. */
async function idsOfPage(
  db: Db,
  { found, skipped, size, total }: { found: Found; skipped: number; size: number; total: number },
) {
  // Few are read and sorted here: asked for in order, both databases would rather walk over everything in order until they are found.
  if (total <= few) {
    const all = (await found.execute()).sort(newestFirst)
    return all.slice(skipped, skipped + size).map(({ id }) => id)
  }
  const count = Math.min(size, total - skipped)
  const left = total - skipped - count
  // whatever is skipped has to be walked over: from the end that is nearer
  const [order, offset] = skipped > left ? (['asc', left] as const) : (['desc', skipped] as const)
  const ofPage = db
    .selectFrom(found.as('found'))
    .select('found.id')
    .orderBy('found.date', order)
    .orderBy('found.id', order)
  return ofPage.limit(count).offset(offset).$asScalar()
}

/** Few enough to be named one by one. */
const few = 1000

/**
 * The transactions that were changed since a moment, where they are few, as they are for callers who keep up: naming them spares the
 * database the choice between two indexes, which it makes badly.
 */
async function fewChangedSince(db: Db, { owner }: World, since: number | undefined): Promise<number[] | undefined> {
  if (since === undefined) return undefined
  const rows = await db
    .selectFrom('personal_finance_transactions')
    .select('id')
    .where('owner', '=', owner)
    .where('updated_at', '>=', since)
    .limit(few + 1)
    .execute()
  // no id is below 0, and a list may not be empty
  return rows.length > few ? undefined : [-1, ...rows.map((row) => row.id)]
}

/** Counts from the totals of days and months. */
async function countBetween(
  db: Db,
  { owner }: World,
  { sides, filter }: { sides: readonly number[]; filter: TransactionFilter },
): Promise<number> {
  if (sides.length === 0) return 0
  const side = sql.join(sides)
  const until = sumBefore('transactions', { owner, side, day: dayValue(nextDay(filter.end)) })
  const before =
    filter.start === undefined ? sql`0` : sumBefore('transactions', { owner, side, day: dayValue(filter.start) })
  const { count } = await db.selectNoFrom(sql<number>`${until} - ${before}`.as('count')).executeTakeFirstOrThrow()
  return count
}
