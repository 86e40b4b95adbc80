// /lists/best-sellers/history.json: books that have been on a list, with every rank they had (SOURCES 3.4).
import { byKey, type Compare } from '#provider'
import { folded, hasWords, titleForm } from '../archive/folding.ts'
import type { Archive, Book, Entry } from '../archive/records.ts'
import { badRequest } from '../errors.ts'
import { isbnView, linksView, primaryIsbns, textsView } from '../lists/view.ts'
import { isbnsOf, isDescending, offsetOf, pageSize, sortKeyOf, textOf, type Values } from '../parameters.ts'

export type BestSellerHistory = ReturnType<typeof createBestSellerHistory>

/** Orders other than by title are sorted once per archive and kept. */
export function createBestSellerHistory() {
  const sorted = new WeakMap<Archive, Map<string, readonly Book[]>>()

  function inOrder(archive: Archive, name: SortName): readonly Book[] {
    if (name === 'title') return archive.books
    const known = sorted.get(archive) ?? new Map<string, readonly Book[]>()
    sorted.set(archive, known)
    const books = known.get(name) ?? archive.books.toSorted(sortOrders[name])
    known.set(name, books)
    return books
  }

  return (archive: Archive, values: Values) => {
    const offset = offsetOf(values)
    const name = sortKeyOf(values, sortNames, 'title')
    const isBackwards = isDescending(values)
    const matches = filterOf(archive, values)
    const found = matches ? inOrder(archive, name).filter(matches) : inOrder(archive, name)
    const total = found.length
    const from = isBackwards ? Math.max(0, total - offset - pageSize) : offset
    const page = found.slice(from, isBackwards ? Math.max(0, total - offset) : offset + pageSize)
    if (isBackwards) page.reverse()
    return { num_results: total, results: page.map(historyView) }
  }
}

const sortOrders = {
  title: byKey(({ title }: Book) => title),
  author: byKey(({ author }: Book) => author),
  contributor: byKey(({ contributor }: Book) => contributor.replace(/^by /, '')),
  publisher: byKey(({ publisher }: Book) => publisher),
  'age-group': byKey(({ ageGroup }: Book) => ageGroup),
  price: byKey(({ price }: Book) => Number(price)),
} satisfies Record<string, Compare<Book>>
type SortName = keyof typeof sortOrders
const sortNames = Object.keys(sortOrders).filter((name): name is SortName => name in sortOrders)

/** What a book must be to be found; undefined without a filter. */
function filterOf({ booksByIsbn }: Archive, values: Values): ((book: Book) => boolean) | undefined {
  const tests: ((book: Book) => boolean)[] = []
  const isbns = isbnsOf(values)
  if (isbns) {
    const books = new Set(isbns.flatMap((isbn) => booksByIsbn.get(isbn) ?? []))
    tests.push((book) => books.has(book))
  }
  const author = textOf(values, 'author')
  if (author !== undefined) tests.push(wordTest(author, ({ authorWords }) => authorWords))
  const contributor = textOf(values, 'contributor')
  if (contributor !== undefined) tests.push(wordTest(contributor, ({ contributorWords }) => contributorWords))
  const title = textOf(values, 'title')
  if (title !== undefined) {
    const portion = titleForm(title)
    tests.push((book) => portion !== '' && book.titleForm.includes(portion))
  }
  const publisher = textOf(values, 'publisher')?.toLowerCase()
  if (publisher !== undefined) tests.push((book) => book.publisher.toLowerCase() === publisher)
  const ageGroup = textOf(values, 'age-group')?.toLowerCase()
  if (ageGroup !== undefined) tests.push((book) => book.ageGroup.toLowerCase() === ageGroup)
  const price = priceOf(values)
  if (price !== undefined) tests.push((book) => Number(book.price) === price)
  return tests.length === 0 ? undefined : (book) => tests.every((test) => test(book))
}

function wordTest(query: string, words: (book: Book) => string): (book: Book) => boolean {
  const asked = folded(query)
  return (book) => asked !== ' ' && hasWords(words(book), asked)
}

function priceOf(values: Values): number | undefined {
  const text = textOf(values, 'price')
  if (text === undefined) return undefined
  if (!/^\d{1,6}(?:\.\d{1,2})?$/.test(text)) throw badRequest('price must be an amount such as 27.00.')
  return Number(text)
}

function historyView(book: Book) {
  return {
    ...textsView(book),
    isbns: book.isbns.map(isbnView),
    ranks_history: book.entries.map(rankView),
    reviews: [linksView(book)],
  }
}

function rankView(entry: Entry) {
  const { publication, rank, weeksOnList, rankLastWeek, asterisk, dagger } = entry
  return {
    ...primaryIsbns(entry),
    rank,
    list_name: publication.list.name,
    display_name: publication.list.displayName,
    published_date: publication.publishedDate,
    bestsellers_date: publication.bestsellersDate,
    weeks_on_list: weeksOnList,
    rank_last_week: rankLastWeek,
    asterisk,
    dagger,
  }
}
