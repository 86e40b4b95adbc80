// Screened orders, their counts, and the blacklists. All rows belong to one account.
import { type Kysely, sql } from 'kysely'
import { insertMany } from '#provider/sql'
import type { OrdersTable, Tables } from '../../tables.ts'
import { readTraits, type TraitKind, type Traits } from '../order/traits.ts'

export type Db = Kysely<Tables>
export type Status = 'APPROVE' | 'REVIEW' | 'REJECT' | 'IGNORE'

export interface StoredOrder {
  readonly account: string
  readonly id: string
  readonly madeAt: number
  readonly score: number
  readonly status: Status
  readonly blacklisted: boolean
  readonly traits: Traits
}

/** The score under which ignored orders are counted: they are not part of the ranking. */
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
    account,
    id,
    score: Number(score),
    status: statusOf(status),
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

/** Number of the account's orders for each score. */
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

/** Returns the percentage, 0 to 100, of the account's orders with a lower score, one more with this score included. */
export function rankIn(counts: ScoreCounts, score: number): number {
  const sum = (some: ScoreCounts) => some.reduce((total, { orders }) => total + orders, 0)
  return Math.round((100 * sum(counts.filter((one) => one.score < score))) / (sum(counts) + 1))
}

/** Returns the account's screenings in the current month. */
export async function usedCredits(db: Db, account: string, nowMs: number): Promise<number> {
  const row = await db
    .selectFrom('fraud_screening_accounts')
    .select('used')
    .where('account', '=', account)
    .where('month', '=', monthOf(nowMs))
    .executeTakeFirst()
  return Number(row?.used ?? 0)
}

/** Returns the month in which a credit counts. */
export const monthOf = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 7)

/** Counts an order in velocity and ranking. */
export async function countOrder(
  db: Db,
  { account, id, score, madeAt, traits }: Pick<StoredOrder, 'account' | 'id' | 'score' | 'madeAt' | 'traits'>,
): Promise<void> {
  const card = traits.get('card') ?? null
  const rows = [...traits.values()].map((digest) => ({ digest, made_at: madeAt, order_id: id, card }))
  if (rows.length > 0) await insertMany(db, 'fraud_screening_traits', rows)
  await countScore(db, { account, score, by: 1 })
}

/** Removes an order from velocity and ranking. */
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

/** Returns the blacklisted traits among these. */
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

/** Blacklists the traits of an order; later screenings see it. */
export async function blacklist(db: Db, order: StoredOrder, nowMs: number): Promise<void> {
  const { account, id: order_id } = order
  const rows = [...order.traits.values()].map((digest) => ({ digest, order_id, account, made_at: nowMs }))
  if (rows.length > 0) await insertMany(db, 'fraud_screening_blacklist', rows, { keepOn: ['digest', 'order_id'] })
}

/** Removes the blacklist entries that an order caused. */
export async function unblacklist(db: Db, { id, traits }: StoredOrder): Promise<void> {
  if (traits.size === 0) return
  await db
    .deleteFrom('fraud_screening_blacklist')
    .where('order_id', '=', id)
    .where('digest', 'in', [...traits.values()])
    .execute()
}
