// /lists/best-sellers/history.json: books that have been on a list, with all their ranks (SOURCES 3.4).
import { byKey, type Compare } from '#provider'
import type { Archive, Book, Entry } from '../../model/records.ts'
import { folded, titleForm } from '../archive/folding.ts'
import { badRequest } from '../errors.ts'
import { isbnView, linksView, primaryIsbns, textsView } from '../lists/view.ts'
import { isbnsOf, isDescending, offsetOf, pageSize, sortKeyOf, textOf, type Values } from '../parameters.ts'
import { createTextColumn, type TextColumn } from './text-column.ts'

/** Data computed once per archive: texts to search, and orders other than by title. */
interface Index {
  readonly titles: TextColumn<Book>
  readonly authors: TextColumn<Book>
  readonly contributors: TextColumn<Book>
  readonly sorted: Map<SortName, readonly Book[]>
}

export function createBestSellerHistory() {
  const indexes = new WeakMap<Archive, Index>()

  function indexOf(archive: Archive): Index {
    const known = indexes.get(archive)
    if (known) return known
    const { books } = archive
    const index = {
      titles: createTextColumn(books, ({ title }) => titleForm(title)),
      authors: createTextColumn(books, ({ author }) => folded(author)),
      contributors: createTextColumn(books, ({ contributor }) => folded(contributor)),
      sorted: new Map<SortName, readonly Book[]>([['title', books]]),
    }
    indexes.set(archive, index)
    return index
  }

  function inOrder({ books }: Archive, { sorted }: Index, name: SortName): readonly Book[] {
    const known = sorted.get(name) ?? books.toSorted(sortOrders[name])
    sorted.set(name, known)
    return known
  }

  return (archive: Archive, values: Values) => {
    const offset = offsetOf(values)
    const name = sortKeyOf(values, sortNames, 'title')
    const isBackwards = isDescending(values)
    const index = indexOf(archive)
    const matches = filterOf(archive, index, values)
    const ordered = inOrder(archive, index, name)
    const found = matches ? ordered.filter(matches) : ordered
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

/** Returns the conditions on a book; undefined without a filter. */
function filterOf(
  { booksByIsbn }: Archive,
  { titles, authors, contributors }: Index,
  values: Values,
): ((book: Book) => boolean) | undefined {
  const tests: ((book: Book) => boolean)[] = []
  const mustBeIn = (books: ReadonlySet<Book>) => tests.push((book) => books.has(book))
  const isbns = isbnsOf(values)
  if (isbns) mustBeIn(new Set(isbns.flatMap((isbn) => booksByIsbn.get(isbn) ?? [])))
  for (const [name, column] of [
    ['author', authors],
    ['contributor', contributors],
  ] as const) {
    const text = textOf(values, name)
    // every word of the query must be a word of the name; a query without words finds nothing
    if (text !== undefined)
      for (const word of folded(text).trim().split(' ')) mustBeIn(column.find(word && ` ${word} `))
  }
  const title = textOf(values, 'title')
  if (title !== undefined) mustBeIn(titles.find(titleForm(title)))
  const publisher = textOf(values, 'publisher')?.toLowerCase()
  if (publisher !== undefined) tests.push((book) => book.publisher.toLowerCase() === publisher)
  const ageGroup = textOf(values, 'age-group')?.toLowerCase()
  if (ageGroup !== undefined) tests.push((book) => book.ageGroup.toLowerCase() === ageGroup)
  const price = priceOf(values)
  if (price !== undefined) tests.push((book) => Number(book.price) === price)
  return tests.length === 0 ? undefined : (book) => tests.every((test) => test(book))
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
