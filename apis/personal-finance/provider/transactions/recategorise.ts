// Moves many transactions to another category at once: those of a removed category, and those that a new rule fits.
import { fits } from '../categories/rules.ts'
import type { Db, World } from '../world.ts'

/** All transactions of one category, or those whose payee a rule fits. */
export type Recategorisation =
  | { readonly from: number; readonly to: number | null }
  | { readonly payeeMatches: string; readonly onlyUncategorised: boolean; readonly to: number }

const rowsAtOnce = 1000

/** Inside `changeWorld`. */
export async function recategorise(db: Db, world: World, order: Recategorisation): Promise<void> {
  if ('from' in order) return moveAll(db, world, order)
  for (let after = -1; ; ) {
    const rows = await payeesAfter(db, world, { after, onlyUncategorised: order.onlyUncategorised })
    const ids = rows.filter((row) => fits(order.payeeMatches, row.payee)).map((row) => row.id)
    if (ids.length > 0) await move(db, world, { ids, to: order.to })
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = last.id
  }
}

async function moveAll(db: Db, world: World, { from, to }: { from: number; to: number | null }): Promise<void> {
  await db
    .updateTable('personal_finance_transactions')
    .set({ category_id: to, updated_at: world.now })
    .where('owner', '=', world.owner)
    .where('category_id', '=', from)
    .execute()
}

function payeesAfter(
  db: Db,
  { owner }: World,
  { after, onlyUncategorised }: { after: number; onlyUncategorised: boolean },
) {
  let query = db.selectFrom('personal_finance_transactions').select(['id', 'payee']).where('owner', '=', owner)
  if (onlyUncategorised) query = query.where('category_id', 'is', null)
  return query.where('id', '>', after).orderBy('id').limit(rowsAtOnce).execute()
}

/** Those that are in the category already are not touched, so that nobody takes them for changed. */
async function move(db: Db, world: World, { ids, to }: { ids: readonly number[]; to: number }): Promise<void> {
  await db
    .updateTable('personal_finance_transactions')
    .set({ category_id: to, updated_at: world.now })
    .where('owner', '=', world.owner)
    .where('id', 'in', ids)
    .where((row) => row.or([row('category_id', 'is', null), row('category_id', '<>', to)]))
    .execute()
}
