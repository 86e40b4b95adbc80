// Reads accounts and transaction accounts. A transaction account is an account as kept by a bank.
import { type Selectable, sql } from 'kysely'
import type { AccountsTable, InstitutionsTable, TransactionAccountsTable } from '../../../tables.ts'
import { notFound } from '../../errors.ts'
import type { Db, Ledger } from '../../ledger.ts'
import { dayValue, nextDay, sumBefore } from '../sums/totals.ts'

export type AccountRow = Selectable<AccountsTable>
export type TransactionAccountRow = Selectable<TransactionAccountsTable>

export const accountResource = 'Account'
export const transactionAccountResource = 'Transaction account'

/** A transaction account with the data of a response. */
export interface TransactionAccount {
  readonly row: TransactionAccountRow
  readonly account: AccountRow
  readonly institution: Selectable<InstitutionsTable>
  /**
   * Balance before its first transaction, in units. Plus the transactions before a day, it is that day's opening
   * balance.
   */
  readonly opening: number
  /** At the end of the user's today, in units of the account's currency; TransactionAccountsTable has the formula. */
  readonly balance: number
}
/** Selects all transaction accounts, a single one, or those of an account or institution. */
export interface TransactionAccountFilter {
  readonly id?: number
  readonly accountId?: number
  readonly institutionId?: number
}

const accountColumns = [
  'account.title as account_title',
  'account.type as account_type',
  'account.currency as account_currency',
  'account.is_net_worth as account_is_net_worth',
  'account.position as account_position',
  'account.created_at as account_created_at',
  'account.updated_at as account_updated_at',
] as const
const institutionColumns = [
  'institution.title as institution_title',
  'institution.currency as institution_currency',
  'institution.created_at as institution_created_at',
  'institution.updated_at as institution_updated_at',
] as const

/** Reads transaction accounts in display order. It must run inside `withSnapshot` or `withLock`. */
export async function readTransactionAccounts(
  db: Db,
  ledger: Ledger,
  filter: TransactionAccountFilter = {},
): Promise<TransactionAccount[]> {
  const { owner, today } = ledger
  const transactionAccount = sql.ref('transaction_account.id')
  const until = sumBefore('total', { owner, transactionAccount, day: dayValue(nextDay(today)) })
  const start = sumBefore('total', { owner, transactionAccount, day: sql.ref('transaction_account.starting_date') })
  // one query: every response with accounts waits for it
  let query = db
    .selectFrom('personal_finance_transaction_accounts as transaction_account')
    .innerJoin('personal_finance_accounts as account', (join) =>
      join
        .onRef('account.owner', '=', 'transaction_account.owner')
        .onRef('account.id', '=', 'transaction_account.account_id'),
    )
    .innerJoin('personal_finance_institutions as institution', (join) =>
      join
        .onRef('institution.owner', '=', 'transaction_account.owner')
        .onRef('institution.id', '=', 'transaction_account.institution_id'),
    )
    .selectAll('transaction_account')
    .select([until.as('until'), start.as('start')])
    .select([...accountColumns, ...institutionColumns])
    .where('transaction_account.owner', '=', owner)
  if (filter.id !== undefined) query = query.where('transaction_account.id', '=', filter.id)
  if (filter.accountId !== undefined) query = query.where('transaction_account.account_id', '=', filter.accountId)
  if (filter.institutionId !== undefined)
    query = query.where('transaction_account.institution_id', '=', filter.institutionId)
  const transactionAccounts = (await query.execute()).map((joined): TransactionAccount => {
    const {
      start,
      until,
      account_title,
      account_type,
      account_currency,
      account_is_net_worth,
      account_position,
      account_created_at,
      account_updated_at,
      institution_title,
      institution_currency,
      institution_created_at,
      institution_updated_at,
      ...row
    } = joined
    const account = {
      owner,
      id: row.account_id,
      title: account_title,
      type: account_type,
      currency: account_currency,
      is_net_worth: account_is_net_worth,
      position: account_position,
      created_at: account_created_at,
      updated_at: account_updated_at,
    }
    const institution = {
      owner,
      id: row.institution_id,
      title: institution_title,
      currency: institution_currency,
      created_at: institution_created_at,
      updated_at: institution_updated_at,
    }
    const opening = row.starting_balance - start
    return { row, account, institution, opening, balance: opening + until }
  })
  return transactionAccounts.sort((a, b) => a.account.position - b.account.position || a.row.id - b.row.id)
}

/** Returns all accounts by id, in display order. */
export async function accountsOf(db: Db, { owner }: Ledger): Promise<Map<number, AccountRow>> {
  const accounts = db.selectFrom('personal_finance_accounts').selectAll().where('owner', '=', owner)
  return new Map((await accounts.orderBy('position').orderBy('id').execute()).map((row) => [row.id, row]))
}

/** Returns a transaction account. Throws 404 if it is unknown. */
export async function transactionAccountOf(db: Db, ledger: Ledger, id: number): Promise<TransactionAccount> {
  const [one] = await readTransactionAccounts(db, ledger, { id })
  if (!one) throw notFound(transactionAccountResource)
  return one
}
