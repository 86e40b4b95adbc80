// The tables of the embedded provider. What was imported is the same for everybody, so no row belongs to an account.
// The sample is computed and not stored.

export interface ListsTable {
  /** Encoded name. */
  name: string
  /** JSON of `ListDefinition`. */
  definition: string
}
export interface BooksTable {
  /** Hash of title and author. */
  key: string
  /** JSON of `StoredBook`. */
  book: string
}
/** A list of one date. */
export interface PublicationsTable {
  list: string
  /** `YYYY-MM-DD`. */
  published_date: string
  bestsellers_date: string
  /** ISO 8601 with an offset. */
  last_modified: string
  /** JSON of `StoredRank[]`, ascending by rank. */
  ranks: string
  /** JSON list of objects. */
  corrections: string
}
export interface ReviewsTable {
  /** Hash of the address. */
  key: string
  /** JSON of `Review`. */
  review: string
}
/** The one row that tells every process whether its archive is current. */
export interface StateTable {
  id: number
  /** Grows with every import; also the lock under which the tables change. */
  revision: number
}

export interface Tables {
  newspaper_books_lists: ListsTable
  newspaper_books_books: BooksTable
  newspaper_books_publications: PublicationsTable
  newspaper_books_reviews: ReviewsTable
  newspaper_books_state: StateTable
}
