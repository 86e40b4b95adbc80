// The tables of the embedded provider. Buyers appear in them as keyed digests only: no address, e-mail, phone or card
// number is stored.

/** The account's own state. */
interface AccountsTable {
  account: string
  /** Key of the account's digests, base64url. */
  salt: string
  /** UTC month of `used`, `YYYY-MM`. */
  month: string
  /** Screenings in that month. */
  used: number
}

/** A screened order. */
export interface OrdersTable {
  account: string
  /** `YYYYMMDD-XXXXXX`, unique within the account. */
  id: string
  /** Milliseconds since the epoch. */
  made_at: number
  score: number
  /** `APPROVE`, `REVIEW`, `REJECT` or `IGNORE`. */
  status: string
  /** 1 while its buyer is blacklisted because of it. */
  blacklisted: number
  /** Digests of its traits by kind, as JSON. */
  traits: string
}

/** One trait of an order, for counting orders of the same buyer. */
interface TraitsTable {
  /** Digest, keyed by account and kind. */
  digest: Buffer
  made_at: number
  order_id: string
  /** Digest of its card, if it has one. */
  card: Buffer | null
}

/** A trait blacklisted by feedback on an order. */
interface BlacklistTable {
  digest: Buffer
  order_id: string
  account: string
  made_at: number
}

/** Number of an account's stored orders with a score. */
interface ScoresTable {
  account: string
  score: number
  orders: number
}

/** Rows of the operator's imported files. */
interface ListsTable {
  /** `bin`, `proxy`, `forwarder` or `city`. */
  kind: string
  /** The import that wrote the row. */
  batch: string
  /** Lookup key. */
  key: string
  /** Value as JSON. */
  value: string
}

/** The published import of each kind of list; rows of other imports are unfinished or replaced. */
interface ImportsTable {
  kind: string
  batch: string
}

export interface Tables {
  fraud_screening_accounts: AccountsTable
  fraud_screening_orders: OrdersTable
  fraud_screening_traits: TraitsTable
  fraud_screening_blacklist: BlacklistTable
  fraud_screening_scores: ScoresTable
  fraud_screening_lists: ListsTable
  fraud_screening_imports: ImportsTable
}
