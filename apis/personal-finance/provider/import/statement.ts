// What the readers of all formats give: accounts, records and balances, in the order of the file.
import type { AccountType } from '../ledger/accounts/account-types.ts'
import type { StatementDate } from './dates.ts'

/** An account as the file tells it; missing facts are filled in when it has to be made. */
export interface StatementAccount {
  /** Names it within the file. */
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
  /** Title of a category, where the file has them. */
  readonly category: string | undefined
  readonly isTransfer: boolean
  /** What the bank knows it by, where the format has that. */
  readonly bankId: string | undefined
}
/** A row that cannot be used. */
export interface SkippedRow {
  readonly kind: 'skipped'
  readonly line: number
  readonly reason: string
}
/** What the bank says the account had at the end of a day. */
export interface StatementBalance {
  readonly kind: 'balance'
  readonly account: StatementAccount
  readonly date: StatementDate
  /** In units. */
  readonly amount: number
}
export type StatementItem = StatementRecord | SkippedRow | StatementBalance

export type StatementFormat = 'csv' | 'ofx' | 'qif'

/** What a file is, by what it begins with. */
export function formatOf(beginning: string): StatementFormat {
  const head = beginning.replace(/^\uFEFF?\s*/, '')
  if (/^OFXHEADER|^<\?OFX|^<OFX>|^<\?xml[^>]*>\s*(<\?OFX|<OFX)/i.test(head)) return 'ofx'
  return head.startsWith('!') ? 'qif' : 'csv'
}
