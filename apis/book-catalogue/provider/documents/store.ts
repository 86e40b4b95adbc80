// Writes the catalogue: records in batches, and the documents for responses. Every change happens in a transaction
// under the lock of the single state row, whose revision informs the other processes.
import { createWriteSlices } from '#provider/import'
import { bumpRevision, inChunks } from '#provider/sql'
import { type Records, type Redirect, sampleFrom } from '../../model/records.ts'
import type { Database, Db, Dialect } from '../../tables.ts'
import { nameIndex, workIndex } from '../word-index.ts'
import { fold } from '../words.ts'
import { dumpMarks, type Opinions, saveOpinions } from './reader-counts.ts'
import { followRedirects, saveRedirects } from './redirects.ts'
import { makeStaleDocs, mostPerStep } from './stale-docs.ts'
import { countStale, markStale } from './stale-marks.ts'

/** Records of one transaction. */
export interface Batch extends Records {
  readonly opinions?: Opinions
  readonly redirects?: readonly Redirect[]
}
/** Position reached in a file once a batch is stored. */
interface Mark {
  readonly file: string
  readonly position: number
  readonly lines: number
}

/** Stores a batch and marks the documents that it outdates. An import also ends the sample. */
export async function saveBatch({ db, dialect }: Database, batch: Batch, mark?: Mark): Promise<void> {
  await changing(db, async (tx) => {
    // reader counts alone contain no books to replace it
    if (mark && batch.works.size + batch.authors.size + batch.editions.size > 0) await endSample(tx, dialect)
    await saveAuthors(tx, batch.authors)
    await saveWorks(tx, batch.works)
    await saveEditions(tx, batch.editions)
    await saveRedirects(tx, batch.redirects ?? [])
    if (mark && batch.opinions) await saveOpinions(tx, batch.opinions, mark.file)
    if (mark)
      await tx
        .insertInto('book_catalogue_imports')
        .values({ ...mark })
        .onConflict((conflict) => conflict.column('file').doUpdateSet({ position: mark.position, lines: mark.lines }))
        .execute()
  })
}

/**
 * Builds every outdated document in short transactions; reports the number built, and the approximate total. Ends the
 * import.
 */
export async function refreshDocs(
  { db, dialect }: Database,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const slices = createWriteSlices({ most: mostPerStep })
  const follow = (size: number) => changing(db, (tx) => followRedirects(tx, size, (works) => saveWorks(tx, works)))
  while ((await slices.run(slices.size, () => follow(slices.size))) > 0);
  const total = await countStale(db)
  for (let done = 0; ; ) {
    const { size } = slices
    const count = await slices.run(size, () => changing(db, (tx) => makeStaleDocs(tx, dialect, size)))
    if (count === 0) break
    done += count
    progress(done, Math.max(done, total))
  }
  await workIndex.settle(db, dialect)
  await nameIndex.settle(db, dialect)
}

/** Returns the position where reading a file stopped, or its start. */
export async function markOf(db: Db, file: string): Promise<{ position: number; lines: number }> {
  const row = await db
    .selectFrom('book_catalogue_imports')
    .select(['position', 'lines'])
    .where('file', '=', file)
    .executeTakeFirst()
  return { position: Number(row?.position ?? 0), lines: Number(row?.lines ?? 0) }
}

/** Forgets the position of a completely read file. */
export async function forgetMark(db: Db, file: string): Promise<void> {
  await db
    .deleteFrom('book_catalogue_imports')
    .where('file', 'in', [file, ...dumpMarks(file)])
    .execute()
}

/** Stores the sample if the store is empty. */
export async function saveSample({ db, dialect }: Database, read: () => Promise<Records>): Promise<void> {
  if (!(await isEmpty(db))) return
  const batch = await read()
  await changing(db, async (tx) => {
    if (!(await isEmpty(tx))) return
    await saveAuthors(tx, batch.authors)
    await saveWorks(tx, batch.works)
    await saveEditions(tx, batch.editions)
    while ((await makeStaleDocs(tx, dialect, mostPerStep)) > 0);
    await tx.updateTable('book_catalogue_state').set({ sample: 1 }).where('id', '=', 1).execute()
  })
}

