// Converts a record of a statement to a transaction.

import type { TransactionDetails } from '../ledger/transactions/store.ts'
import type { Ledger } from '../ledger.ts'
import { noteLimit, stringLimit } from '../reading.ts'
import type { StatementRecord } from './statement.ts'

/** Returns the details of a record; `categorise` chooses the category. */
export function detailsOf(
  { record, day }: { readonly record: StatementRecord; readonly day: string },
  context: {
    readonly transactionAccount: number
    readonly ledger: Ledger
    categorise(record: StatementRecord): number | null
  },
): TransactionDetails {
  const payee = payeeOf(record)
  return {
    transaction_account_id: context.transactionAccount,
    payee,
    original_payee: payee,
    date: day,
    amount: record.amount,
    category_id: context.categorise(record),
    is_transfer: record.isTransfer ? 1 : null,
    needs_review: context.ledger.user.is_reviewing_transactions,
    status: 'posted',
    note: null,
    memo: storedString(record.memo, noteLimit),
    cheque_number: storedString(record.chequeNumber),
    upload_source: 'file',
    import_key: storedString(record.bankId),
  }
}

export function payeeOf(record: StatementRecord): string {
  return storedString(record.payee) ?? '?'
}

/**
 * Returns a string for storage: without NUL, which PostgreSQL refuses, trimmed and truncated; null for an empty one.
 */
export function storedString(value: string | undefined, limit = stringLimit): string | null {
  return value?.replaceAll('\0', '').trim().slice(0, limit) || null
}
