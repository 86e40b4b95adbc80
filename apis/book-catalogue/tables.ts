// The tables of the embedded provider. Books are facts that everybody shares, so no row belongs to an account. Ids are the
// numbers within the provider's keys: 27448 is OL27448W among works, 26320 is OL26320A among authors.

/** What the dump of works says of a work, as read by `dump-records.ts`. */
export interface WorksTable {
  id: number
  /** JSON of `WorkRecord`. */
  record: string
}
export interface AuthorsTable {
  id: number
  /** JSON of `AuthorRecord`. */
  record: string
  /** JSON of the found author; empty until it is made. */
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
/** Who wrote what. */
export interface CreditsTable {
  author_id: number
  work_id: number
}
/** The found work, made of its record, its editions and its authors. */
export interface DocsTable {
  id: number
  /** JSON of `WorkDoc`. */
  doc: string
}
/** What works are sorted and limited by, apart from the documents, because narrow rows are read several times faster. */
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
  /** What orders by rating go by: `ratings_sortable`. Null here and below where no reader said anything. */
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
/** Works and authors whose documents are out of date: what an interrupted import leaves is made up for by the next. */
export interface StaleTable {
  /** 'work' or 'author'. */
  kind: string
  id: number
}
/** How far the file of an import was read. */
export interface ImportsTable {
  /** Name and fingerprint of the first bytes; with `ratings` or `shelves` behind it, that the file has begun to count those. */
  file: string
  /** Bytes of the unpacked text that are stored. */
  position: number
  lines: number
}
/** The one row that tells every process whether what it remembers is still right. */
export interface StateTable {
  id: number
  /** Grows with every change; also the lock under which the tables change. */
  revision: number
  /** 1 while the sample is what answers. */
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
