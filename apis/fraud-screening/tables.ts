// The tables of the embedded provider. Buyers appear in them as keyed digests only: no address, e-mail, phone or card
// number is stored.

/** What the provider keeps about an account. */
export interface AccountsTable {
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
  /** `YYYYMMDD-XXXXXX`, unique in the account. */
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
export interface TraitsTable {
  /** Keyed by account and kind. */
  digest: Buffer
  made_at: number
  order_id: string
  /** Digest of its card, if it has one. */
  card: Buffer | null
}

/** A trait that was blacklisted by feedback on an order. */
export interface BlacklistTable {
  digest: Buffer
  order_id: string
  account: string
  made_at: number
}

/** How many stored orders of an account have a score. */
export interface ScoresTable {
  account: string
  score: number
  orders: number
}

/** Rows of files that the operator imported. */
export interface ListsTable {
  /** `bin`, `proxy`, `forwarder` or `city`. */
  kind: string
  /** The import that wrote it. */
  batch: string
  /** What is looked up. */
  key: string
  /** JSON. */
  value: string
}

/** The import that each kind of list is read from; rows of others are unfinished or replaced. */
export interface ImportsTable {
  kind: string
  batch: string
}

/** A text whose hash was computed. */
export interface TextsTable {
  /** Digest of the e-mail address or user name, keyed by account and kind. */
  text: Buffer
  /** Digest of its hash, under which orders count. */
  hash: Buffer
  account: string
  used_at: number
}

/** A text under which orders count until its hash has been computed. */
export interface UnhashedTable {
  /** Digest of the text, as in `TextsTable`. */
  text: Buffer
  account: string
  /** `email` or `user`. */
  kind: string
  /** The result of the first round of the hash, enciphered with the account's key. */
  first_round: Buffer
  /** Of the last order with it. */
  made_at: number
}

/** A hash that a caller sent and whose text is not known. */
export interface HashesTable {
  account: string
  /** `email` or `user`. */
  kind: string
  /** Empty for all orders that were stored before texts were. */
  digest: Buffer
  /** Of the last order with it; of blacklisted ones, the end of time. */
  seen_at: number
}

export interface Tables {
  fraud_screening_texts: TextsTable
  fraud_screening_unhashed: UnhashedTable
  fraud_screening_hashes: HashesTable
  fraud_screening_accounts: AccountsTable
  fraud_screening_orders: OrdersTable
  fraud_screening_traits: TraitsTable
  fraud_screening_blacklist: BlacklistTable
  fraud_screening_scores: ScoresTable
  fraud_screening_lists: ListsTable
  fraud_screening_imports: ImportsTable
}
