// Lists of transactions: of a user, an account, a transaction account or categories; filtered, newest first, in pages.
import { type SelectQueryBuilder, sql } from 'kysely'
import { type Kit, type Reply, reply } from '#define'
import type { Tables } from '../../tables.ts'
import { readSides } from '../accounts/sides.ts'
import { readTree } from '../categories/tree.ts'
import { readWorld } from '../open-world.ts'
import { readId, readIds, type Values } from '../reading.ts'
import { notFound } from '../refusals.ts'
import { type Db, requireUser, type World } from '../world.ts'
import { isOfDaysOnly, narrowed, readFilter, type Surroundings, type TransactionFilter } from './filter.ts'
import { type Page, pageHeaders, readPage, requireWithin } from './paging.ts'
import type { TransactionRow } from './store.ts'
import { dayValue, nextDay, sumBefore } from './totals.ts'
import { type TransactionView, tell, transactionViews } from './views.ts'

type CallKit = Kit<Tables>

/** What the list is of; everything of the user when neither is said. */
interface Scope {
  readonly sides?: readonly number[]
  readonly categories?: readonly number[]
}
/** Says what is meant, or refuses. */
type FindScope = (world: World, around: Surroundings) => Scope

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
    const rows = () =>
      narrowed(changed ? scoped(db, world, scope).where('id', 'in', changed) : scoped(db, world, scope), filter, around)
    const sides = scope.sides ?? around.sides.map((side) => side.row.id)
    const counted =
      isOfDaysOnly(filter) && !scope.categories ? await countBetween(db, world, { sides, filter }) : undefined
    const { listed, total } = await pageOf(rows, page, { counted, isSearch: filter.words.length > 0 })
    requireWithin(page, total)
    return { told: await tell(db, world, listed, around), total }
  })
  return reply(await transactionViews(kit, told), { headers: pageHeaders(page, total, kit.request) })
}

function scoped(db: Db, { owner }: World, { sides, categories }: Scope) {
  let query = db.selectFrom('personal_finance_transactions').where('owner', '=', owner)
  if (sides) query = query.where('transaction_account_id', 'in', sides)
  if (categories) query = query.where('category_id', 'in', categories)
  return query
}

type Scoped = ReturnType<typeof scoped>

/** The transactions of a page, and how many there are on all pages. */
async function pageOf(
  rows: () => Scoped,
  { number, size }: Page,
  { counted, isSearch }: { counted: number | undefined; isSearch: boolean },
): Promise<{ listed: readonly TransactionRow[]; total: number }> {
  const ordered = <O>(query: SelectQueryBuilder<Tables, 'personal_finance_transactions', O>) =>
    query
      .orderBy('date', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((number - 1) * size)
      .execute()
  if (!isSearch) return { total: counted ?? (await countOf(rows())), listed: await ordered(rows().selectAll()) }
  // a search has to look through everything: once, for the page and the count together
  const hits = await ordered(rows().select(['id', sql<number>`count(*) over ()`.as('total')]))
  const ids = hits.map((hit) => hit.id)
  const found = ids.length === 0 ? [] : await rows().selectAll().where('id', 'in', ids).execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  return { total: hits[0]?.total ?? (await countOf(rows())), listed: ids.flatMap((id) => byId.get(id) ?? []) }
}

async function countOf(query: Scoped): Promise<number> {
  const { count } = await query.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
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
