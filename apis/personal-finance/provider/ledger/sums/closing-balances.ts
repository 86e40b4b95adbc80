// Running balances: what stood on the transaction account after each of some transactions. Order within a day is that of the ids.
import { sql } from 'kysely'
import type { Db, World } from '../../ledger.ts'
import { sumBefore } from './totals.ts'

interface BookedTransaction {
  readonly id: number
  readonly transaction_account_id: number
  readonly date: string
}
interface BalancesOf {
  readonly rows: readonly BookedTransaction[]
  /** Includes the transaction account of every row; `opening` is its balance before its first transaction. */
  readonly sides: readonly { readonly row: { readonly id: number }; readonly opening: number }[]
}

/**
 * Balances by transaction id, in units. Works on sums per day and month (totals.ts), so that its cost does not depend on the
 * number of transactions. Inside `readWorld` or `changeWorld`.
 */
export async function closingBalances(
  db: Db,
  { owner }: World,
  { rows, sides }: BalancesOf,
): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map()
  const places = new Map(rows.map((row) => [placeOf(row), row]))
  const values = [...places.values()].map(
    ({ transaction_account_id: side, date }) => sql`(cast(${side} as bigint), cast(${date} as text))`,
  )
  const before = sumBefore('total', { owner, side: sql.ref('days.side'), day: sql.ref('days.day') })
  // The days of the page are what is begun with, also for the planner: SQLite takes a cross join in the order in which it is written.
  const { rows: sums } = await sql<{ id: number | null; side: number; day: string; amount: number }>`
    with days(side, day) as (values ${sql.join(values)})
    select cast(null as bigint) as "id", days.side as "side", days.day as "day", ${before} as "amount" from days
    union all
    select one.id, days.side, days.day, one.amount
    from days cross join personal_finance_transactions as one
    where one.owner = ${owner} and one.transaction_account_id = days.side and one.date = days.day`.execute(db)
  const openings = new Map(sides.map(({ row, opening }) => [row.id, opening]))
  const running = new Map<string, number>()
  for (const { id, side, day, amount } of sums)
    if (id === null) running.set(`${side} ${day}`, (openings.get(side) ?? 0) + amount)
  const balances = new Map<number, number>()
  for (const { id, side, day, amount } of sums.sort((a, b) => (a.id ?? -1) - (b.id ?? -1))) {
    if (id === null) continue
    const balance = (running.get(`${side} ${day}`) ?? 0) + amount
    running.set(`${side} ${day}`, balance)
    balances.set(id, balance)
  }
  return balances
}

function placeOf({ transaction_account_id: side, date }: BookedTransaction): string {
  return `${side} ${date}`
}
