// Sums of categories per month of each transaction account, credits and debits apart: what makes budgets over long times cheap. They are
// kept with every change of transactions and of their categories, in the same transaction of the database.
import { sql } from 'kysely'
import type { Db } from '../../ledger.ts'

/** A transaction that comes into a category, or leaves it. */
export interface Categorised {
  readonly side: number
  readonly date: string
  /** One without a category counts nowhere. */
  readonly category: number | null
  /** In units. */
  readonly amount: number
  /** 1 when it comes, -1 when it leaves. */
  readonly sign: number
}

/** Rows of one statement: SQLite binds at most 32,766 values. */
const rowsPerStatement = 500
const table = 'personal_finance_category_months'

/** Adds what has changed. Inside `changeWorld`. */
export async function addToCategories(db: Db, owner: string, changes: readonly Categorised[]): Promise<void> {
  const sums = new Map<string, { side: number; date: string; category: number; credits: number; debits: number }>()
  for (const { side, date, category, amount, sign } of changes) {
    if (category === null) continue
    const month = date.slice(0, 7)
    const key = `${side} ${month} ${category}`
    const sum = sums.get(key) ?? { side, date: month, category, credits: 0, debits: 0 }
    if (amount > 0) sum.credits += sign * amount
    else sum.debits += sign * amount
    sums.set(key, sum)
  }
  const rows = [...sums.values()].flatMap(({ side: transaction_account_id, category: category_id, ...sum }) =>
    sum.credits === 0 && sum.debits === 0 ? [] : [{ owner, transaction_account_id, category_id, ...sum }],
  )
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    await db
      .insertInto(table)
      .values(rows.slice(at, at + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(['owner', 'transaction_account_id', 'date', 'category_id']).doUpdateSet({
          credits: sql<number>`${sql.table(table)}.credits + excluded.credits`,
          debits: sql<number>`${sql.table(table)}.debits + excluded.debits`,
        }),
      )
      .execute()
}

/** Works all sums of a world out anew. Inside `changeWorld`, or the making of the world. */
export async function recountCategories(db: Db, owner: string): Promise<void> {
  await db.deleteFrom(table).where('owner', '=', owner).execute()
  const month = sql<string>`substr(date, 1, 7)`
  await db
    .insertInto(table)
    .columns(['owner', 'transaction_account_id', 'date', 'category_id', 'credits', 'debits'])
    .expression(
      db
        .selectFrom('personal_finance_transactions')
        .where('owner', '=', owner)
        .where('category_id', 'is not', null)
        .groupBy(['owner', 'transaction_account_id', month, 'category_id'])
        .select([
          'owner',
          'transaction_account_id',
          month.as('date'),
          sql<number>`category_id`.as('category_id'),
          sql<number>`sum(case when amount > 0 then amount else 0 end)`.as('credits'),
          sql<number>`sum(case when amount < 0 then amount else 0 end)`.as('debits'),
        ]),
    )
    .execute()
}

/** Takes the sums of a category out, when its transactions go out of it. Inside `changeWorld`. */
export async function removeFromCategory(db: Db, owner: string, category: number): Promise<void> {
  await db.deleteFrom(table).where('owner', '=', owner).where('category_id', '=', category).execute()
}
