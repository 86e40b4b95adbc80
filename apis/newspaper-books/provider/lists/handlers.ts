// The endpoints about lists: names, entries, one list of one date, and the overviews.
import { byKey, type Compare, compare, descending } from '#provider'
import { encodedName } from '../../model/encoded-name.ts'
import type { Archive, BookList, Entry, Publication } from '../../model/records.ts'
import { noList } from '../errors.ts'
import {
  dayOf,
  integerOf,
  isbnsOf,
  isDescending,
  offsetOf,
  pageSize,
  sortKeyOf,
  textOf,
  type Values,
} from '../parameters.ts'
import { datesAround, findPublication, publicationInForce } from './find-publication.ts'
import { flatEntryView, listBookView, listNameView, neighboursView, overviewBookView } from './view.ts'

const overviewLength = 5

export function listNames({ lists }: Archive) {
  return { num_results: lists.length, results: lists.map(listNameView) }
}

/** Serves /lists: the entries of one list, or of all of them, filtered and sorted. */
export function bestSellerEntries(archive: Archive, values: Values, today: string) {
  const name = textOf(values, 'list')
  const publications =
    name === undefined
      ? archive.lists.flatMap((list) => publicationIn(list, values, today) ?? [])
      : [publicationOf(listOf(archive, name), values, today)]
  const { page, total } = pageOf(
    publications.flatMap(({ entries }) => entries),
    values,
  )
  const modified = publications.map(({ lastModified }) => lastModified).sort(compare)
  return { num_results: total, last_modified: modified.at(-1) ?? '', results: page.map(flatEntryView) }
}

/** Serves /lists/{date}/{list}.json: `date` in the path counts, and the filters of the query must agree with it. */
export function bestSellerList(archive: Archive, values: Values, today: string) {
  const list = listOf(archive, textOf(values, 'list') ?? '')
  const named = textOf(values, 'list-name')
  if (named !== undefined && encodedName(named) !== list.encoded) throw noList()
  const date = textOf(values, 'date') === 'current' ? undefined : dayOf(values, 'date')
  const publication = publicationOf(list, { ...values, date }, today)
  const { page, total } = pageOf(publication.entries, values)
  return {
    num_results: total,
    last_modified: publication.lastModified,
    results: {
      list_name: list.name,
      list_name_encoded: list.encoded,
      bestsellers_date: publication.bestsellersDate,
      published_date: publication.publishedDate,
      ...neighboursView(publication),
      display_name: list.displayName,
      normal_list_ends_at: list.normalEndsAt,
      updated: list.updated,
      books: page.map(listBookView),
      corrections: publication.corrections.map((correction) => ({ ...correction })),
    },
  }
}

/** Returns the first books of every list in force on a publication date; all of them if `length` is undefined. */
export function overview(archive: Archive, values: Values, options: { today: string; length?: number }) {
  const date = overviewDate(archive, dayOf(values, 'published_date'), options.today)
  const inForce = archive.lists.flatMap((list) => publicationInForce(list, date.publishedDate) ?? [])
  const lists = inForce.map(({ list, entries }) => {
    const first = entries[0]?.book
    return {
      list_id: list.id,
      list_name: list.name,
      list_name_encoded: list.encoded,
      display_name: list.displayName,
      updated: list.updated,
      list_image: first && first.image !== '' ? first.image : null,
      list_image_width: first?.imageWidth ?? null,
      list_image_height: first?.imageHeight ?? null,
      books: entries.slice(0, options.length).map(overviewBookView),
    }
  })
  const total = lists.reduce((sum, { books }) => sum + books.length, 0)
  return {
    num_results: total,
    results: {
      bestsellers_date: date.bestsellersDate,
      published_date: date.publishedDate,
      ...overviewNeighbours(archive, date.publishedDate),
      lists,
    },
  }
}

/** Returns the publication dates of any list around a date; empty texts if there is none. */
function overviewNeighbours({ lists }: Archive, date: string) {
  const dates = lists.map((list) => datesAround(list, date))
  const previous =
    dates
      .map((one) => one.previous)
      .sort(compare)
      .at(-1) ?? ''
  const next =
    dates
      .flatMap((one) => (one.next === '' ? [] : one.next))
      .sort(compare)
      .at(0) ?? ''
  return {
    published_date_description: next === '' ? 'latest' : '',
    previous_published_date: previous,
    next_published_date: next,
  }
}

/** Returns the overview's cache key, apart from the archive. */
export const overviewKey = (values: Values, today: string): string => dayOf(values, 'published_date') ?? `on ${today}`

