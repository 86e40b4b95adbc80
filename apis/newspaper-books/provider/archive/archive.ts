// All data for responses, in memory: the lists with their publications, the books with their ranks, and the reviews.
// Built whole, from the sample or from imported data, and immutable.

import { byKey, isbnForms, normalIsbn } from '#provider'
import { encodedName } from '../../model/encoded-name.ts'
import type {
  Archive,
  ArchiveSource,
  Book,
  BookList,
  Entry,
  ListDefinition,
  Publication,
  RankedPublication,
} from '../../model/records.ts'
import { derivedFields } from './derived-fields.ts'

/** Builds the archive; awaits `pause` between lists so that other work of the thread gets its turn. */
export async function buildArchive(
  source: ArchiveSource,
  pause: () => Promise<void> = async () => {},
): Promise<Archive> {
  const books = new Map<string, GrowingBook>()
  const bookOf = (key: string) => {
    const known = books.get(key)
    if (known) return known
    const details = source.book(key)
    if (!details) return undefined
    const book: GrowingBook = { ...details, entries: [] }
    books.set(key, book)
    return book
  }
  const lists: BookList[] = []
  for (const definition of source.definitions) {
    const encoded = encodedName(definition.name)
    const list = createList(definition, source.publications.get(encoded) ?? [], {
      bookOf,
      firstShown: source.firstShown ?? '',
    })
    if (list.publications.length > 0) lists.push(list)
    await pause()
  }
  const ordered = [...books.values()].sort(byKey(({ title }) => title))
  for (const { entries } of ordered) entries.sort(newestFirst)
  await pause()
  return {
    isSample: source.isSample,
    lists,
    listsByName: new Map(lists.map((list) => [list.encoded, list])),
    books: ordered,
    booksByIsbn: indexByIsbn(ordered),
    reviews: source.reviews,
  }
}

function newestFirst(one: Entry, other: Entry): number {
  const [a, b] = [one.publication.publishedDate, other.publication.publishedDate]
  return a === b ? one.publication.list.id - other.publication.list.id : a < b ? 1 : -1
}

/** A book whose entries are being added. */
type GrowingBook = Book & { readonly entries: Entry[] }

function createList(
  definition: ListDefinition,
  ranked: readonly RankedPublication[],
  { bookOf, firstShown }: { bookOf: (key: string) => GrowingBook | undefined; firstShown: string },
): BookList {
  const publications: Publication[] = []
  const list: BookList = { ...definition, encoded: encodedName(definition.name), publications }
  const derived = derivedFields(ranked, definition.updated)
  for (const [at, { ranks, ...rest }] of ranked.entries()) {
    if (rest.publishedDate < firstShown) continue
    const entries: Entry[] = []
    const publication: Publication = { ...rest, list, entries }
    publications.push(publication)
    for (const [place, { rank, key, isbn13, asterisk, dagger }] of ranks.entries()) {
      const book = bookOf(key)
      const fields = derived[at]?.[place]
      if (!book || !fields) continue
      const entry: Entry = { publication, book, isbn13, rank, ...fields, asterisk, dagger }
      entries.push(entry)
      book.entries.push(entry)
    }
  }
  return list
}

function indexByIsbn(books: readonly Book[]): Map<string, Book[]> {
  const index = new Map<string, Book[]>()
  for (const book of books)
    for (const isbn of book.isbns) {
      const known = index.get(isbn)
      if (known) known.push(book)
      else index.set(isbn, [book])
    }
  return index
}

/** Returns the 13 digits of an ISBN in either form, the key of `booksByIsbn`; undefined for anything else. */
export function isbn13Of(text: string): string | undefined {
  const isbn = normalIsbn(text)
  return isbn === undefined ? undefined : isbnForms(isbn)[0]
}
