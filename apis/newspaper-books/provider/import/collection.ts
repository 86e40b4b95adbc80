// Collects the records of a file before anything is stored: a file is imported whole or not at all.
import { addDays, isDay } from '#provider'
import { cleanString, createImportProblems, excerpt, invalidImport } from '#provider/import'
import { publishedDateOf } from '../../model/calendar.ts'
import { encodedName } from '../../model/encoded-name.ts'
import { isBarelyBelow } from '../../model/marks.ts'
import type { BookDetails, Frequency, ListDefinition, Publication, RankedBook, Review } from '../../model/records.ts'
import { isbn13Of } from '../archive/archive.ts'
import { bookKey, hash } from '../store/stored.ts'
import { limits } from './limits.ts'

/** A book's members in a file; the others keep their stored values. */
export type PartialDetails = { -readonly [K in keyof BookDetails]?: BookDetails[K] }

/** An entry from a file reader. Strings are unchecked; undefined and empty mean that the file lacks a value. */
interface FileEntry {
  readonly where: string
  /** List name or encoded name. */
  readonly list: string
  readonly publishedDate: string | undefined
  readonly bestsellersDate: string | undefined
  readonly rank: string | undefined
  /** Copies or loans, instead of a rank. */
  readonly sales?: string | undefined
  readonly rankLastWeek: string | undefined
  readonly weeksOnList: string | undefined
  readonly asterisk: string | undefined
  readonly dagger: string | undefined
  readonly isbn: string | undefined
  readonly book: FileBook
}
export interface FileBook {
  readonly title: string | undefined
  readonly author: string | undefined
  readonly isbns: readonly string[]
  readonly details: PartialDetails
}
export interface FilePublication {
  readonly list: string
  readonly publishedDate: string
  readonly bestsellersDate: string
  lastModified: string | undefined
  corrections: Publication['corrections'] | undefined
  /** True for a list by sales, which the file contains whole. */
  isWhole: boolean
  readonly ranks: (RankedBook & { sales?: number })[]
  /** Position of each book and each rank in the file. */
  readonly places: Map<string | number, string>
}
interface FileDefinition {
  readonly name: string
  readonly displayName?: string | undefined
  readonly updated?: string | undefined
  readonly normalEndsAt?: number | undefined
  readonly id?: number | undefined
}
/** Stored data that the reading of a file needs. */
interface Known {
  /** Definitions by encoded name: stored ones and those of the newspaper. */
  readonly definitions: ReadonlyMap<string, ListDefinition>
  readonly keysByIsbn: ReadonlyMap<string, string>
}

interface DatedList extends Pick<FileEntry, 'list' | 'publishedDate' | 'bestsellersDate'> {}
interface AboutList extends DatedList {
  readonly lastModified?: string | undefined
  readonly corrections?: Publication['corrections'] | undefined
}

/** Records of one file; every `where` is a position in it. */
export class Collection {
  readonly counts = { lists: 0, entries: 0, books: 0, reviews: 0, corrections: 0, unmatched: 0 }
  readonly #known: Known
  readonly #problems = createImportProblems()
  readonly #definitions = new Map<string, ListDefinition>()
  readonly #publications = new Map<string, FilePublication>()
  readonly #books = new Map<string, PartialDetails>()
  readonly #reviews = new Map<string, Review>()
  readonly #keysByIsbn: Map<string, string>

  constructor(known: Known) {
    this.#known = known
    this.#keysByIsbn = new Map(known.keysByIsbn)
  }

  problem(where: string, problem: string): void {
    this.#problems.add(where, problem)
  }

