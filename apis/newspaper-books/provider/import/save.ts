// Stores the records of a file: written in many short transactions, visible all at once.

import type { Kysely } from 'kysely'
import { invalidImport, publishRows } from '#provider/import'
import { inNewYork } from '../../model/calendar.ts'
import type { BookDetails, ListDefinition, RankedBook, Review } from '../../model/records.ts'
import type { RecordKind, Tables } from '../../tables.ts'
import { publishedTables, type StoredRecord } from '../store/read-archive.ts'
import { bookFrom, noDetails, publicationFrom, type StoredPublication, uriOf } from '../store/stored.ts'
import type { FilePublication, PartialDetails } from './collection.ts'
import { limits } from './limits.ts'

interface Saved {
  readonly definitions: ReadonlyMap<string, ListDefinition>
  readonly publications: readonly FilePublication[]
  readonly books: ReadonlyMap<string, PartialDetails>
  readonly reviews: ReadonlyMap<string, Review>
}
interface SaveOptions {
  readonly nowMs: number
  /** True if metadata only completes a book, which keeps its existing values. */
  readonly completesOnly: boolean
  readonly onWritten: (percent: number) => void
}

const most: Readonly<Record<RecordKind, number>> = {
  list: limits.lists,
  book: limits.books,
  publication: limits.publications,
  review: limits.reviews,
}

/** Stores the records. Throws `import.invalid`, and stores nothing, if the archive would become too large. */
export async function save(db: Kysely<Tables>, saved: Saved, options: SaveOptions): Promise<void> {
  await publishRows(db, publishedTables, {
    plan: (stored) => ({ rows: changedRecords(stored, saved, options) }),
    onWritten: options.onWritten,
  })
}

/** Returns the records that are new or differ from the stored ones. */
function changedRecords(stored: readonly StoredRecord[], saved: Saved, options: SaveOptions): StoredRecord[] {
  const known = new Map(stored.map(({ kind, key, value }) => [`${kind} ${key}`, value]))
  const counts = { list: 0, book: 0, publication: 0, review: 0 }
  for (const { kind } of stored) counts[kind] += 1
  const changed: StoredRecord[] = []
  const put = (kind: RecordKind, key: string, record: (before: string) => unknown) => {
    const before = known.get(`${kind} ${key}`)
    const value = JSON.stringify(record(before ?? ''))
    if (value === before) return
    changed.push({ kind, key, value })
    if (before === undefined) counts[kind] += 1
    if (counts[kind] > most[kind])
      throw invalidImport(
        `there would be more than ${most[kind]} ${kind === 'publication' ? 'lists by date' : `${kind}s`}`,
      )
  }
  for (const [name, definition] of saved.definitions) put('list', name, () => definition)
  for (const [key, details] of saved.books)
    put('book', key, (before) => mergedBook(key, bookFrom(before), { details, ...options }))
  for (const publication of saved.publications)
    put('publication', `${publication.list} ${publication.publishedDate}`, (before) =>
      mergedPublication(publication, publicationFrom(before), options.nowMs),
    )
  for (const [key, review] of saved.reviews) put('review', key, () => review)
  return changed
}

function mergedBook(
  key: string,
  before: BookDetails | undefined,
  { details, completesOnly }: { details: PartialDetails; completesOnly: boolean },
): BookDetails {
  const book = completesOnly && before ? completed(before, details) : { ...noDetails, ...before, ...details }
  const isbns = [...new Set([...(details.isbns ?? []), ...(before?.isbns ?? [])])].slice(0, limits.isbns)
  const [isbn = ''] = isbns
  return { ...book, title: book.title || isbn, isbns, uri: book.uri || uriOf(key) }
}

/** Completes a book; known values stay. An ISBN as title is a placeholder for an unknown title. */
function completed(before: BookDetails, details: PartialDetails): BookDetails {
  const hasTitle = !before.isbns.includes(before.title)
  const isKnown = ([name, value]: [string, unknown]) =>
    value !== '' &&
    value !== null &&
    !(name === 'price' && value === noDetails.price) &&
    !(name === 'title' && !hasTitle)
  return { ...before, ...details, ...Object.fromEntries(Object.entries(before).filter(isKnown)) }
}

/**
 * Merges a publication: ranks of the file replace stored ones with the same rank or book; a list by sales replaces all.
 */
function mergedPublication(
  { list, publishedDate, bestsellersDate, isWhole, ...file }: FilePublication,
  before: StoredPublication | undefined,
  nowMs: number,
): StoredPublication {
  const added = file.ranks.map(({ sales: _sales, ...rank }): RankedBook => rank)
  const [keys, ranks] = [new Set(added.map(({ key }) => key)), new Set(added.map(({ rank }) => rank))]
  const kept = isWhole ? [] : (before?.ranks.filter(({ key, rank }) => !keys.has(key) && !ranks.has(rank)) ?? [])
  const corrections = file.corrections ?? before?.corrections ?? []
  const merged = [...kept, ...added].sort((one, other) => one.rank - other.rank)
  const isUnchanged =
    before && JSON.stringify([before.ranks, before.corrections]) === JSON.stringify([merged, corrections])
  const lastModified = file.lastModified ?? (isUnchanged ? before.lastModified : inNewYork(nowMs))
  return { list, publishedDate, bestsellersDate, lastModified, corrections, ranks: merged }
}
