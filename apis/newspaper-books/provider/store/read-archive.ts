// Reads what was imported. Tables are read in pages, so that neither a statement nor its rows hold up other calls.
import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'
import type { ArchiveSource, BookDetails, ListDefinition, RankedPublication, Review } from '../archive/records.ts'
import { bookFrom, definitionFrom, listFrom, reviewFrom, type StoredRank } from './stored.ts'

type Db = Kysely<Tables>
type Pause = () => Promise<void> | undefined

const rowsPerPage = 2000

/** Undefined while no list is stored: then the sample answers. */
export async function readStored(db: Db, pause: Pause): Promise<ArchiveSource | undefined> {
  const publications = await readPublications(db, pause)
  if (publications.size === 0) return undefined
  const definitions = await readDefinitions(db)
  const books = new Map<string, BookDetails>()
  for await (const { key, book } of readBooks(db)) {
    const details = bookFrom(book)
    if (details) books.set(key, details)
    await pause()
  }
  return {
    isSample: false,
    definitions: [...definitions.values()],
    publications,
    book: (key) => books.get(key),
    reviews: await readReviews(db, pause),
  }
}

/** Definitions by encoded name, in the order of their ids. */
export async function readDefinitions(db: Db): Promise<Map<string, ListDefinition>> {
  const rows = await db.selectFrom('newspaper_books_lists').selectAll().execute()
  const definitions = rows.flatMap(({ name, definition }): [string, ListDefinition][] => {
    const read = definitionFrom(definition)
    return read ? [[name, read]] : []
  })
  return new Map(definitions.sort(([, one], [, other]) => one.id - other.id))
}

/** All books, by key. */
export async function* readBooks(db: Db): AsyncGenerator<Tables['newspaper_books_books']> {
  yield* pages((last) =>
    db
      .selectFrom('newspaper_books_books')
      .selectAll()
      .where('key', '>', last)
      .orderBy('key')
      .limit(rowsPerPage)
      .execute(),
  )
}

async function readReviews(db: Db, pause: Pause): Promise<Review[]> {
  const reviews: Review[] = []
  const rows = pages((last) =>
    db
      .selectFrom('newspaper_books_reviews')
      .selectAll()
      .where('key', '>', last)
      .orderBy('key')
      .limit(rowsPerPage)
      .execute(),
  )
  for await (const { review } of rows) {
    const read = reviewFrom(review)
    if (read) reviews.push(read)
    await pause()
  }
  return reviews.sort((one, other) => (one.publicationDate < other.publicationDate ? 1 : -1))
}

async function readPublications(db: Db, pause: Pause): Promise<Map<string, RankedPublication[]>> {
  const publications = new Map<string, RankedPublication[]>()
  let after = { list: '', published_date: '' }
  for (;;) {
    const { list, published_date } = after
    const rows = await db
      .selectFrom('newspaper_books_publications')
      .selectAll()
      .where(({ eb, and, or }) =>
        or([eb('list', '>', list), and([eb('list', '=', list), eb('published_date', '>', published_date)])]),
      )
      .orderBy('list')
      .orderBy('published_date')
      .limit(rowsPerPage)
      .execute()
    for (const row of rows) {
      const known = publications.get(row.list) ?? []
      known.push(publicationFrom(row))
      publications.set(row.list, known)
      await pause()
    }
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerPage) return publications
    after = last
  }
}

function publicationFrom(row: Tables['newspaper_books_publications']): RankedPublication {
  return {
    publishedDate: row.published_date,
    bestsellersDate: row.bestsellers_date,
    lastModified: row.last_modified,
    corrections: listFrom<Readonly<Record<string, unknown>>>(row.corrections),
    ranks: listFrom<StoredRank>(row.ranks),
  }
}

/** Rows in the order of their keys, a page at a time. */
async function* pages<Row extends { key: string }>(read: (last: string) => Promise<Row[]>): AsyncGenerator<Row> {
  let last = ''
  for (;;) {
    const rows = await read(last)
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < rowsPerPage) return
    last = end.key
  }
}