  define(where: string, definition: FileDefinition): void {
    this.#noting(where, () => {
      const name = cleanString(definition.name, limits.text)
      if (!name || !/^[a-z0-9][a-z0-9-]*$/.test(encodedName(name)))
        throw new Problem(`${excerpt(definition.name)} is not a name of a list: letters, digits and blanks`)
      this.#setDefinition({ ...definition, name })
    })
  }

  entry(entry: FileEntry): void {
    this.#noting(entry.where, () => this.#addEntry(entry))
  }

  /** Sets time and corrections of a list; the file's corrections replace the stored ones. */
  about(where: string, list: AboutList): void {
    this.#noting(where, () => {
      const { lastModified, corrections } = list
      const found = this.#publicationOf(where, list)
      if (lastModified !== undefined) found.lastModified = lastModified
      if (corrections === undefined || corrections.length === 0) return
      found.corrections = [...(found.corrections ?? []), ...corrections]
      this.counts.corrections += corrections.length
      if (found.corrections.length > limits.corrections)
        throw new Problem(`its list has more than ${limits.corrections} corrections`)
    })
  }

  review(where: string, review: Review): void {
    this.#noting(where, () => {
      if (!isDay(review.publicationDate)) throw new Problem('publication_dt is not a day, YYYY-MM-DD')
      if (review.url === '' || review.title === '') throw new Problem('it needs url and book_title')
      this.#reviews.set(hash(review.url), review)
      this.counts.reviews = this.#reviews.size
      if (this.#reviews.size > limits.reviews) throw invalidImport(`more than ${limits.reviews} reviews`)
    })
  }

  /** Completes the book with one of these ISBNs; counts it as unmatched if no list has it. */
  metadata(where: string, book: FileBook): void {
    if (book.isbns.some((isbn) => this.#keysByIsbn.has(isbn)))
      this.#noting(where, () => this.#addBook(book, this.#keyOf(book)))
    else this.counts.unmatched += 1
  }

  /** Returns the complete records of the file. Throws `import.invalid` with all problems. */
  finish() {
    this.#problems.throwIfAny()
    const publications = [...this.#publications.values()]
    for (const publication of publications) if (publication.isWhole) rankBySales(publication)
    return { definitions: this.#definitions, publications, books: this.#books, reviews: this.#reviews }
  }

  #addEntry(entry: FileEntry): void {
    const publication = this.#publicationOf(entry.where, entry)
    const read = figuresOf(entry)
    const { sales, isbn13 } = read
    const isbns = [...new Set([...entry.book.isbns, isbn13])].filter((isbn) => isbn !== '')
    const book = { ...entry.book, isbns }
    const key = this.#keyOn(publication, book, isbn13)
    this.#addBook(book, key)
    if (sales !== undefined) publication.isWhole = true
    if (publication.isWhole === (sales === undefined)) throw new Problem('its list has ranks and sales')
    if (!setRank(publication, entry.where, { ...read, key })) return
    this.counts.entries += 1
    if (this.counts.entries > limits.entries) throw invalidImport(`more than ${limits.entries} entries`)
  }

  #setDefinition({ name, displayName, updated, normalEndsAt, id }: FileDefinition): void {
    const encoded = encodedName(name)
    const before = this.#definitions.get(encoded) ?? this.#known.definitions.get(encoded)
    const frequency: Frequency | undefined = updated === 'MONTHLY' || updated === 'WEEKLY' ? updated : undefined
    this.#definitions.set(encoded, {
      id: id ?? before?.id ?? limits.firstOwnId + this.#known.definitions.size + this.#definitions.size,
      name,
      displayName: displayName || before?.displayName || name,
      updated: frequency ?? before?.updated ?? 'WEEKLY',
      normalEndsAt: normalEndsAt ?? before?.normalEndsAt ?? limits.normalEndsAt,
    })
    this.counts.lists = this.#definitions.size
    if (this.#definitions.size > limits.lists) throw invalidImport(`more than ${limits.lists} lists`)
  }

  #publicationOf(where: string, entry: DatedList): FilePublication {
    const list = encodedName(entry.list)
    if (!this.#definitions.has(list) && !this.#known.definitions.has(list))
      throw new Problem(`the list ${excerpt(entry.list)} is not defined; import its definition first`)
    const published = dayIn('published_date', entry.publishedDate)
    const salesWeek = dayIn('bestsellers_date', entry.bestsellersDate)
    const publishedDate = published ?? (salesWeek === undefined ? undefined : publishedDateOf(salesWeek))
    if (publishedDate === undefined) throw new Problem('published_date is missing')
    const bestsellersDate = salesWeek ?? addDays(publishedDate, -15)
    if (bestsellersDate > publishedDate) throw new Problem('bestsellers_date is after published_date')
    const id = `${list}\t${publishedDate}`
    const before = this.#publications.get(id)
    if (before && before.bestsellersDate !== bestsellersDate)
      throw new Problem(`${list} of ${publishedDate} has another bestsellers_date above`)
    const publication: FilePublication = before ?? {
      list,
      publishedDate,
      bestsellersDate,
      lastModified: undefined,
      corrections: undefined,
      isWhole: false,
      ranks: [],
      places: new Map(),
    }
    this.#publications.set(id, publication)
    if (this.#publications.size > limits.publications)
      throw invalidImport(`${where}: more than ${limits.publications} lists by date`)
    return publication
  }

  /** Returns the storage key of a book: that of its first known ISBN, else of its title and author. */
  #keyOf({ title = '', author = '', isbns }: FileBook): string {
    for (const isbn of isbns) {
      const key = this.#keysByIsbn.get(isbn)
      if (key !== undefined) return key
    }
    const [isbn] = isbns
    if (title === '' && isbn === undefined) throw new Problem('it has neither a title nor an ISBN')
    return title === '' ? hash(`isbn ${isbn}`) : bookKey(title, author)
  }

  /** Returns the key of a book on a list; two editions of one title on the same list are two books. */
  #keyOn({ ranks, places }: FilePublication, book: FileBook, isbn13: string): string {
    const key = this.#keyOf(book)
    const other = places.has(key) ? ranks.find((one) => one.key === key)?.isbn13 : undefined
    return other === undefined || other === '' || isbn13 === '' || other === isbn13 ? key : hash(`${key} ${isbn13}`)
  }

  #addBook(book: FileBook, key: string): void {
    const before = this.#books.get(key)
    const isbns = [...new Set([...book.isbns, ...(before?.isbns ?? [])])].slice(0, limits.isbns)
    for (const isbn of isbns) if (!this.#keysByIsbn.has(isbn)) this.#keysByIsbn.set(isbn, key)
    const title = cleanString(book.title, limits.text)?.toUpperCase()
    const author = cleanString(book.author, limits.text)
    this.#books.set(key, {
      ...before,
      ...book.details,
      ...(title ? { title } : {}),
      ...(author ? { author } : {}),
      isbns,
    })
    this.counts.books = this.#books.size
    if (this.#books.size > limits.books) throw invalidImport(`more than ${limits.books} books`)
  }

  /** Runs a reading; notes a thrown Problem with its position. */
  #noting(where: string, read: () => void): void {
    try {
      read()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      this.#problems.add(where, error.message)
    }
  }
}