export function overviewOfFive(archive: Archive, values: Values, today: string) {
  return overview(archive, values, { today, length: overviewLength })
}

/** Returns the age groups of the books that have been on a list. */
export function ageGroups({ books }: Archive) {
  const groups = [...new Set(books.map(({ ageGroup }) => ageGroup))].filter((group) => group !== '').sort(compare)
  return { num_results: groups.length, results: groups.map((group) => ({ age_group: group })) }
}

/** Finds a list by its name or encoded name, ignoring case. Throws 404. */
function listOf({ listsByName }: Archive, name: string): BookList {
  const list = listsByName.get(encodedName(name))
  if (!list) throw noList()
  return list
}

/** Finds the publication for the dates of a call. Throws 404. */
function publicationOf(list: BookList, values: Values, today: string): Publication {
  const publication = publicationIn(list, values, today)
  if (!publication) throw noList()
  return publication
}

/** Finds the publication of a list that matches all dates of a call; the newest without any. */
function publicationIn(list: BookList, values: Values, today: string): Publication | undefined {
  const published = textOf(values, 'published-date') === 'current' ? undefined : dayOf(values, 'published-date')
  const days = [dayOf(values, 'date'), published].filter((day) => day !== undefined)
  const salesWeek = dayOf(values, 'bestsellers-date')
  const found = days.map((day) => findPublication(list, { day, today }))
  if (salesWeek !== undefined) found.push(findPublication(list, { day: salesWeek, today, by: 'bestsellersDate' }))
  const [first, ...others] = found.length > 0 ? found : [list.publications.at(-1)]
  return others.some((other) => other !== first) ? undefined : first
}

function pageOf(entries: readonly Entry[], values: Values): { page: Entry[]; total: number } {
  const offset = offsetOf(values)
  const rank = integerOf(values, 'rank')
  const rankLastWeek = integerOf(values, 'rank-last-week')
  const weeksOnList = integerOf(values, 'weeks-on-list')
  const isbns = isbnsOf(values)
  const matches = entries.filter(
    (entry) =>
      (rank === undefined || entry.rank === rank) &&
      (rankLastWeek === undefined || entry.rankLastWeek === rankLastWeek) &&
      (weeksOnList === undefined || entry.weeksOnList === weeksOnList) &&
      (isbns === undefined || isbns.some((isbn) => entry.isbn13 === isbn || entry.book.isbns.includes(isbn))),
  )
  const order = sortOrders[sortKeyOf(values, sortNames, 'rank')]
  // a stable sort, so that equal entries stay in the order of their ranks
  const sorted = matches.sort(isDescending(values) ? descending(order) : order)
  return { page: sorted.slice(offset, offset + pageSize), total: matches.length }
}

const sortOrders = {
  rank: (one, other) => one.rank - other.rank,
  'rank-last-week': (one, other) => one.rankLastWeek - other.rankLastWeek,
  'weeks-on-list': (one, other) => one.weeksOnList - other.weeksOnList,
  title: (one, other) => compare(one.book.title, other.book.title),
  isbn: (one, other) => compare(one.isbn13, other.isbn13),
  date: (one, other) => compare(one.publication.publishedDate, other.publication.publishedDate),
  'bestsellers-date': (one, other) => compare(one.publication.bestsellersDate, other.publication.bestsellersDate),
  'published-date': (one, other) => compare(one.publication.publishedDate, other.publication.publishedDate),
  list: (one, other) => compare(one.publication.list.name, other.publication.list.name),
  'list-name': (one, other) => compare(one.publication.list.name, other.publication.list.name),
} satisfies Record<string, Compare<Entry>>
const sortNames = Object.keys(sortOrders).filter((name): name is keyof typeof sortOrders => name in sortOrders)

/**
 * Returns the date of the overview: the first publication of any list on or after a day, or the newest without a day.
 * Throws 404.
 */
function overviewDate({ lists }: Archive, day: string | undefined, today: string): Publication {
  const found = lists.flatMap((list) =>
    day === undefined ? (list.publications.at(-1) ?? []) : (findPublication(list, { day, today }) ?? []),
  )
  const dated = found.toSorted(byKey(({ publishedDate }) => publishedDate))
  // if no list has a later publication, the matches are the newest ones before the day
  const best = (day !== undefined && dated.find(({ publishedDate }) => publishedDate >= day)) || dated.at(-1)
  if (!best) throw noList()
  return best
}
