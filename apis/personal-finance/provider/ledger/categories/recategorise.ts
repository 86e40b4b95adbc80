// Moves many transactions to another category at once: those of a removed category, and those that a new rule fits.

import type { Db, World } from '../../ledger.ts'
import { addToCategories, removeFromCategory } from '../sums/category-months.ts'
import { fits } from './rules.ts'

/** All transactions of one category, which goes, or those whose payee a rule fits. */
export type Recategorisation =
  | { readonly removed: number }
  | { readonly payeeMatches: string; readonly onlyUncategorised: boolean; readonly to: number }

const rowsAtOnce = 1000

/** Inside `changeWorld`. */
export async function recategorise(db: Db, world: World, order: Recategorisation): Promise<void> {
  if ('removed' in order) return leaveAll(db, world, order.removed)
  const { payeeMatches, onlyUncategorised, to } = order
  for (let after = -1; ; ) {
    const rows = await payeesAfter(db, world, { after, onlyUncategorised })
    // those that are in the category already are not touched, so that nobody takes them for changed
    const moved = rows.filter((row) => row.category_id !== to && fits(payeeMatches, row.payee))
    if (moved.length > 0) await move(db, world, { moved, to })
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = last.id
  }
}

async function leaveAll(db: Db, { owner, now }: World, category: number): Promise<void> {
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
  { owner }: World,
  { after, onlyUncategorised }: { after: number; onlyUncategorised: boolean },
) {
  let query = db
    .selectFrom('personal_finance_transactions')
    .select(['id', 'payee', 'transaction_account_id', 'date', 'amount', 'category_id'])
    .where('owner', '=', owner)
  if (onlyUncategorised) query = query.where('category_id', 'is', null)
  return query.where('id', '>', after).orderBy('id').limit(rowsAtOnce).execute()
}

type Listed = Awaited<ReturnType<typeof payeesAfter>>[number]

async function move(
  db: Db,
  { owner, now }: World,
  { moved, to }: { moved: readonly Listed[]; to: number },
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
  const changes = moved.flatMap(({ transaction_account_id: side, date, amount, category_id: from }) => [
    { side, date, amount, category: from, sign: -1 },
    { side, date, amount, category: to, sign: 1 },
  ])
  await addToCategories(db, owner, changes)
}
