// The tables of the embedded provider. Books are facts that everybody shares, so no row belongs to an account. Ids are
// the numbers within the provider's keys: 27448 is OL27448W among works, 26320 is OL26320A among authors.
import type { ProviderKit } from '#define'

/** A work as the dump of works reports it, read by `dump-records.ts`. */
export interface WorksTable {
  id: number
  /** JSON of `WorkRecord`. */
  record: string
}
export interface AuthorsTable {
  id: number
  /** JSON of `AuthorRecord`. */
  record: string
  /** JSON of the found author; empty until it is built. */
  doc: string
  /** The name for sorting. */
  name: string
  birth_year: number | null
  work_count: number
}
export interface EditionsTable {
  id: number
  work_id: number
  /** JSON of `EditionRecord`. */
  record: string
}
/** Authors of works. */
export interface CreditsTable {
  author_id: number
  work_id: number
}
/** The document of a work, built from its record, its editions and its authors. */
export interface DocsTable {
  id: number
  /** JSON of `WorkDoc`. */
  doc: string
}
/**
 * The columns that works are sorted and filtered by. They are apart from the documents, because narrow rows are read
 * several times faster.
 */
export interface RanksTable {
  id: number
  popularity: number
  edition_count: number
  first_year: number | null
  /** Index into `accessLevels`. */
  access: number
  pages: number | null
  scans: number
  title: string
  ddc: string | null
  lcc: string | null
  /** The lower bound that orders by rating use (`ratings_sortable`). Null here and below without any reader. */
  rating: number | null
  ratings_average: number | null
  ratings_count: number | null
  readinglog: number | null
  want: number | null
  reading: number | null
  done: number | null
}
/** How many readers gave a work how many stars, want to read it, are reading it, and have read it. */
export interface ReadersTable {
  work_id: number
  stars_1: number
  stars_2: number
  stars_3: number
  stars_4: number
  stars_5: number
  want: number
  reading: number
  done: number
}
/** Works and authors whose documents are out of date. The next import builds what an interrupted one left. */
export interface StaleTable {
  /** 'work' or 'author'. */
  kind: string
  id: number
}
/** How far the file of an import has been read. */
export interface ImportsTable {
  /**
   * Name and fingerprint of the first bytes; with `ratings` or `shelves` appended it marks that the file has begun to
   * count those.
   */
  file: string
  /** Bytes of the decompressed text that are stored. */
  position: number
  lines: number
}
/** The one row that informs every process whether its cached values are still valid. */
export interface StateTable {
  id: number
  /** Grows with every change; also the lock under which the tables change. */
  revision: number
  /** 1 while answers come from the sample. */
  sample: number
}

export interface Tables {
  book_catalogue_works: WorksTable
  book_catalogue_authors: AuthorsTable
  book_catalogue_editions: EditionsTable
  book_catalogue_credits: CreditsTable
  book_catalogue_docs: DocsTable
  book_catalogue_ranks: RanksTable
  book_catalogue_readers: ReadersTable
  book_catalogue_stale: StaleTable
  book_catalogue_imports: ImportsTable
  book_catalogue_state: StateTable
}

/** The database with its dialect; any kit is one. */
export type Database = Pick<ProviderKit<Tables>, 'db' | 'dialect'>
export type Db = Database['db']
export type Dialect = Database['dialect']
