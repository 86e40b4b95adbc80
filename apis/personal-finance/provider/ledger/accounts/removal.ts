// Removes transaction accounts, and accounts without any left. The database cascades to their transactions, labels,
// assignments, scenarios and series; attachments remain.
import { sql } from 'kysely'
import type { Db, Ledger } from '../../ledger.ts'
import { readTransactionAccounts, type TransactionAccountFilter } from './transaction-accounts.ts'

/** Removes transaction accounts. It must run inside `withLock`. */
export async function removeTransactionAccounts(
  db: Db,
  ledger: Ledger,
  filter: TransactionAccountFilter,
): Promise<void> {
  const ids = (await readTransactionAccounts(db, ledger, filter)).map(({ row }) => row.id)
  if (ids.length === 0) return
  const { owner } = ledger
  const { volume } = await db
    .selectFrom('personal_finance_transactions')
    .select(sql<number>`coalesce(sum(abs(amount)), 0)`.as('volume'))
    .where('owner', '=', owner)
    .where('transaction_account_id', 'in', ids)
    .executeTakeFirstOrThrow()
  const emptied = await accountsWithin(db, ledger, ids)
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
}

/** Returns the accounts whose transaction accounts are all among these. */
async function accountsWithin(db: Db, ledger: Ledger, ids: readonly number[]): Promise<number[]> {
  const removed = new Set(ids)
  const [within, others] = [new Set<number>(), new Set<number>()]
  for (const { row, account } of await readTransactionAccounts(db, ledger))
    (removed.has(row.id) ? within : others).add(account.id)
  return [...within.difference(others)]
}
