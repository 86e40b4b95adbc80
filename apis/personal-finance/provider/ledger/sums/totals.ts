// Sums and counts of transactions per day and per month of each transaction account, which make balances and counts of
// long histories cheap. They change with the transactions, in the same database transaction.
import { type RawBuilder, sql } from 'kysely'
import { inChunks } from '#provider/sql'
import { formatDay, parseStoredDay } from '../../days.ts'
import type { Db } from '../../ledger.ts'

/** Amount added on a day of a transaction account; negative for one removed. */
export interface TotalsChange {
  readonly transactionAccountId: number
  readonly date: string
  /** Amount in units. */
  readonly total: number
  readonly count: number
}

/** Each kind of total, with the length of its prefix of a day. */
const periods = [
  ['day', 'YYYY-MM-DD'.length],
  ['month', 'YYYY-MM'.length],
] as const

/** Adds changes to the totals. It must run inside `withLock`. */
export async function addTotals(db: Db, owner: string, changes: readonly TotalsChange[]): Promise<void> {
  for (const [period, length] of periods) {
    const table = `personal_finance_${period}_totals` as const
    for (const rows of inChunks(totalsOf(owner, changes, length)))
      await db
        .insertInto(table)
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['owner', 'transaction_account_id', 'date']).doUpdateSet({
            total: sql<number>`${sql.table(table)}.total + excluded.total`,
            transactions: sql<number>`${sql.table(table)}.transactions + excluded.transactions`,
          }),
        )
        .execute()
  }
}

function totalsOf(owner: string, changes: readonly TotalsChange[], length: number) {
  const keyOf = ({ transactionAccountId, date }: TotalsChange) => `${transactionAccountId} ${date.slice(0, length)}`
  return [...Map.groupBy(changes, keyOf).values()].flatMap((own) => {
    const [first] = own
    const total = own.reduce((sum, one) => sum + one.total, 0)
    const transactions = own.reduce((sum, one) => sum + one.count, 0)
    if (!first || (total === 0 && transactions === 0)) return []
    const { transactionAccountId: transaction_account_id, date } = first
    return [{ owner, transaction_account_id, date: date.slice(0, length), total, transactions }]
  })
}

/**
 * Recalculates all totals of a ledger, and its volume. It must run inside `withLock`, or while the ledger is created.
 */
export async function recalculateTotals(db: Db, owner: string): Promise<void> {
  const transactions = db.selectFrom('personal_finance_transactions').where('owner', '=', owner)
  for (const [period, length] of periods) {
    await db.deleteFrom(`personal_finance_${period}_totals`).where('owner', '=', owner).execute()
    const date = sql<string>`substr(date, 1, ${sql.lit(length)})`
    await db
      .insertInto(`personal_finance_${period}_totals`)
      .columns(['owner', 'transaction_account_id', 'date', 'total', 'transactions'])
      .expression(
        transactions
          .groupBy(['owner', 'transaction_account_id', date])
          .select([
            'owner',
            'transaction_account_id',
            date.as('date'),
            sql<number>`sum(amount)`.as('total'),
            sql<number>`count(*)`.as('transactions'),
          ]),
      )
      .execute()
  }
  await db
    .updateTable('personal_finance_users')
    .set({ volume: transactions.select(sql<number>`coalesce(sum(abs(amount)), 0)`.as('volume')) })
    .where('owner', '=', owner)
    .execute()
}

/** Returns an expression for the sum or count of everything before a day on these transaction accounts. */
export function sumBefore(
  column: 'total' | 'transactions',
  of: { readonly owner: string; readonly transactionAccount: RawBuilder<unknown>; readonly day: RawBuilder<string> },
): RawBuilder<number> {
  const { owner, transactionAccount, day } = of
  const sum = sql`select coalesce(sum(${sql.ref(column)}), 0)`
  const rows = sql`owner = ${owner} and transaction_account_id in (${transactionAccount})`
  return sql<number>`(
    (${sum} from personal_finance_month_totals where ${rows} and date < substr(${day}, 1, 7)) +
    (${sum} from personal_finance_day_totals where ${rows} and date >= substr(${day}, 1, 7) || '-01' and date < ${day}))`
}

/** Returns an expression for a day. */
export function dayValue(day: string): RawBuilder<string> {
  return sql<string>`cast(${day} as text)`
}

export function nextDay(day: string): string {
  return formatDay(parseStoredDay(day) + 1)
}
