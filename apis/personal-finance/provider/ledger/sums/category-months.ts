// Sums of categories per month of each transaction account, credits and debits apart, which make budgets over long
// periods cheap. They change with the transactions and their categories, in the same database transaction.
import { sql } from 'kysely'
import { inChunks } from '#provider/sql'
import type { Db } from '../../ledger.ts'

/** A transaction added to or removed from a category. */
interface CategoryChange {
  readonly transactionAccountId: number
  readonly date: string
  /** The category; null changes nothing. */
  readonly categoryId: number | null
  /** Amount of the transaction, in units. */
  readonly amount: number
  /** 1 when it is added, -1 when it is removed. */
  readonly count: number
}

const table = 'personal_finance_category_months'

/** Adds changes to the sums. It must run inside `withLock`. */
export async function addToCategories(db: Db, owner: string, changes: readonly CategoryChange[]): Promise<void> {
  for (const rows of inChunks(sumsOf(owner, changes)))
    await db
      .insertInto(table)
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['owner', 'transaction_account_id', 'date', 'category_id']).doUpdateSet({
          credits: sql<number>`${sql.table(table)}.credits + excluded.credits`,
          debits: sql<number>`${sql.table(table)}.debits + excluded.debits`,
        }),
      )
      .execute()
}

function sumsOf(owner: string, changes: readonly CategoryChange[]) {
  const keyOf = ({ transactionAccountId, date, categoryId }: CategoryChange) =>
    `${transactionAccountId} ${date.slice(0, 7)} ${categoryId}`
  return [...Map.groupBy(changes, keyOf).values()].flatMap((own) => {
    const [first] = own
    const sum = (isCounted: (amount: number) => boolean) =>
      own.reduce((total, { amount, count }) => total + (isCounted(amount) ? count * amount : 0), 0)
    const credits = sum((amount) => amount > 0)
    const debits = sum((amount) => amount <= 0)
    if (!first || first.categoryId === null || (credits === 0 && debits === 0)) return []
    const { transactionAccountId: transaction_account_id, date, categoryId: category_id } = first
    return [{ owner, transaction_account_id, date: date.slice(0, 7), category_id, credits, debits }]
  })
}

/** Recalculates all sums of a ledger. It must run inside `withLock`, or while the ledger is created. */
export async function recalculateCategories(db: Db, owner: string): Promise<void> {
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

/** Drops the sums of a category without transactions. It must run inside `withLock`. */
export async function removeFromCategory(db: Db, owner: string, category: number): Promise<void> {
  await db.deleteFrom(table).where('owner', '=', owner).where('category_id', '=', category).execute()
}
