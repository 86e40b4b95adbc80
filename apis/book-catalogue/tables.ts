// The tables of the embedded provider. Books are facts shared by all accounts, so no row has an owner. Ids are the
// numbers within the provider's keys: 27448 is OL27448W among works, 26320 is OL26320A among authors.
import type { ProviderKit } from '#define'

/** A work from the dump of works, read by `dump-records.ts`. */
interface WorksTable {
  id: number
  /** JSON of `WorkRecord`. */
  record: string
}
interface AuthorsTable {
  id: number
  /** JSON of `AuthorRecord`. */
  record: string
  /** JSON of the author as a search result; empty until it is built. */
  doc: string
  /** Name for sorting. */
  name: string
  birth_year: number | null
  work_count: number
}
interface EditionsTable {
  id: number
  work_id: number
  /** JSON of `EditionRecord`. */
  record: string
}
/** Authors of works. */
interface CreditsTable {
  author_id: number
  work_id: number
}
/** The document of a work, built from its record, its editions and its authors. */
interface DocsTable {
  id: number
  /** JSON of `WorkDoc`. */
  doc: string
}
/**
 * Columns that works are sorted and filtered by. They are kept apart from the documents, because narrow rows are read
 * several times faster.
 */
interface RanksTable {
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
  /** Lower bound that orders by rating (`ratings_sortable`). Null here and below without any reader. */
  rating: number | null
  ratings_average: number | null
  ratings_count: number | null
  readinglog: number | null
  want: number | null
  reading: number | null
  done: number | null
}
/** Reader counts of a work: by number of stars, and by shelf (want to read, reading, read). */
interface ReadersTable {
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
/** Works and authors with outdated documents. The next import builds those that an interrupted one left. */
interface StaleTable {
  /** Kind: 'work' or 'author'. */
  kind: string
  id: number
}
/** A work or an author that was merged into another. */
interface RedirectsTable {
  /** Kind: 'work' or 'author'. */
  kind: string
  id: number
  target: number
}
/** Progress of an import by file. */
interface ImportsTable {
  /**
   * Name and fingerprint of the first bytes; with `ratings` or `shelves` appended, a mark that the file has begun to
   * count those.
   */
  file: string
  /** Bytes of the decompressed text stored so far. */
  position: number
  lines: number
}
/** The single row from which every process learns whether its cached values are still valid. */
interface StateTable {
  id: number
  /** Revision, which grows with every change; its row is also the lock for changes to the tables. */
  revision: number
  /** Set to 1 while responses come from the sample. */
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
  book_catalogue_redirects: RedirectsTable
  book_catalogue_imports: ImportsTable
  book_catalogue_state: StateTable
}

/** The database with its dialect; any kit has both. */
export type Database = Pick<ProviderKit<Tables>, 'db' | 'dialect'>
export type Db = Database['db']
export type Dialect = Database['dialect']
