// The common result of all format readers: accounts, records and balances, in the order of the file.
import type { AccountType } from '../ledger/accounts/account-types.ts'
import type { StatementDate } from './dates.ts'
import type { ImportNotes } from './notes.ts'

/** An account as described in the file; other properties are set when the account is created. */
export interface StatementAccount {
  /** Unique within the file. */
  readonly key: string
  readonly title: string | undefined
  readonly number: string | undefined
  readonly type: AccountType | undefined
  /** Lower-case code. */
  readonly currency: string | undefined
  readonly institution: string | undefined
}

/** One transaction of the file. */
export interface StatementRecord {
  readonly kind: 'record'
  readonly line: number
  readonly account: StatementAccount
  readonly date: StatementDate
  /** Other days of the row or of the file, in the same notation: they can show the order of its numbers. */
  readonly otherDates?: readonly StatementDate[]
  /** Amount in units (money.ts). */
  readonly amount: number
  /** Empty if the file names no payee. */
  readonly payee: string
  readonly memo: string | undefined
  readonly chequeNumber: string | undefined
  /** Title of a category, in formats that have one. */
  readonly category: string | undefined
  readonly isTransfer: boolean
  /** The bank's id, in formats that have one. */
  readonly bankId: string | undefined
}
/** A row that cannot be imported. */
interface SkippedRow {
  readonly kind: 'skipped'
  readonly line: number
  readonly reason: string
}
/** The balance at the end of a day, as stated by the bank. */
export interface StatementBalance {
  readonly kind: 'balance'
  readonly account: StatementAccount
  readonly date: StatementDate
  /** Amount in units (money.ts). */
  readonly amount: number
}
export type StatementItem = StatementRecord | SkippedRow | StatementBalance

/**
 * Reads a statement; `title` is the default name of the account. `read` returns the text and can be called repeatedly.
 */
export type ReadStatement = (
  read: () => AsyncIterable<string>,
  about: { readonly title: string; readonly notes: ImportNotes },
) => AsyncIterable<StatementItem>
