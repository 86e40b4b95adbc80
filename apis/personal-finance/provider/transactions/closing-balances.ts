// Running balances: what stood on the transaction account after each of some transactions. Order within a day is that of the ids.
import { sql } from 'kysely'
import type { Db, World } from '../world.ts'
import type { TransactionRow } from './store.ts'
import { dayValue, sumBefore } from './totals.ts'

type Placed = Pick<TransactionRow, 'id' | 'transaction_account_id' | 'date'>

/**
 * Balances by transaction id, in units. Works on sums per day and month (totals.ts), so that its cost does not depend on the
 * number of transactions. Inside `readWorld` or `changeWorld`.
 */
export async function closingBalances(db: Db, world: World, rows: readonly Placed[]): Promise<Map<number, number>> {
  const balances = new Map<number, number>()
  for (const [side, ofSide] of Map.groupBy(rows, (row) => row.transaction_account_id)) {
    const dates = [...new Set(ofSide.map((row) => row.date))].sort()
    const before = await balancesBefore(db, world, { side, dates })
    const running = new Map<string, number>(before)
    for (const { id, date, amount } of await ofDays(db, world, { side, dates })) {
      const balance = (running.get(date) ?? 0) + amount
      running.set(date, balance)
      balances.set(id, balance)
    }
  }
  return balances
}

interface SideDays {
  readonly side: number
  /** Ascending. */
  readonly dates: readonly string[]
}

/** What stood on the account when each of the days began. */
async function balancesBefore(db: Db, { owner }: World, { side, dates }: SideDays): Promise<Map<string, number>> {
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const sums = { owner, side: sql`${side}` }
  const moved = sumBefore('total', { ...sums, day: dayValue(first) })
  const started = sumBefore('total', { ...sums, day: sql.ref('side.starting_date') })
  const { balance: opening } = await db
    .selectFrom('personal_finance_transaction_accounts as side')
    .select(sql<number>`side.starting_balance + ${moved} - ${started}`.as('balance'))
    .where('side.owner', '=', owner)
    .where('side.id', '=', side)
    .executeTakeFirstOrThrow()
  const between = await db
    .selectFrom('personal_finance_day_totals')
    .select(['date', 'total'])
    .where('owner', '=', owner)
    .where('transaction_account_id', '=', side)
    .where('date', '>=', first)
    .where('date', '<', last)
    .orderBy('date')
    .execute()
  let balance = opening
  let at = 0
  return new Map(
    dates.map((date) => {
      for (let day = between[at]; day && day.date < date; day = between[++at]) balance += day.total
      return [date, balance]
    }),
  )
}

function ofDays(db: Db, { owner }: World, { side, dates }: SideDays) {
  return db
    .selectFrom('personal_finance_transactions')
    .select(['id', 'date', 'amount'])
    .where('owner', '=', owner)
    .where('transaction_account_id', '=', side)
    .where('date', 'in', dates)
    .orderBy('date')
    .orderBy('id')
    .execute()
}
