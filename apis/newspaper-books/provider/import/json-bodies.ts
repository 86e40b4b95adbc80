// Reads responses of this API: lists, entries, overviews, histories, names and reviews; a file can hold any number of
// them. Other objects are problems.
import { cleanString, excerpt, jsonObjects, parseJson } from '#provider/import'
import type { Publication } from '../../model/records.ts'
import { hash, uuidOf } from '../store/stored.ts'
import { detailsFrom, isbnsFrom } from './book-fields.ts'
import type { Collection } from './collection.ts'
import { limits } from './limits.ts'

/** Maximum length of a response. The longest are histories of books that were on a list for years: some 4 MB. */
const maxLength = 16 * 1024 * 1024

type Json = Readonly<Record<string, unknown>>

export async function readJsonFile(
  text: AsyncIterable<string>,
  collection: Collection,
  pause: () => Promise<void>,
): Promise<void> {
  for await (const { line, json } of jsonObjects(text, maxLength)) {
    const body = parseJson(json)
    if (body === undefined) {
      collection.problem(`line ${line}`, `${excerpt(json)} is not JSON`)
      continue
    }
    for (const read of readingsOf(objectOf(body), `line ${line}`, collection)) {
      read()
      await pause()
    }
  }
}

/** Returns one function for each list or record of a response, so that a long one is read in steps. */
function readingsOf(body: Json, where: string, collection: Collection): (() => void)[] {
  const { results } = body
  if (Array.isArray(results))
    return results.map((item, at) => () => readRecord(objectOf(item), `${where}, result ${at + 1}`, collection))
  const list = objectOf(results)
  if (Array.isArray(list.books)) return [() => readList(list, { where, collection, body })]
  if (Array.isArray(list.lists))
    return list.lists.map((one, at) => () => {
      const shared = { published_date: list.published_date, bestsellers_date: list.bestsellers_date }
      readList({ ...shared, ...objectOf(one) }, { where: `${where}, list ${at + 1}`, collection, body })
    })
  return [() => collection.problem(where, 'it has no results of this API')]
}

/** Reads a list with its books. Monthly lists of an overview can be older than its date, so they are skipped. */
function readList(
  list: Json,
  { where, collection, body }: { where: string; collection: Collection; body: Json },
): void {
  const isOverview = list.list_id !== undefined
  if (isOverview && list.updated === 'MONTHLY') return
  const name = define(list, where, collection)
  const dates = {
    list: name,
    publishedDate: textOf(list.published_date),
    bestsellersDate: textOf(list.bestsellers_date),
  }
  const corrections = Array.isArray(list.corrections) ? list.corrections.map(correctionOf) : undefined
  collection.about(where, { ...dates, lastModified: timeOf(body.last_modified), corrections })
  for (const [at, item] of arrayOf(list.books).entries()) {
    const book = objectOf(item)
    readEntry(book, book, { ...dates, where: `${where}, book ${at + 1}`, collection })
  }
}

function readRecord(record: Json, where: string, collection: Collection): void {
  if (Array.isArray(record.book_details)) {
    define(record, where, collection)
    const details = objectOf(record.book_details[0])
    const book = { ...record, ...details, ...objectOf(arrayOf(record.reviews)[0]) }
    readEntry(record, book, { ...entryDates(record), where, collection })
  } else if (Array.isArray(record.ranks_history)) {
    const book = { ...record, ...objectOf(arrayOf(record.reviews)[0]) }
    for (const [at, item] of record.ranks_history.entries()) {
      const rank = objectOf(item)
      define(rank, where, collection)
      readEntry(
        rank,
        { ...book, primary_isbn13: rank.primary_isbn13 },
        { ...entryDates(rank), where: `${where}, rank ${at + 1}`, collection },
      )
    }
  } else if (typeof record.book_title === 'string') readReview(record, where, collection)
  else if (typeof record.list_name_encoded === 'string') define(record, where, collection)
  else if (typeof record.age_group !== 'string') collection.problem(where, 'it is no record of this API')
}

function entryDates(record: Json) {
  return {
    list: textOf(record.list_name) ?? '',
    publishedDate: textOf(record.published_date),
    bestsellersDate: textOf(record.bestsellers_date),
  }
}

interface EntryPlace extends ReturnType<typeof entryDates> {
  readonly where: string
  readonly collection: Collection
}

function readEntry(entry: Json, book: Json, { collection, ...place }: EntryPlace): void {
  const isbns = arrayOf(book.isbns).flatMap((isbn) => [objectOf(isbn).isbn13, objectOf(isbn).isbn10])
  const primary = textOf(book.primary_isbn13) || textOf(book.primary_isbn10)
  // an invalid primary number (an ASIN, or None) is not the importer's fault
  const [isbn] = isbnsFrom([primary])
  collection.entry({
    ...place,
    rank: textOf(entry.rank),
    rankLastWeek: textOf(entry.rank_last_week),
    weeksOnList: textOf(entry.weeks_on_list),
    asterisk: textOf(entry.asterisk),
    dagger: textOf(entry.dagger),
    isbn,
    book: {
      title: textOf(book.title),
      author: textOf(book.author),
      isbns: isbnsFrom([...isbns, primary]),
      details: detailsFrom(book),
    },
  })
}

/** Defines the list that a record names; returns its name. */
function define(record: Json, where: string, collection: Collection): string {
  const name = textOf(record.list_name) ?? ''
  collection.define(where, {
    name,
    displayName: cleanString(record.display_name, limits.text),
    updated: textOf(record.updated),
    normalEndsAt: smallNumber(record.normal_list_ends_at, limits.rank),
    id: smallNumber(record.list_id, 1_000_000),
  })
  return name
}

function readReview(record: Json, where: string, collection: Collection): void {
  const text = (name: string, max: number = limits.text) => cleanString(record[name], max) ?? ''
  const url = text('url', limits.longText)
  collection.review(where, {
    url,
    publicationDate: text('publication_dt').slice(0, 10),
    byline: text('byline'),
    title: text('book_title'),
    author: text('book_author'),
    summary: text('summary', limits.longText),
    uuid: text('uuid') || uuidOf(hash(url)),
    isbn13: isbnsFrom(arrayOf(record.isbn13)),
  })
}

/** Returns the members of a correction that are text or numbers. */
function correctionOf(value: unknown): Publication['corrections'][number] {
  const kept = Object.entries(objectOf(value)).filter(
    ([name, member]) =>
      name.length < 100 && (typeof member === 'number' || cleanString(member, limits.longText) !== undefined),
  )
  return Object.fromEntries(
    kept
      .slice(0, 20)
      .map(([name, member]) => [name, typeof member === 'number' ? member : cleanString(member, limits.longText)]),
  )
}

/** Returns a time with an offset, as lists have. */
function timeOf(value: unknown): string | undefined {
  const text = cleanString(value, 40)
  return text && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : undefined
}

function smallNumber(value: unknown, max: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= max ? value : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : undefined
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
