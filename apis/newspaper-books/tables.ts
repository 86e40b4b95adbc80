// The tables of the embedded provider. What was imported is the same for everybody, so no row belongs to an account.
// The sample is computed and not stored.

/** A list, a book, a list of one date, or a review. */
export interface RecordsTable {
  kind: RecordKind
  /** Encoded name; hash of title and author; encoded name and date; hash of the address. */
  key: string
  /** JSON of `ListDefinition`, `BookDetails`, `StoredPublication` or `Review`. */
  value: string
  /** Number of the import that wrote it. */
  import: number
}
export type RecordKind = 'list' | 'book' | 'publication' | 'review'

/** A published import; the records of others are not visible. */
export interface ImportsTable {
  import: number
}

/** The one row that tells every process whether its archive is current. */
export interface StateTable {
  id: number
  /** The number of the newest published import; 0 before the first. */
  revision: number
  /** The number given out last. */
  imports: number
}

export interface Tables {
  newspaper_books_records: RecordsTable
  newspaper_books_imports: ImportsTable
  newspaper_books_state: StateTable
}
