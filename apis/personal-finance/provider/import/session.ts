// The state of an import between batches: counts, balances, accounts found or created, and records seen.
import type { StatementBalance } from './statement.ts'

interface ImportCounts {
  records: number
  added: number
  duplicates: number
  skipped: number
  accounts: number
}
/** An account of the file, found in the ledger or created. */
export interface FoundAccount {
  readonly transactionAccount: number
  readonly created: boolean
}

/** Number of the file's records with the same day, amount and payee, and of those added. */
interface Alike {
  readonly existing: number
  readonly added: number
}

export interface Session {
  readonly counts: ImportCounts
  readonly balances: StatementBalance[]
  /** Reasons for the first skipped rows. */
  readonly reasons: string[]
  /** Accounts by their key in the file. */
  readonly accounts: Map<string, FoundAccount>
  readonly alike: Map<string, Alike>
  /** Returns an empty change, which is dropped if the batch fails. */
  copy(): SessionChange
  /** Merges the additions of a written batch. */
  accept(change: SessionChange): void
}

/** The change of a session by one batch. */
export interface SessionChange {
  added: number
  duplicates: number
  created: number
  readonly accounts: Map<string, FoundAccount>
  readonly alike: Map<string, Alike>
  account(key: string): FoundAccount | undefined
  likeness(key: string): Alike
}

const none: Alike = { existing: 0, added: 0 }

export function createSession(): Session {
  const counts: ImportCounts = { records: 0, added: 0, duplicates: 0, skipped: 0, accounts: 0 }
  const accounts = new Map<string, FoundAccount>()
  const alike = new Map<string, Alike>()
  return {
    counts,
    balances: [],
    reasons: [],
    accounts,
    alike,
    copy() {
      const own = { accounts: new Map<string, FoundAccount>(), alike: new Map<string, Alike>() }
      return {
        ...own,
        added: 0,
        duplicates: 0,
        created: 0,
        account: (key) => own.accounts.get(key) ?? accounts.get(key),
        likeness: (key) => own.alike.get(key) ?? alike.get(key) ?? none,
      }
    },
    accept(change) {
      counts.added += change.added
      counts.duplicates += change.duplicates
      counts.accounts += change.created
      for (const [key, account] of change.accounts) accounts.set(key, account)
      for (const [key, one] of change.alike) alike.set(key, one)
    },
  }
}
