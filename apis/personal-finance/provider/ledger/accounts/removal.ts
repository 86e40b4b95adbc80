// Removes transaction accounts, and the accounts that have none left. The database removes their transactions, labels, assignments,
// scenarios and series with them; attachments remain.
import { sql } from 'kysely'
import type { Db, World } from '../../ledger.ts'
import { sweepSearch } from '../search/index-store.ts'
import { readSides, type SideFilter } from './transaction-accounts.ts'

/** Inside `changeWorld`. */
export async function removeSides(db: Db, world: World, filter: SideFilter): Promise<void> {
  const sides = await readSides(db, world, filter)
  const ids = sides.map((side) => side.row.id)
  if (ids.length === 0) return
  const { owner } = world
  const { volume } = await db
    .selectFrom('personal_finance_transactions')
    .select(sql<number>`coalesce(sum(abs(amount)), 0)`.as('volume'))
    .where('owner', '=', owner)
    .where('transaction_account_id', 'in', ids)
    .executeTakeFirstOrThrow()
  const emptied = await accountsWithin(db, world, ids)
  await db
    .deleteFrom('personal_finance_transaction_accounts')
    .where('owner', '=', owner)
    .where('id', 'in', ids)
    .execute()
  if (emptied.length > 0)
    await db.deleteFrom('personal_finance_accounts').where('owner', '=', owner).where('id', 'in', emptied).execute()
  await db
    .updateTable('personal_finance_users')
    .set((user) => ({ volume: user('volume', '-', volume) }))
    .where('owner', '=', owner)
    .execute()
  await sweepSearch(db, owner)
}

/** Accounts all of whose sides are among these. */
async function accountsWithin(db: Db, world: World, ids: readonly number[]): Promise<number[]> {
  const gone = new Set(ids)
  const all = await readSides(db, world)
  const kept = new Set(all.filter((side) => !gone.has(side.row.id)).map((side) => side.account.id))
  const accounts = all.filter((side) => gone.has(side.row.id)).map((side) => side.account.id)
  return [...new Set(accounts)].filter((id) => !kept.has(id))
}
