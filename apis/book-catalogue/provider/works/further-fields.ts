// Fields of found works that are read only on request: an edition of each, and descriptions.

import { type EditionRecord, parseRecord, type WorkRecord } from '../../model/records.ts'
import type { Db } from '../../tables.ts'
import { accessOf } from '../documents/work-doc.ts'

const idsPerStatement = 500

interface Editions {
  numFound: number
  start: number
  numFoundExact: boolean
  docs: Record<string, unknown>[]
}

/** Reads the number of editions of each work, and the first of them. */
export async function editionsOf(db: Db, ids: readonly number[]): Promise<Map<number, Editions>> {
  const editions = new Map<number, Editions>()
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    const some = ids.slice(start, start + idsPerStatement)
    const firsts = await db
      .selectFrom('book_catalogue_editions')
      .select((row) => ['work_id', row.fn.countAll<number>().as('count'), row.fn.min('id').as('first')])
      .where('work_id', 'in', some)
      .groupBy('work_id')
      .execute()
    if (firsts.length === 0) continue
    const rows = await db
      .selectFrom('book_catalogue_editions')
      .selectAll()
      .where(
        'id',
        'in',
        firsts.map((row) => row.first),
      )
      .execute()
    const records = new Map(rows.map((row) => [row.id, row.record]))
    for (const { work_id, count, first } of firsts) {
      const record = records.get(first)
      const docs = record === undefined ? [] : [editionDoc(first, parseRecord(record))]
      editions.set(work_id, { numFound: Number(count), start: 0, numFoundExact: true, docs })
    }
  }
  return editions
}

function editionDoc(id: number, record: EditionRecord): Record<string, unknown> {
  return {
    ...(record.cover === undefined ? {} : { cover_i: record.cover }),
    ebook_access: accessOf(record),
    ...(record.ia === undefined ? {} : { ia: [record.ia] }),
    ...(record.isbn ? { isbn: record.isbn } : {}),
    key: `/books/OL${id}M`,
    ...(record.languages ? { language: record.languages } : {}),
    ...(record.date === undefined ? {} : { publish_date: [record.date] }),
    ...(record.publishers ? { publisher: record.publishers } : {}),
    title: record.title ?? '',
    ...(record.subtitle === undefined ? {} : { subtitle: record.subtitle }),
  }
}

/** Reads the descriptions of the works that have one. */
export async function descriptionsOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const descriptions = new Map<number, string>()
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    const some = ids.slice(start, start + idsPerStatement)
    const rows = await db.selectFrom('book_catalogue_works').selectAll().where('id', 'in', some).execute()
    for (const row of rows) {
      const { description }: WorkRecord = parseRecord(row.record)
      if (description !== undefined) descriptions.set(row.id, description)
    }
  }
  return descriptions
}
