// Builds the documents, ranks and index entries of outdated works and authors.

import { inChunks } from '#provider/sql'
import { type EditionRecord, parseRecord, type WorkRecord } from '../../model/records.ts'
import type { Db, Dialect, Tables } from '../../tables.ts'
import { workIndex } from '../word-index.ts'
import { fold } from '../words.ts'
import { authorsOf, makeAuthors } from './author-docs.ts'
import { readersOf } from './reader-counts.ts'
import { markStale, staleIds, unmark } from './stale-marks.ts'
import { accessLevel, popularityOf, type WorkDetails, type WorkDoc, workDoc, workEntry } from './work-doc.ts'

/** The limit of works or authors per step. */
export const mostPerStep = 2000
/** The limit of editions per step; a step with more is cut short. */
const mostEditions = 20_000
/** The limit of editions considered per work. */
const mostOfWork = 5000

/**
 * Performs one step inside a transaction: builds at most `size` works or authors, works first, because the counts of
 * authors come from works. Returns their number.
 */
export async function makeStaleDocs(tx: Db, dialect: Dialect, size: number): Promise<number> {
  const works = await staleIds(tx, 'work', size)
  if (works.length > 0) return makeWorks(tx, dialect, works)
  const authors = await staleIds(tx, 'author', size)
  if (authors.length > 0) await makeAuthors(tx, dialect, authors)
  return authors.length
}

async function makeWorks(tx: Db, dialect: Dialect, stale: readonly number[]): Promise<number> {
  const { ids, editions } = await editionsOf(tx, stale)
  const records = await recordsOf(tx, ids)
  const authorIds = [...records.values()].flatMap((record) => record.authors ?? [])
  const authors = await authorsOf(tx, authorIds)
  const readers = await readersOf(tx, ids)
  const docs: { id: number; doc: WorkDoc }[] = []
  for (const id of ids) {
    const parts: WorkDetails = {
      id,
      record: records.get(id) ?? {},
      editions: editions.get(id) ?? [],
      authors: (records.get(id)?.authors ?? []).flatMap((author) => {
        const record = authors.get(author)
        return record ? [{ id: author, record }] : []
      }),
      readers: readers.get(id),
    }
    const doc = workDoc(parts)
    // an edition that moved to another work can leave nothing behind, and a work without a title cannot be found
    if (doc.title !== '') docs.push({ id, doc })
  }
  await writeWorks(tx, dialect, docs)
  const built = new Set(docs.map(({ id }) => id))
  await removeWorks(
    tx,
    dialect,
    ids.filter((id) => !built.has(id)),
  )
  // their counts and titles depend on their works
  await markStale(tx, 'author', authorIds)
  await unmark(tx, 'work', ids)
  return ids.length
}

/** Reads the editions of as many works as fit in one step, at least those of the first. */
async function editionsOf(tx: Db, stale: readonly number[]) {
  const editions = new Map<number, { id: number; record: EditionRecord }[]>()
  const ids: number[] = []
  let count = 0
  for (const some of inChunks(stale)) {
    const rows = await tx
      .selectFrom('book_catalogue_editions')
      .selectAll()
      .where('work_id', 'in', some)
      .orderBy('work_id')
      .orderBy('id')
      .limit(mostEditions + mostOfWork)
      .execute()
    // the last work of a truncated list can be incomplete, unless it is the only one
    const cut = rows.length < mostEditions + mostOfWork ? Number.POSITIVE_INFINITY : (rows.at(-1)?.work_id ?? 0)
    const last = rows[0]?.work_id === cut ? cut : cut - 1
    for (const row of rows) {
      const list = editions.get(row.work_id) ?? []
      if (list.length < mostOfWork) list.push({ id: row.id, record: parseRecord(row.record) })
      editions.set(row.work_id, list)
    }
    ids.push(...some.filter((id) => id <= last))
    count += rows.length
    if (count > mostEditions) break
  }
  return { ids, editions }
}

async function recordsOf(tx: Db, ids: readonly number[]): Promise<Map<number, WorkRecord>> {
  const records = new Map<number, WorkRecord>()
  for (const some of inChunks(ids)) {
    const rows = await tx.selectFrom('book_catalogue_works').selectAll().where('id', 'in', some).execute()
    for (const row of rows) records.set(row.id, parseRecord(row.record))
  }
  return records
}

async function writeWorks(tx: Db, dialect: Dialect, docs: readonly { id: number; doc: WorkDoc }[]): Promise<void> {
  for (const some of inChunks(docs)) {
    await tx
      .insertInto('book_catalogue_docs')
      .values(some.map(({ id, doc }) => ({ id, doc: JSON.stringify(doc) })))
      .onConflict((conflict) => conflict.column('id').doUpdateSet((row) => ({ doc: row.ref('excluded.doc') })))
      .execute()
    await tx
      .insertInto('book_catalogue_ranks')
      .values(some.map(({ id, doc }) => rankOf(id, doc)))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          popularity: row.ref('excluded.popularity'),
          edition_count: row.ref('excluded.edition_count'),
          first_year: row.ref('excluded.first_year'),
          access: row.ref('excluded.access'),
          pages: row.ref('excluded.pages'),
          scans: row.ref('excluded.scans'),
          title: row.ref('excluded.title'),
          ddc: row.ref('excluded.ddc'),
          lcc: row.ref('excluded.lcc'),
          rating: row.ref('excluded.rating'),
          ratings_average: row.ref('excluded.ratings_average'),
          ratings_count: row.ref('excluded.ratings_count'),
          readinglog: row.ref('excluded.readinglog'),
          want: row.ref('excluded.want'),
          reading: row.ref('excluded.reading'),
          done: row.ref('excluded.done'),
        })),
      )
      .execute()
  }
  await workIndex.write(
    tx,
    dialect,
    docs.map(({ id, doc }) => workEntry(id, doc)),
  )
}

async function removeWorks(tx: Db, dialect: Dialect, ids: readonly number[]): Promise<void> {
  for (const some of inChunks(ids)) {
    await tx.deleteFrom('book_catalogue_docs').where('id', 'in', some).execute()
    await tx.deleteFrom('book_catalogue_ranks').where('id', 'in', some).execute()
    await workIndex.remove(tx, dialect, some)
  }
}

function rankOf(id: number, doc: WorkDoc): Tables['book_catalogue_ranks'] {
  return {
    id,
    popularity: popularityOf(doc),
    edition_count: doc.edition_count,
    first_year: doc.first_publish_year ?? null,
    access: accessLevel(doc),
    pages: doc.number_of_pages_median ?? null,
    scans: doc.ia?.length ?? 0,
    title: fold(doc.title).slice(0, 100).toWellFormed(),
    ddc: doc.ddc?.[0]?.toUpperCase() ?? null,
    lcc: doc.lcc?.[0]?.toUpperCase() ?? null,
    rating: doc.ratings_sortable ?? null,
    ratings_average: doc.ratings_average ?? null,
    ratings_count: doc.ratings_count ?? null,
    readinglog: doc.readinglog_count ?? null,
    want: doc.want_to_read_count ?? null,
    reading: doc.currently_reading_count ?? null,
    done: doc.already_read_count ?? null,
  }
}
