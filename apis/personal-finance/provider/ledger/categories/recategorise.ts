// Moves many transactions to another category at once: those of a removed category, or those matching a new rule.

import type { Db, Ledger } from '../../ledger.ts'
import { addToCategories, removeFromCategory } from '../sums/category-months.ts'
import { matchesPayee } from './payee-rules.ts'

/** All transactions of a removed category, or those whose payee a rule matches. */
type Recategorisation =
  | { readonly removed: number }
  | { readonly payeeMatches: string; readonly onlyUncategorised: boolean; readonly to: number }

const rowsAtOnce = 1000

/** Moves the transactions. It must run inside `withLock`. */
export async function recategorise(db: Db, ledger: Ledger, order: Recategorisation): Promise<void> {
  if ('removed' in order) return uncategoriseAll(db, ledger, order.removed)
  const { payeeMatches, onlyUncategorised, to } = order
  for (let after = -1; ; ) {
    const rows = await payeesAfter(db, ledger, { after, onlyUncategorised })
    // transactions already in the category keep their change time
    const moved = rows.filter((row) => row.category_id !== to && matchesPayee(payeeMatches, row.payee))
    if (moved.length > 0) await move(db, ledger, { moved, to })
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = last.id
  }
}

async function uncategoriseAll(db: Db, { owner, now }: Ledger, category: number): Promise<void> {
  await db
    .updateTable('personal_finance_transactions')
    .set({ category_id: null, updated_at: now })
    .where('owner', '=', owner)
    .where('category_id', '=', category)
    .execute()
  await removeFromCategory(db, owner, category)
}

function payeesAfter(
  db: Db,
  { owner }: Ledger,
  { after, onlyUncategorised }: { after: number; onlyUncategorised: boolean },
) {
  let query = db
    .selectFrom('personal_finance_transactions')
    .select(['id', 'payee', 'transaction_account_id', 'date', 'amount', 'category_id'])
    .where('owner', '=', owner)
  if (onlyUncategorised) query = query.where('category_id', 'is', null)
  return query.where('id', '>', after).orderBy('id').limit(rowsAtOnce).execute()
}

type PayeeRow = Awaited<ReturnType<typeof payeesAfter>>[number]

async function move(
  db: Db,
  { owner, now }: Ledger,
  { moved, to }: { moved: readonly PayeeRow[]; to: number },
): Promise<void> {
  await db
    .updateTable('personal_finance_transactions')
    .set({ category_id: to, updated_at: now })
    .where('owner', '=', owner)
    .where(
      'id',
      'in',
      moved.map(({ id }) => id),
    )
    .execute()
  const changes = moved.flatMap(({ transaction_account_id: transactionAccountId, date, amount, category_id: from }) => [
    { transactionAccountId, date, amount, categoryId: from, count: -1 },
    { transactionAccountId, date, amount, categoryId: to, count: 1 },
  ])
  await addToCategories(db, owner, changes)
}
