// Stores what a file said, in transactions of some 40 ms. Books come before the lists that rank them; the revision
// rises at the end, so that other processes read the archive once.
import { type Kysely, sql } from 'kysely'
import {
  bumpRevision,
  createPacer,
  createWriteSlices,
  inChunks,
  inSlices,
  insertMany,
  invalidImport,
  percentOf,
} from '#provider'
import type { Tables } from '../../tables.ts'
import type { BookDetails, ListDefinition, Review } from '../archive/records.ts'
import { inNewYork } from '../calendar.ts'
import { readBooks } from '../store/read-archive.ts'
import { bookFrom, listFrom, noDetails, type StoredRank, uriOf } from '../store/stored.ts'
import type { FilePublication, PartialDetails } from './collection.ts'
import { limits } from './limits.ts'

type Db = Kysely<Tables>

export interface Saved {
  readonly definitions: ReadonlyMap<string, ListDefinition>
  readonly publications: readonly FilePublication[]
  readonly books: ReadonlyMap<string, PartialDetails>
  readonly reviews: ReadonlyMap<string, Review>
}
export interface SaveOptions {
  readonly nowMs: number
  /** A book keeps what it has: metadata only completes it. */
  readonly completesOnly: boolean
  readonly onWritten: (percent: number) => void
}

/** Throws `import.invalid` when the archive would become too large; what was written by then stays. */
export async function save(db: Db, saved: Saved, options: SaveOptions): Promise<void> {
  const slices = createWriteSlices()
  const total = saved.books.size + saved.publications.length + saved.reviews.size
  let written = 0
  const inTransaction = async <T>(items: readonly T[], write: (within: Db, slice: readonly T[]) => Promise<void>) => {
    for (const slice of inSlices(items, slices)) {
      await slices.run(slice.length, () =>
        db.transaction().execute(async (within) => {
          await lock(within)
          await write(within, slice)
        }),
      )
      written += slice.length
      options.onWritten(percentOf(written, total))
    }
  }
  options.onWritten(0)
  await inTransaction([...saved.definitions], saveDefinitions)
  await inTransaction([...saved.books], (within, slice) => saveBooks(within, slice, options.completesOnly))
  await inTransaction(saved.publications, (within, slice) => savePublications(within, slice, options.nowMs))
  await inTransaction([...saved.reviews], saveReviews)
  await bumpRevision(db, 'newspaper_books_state')
}

/** Serialises writers without a new revision. */
async function lock(db: Db): Promise<void> {
  await sql`update newspaper_books_state set revision = revision where id = 1`.execute(db)
}

/** The keys of the stored books by each of their ISBNs. */
export async function readKeysByIsbn(db: Db): Promise<Map<string, string>> {
  const keys = new Map<string, string>()
  const pause = createPacer()
  for await (const { key, book } of readBooks(db)) {
    for (const isbn of bookFrom(book)?.isbns ?? []) keys.set(isbn, key)
    await pause()
  }
  return keys
}

async function saveDefinitions(db: Db, definitions: readonly (readonly [string, ListDefinition])[]): Promise<void> {
  const rows = definitions.map(([name, definition]) => ({ name, definition: JSON.stringify(definition) }))
  await insertMany(db, 'newspaper_books_lists', rows, { replaceOn: ['name'] })
  await refuseMore(db, 'newspaper_books_lists', limits.lists)
}

async function saveBooks(
  db: Db,
  books: readonly (readonly [string, PartialDetails])[],
  completesOnly: boolean,
): Promise<void> {
  for (const chunk of inChunks(books)) {
    const keys = chunk.map(([key]) => key)
    const rows = await db.selectFrom('newspaper_books_books').selectAll().where('key', 'in', keys).execute()
    const stored = new Map(rows.map(({ key, book }) => [key, bookFrom(book)]))
    const merged = chunk.map(([key, details]) => {
      const before = stored.get(key)
      const book = completesOnly && before ? completed(before, details) : { ...noDetails, ...before, ...details }
      const isbns = [...new Set([...(details.isbns ?? []), ...(before?.isbns ?? [])])].slice(0, limits.isbns)
      const uri = book.uri || uriOf(key)
      return { key, book: JSON.stringify({ ...book, title: book.title || (isbns[0] ?? ''), isbns, uri }) }
    })
    await insertMany(db, 'newspaper_books_books', merged, { replaceOn: ['key'] })
  }
  await refuseMore(db, 'newspaper_books_books', limits.books)
}

/** A title that is an ISBN is the place of one that was not known. */
function completed(before: BookDetails, details: PartialDetails): BookDetails {
  const hasTitle = !before.isbns.includes(before.title)
  const known = Object.entries(before).filter(
    ([name, value]) =>
      value !== '' &&
      value !== null &&
      !(name === 'price' && value === noDetails.price) &&
      (name !== 'title' || hasTitle),
  )
  return { ...before, ...details, ...Object.fromEntries(known) }
}

async function savePublications(db: Db, publications: readonly FilePublication[], nowMs: number): Promise<void> {
  for (const publication of publications) {
    const { list, publishedDate, bestsellersDate } = publication
    const before = await db
      .selectFrom('newspaper_books_publications')
      .selectAll()
      .where('list', '=', list)
      .where('published_date', '=', publishedDate)
      .executeTakeFirst()
    const corrections = publication.corrections ?? listFrom(before?.corrections ?? '[]')
    const row = {
      list,
      published_date: publishedDate,
      bestsellers_date: bestsellersDate,
      last_modified: publication.lastModified ?? inNewYork(nowMs),
      ranks: JSON.stringify(mergedRanks(publication, listFrom<StoredRank>(before?.ranks ?? '[]'))),
      corrections: JSON.stringify(corrections),
    }
    await insertMany(db, 'newspaper_books_publications', [row], { replaceOn: ['list', 'published_date'] })
  }
  await refuseMore(db, 'newspaper_books_publications', limits.publications)
}

/** Ranks of the file take the place of stored ones with the same rank or book; a list by sales of all. */
function mergedRanks({ ranks, isWhole }: FilePublication, before: readonly StoredRank[]): StoredRank[] {
  const added = ranks.map(({ sales: _sales, ...rank }): StoredRank => rank)
  const [keys, places] = [new Set(added.map(({ key }) => key)), new Set(added.map(({ rank }) => rank))]
  const kept = isWhole ? [] : before.filter(({ key, rank }) => !keys.has(key) && !places.has(rank))
  return [...kept, ...added].sort((one, other) => one.rank - other.rank)
}

async function saveReviews(db: Db, reviews: readonly (readonly [string, Review])[]): Promise<void> {
  const rows = reviews.map(([key, review]) => ({ key, review: JSON.stringify(review) }))
  await insertMany(db, 'newspaper_books_reviews', rows, { replaceOn: ['key'] })
  await refuseMore(db, 'newspaper_books_reviews', limits.reviews)
}

async function refuseMore(db: Db, table: keyof Tables, most: number): Promise<void> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  if (Number(rows[0]?.count ?? 0) > most)
    throw invalidImport(`there would be more than ${most} ${table.replace('newspaper_books_', '')}`)
}
