// What an import remembers between its batches: counts, the accounts it has found or made, and which records it has seen.

export interface ImportCounts {
  records: number
  added: number
  duplicates: number
  skipped: number
  accounts: number
}
/** An account of the file, found in the ledger or made. */
export interface FoundAccount {
  readonly side: number
  readonly made: boolean
  /** Folded name of the currency it is kept in. */
  readonly currency: string
}

/** How often the file has had records of the same day, amount and payee, and how many of them were added. */
export interface Alike {
  readonly seen: number
  readonly added: number
}

export interface Session {
  readonly counts: ImportCounts
  /** Sentences about skipped rows, a few. */
  readonly reasons: string[]
  /** Accounts by the key and currency of the file. */
  readonly accounts: Map<string, FoundAccount>
  readonly alike: Map<string, Alike>
  /** A session that can be thrown away. Only what a batch changes is copied when it is changed. */
  copy(): SessionChange
  /** Takes over what a batch has found. */
  accept(change: SessionChange): void
}

/** What one batch adds to a session. */
export interface SessionChange {
  added: number
  duplicates: number
  made: number
  readonly accounts: Map<string, FoundAccount>
  readonly alike: Map<string, Alike>
  account(key: string): FoundAccount | undefined
  likeness(key: string): Alike
}

const none: Alike = { seen: 0, added: 0 }

export function createSession(): Session {
  const counts: ImportCounts = { records: 0, added: 0, duplicates: 0, skipped: 0, accounts: 0 }
  const accounts = new Map<string, FoundAccount>()
  const alike = new Map<string, Alike>()
  return {
    counts,
    reasons: [],
    accounts,
    alike,
    copy() {
      const own = { accounts: new Map<string, FoundAccount>(), alike: new Map<string, Alike>() }
      return {
        ...own,
        added: 0,
        duplicates: 0,
        made: 0,
        account: (key) => own.accounts.get(key) ?? accounts.get(key),
        likeness: (key) => own.alike.get(key) ?? alike.get(key) ?? none,
      }
    },
    accept(change) {
      counts.added += change.added
      counts.duplicates += change.duplicates
      counts.accounts += change.made
      for (const [key, account] of change.accounts) accounts.set(key, account)
      for (const [key, one] of change.alike) alike.set(key, one)
    },
  }
}
