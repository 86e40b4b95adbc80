// What the archive is made of. Days are `YYYY-MM-DD`.

export type Frequency = 'WEEKLY' | 'MONTHLY'

export interface ListDefinition {
  readonly id: number
  readonly name: string
  readonly displayName: string
  readonly updated: Frequency
  /** Ranks above it are extended ranks. */
  readonly normalEndsAt: number
}
export interface BookList extends ListDefinition {
  readonly encoded: string
  /** Ascending by date; never empty. */
  readonly publications: readonly Publication[]
}
/** A list of one date. Days are `YYYY-MM-DD`. */
export interface Publication {
  readonly list: BookList
  readonly publishedDate: string
  readonly bestsellersDate: string
  /** ISO 8601 with an offset. */
  readonly lastModified: string
  readonly corrections: readonly Readonly<Record<string, unknown>>[]
  /** Ascending by rank. */
  readonly entries: readonly Entry[]
}
export interface Entry {
  readonly publication: Publication
  readonly book: Book
  readonly isbn13: string
  readonly rank: number
  readonly rankLastWeek: number
  readonly weeksOnList: number
  readonly asterisk: number
  readonly dagger: number
}
export interface BookDetails {
  /** Upper case. */
  readonly title: string
  readonly author: string
  readonly contributor: string
  readonly contributorNote: string
  readonly description: string
  readonly price: string
  readonly ageGroup: string
  readonly publisher: string
  /** With 13 digits, the first of which is shown where an entry has none. */
  readonly isbns: readonly string[]
  readonly image: string
  readonly imageWidth: number | null
  readonly imageHeight: number | null
  readonly amazonUrl: string
  readonly buyLinks: readonly { readonly name: string; readonly url: string }[]
  readonly uri: string
  readonly reviewLink: string
  readonly sundayReviewLink: string
  readonly firstChapterLink: string
  readonly articleLink: string
}
export interface Book extends BookDetails {
  /** Newest first. */
  readonly entries: readonly Entry[]
}
export interface Review {
  readonly url: string
  readonly publicationDate: string
  readonly byline: string
  readonly title: string
  readonly author: string
  readonly summary: string
  readonly uuid: string
  readonly isbn13: readonly string[]
}
export interface Archive {
  readonly isSample: boolean
  /** In the order of the definitions; only lists that have a publication. */
  readonly lists: readonly BookList[]
  readonly listsByName: ReadonlyMap<string, BookList>
  /** Books that have been on a list, by title. */
  readonly books: readonly Book[]
  readonly booksByIsbn: ReadonlyMap<string, readonly Book[]>
  /** Newest first. */
  readonly reviews: readonly Review[]
}

/** An entry before its derived fields are known; the two that a file reports count where nothing earlier is stored. */
export interface RankedBook {
  readonly rank: number
  readonly key: string
  readonly isbn13: string
  readonly asterisk: number
  readonly dagger: number
  readonly reportedLastWeek?: number | undefined
  readonly reportedWeeks?: number | undefined
}
export interface RankedPublication {
  readonly publishedDate: string
  readonly bestsellersDate: string
  readonly lastModified: string
  readonly corrections: Publication['corrections']
  /** Ascending by rank. */
  readonly ranks: readonly RankedBook[]
}
export interface ArchiveSource {
  readonly isSample: boolean
  readonly definitions: readonly ListDefinition[]
  /** Ascending by date, by encoded name of the list. */
  readonly publications: ReadonlyMap<string, readonly RankedPublication[]>
  /** Publications before this day count for the derived fields and are not shown. */
  readonly firstShown?: string | undefined
  /** The details of a book that is ranked. */
  readonly book: (key: string) => BookDetails | undefined
  readonly reviews: readonly Review[]
}
