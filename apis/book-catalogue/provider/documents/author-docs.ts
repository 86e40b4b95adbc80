// Builds the documents and index entries of authors; their counts come from their works.

import { inChunks } from '#provider/sql'
import { type AuthorRecord, parseRecord } from '../../model/records.ts'
import type { Db, Dialect } from '../../tables.ts'
import { type Readers, readerStats } from '../readers.ts'
import { nameIndex } from '../word-index.ts'
import { fold, storedWordsOf } from '../words.ts'
import { yearOf } from '../years.ts'
import { readersOfAuthors } from './reader-counts.ts'
import { unmark } from './stale-marks.ts'
import type { WorkDoc } from './work-doc.ts'

/** The limit of works, those with the most editions, that supply an author's subjects. */
const worksOfAuthor = 30
const topSubjects = 10

/** Reads the records of authors, by id. */
export async function authorsOf(tx: Db, ids: readonly number[]): Promise<Map<number, AuthorRecord>> {
  const records = new Map<number, AuthorRecord>()
  for (const some of inChunks(new Set(ids))) {
    const rows = await tx
      .selectFrom('book_catalogue_authors')
      .select(['id', 'record'])
      .where('id', 'in', some)
      .execute()
    for (const row of rows) records.set(row.id, parseRecord(row.record))
  }
  return records
}

interface Credit {
  readonly author_id: number
  readonly work_id: number
  readonly edition_count: number
}

/** Builds the outdated authors. */
export async function makeAuthors(tx: Db, dialect: Dialect, stale: readonly number[]): Promise<void> {
  const records = await authorsOf(tx, stale)
  const works = await creditsOf(tx, [...records.keys()])
  const readers = await readersOfAuthors(tx, [...records.keys()])
  const docs = await docsOf(
    tx,
    [...works.values()].flatMap((list) => list.slice(0, worksOfAuthor).map((credit) => credit.work_id)),
  )
  const rows = [...records].map(([id, record]) => {
    const credits = works.get(id) ?? []
    const top = credits.slice(0, worksOfAuthor).flatMap((credit) => docs.get(credit.work_id) ?? [])
    const doc = authorDoc({ id, record, workCount: credits.length, top, readers: readers.get(id) })
    return {
      id,
      record: JSON.stringify(record),
      doc: JSON.stringify(doc),
      name: fold(record.name),
      birth_year: yearOf(record.birth) ?? null,
      work_count: credits.length,
    }
  })
  for (const some of inChunks(rows))
    await tx
      .insertInto('book_catalogue_authors')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          doc: row.ref('excluded.doc'),
          birth_year: row.ref('excluded.birth_year'),
          work_count: row.ref('excluded.work_count'),
        })),
      )
      .execute()
  const entries = [...records].map(([id, { name, others = [] }]) => ({
    id,
    columns: { name: storedWordsOf(name), alias: others.flatMap(storedWordsOf) },
    keys: [],
  }))
  await nameIndex.write(tx, dialect, entries)
  await unmark(tx, 'author', stale)
}

/** Reads works by author, those with the most editions first. */
async function creditsOf(tx: Db, ids: readonly number[]): Promise<Map<number, Credit[]>> {
  const works = new Map<number, Credit[]>()
  for (const some of inChunks(ids)) {
    const credits = await tx
      .selectFrom('book_catalogue_credits as c')
      .innerJoin('book_catalogue_ranks as r', 'r.id', 'c.work_id')
      .select(['c.author_id', 'c.work_id', 'r.edition_count'])
      .where('c.author_id', 'in', some)
      .execute()
    for (const credit of credits) {
      const list = works.get(credit.author_id) ?? []
      list.push(credit)
      works.set(credit.author_id, list)
    }
  }
  for (const list of works.values()) list.sort((a, b) => b.edition_count - a.edition_count || a.work_id - b.work_id)
  return works
}

type TopWork = Pick<WorkDoc, 'title' | 'subject'>

async function docsOf(tx: Db, ids: readonly number[]): Promise<Map<number, TopWork>> {
  const docs = new Map<number, TopWork>()
  for (const some of inChunks(new Set(ids))) {
    const rows = await tx.selectFrom('book_catalogue_docs').selectAll().where('id', 'in', some).execute()
    for (const row of rows) {
      const { title, subject }: TopWork = parseRecord(row.doc)
      docs.set(row.id, { title, ...(subject ? { subject } : {}) })
    }
  }
  return docs
}

interface AuthorDetails {
  readonly id: number
  readonly record: AuthorRecord
  readonly workCount: number
  readonly top: readonly TopWork[]
  readonly readers: Readers | undefined
}

/** Returns an author as a search result, with members in the provider's order. */
function authorDoc({ id, record, workCount, top, readers }: AuthorDetails): Record<string, unknown> {
  const counts = new Map<string, number>()
  for (const work of top) for (const subject of work.subject ?? []) counts.set(subject, (counts.get(subject) ?? 0) + 1)
  const subjects = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, topSubjects)
  return {
    key: `OL${id}A`,
    type: 'author',
    name: record.name,
    ...(record.others ? { alternate_names: record.others } : {}),
    ...(record.birth ? { birth_date: record.birth } : {}),
    ...(record.death ? { death_date: record.death } : {}),
    ...(top[0] ? { top_work: top[0].title } : {}),
    work_count: workCount,
    ...(subjects.length > 0 ? { top_subjects: subjects.map(([name]) => name) } : {}),
    ...readerStats(readers),
  }
}
