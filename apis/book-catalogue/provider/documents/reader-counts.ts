// Stores reader counts. A dump is anonymous, so it can only be counted as a whole: the first lines of a file reset its
// counters, and an interrupted run resumes its count.
import { inChunks } from '#provider/sql'
import type { Db } from '../../tables.ts'
import { counters, type ReaderDump, type Readers, readerDumps } from '../readers.ts'

/** Reader counts of one transaction, by work, and their dumps. */
export interface Opinions {
  readonly dumps: ReadonlySet<ReaderDump>
  readonly readers: ReadonlyMap<number, Readers>
}

/** Adds counts to the stored ones; a dump that `file` has not begun yet starts at zero. */
export async function saveOpinions(tx: Db, { dumps, readers }: Opinions, file: string): Promise<void> {
  for (const dump of dumps) await begin(tx, dump, file)
  for (const some of inChunks(readers)) {
    await tx
      .insertInto('book_catalogue_readers')
      .values(some.map(([work_id, counts]) => ({ work_id, ...counts })))
      .onConflict((conflict) =>
        conflict.column('work_id').doUpdateSet((row) => ({
          stars_1: row('book_catalogue_readers.stars_1', '+', row.ref('excluded.stars_1')),
          stars_2: row('book_catalogue_readers.stars_2', '+', row.ref('excluded.stars_2')),
          stars_3: row('book_catalogue_readers.stars_3', '+', row.ref('excluded.stars_3')),
          stars_4: row('book_catalogue_readers.stars_4', '+', row.ref('excluded.stars_4')),
          stars_5: row('book_catalogue_readers.stars_5', '+', row.ref('excluded.stars_5')),
          want: row('book_catalogue_readers.want', '+', row.ref('excluded.want')),
          reading: row('book_catalogue_readers.reading', '+', row.ref('excluded.reading')),
          done: row('book_catalogue_readers.done', '+', row.ref('excluded.done')),
        })),
      )
      .execute()
    await markKnown(
      tx,
      some.map(([id]) => id),
    )
  }
}

/** Returns the marks for the dumps that a file has begun. */
export function dumpMarks(file: string): string[] {
  return Object.keys(readerDumps).map((dump) => `${file} ${dump}`)
}

async function begin(tx: Db, dump: ReaderDump, file: string): Promise<void> {
  const mark = `${file} ${dump}`
  const isMarked = await tx
    .selectFrom('book_catalogue_imports')
    .select('file')
    .where('file', '=', mark)
    .executeTakeFirst()
  if (isMarked) return
  await tx.insertInto('book_catalogue_imports').values({ file: mark, position: 0, lines: 0 }).execute()
  await markKnown(tx)
  const zero = Object.fromEntries(readerDumps[dump].map((counter) => [counter, 0]))
  await tx.updateTable('book_catalogue_readers').set(zero).execute()
}

/**
 * Marks works with a document as outdated; the others will be built with the stored counts. Without ids, marks all
 * works with readers.
 */
async function markKnown(tx: Db, ids?: readonly number[]): Promise<void> {
  await tx
    .insertInto('book_catalogue_stale')
    .columns(['kind', 'id'])
    .expression((of) => {
      const existing = of
        .selectFrom('book_catalogue_docs as d')
        .select((column) => [column.val('work').as('kind'), 'd.id'])
      return ids
        ? existing.where('d.id', 'in', ids)
        : existing.where('d.id', 'in', (rows) => rows.selectFrom('book_catalogue_readers').select('work_id'))
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Reads reader counts by work. */
export async function readersOf(tx: Db, ids: readonly number[]): Promise<Map<number, Readers>> {
  const readers = new Map<number, Readers>()
  for (const some of inChunks(ids)) {
    const rows = await tx.selectFrom('book_catalogue_readers').selectAll().where('work_id', 'in', some).execute()
    for (const { work_id, ...counts } of rows) readers.set(work_id, counts)
  }
  return readers
}

/** Reads reader counts of all works of an author, by author. */
export async function readersOfAuthors(tx: Db, ids: readonly number[]): Promise<Map<number, Readers>> {
  const readers = new Map<number, Readers>()
  for (const some of inChunks(ids)) {
    const rows = await tx
      .selectFrom('book_catalogue_credits as c')
      .innerJoin('book_catalogue_readers as r', 'r.work_id', 'c.work_id')
      .select((row) => ['c.author_id', ...counters.map((name) => row.fn.sum<number>(`r.${name}`).as(name))])
      .where('c.author_id', 'in', some)
      .groupBy('c.author_id')
      .execute()
    for (const { author_id, ...sums } of rows) readers.set(author_id, numbersOf(sums))
  }
  return readers
}

/** Converts the sums, which PostgreSQL returns as strings. */
function numbersOf(sums: Readers): Readers {
  return {
    stars_1: Number(sums.stars_1),
    stars_2: Number(sums.stars_2),
    stars_3: Number(sums.stars_3),
    stars_4: Number(sums.stars_4),
    stars_5: Number(sums.stars_5),
    want: Number(sums.want),
    reading: Number(sums.reading),
    done: Number(sums.done),
  }
}
