// Running balances: the balance of the transaction account after each of some transactions. Within a day they are
// ordered by id.
import { sql } from 'kysely'
import type { Db, Ledger } from '../../ledger.ts'
import { sumBefore } from './totals.ts'

interface BookedTransaction {
  readonly id: number
  readonly transaction_account_id: number
  readonly date: string
}
interface BalancesOf {
  readonly rows: readonly BookedTransaction[]
  /** Accounts of all rows; `opening` is an account's balance before its first transaction. */
  readonly transactionAccounts: readonly { readonly row: { readonly id: number }; readonly opening: number }[]
}
interface DaySum {
  /** Null for the sum of everything before the day. */
  readonly id: number | null
  readonly account: number
  readonly day: string
  readonly amount: number
}

/**
 * Returns balances by transaction id, in units. Starts from the totals of days and months, so its cost does not depend
 * on the number of transactions. It must run inside `withSnapshot` or `withLock`.
 */
export async function closingBalances(
  db: Db,
  { owner }: Ledger,
  { rows, transactionAccounts }: BalancesOf,
): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map()
  const sums = await sumsOfDays(db, owner, rows)
  const openings = new Map(transactionAccounts.map(({ row, opening }) => [row.id, opening]))
  const running = new Map<string, number>()
  for (const { id, account, day, amount } of sums)
    if (id === null) running.set(`${account} ${day}`, (openings.get(account) ?? 0) + amount)
  const balances = new Map<number, number>()
  for (const { id, account, day, amount } of sums.toSorted((a, b) => (a.id ?? -1) - (b.id ?? -1))) {
    if (id === null) continue
    const balance = (running.get(`${account} ${day}`) ?? 0) + amount
    running.set(`${account} ${day}`, balance)
    balances.set(id, balance)
  }
  return balances
}

/** Returns the sum before each day of the rows, and all transactions of these days. */
async function sumsOfDays(db: Db, owner: string, transactions: readonly BookedTransaction[]): Promise<DaySum[]> {
  const days = new Map(transactions.map((row) => [`${row.transaction_account_id} ${row.date}`, row]))
  const values = [...days.values()].map(
    ({ transaction_account_id: account, date }) => sql`(cast(${account} as bigint), cast(${date} as text))`,
  )
  const before = sumBefore('total', {
    owner,
    transactionAccount: sql.ref('days.account'),
    day: sql.ref('days.day'),
  })
  // SQLite runs a cross join in the written order: the few days first
  const { rows } = await sql<DaySum>`
    with days(account, day) as (values ${sql.join(values)})
    select cast(null as bigint) as "id", days.account as "account", days.day as "day", ${before} as "amount" from days
    union all
    select one.id, days.account, days.day, one.amount
    from days cross join personal_finance_transactions as one
    where one.owner = ${owner} and one.transaction_account_id = days.account and one.date = days.day`.execute(db)
  return rows
}