/** Runs a change under the lock: a second writer waits at the state row until the first has ended its transaction. */
async function changing<T>(db: Db, change: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await bumpRevision(tx, 'book_catalogue_state')
    return change(tx)
  })
}

async function isEmpty(db: Db): Promise<boolean> {
  const some = await db.selectFrom('book_catalogue_works').select('id').limit(1).executeTakeFirst()
  const author = await db.selectFrom('book_catalogue_authors').select('id').limit(1).executeTakeFirst()
  return some === undefined && author === undefined
}

async function endSample(tx: Db, dialect: Dialect): Promise<void> {
  const state = await tx.selectFrom('book_catalogue_state').select('sample').where('id', '=', 1).executeTakeFirst()
  if (state?.sample !== 1) return
  for (const table of ['works', 'editions', 'docs', 'ranks', 'authors', 'stale'] as const)
    await tx.deleteFrom(`book_catalogue_${table}`).where('id', '>=', sampleFrom).execute()
  await tx.deleteFrom('book_catalogue_credits').where('work_id', '>=', sampleFrom).execute()
  await workIndex.removeFrom(tx, dialect, sampleFrom)
  await nameIndex.removeFrom(tx, dialect, sampleFrom)
  await tx.updateTable('book_catalogue_state').set({ sample: 0 }).where('id', '=', 1).execute()
}

async function saveWorks(tx: Db, works: Batch['works']): Promise<void> {
  for (const some of inChunks(works)) {
    const ids = some.map(([id]) => id)
    const rows = some.map(([id, record]) => ({ id, record: JSON.stringify(record) }))
    await tx
      .insertInto('book_catalogue_works')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet((row) => ({ record: row.ref('excluded.record') })))
      .execute()
    // former authors no longer count the work either
    const former = await tx
      .selectFrom('book_catalogue_credits')
      .select('author_id')
      .where('work_id', 'in', ids)
      .execute()
    if (former.length > 0) await tx.deleteFrom('book_catalogue_credits').where('work_id', 'in', ids).execute()
    const credits = some.flatMap(([work_id, { authors = [] }]) => authors.map((author_id) => ({ author_id, work_id })))
    for (const part of inChunks(credits)) await tx.insertInto('book_catalogue_credits').values(part).execute()
    await markStale(tx, 'work', ids)
    await markStale(
      tx,
      'author',
      [...former, ...credits].map((credit) => credit.author_id),
    )
  }
}

async function saveAuthors(tx: Db, authors: Batch['authors']): Promise<void> {
  for (const some of inChunks(authors)) {
    const rows = some.map(([id, record]) => ({
      id,
      record: JSON.stringify(record),
      doc: '',
      name: fold(record.name),
      birth_year: null,
      work_count: 0,
    }))
    await tx
      .insertInto('book_catalogue_authors')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((row) => ({ record: row.ref('excluded.record'), name: row.ref('excluded.name') })),
      )
      .execute()
    const ids = some.map(([id]) => id)
    await markStale(tx, 'author', ids)
    // works contain the names of their authors
    await tx
      .insertInto('book_catalogue_stale')
      .columns(['kind', 'id'])
      .expression((of) =>
        of
          .selectFrom('book_catalogue_credits')
          .select((column) => [column.val('work').as('kind'), 'work_id'])
          .where('author_id', 'in', ids)
          .distinct(),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function saveEditions(tx: Db, editions: Batch['editions']): Promise<void> {
  for (const some of inChunks(editions)) {
    const ids = some.map(([id]) => id)
    const before = await tx
      .selectFrom('book_catalogue_editions')
      .select('work_id')
      .where('id', 'in', ids)
      .distinct()
      .execute()
    const rows = some.map(([id, { workId, record }]) => ({ id, work_id: workId, record: JSON.stringify(record) }))
    await tx
      .insertInto('book_catalogue_editions')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((row) => ({ work_id: row.ref('excluded.work_id'), record: row.ref('excluded.record') })),
      )
      .execute()
    await markStale(
      tx,
      'work',
      [...before, ...rows].map((row) => row.work_id),
    )
  }
}
