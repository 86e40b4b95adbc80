// The tables of the embedded provider. All accounts share imported data, so no row has an owner. The sample is computed
// and not stored.

/** A record: a list, a book, a list of one date, or a review. */
export interface RecordsTable {
  kind: RecordKind
  /** Key: encoded name; hash of title and author; encoded name and date; hash of the address. */
  key: string
  /** JSON of `ListDefinition`, `BookDetails`, `StoredPublication` or `Review`. */
  value: string
  /** Number of the import that wrote the row. */
  import: number
}
export type RecordKind = 'list' | 'book' | 'publication' | 'review'

/** A published import; records of unpublished imports are invisible. */
interface ImportsTable {
  import: number
}

/** The single row from which every process learns whether its archive is current. */
interface StateTable {
  id: number
  /** The number of the newest published import; 0 before the first. */
  revision: number
  /** The last import number issued. */
  imports: number
}

export interface Tables {
  newspaper_books_records: RecordsTable
  newspaper_books_imports: ImportsTable
  newspaper_books_state: StateTable
}
