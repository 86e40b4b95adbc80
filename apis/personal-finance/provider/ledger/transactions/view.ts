// Transactions in responses: with their account, their category and the balance after them.
import type { OutputOf } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import type { RateSource, Rates } from '../../exchange/rates.ts'
import { type Db, type Ledger, timeOf } from '../../ledger.ts'
import { amountOf } from '../../money.ts'
import { readTransactionAccounts, type TransactionAccount } from '../accounts/transaction-accounts.ts'
import { transactionAccountView } from '../accounts/view.ts'
import { type CategoryTree, readTree } from '../categories/tree.ts'
import { closingBalances } from '../sums/closing-balances.ts'
import { labelsOf, type TransactionRow } from './store.ts'

export type TransactionView = OutputOf<(typeof endpoints)['getTransaction']>

export interface TransactionViewDeps {
  readonly rates: RateSource
}

/** The accounts and categories of a ledger, which every view of transactions needs. */
export interface LedgerContext {
  readonly transactionAccounts: readonly TransactionAccount[]
  readonly tree: CategoryTree
}
/** Transactions with the data of a response, read in one snapshot. */
interface TransactionViewData extends LedgerContext {
  readonly ledger: Ledger
  readonly rows: readonly TransactionRow[]
  readonly labels: ReadonlyMap<number, readonly string[]>
  /** Closing balances by transaction id. */
  readonly balances: ReadonlyMap<number, number>
}

export async function readContext(db: Db, ledger: Ledger): Promise<LedgerContext> {
  return { transactionAccounts: await readTransactionAccounts(db, ledger), tree: await readTree(db, ledger) }
}

/** Reads the related data of the rows. It must run inside `withSnapshot` or `withLock`. */
export async function loadViewData(
  db: Db,
  ledger: Ledger,
  rows: readonly TransactionRow[],
  context?: LedgerContext,
): Promise<TransactionViewData> {
  const { transactionAccounts, tree } = context ?? (await readContext(db, ledger))
  const ids = rows.map(({ id }) => id)
  return {
    ledger,
    rows,
    labels: await labelsOf(db, ledger, ids),
    balances: await closingBalances(db, ledger, { rows, transactionAccounts }),
    transactionAccounts,
    tree,
  }
}

/**
 * Returns the views, in the order of the rows. Fetches rates, so it must not be called inside a database transaction.
 */
export async function transactionViews(
  { rates }: TransactionViewDeps,
  viewData: TransactionViewData,
): Promise<TransactionView[]> {
  const { ledger, rows } = viewData
  const used = new Set(rows.map((row) => row.transaction_account_id))
  const accounts = new Map(
    viewData.transactionAccounts.filter(({ row }) => used.has(row.id)).map((one) => [one.row.id, one]),
  )
  const days = rows.map((row) => row.date).sort()
  const [first, last] = [days[0], days.at(-1)]
  const known = await rates({
    base: ledger.user.base_currency,
    currencies: [...accounts.values()].map(({ account }) => account.currency),
    days: first !== undefined && last !== undefined ? { first, last } : undefined,
  })
  return rows.flatMap((row) => {
    const transactionAccount = accounts.get(row.transaction_account_id)
    return transactionAccount ? [transactionView(row, transactionAccount, { viewData, rates: known })] : []
  })
}

function transactionView(
  row: TransactionRow,
  transactionAccount: TransactionAccount,
  { viewData, rates }: { viewData: TransactionViewData; rates: Rates },
): TransactionView {
  const category = row.category_id === null ? null : viewData.tree.view(row.category_id)
  const balance = viewData.balances.get(row.id)
  return {
    id: row.id,
    payee: row.payee,
    original_payee: row.original_payee,
    date: row.date,
    upload_source: row.upload_source,
    category,
    closing_balance: balance === undefined ? null : amountOf(balance),
    cheque_number: row.cheque_number,
    memo: row.memo,
    amount: amountOf(row.amount),
    amount_in_base_currency: rates.convertOn(row.amount, transactionAccount.account.currency, row.date),
    type: row.amount < 0 ? 'debit' : 'credit',
    is_transfer: row.is_transfer === null ? (category?.is_transfer ?? false) : row.is_transfer === 1,
    needs_review: row.needs_review === 1,
    status: row.status === 'pending' ? 'pending' : 'posted',
    note: row.note,
    labels: [...(viewData.labels.get(row.id) ?? [])],
    transaction_account: transactionAccountView(transactionAccount, viewData.ledger, rates),
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}
