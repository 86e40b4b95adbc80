// What the readers of all formats return: accounts, records and balances, in the order of the file.
import type { AccountType } from '../ledger/accounts/account-types.ts'
import type { StatementDate } from './dates.ts'

/** An account as the file describes it; the rest is filled in when the account is created. */
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
  /** In units. */
  readonly amount: number
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
export interface SkippedRow {
  readonly kind: 'skipped'
  readonly line: number
  readonly reason: string
}
/** The balance at the end of a day, as the bank states it. */
export interface StatementBalance {
  readonly kind: 'balance'
  readonly account: StatementAccount
  readonly date: StatementDate
  /** In units. */
  readonly amount: number
}
export type StatementItem = StatementRecord | SkippedRow | StatementBalance

export type StatementFormat = 'csv' | 'ofx' | 'qif'

/** The format of a file, by its beginning. */
export function formatOf(beginning: string): StatementFormat {
  const head = beginning.replace(/^\uFEFF?\s*/, '')
  if (/^OFXHEADER|^<\?OFX|^<OFX>|^<\?xml[^>]*>\s*(<\?OFX|<OFX)/i.test(head)) return 'ofx'
  return head.startsWith('!') ? 'qif' : 'csv'
}
