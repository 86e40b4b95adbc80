// Reads the imported data.
import type { Kysely } from 'kysely'
import { byKey, descending } from '#provider'
import { type PublishedTables, readPublished } from '#provider/import'
import type { ArchiveSource, BookDetails, ListDefinition, RankedPublication, Review } from '../../model/records.ts'
import type { RecordsTable, Tables } from '../../tables.ts'
import { bookFrom, definitionFrom, publicationFrom, reviewFrom } from './stored.ts'

/** A record without its import number. */
export type StoredRecord = Omit<RecordsTable, 'import'>

export const publishedTables: PublishedTables<StoredRecord> = {
  records: 'newspaper_books_records',
  key: ['kind', 'key'],
  imports: 'newspaper_books_imports',
  state: 'newspaper_books_state',
}

/** Reads the archive; undefined if no list is stored, so that the sample is used. Awaits `pause` between records. */
export async function readStored(db: Kysely<Tables>, pause: () => Promise<void>): Promise<ArchiveSource | undefined> {
  const publications = new Map<string, RankedPublication[]>()
  const definitions: ListDefinition[] = []
  const books = new Map<string, BookDetails>()
  const reviews: Review[] = []
  for (const { kind, key, value } of await readPublished(db, publishedTables)) {
    if (kind === 'publication') {
      const publication = publicationFrom(value)
      const known = publication && publications.get(publication.list)
      if (known) known.push(publication)
      else if (publication) publications.set(publication.list, [publication])
    } else if (kind === 'book') {
      const book = bookFrom(value)
      if (book) books.set(key, book)
    } else if (kind === 'review') push(reviews, reviewFrom(value))
    else push(definitions, definitionFrom(value))
    await pause()
  }
  if (publications.size === 0) return undefined
  for (const known of publications.values()) known.sort(byKey(({ publishedDate }) => publishedDate))
  return {
    isSample: false,
    definitions: definitions.sort(byKey(({ id }) => id)),
    publications,
    book: (key) => books.get(key),
    reviews: reviews.sort(descending(byKey(({ publicationDate }) => publicationDate))),
  }
}

function push<T>(list: T[], item: T | undefined): void {
  if (item !== undefined) list.push(item)
}
