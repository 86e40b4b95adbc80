// Sums and counts of transactions per day and per month of each transaction account: what makes balances and counts of long histories
// cheap. They are kept with every change of transactions, in the same transaction of the database.
import { type RawBuilder, sql } from 'kysely'
import { dayText, storedDay } from '../../days.ts'
import type { Db } from '../../ledger.ts'

/** What came (or, negative, went) on one day of a transaction account. */
export interface Moved {
  readonly side: number
  readonly date: string
  /** In units. */
  readonly total: number
  readonly count: number
}

/** Rows of one statement: SQLite binds at most 32,766 values. */
const rowsPerStatement = 500

/** Adds what has changed. Inside `changeWorld`. */
export async function addTotals(db: Db, owner: string, moved: readonly Moved[]): Promise<void> {
  for (const [span, letters] of spans) {
    const sums = [...Map.groupBy(moved, ({ side, date }) => `${side} ${date.slice(0, letters)}`).values()]
    const rows = sums.flatMap((list) => {
      const [first] = list
      const total = list.reduce((sum, one) => sum + one.total, 0)
      const transactions = list.reduce((sum, one) => sum + one.count, 0)
      if (!first || (total === 0 && transactions === 0)) return []
      return [{ owner, transaction_account_id: first.side, date: first.date.slice(0, letters), total, transactions }]
    })
    for (let at = 0; at < rows.length; at += rowsPerStatement)
      await db
        .insertInto(`personal_finance_${span}_totals`)
        .values(rows.slice(at, at + rowsPerStatement))
        .onConflict((conflict) =>
          conflict.columns(['owner', 'transaction_account_id', 'date']).doUpdateSet({
            total: sql<number>`${sql.table(`personal_finance_${span}_totals`)}.total + excluded.total`,
            transactions: sql<number>`${sql.table(`personal_finance_${span}_totals`)}.transactions + excluded.transactions`,
          }),
        )
        .execute()
  }
}

/** Letters of a day's text that name the day, and its month. */
const spans = [
  ['day', 10],
  ['month', 7],
] as const

/** Works all of a world's totals out anew, and its volume. Inside `changeWorld`, or the making of the world. */
export async function recountTotals(db: Db, owner: string): Promise<void> {
  const transactions = db.selectFrom('personal_finance_transactions').where('owner', '=', owner)
  for (const [span, letters] of spans) {
    await db.deleteFrom(`personal_finance_${span}_totals`).where('owner', '=', owner).execute()
    const date = sql<string>`substr(date, 1, ${sql.lit(letters)})`
    await db
      .insertInto(`personal_finance_${span}_totals`)
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

/** The sum, or the count, of everything before a day on these transaction accounts, as an expression. */
export function sumBefore(
  what: 'total' | 'transactions',
  of: { readonly owner: string; readonly side: RawBuilder<unknown>; readonly day: RawBuilder<string> },
): RawBuilder<number> {
  const { owner, side, day } = of
  const sum = sql`select coalesce(sum(${sql.ref(what)}), 0)`
  const rows = sql`owner = ${owner} and transaction_account_id in (${side})`
  return sql<number>`(
    (${sum} from personal_finance_month_totals where ${rows} and date < substr(${day}, 1, 7)) +
    (${sum} from personal_finance_day_totals where ${rows} and date >= substr(${day}, 1, 7) || '-01' and date < ${day}))`
}

/** A day as a value of an expression. */
export function dayValue(day: string): RawBuilder<string> {
  return sql<string>`cast(${day} as text)`
}

/** The day after. */
export function nextDay(day: string): string {
  return dayText(storedDay(day) + 1)
}
