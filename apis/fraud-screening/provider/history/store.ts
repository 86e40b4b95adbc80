// Screened orders, what is counted about them, and the blacklists. All of it belongs to one account.
import { sql } from 'kysely'
import { insertMany } from '#provider'
import type { OrdersTable } from '../../tables.ts'
import { readTraits, type TraitKind, type Traits } from '../order/traits.ts'
import type { Db, Status, StoredOrder } from './stored-order.ts'
import { keepOpen } from './texts.ts'

export type { Db, Status, StoredOrder } from './stored-order.ts'

/** The score under which ignored orders are counted: they take no part in the ranking. */
export const ignoredScore = -1

export async function findOrder(db: Db, account: string, id: string): Promise<StoredOrder | undefined> {
  const row = await db
    .selectFrom('fraud_screening_orders')
    .selectAll()
    .where('account', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && storedOrder(row)
}

export function storedOrder(row: OrdersTable): StoredOrder {
  const { account, id, score, status } = row
  return {
    ...{ account, id, score: Number(score), status: statusOf(status) },
    madeAt: Number(row.made_at),
    blacklisted: Number(row.blacklisted) === 1,
    traits: readTraits(row.traits),
  }
}

const statusOf = (text: string): Status =>
  text === 'APPROVE' || text === 'REJECT' || text === 'IGNORE' ? text : 'REVIEW'

/** Adds to the number of orders with a score. */
export async function countScore(db: Db, change: { account: string; score: number; by: number }): Promise<void> {
  const { account, score, by } = change
  await sql`insert into fraud_screening_scores (account, score, orders) values (${account}, ${score}, ${by})
    on conflict (account, score) do update set orders = fraud_screening_scores.orders + ${by}`.execute(db)
}

/** How many orders of the account have each score. */
export type ScoreCounts = readonly { readonly score: number; readonly orders: number }[]

export async function scoreCounts(db: Db, account: string): Promise<ScoreCounts> {
  const rows = await db
    .selectFrom('fraud_screening_scores')
    .select(['score', 'orders'])
    .where('account', '=', account)
    .where('score', '>', ignoredScore)
    .execute()
  return rows.map(({ score, orders }) => ({ score: Number(score), orders: Number(orders) }))
}

/** How many percent of the account's orders, one more with this score included, have a lower score: 0 to 100. */
export function rankIn(counts: ScoreCounts, score: number): number {
  const sum = (some: ScoreCounts) => some.reduce((total, { orders }) => total + orders, 0)
  return Math.round((100 * sum(counts.filter((one) => one.score < score))) / (sum(counts) + 1))
}

/** Screenings of the account in the present month. */
export async function usedCredits(db: Db, account: string, nowMs: number): Promise<number> {
  const row = await db
    .selectFrom('fraud_screening_accounts')
    .select('used')
    .where('account', '=', account)
    .where('month', '=', monthOf(nowMs))
    .executeTakeFirst()
  return Number(row?.used ?? 0)
}

/** As credits are counted. */
export const monthOf = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 7)

/** Lets an order count in velocity and ranking. */
export async function countOrder(
  db: Db,
  { account, id, score, madeAt, traits }: Pick<StoredOrder, 'account' | 'id' | 'score' | 'madeAt' | 'traits'>,
): Promise<void> {
  const card = traits.get('card') ?? null
  const rows = [...traits.values()].map((digest) => ({ digest, made_at: madeAt, order_id: id, card }))
  if (rows.length > 0) await insertMany(db, 'fraud_screening_traits', rows)
  await countScore(db, { account, score, by: 1 })
}

/** Takes an order out of velocity and ranking. */
export async function uncountOrder(db: Db, order: StoredOrder): Promise<void> {
  await removeTraits(db, [order])
  if (order.status !== 'IGNORE') await countScore(db, { account: order.account, score: order.score, by: -1 })
}

const traitsPerStatement = 100

export async function removeTraits(db: Db, orders: readonly StoredOrder[]): Promise<void> {
  const keys = orders.flatMap(({ id, madeAt, traits }) =>
    [...traits.values()].map((digest) => ({ digest, madeAt, id })),
  )
  for (let at = 0; at < keys.length; at += traitsPerStatement)
    await db
      .deleteFrom('fraud_screening_traits')
      .where((where) =>
        where.or(
          keys
            .slice(at, at + traitsPerStatement)
            .map(({ digest, madeAt, id }) => where.and({ digest, made_at: madeAt, order_id: id })),
        ),
      )
      .execute()
}

/** Which of the traits are blacklisted. */
export async function blacklistedOf(db: Db, traits: Traits): Promise<ReadonlySet<TraitKind>> {
  if (traits.size === 0) return new Set()
  const rows = await db
    .selectFrom('fraud_screening_blacklist')
    .select('digest')
    .distinct()
    .where('digest', 'in', [...traits.values()])
    .execute()
  return new Set(
    [...traits].filter(([, digest]) => rows.some((row) => digest.equals(row.digest))).map(([kind]) => kind),
  )
}

/** Blacklists the traits of an order; screenings that follow see it. */
export async function blacklist(db: Db, order: StoredOrder, nowMs: number): Promise<void> {
  const { account, id: order_id } = order
  const rows = [...order.traits.values()].map((digest) => ({ digest, order_id, account, made_at: nowMs }))
  if (rows.length > 0) await insertMany(db, 'fraud_screening_blacklist', rows, { keepOn: ['digest', 'order_id'] })
  await keepOpen(db, account, order.traits)
}

/** Takes back what was blacklisted because of an order. */
export async function unblacklist(db: Db, { id, traits }: StoredOrder): Promise<void> {
  if (traits.size === 0) return
  await db
    .deleteFrom('fraud_screening_blacklist')
    .where('order_id', '=', id)
    .where('digest', 'in', [...traits.values()])
    .execute()
}
