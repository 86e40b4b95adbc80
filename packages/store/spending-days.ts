// What the calls of listings with prices have cost: sums by day, kept for ever. Amounts are integers of 1e-12 US
// dollars.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from './schema.ts'

export interface SpendingDay {
  readonly account_id: string
  readonly key_id: string
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string
  readonly listing: string
  readonly endpoint: string
  readonly calls: number
  readonly cost: bigint
}
/** Conditions on the sums. Days are `YYYY-MM-DD`, both included. */
export interface SpendingDaysQuery {
  readonly by: 'day' | 'listing' | 'endpoint' | 'key' | 'account'
  readonly account?: string | undefined
  readonly key?: string | undefined
  readonly from: string
  readonly to: string
}
export interface SpendingSum {
  readonly listing: string
  readonly by: string
  readonly calls: number
  readonly cost: bigint
}

const dayKey = ['account_id', 'key_id', 'day', 'listing', 'endpoint'] as const
const columnOf = { day: 'day', listing: 'listing', endpoint: 'endpoint', key: 'key_id', account: 'account_id' } as const
const maxRows = 1000

/** Adds sums in the same order in every process, so that two transactions do not deadlock. */
export async function addSpendingDays(
  trx: Transaction<Pick<Tables, 'spending_days'>>,
  days: readonly SpendingDay[],
): Promise<void> {
  for (const day of days.toSorted(inOrder))
    await trx
      .insertInto('spending_days')
      .values(day)
      .onConflict((conflict) =>
        conflict.columns(dayKey).doUpdateSet({
          calls: sql`spending_days.calls + excluded.calls`,
          cost: sql`spending_days.cost + excluded.cost`,
        }),
      )
      .execute()
}

function inOrder(one: SpendingDay, other: SpendingDay): number {
  for (const name of dayKey) if (one[name] !== other[name]) return one[name] < other[name] ? -1 : 1
  return 0
}

/** Returns sums of the days: at most 1,000, days newest first, else the most expensive first. */
export async function sumSpendingDays(db: Kysely<Tables>, query: SpendingDaysQuery): Promise<SpendingSum[]> {
  const column = columnOf[query.by]
  const rows = await daysOf(db, query)
    .select(['listing', `${column} as by`])
    .select(({ fn }) => [fn.sum('calls').as('calls')])
    .select(exactSum)
    .groupBy(['listing', column])
    .orderBy(query.by === 'day' ? 'day' : sql`sum(cost / 1000000)`, 'desc')
    .orderBy('listing')
    .orderBy(column)
    .limit(maxRows)
    .execute()
  return rows.map(({ listing, by, calls, ...cost }) => ({ listing, by, calls: Number(calls), cost: costOf(cost) }))
}

/** Returns the cost of all days. */
export async function totalSpending(db: Kysely<Tables>, query: SpendingDaysQuery): Promise<bigint> {
  return costOf(await daysOf(db, query).select(exactSum).executeTakeFirstOrThrow())
}

/** Selects a sum in two parts: as one number, SQLite refuses one that does not fit in 64 bits. */
const exactSum = [
  sql<string | null>`cast(sum(cost / 1000000) as text)`.as('millions'),
  sql<string | null>`cast(sum(cost % 1000000) as text)`.as('rest'),
] as const

function costOf({ millions, rest }: { readonly millions: string | null; readonly rest: string | null }): bigint {
  return BigInt(millions ?? 0) * 1_000_000n + BigInt(rest ?? 0)
}

function daysOf(db: Kysely<Tables>, { account, key, from, to }: SpendingDaysQuery) {
  let days = db.selectFrom('spending_days').where('day', '>=', from).where('day', '<=', to)
  if (account !== undefined) days = days.where('account_id', '=', account)
  if (key !== undefined) days = days.where('key_id', '=', key)
  return days
}
