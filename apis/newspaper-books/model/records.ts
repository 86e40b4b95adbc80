// The records of the archive. Days are `YYYY-MM-DD`.

export type Frequency = 'WEEKLY' | 'MONTHLY'

export interface ListDefinition {
  readonly id: number
  readonly name: string
  readonly displayName: string
  readonly updated: Frequency
  /** Last normal rank; ranks beyond it are extended. */
  readonly normalEndsAt: number
}
export interface BookList extends ListDefinition {
  readonly encoded: string
  /** Publications, ascending by date; never empty. */
  readonly publications: readonly Publication[]
}
/** A list of one date. Days are `YYYY-MM-DD`. */
export interface Publication {
  readonly list: BookList
  readonly publishedDate: string
  readonly bestsellersDate: string
  /** Time of the last change, ISO 8601 with an offset. */
  readonly lastModified: string
  readonly corrections: readonly Readonly<Record<string, unknown>>[]
  /** Entries, ascending by rank. */
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
  /** Title in upper case. */
  readonly title: string
  readonly author: string
  readonly contributor: string
  readonly contributorNote: string
  readonly description: string
  readonly price: string
  readonly ageGroup: string
  readonly publisher: string
  /** ISBNs with 13 digits; the first is shown if an entry has none. */
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
  /** Entries, newest first. */
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
  /** Lists with a publication, in the order of the definitions. */
  readonly lists: readonly BookList[]
  readonly listsByName: ReadonlyMap<string, BookList>
  /** Books that have been on a list, by title. */
  readonly books: readonly Book[]
  readonly booksByIsbn: ReadonlyMap<string, readonly Book[]>
  /** Reviews, newest first. */
  readonly reviews: readonly Review[]
}

/** An entry before its derived fields are computed; the two that a file reports count if nothing earlier is stored. */
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
  /** Ranks, ascending. */
  readonly ranks: readonly RankedBook[]
}
export interface ArchiveSource {
  readonly isSample: boolean
  readonly definitions: readonly ListDefinition[]
  /** Publications by encoded list name, ascending by date. */
  readonly publications: ReadonlyMap<string, readonly RankedPublication[]>
  /** First day shown; earlier publications count only for the derived fields. */
  readonly firstShown?: string | undefined
  /** Returns the details of a ranked book. */
  readonly book: (key: string) => BookDetails | undefined
  readonly reviews: readonly Review[]
}