class Problem extends Error {
  override name = 'Problem'
}

/** Reads the rank or sales of an entry, and what else the file says about its place. */
function figuresOf(entry: FileEntry) {
  const asterisk = flagIn('asterisk', entry.asterisk)
  const dagger = flagIn('dagger', entry.dagger)
  const rank = integerIn('rank', entry.rank, { min: 1, max: limits.rank })
  const sales = integerIn('sales', entry.sales, { min: 0, max: 1e12 })
  if ((rank === undefined) === (sales === undefined)) throw new Problem('it needs either a rank or sales')
  const reportedLastWeek = integerIn('rank_last_week', entry.rankLastWeek, { min: 0, max: limits.rank })
  const reportedWeeks = integerIn('weeks_on_list', entry.weeksOnList, { min: 0, max: limits.weeks })
  const [firstIsbn = ''] = entry.book.isbns
  const isbn13 = entry.isbn ? isbnIn(entry.isbn) : firstIsbn
  return { rank, sales, isbn13, asterisk, dagger, reportedLastWeek, reportedWeeks }
}

/** Adds a rank to a list; returns false if the file repeats it. */
function setRank(
  { ranks, places }: FilePublication,
  where: string,
  { rank, sales, ...one }: ReturnType<typeof figuresOf> & { readonly key: string },
): boolean {
  const byBook = places.get(one.key)
  const byRank = rank === undefined ? byBook : places.get(rank)
  // pages that were saved twice, or a list and the overview, can repeat an entry
  if (byBook !== undefined && byBook === byRank && sales === undefined) return false
  if (byBook !== undefined) throw new Problem(`the list has its book already, at ${byBook}`)
  if (byRank !== undefined) throw new Problem(`the list has its rank already, at ${byRank}`)
  if (ranks.length >= (sales === undefined ? limits.rank : limits.soldBooks))
    throw new Problem('its list has too many entries')
  ranks.push({ rank: rank ?? 0, ...one, ...(sales === undefined ? {} : { sales }) })
  places.set(one.key, where)
  if (rank !== undefined) places.set(rank, where)
  return true
}

/** Ranks the best-selling books of a list; equal sales keep the order of the file. */
function rankBySales({ ranks }: FilePublication): void {
  ranks.sort((one, other) => (other.sales ?? 0) - (one.sales ?? 0))
  ranks.splice(limits.rank)
  for (const [at, one] of ranks.entries()) {
    const above = ranks[at - 1]?.sales
    const asterisk = above !== undefined && isBarelyBelow(one.sales ?? 0, above) ? 1 : 0
    ranks[at] = { ...one, rank: at + 1, asterisk }
  }
}

function dayIn(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (!isDay(text)) throw new Problem(`${name} ${excerpt(text)} is not a day, YYYY-MM-DD`)
  return text
}

function integerIn(name: string, text: string | undefined, { min, max }: { min: number; max: number }) {
  if (text === undefined || text === '') return undefined
  const number = /^\d{1,13}$/.test(text) ? Number(text) : -1
  if (number < min || number > max)
    throw new Problem(`${name} ${excerpt(text)} is not a whole number from ${min} to ${max}`)
  return number
}

function flagIn(name: string, text: string | undefined): number {
  return integerIn(name, text, { min: 0, max: 1 }) ?? 0
}

function isbnIn(text: string): string {
  const isbn = isbn13Of(text)
  if (isbn === undefined) throw new Problem(`${excerpt(text)} is not an ISBN with a valid check digit`)
  return isbn
}
