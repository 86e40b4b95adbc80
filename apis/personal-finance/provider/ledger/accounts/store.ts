// Writes accounts and transaction accounts. All functions run inside `withLock`; readers also inside `withSnapshot`.
import type { Updateable } from 'kysely'
import type { AccountsTable, TransactionAccountsTable } from '../../../tables.ts'
import { invalid, notFound } from '../../errors.ts'
import { type Db, type Ledger, takeIds } from '../../ledger.ts'
import type { AccountPlans } from './account-plans.ts'
import { type AccountType, isNetWorthType } from './account-types.ts'
import { accountLimit, wrongOrder } from './rules.ts'
import { type AccountRow, accountResource, accountsOf } from './transaction-accounts.ts'

interface NewAccount {
  readonly title: string
  readonly currency: string
  readonly type: AccountType
  readonly institutionId: number
  readonly number?: string | undefined
}

/** Returns an account. Throws 404 if it is unknown. */
export async function accountOf(db: Db, ledger: Ledger, id: number): Promise<AccountRow> {
  const row = (await accountsOf(db, ledger)).get(id)
  if (!row) throw notFound(accountResource)
  return row
}

/** Adds an account with its transaction account and its primary scenario, and returns the ids of the first two. */
export async function addAccount(
  db: Db,
  ledger: Ledger,
  plans: AccountPlans,
  { title, currency, type, institutionId, number }: NewAccount,
): Promise<{ account: number; transactionAccount: number }> {
  const { owner, now, today } = ledger
  const accounts = await accountsOf(db, ledger)
  if (accounts.size >= accountLimit) throw invalid(`There can be at most ${accountLimit} accounts`)
  const account = await takeIds(db, owner, 2)
  const stamps = { created_at: now, updated_at: now }
  const position = Math.max(0, ...[...accounts.values()].map((one) => one.position)) + 1
  const is_net_worth = isNetWorthType(type) ? 1 : 0
  const row = { owner, id: account, title, type, currency, is_net_worth, position, ...stamps } as const
  await db.insertInto('personal_finance_accounts').values(row).execute()
  const transactionAccount = {
    owner,
    id: account + 1,
    account_id: account,
    institution_id: institutionId,
    name: title,
    number: number ?? null,
    starting_balance: 0,
    starting_date: today,
    start_moves: 1 as const,
    ...stamps,
  }
  await db.insertInto('personal_finance_transaction_accounts').values(transactionAccount).execute()
  await plans.addPrimaryScenario(db, ledger, { ...transactionAccount, title })
  return { account, transactionAccount: transactionAccount.id }
}

export async function changeAccount(
  db: Db,
  { owner, now }: Ledger,
  id: number,
  change: Updateable<AccountsTable>,
): Promise<void> {
  const accounts = db.updateTable('personal_finance_accounts').set({ ...change, updated_at: now })
  await accounts.where('owner', '=', owner).where('id', '=', id).execute()
}

export async function changeTransactionAccount(
  db: Db,
  { owner, now }: Ledger,
  id: number,
  change: Updateable<TransactionAccountsTable>,
): Promise<void> {
  const accounts = db.updateTable('personal_finance_transaction_accounts').set({ ...change, updated_at: now })
  await accounts.where('owner', '=', owner).where('id', '=', id).execute()
}

/**
 * Moves the named accounts to the front, in the given order; the others keep their order. Throws 400 for an unknown id.
 */
export async function reorderAccounts(db: Db, ledger: Ledger, ids: readonly number[]): Promise<void> {
  const positions = new Map([...(await accountsOf(db, ledger)).values()].map((row) => [row.id, row.position]))
  if (!ids.every((id) => positions.has(id))) throw wrongOrder()
  for (const [index, id] of [...new Set([...ids, ...positions.keys()])].entries())
    if (positions.get(id) !== index + 1) await changeAccount(db, ledger, id, { position: index + 1 })
}
