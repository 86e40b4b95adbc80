// Follows merges of works and authors: references to the former key move to the new one, in whichever order the dumps
// are imported.
import { inChunks } from '#provider/sql'
import { parseRecord, type Redirect, type WorkRecord } from '../../model/records.ts'
import type { Db } from '../../tables.ts'
import { markStale } from './stale-marks.ts'

/** The limit of chained merges. */
const longestChain = 8

export async function saveRedirects(tx: Db, redirects: readonly Redirect[]): Promise<void> {
  const own = redirects.filter(({ id, target }) => id !== target)
  for (const some of inChunks(new Map(own.map((one) => [`${one.kind} ${one.id}`, one])).values()))
    await tx
      .insertInto('book_catalogue_redirects')
      .values(some.map((one) => ({ ...one })))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'id']).doUpdateSet((row) => ({ target: row.ref('excluded.target') })),
      )
      .execute()
}

/**
 * Performs one step inside a transaction: updates at most `size` records that name a former key. Returns their number.
 * `saveWorks` stores works with their credits.
 */
export async function followRedirects(
  tx: Db,
  size: number,
  saveWorks: (works: ReadonlyMap<number, WorkRecord>) => Promise<void>,
): Promise<number> {
  const editions = await moveEditions(tx, size)
  if (editions > 0) return editions
  const works = await dropWorks(tx, size)
  if (works > 0) return works
  const credited = await moveCredits(tx, size, saveWorks)
  return credited > 0 ? credited : dropAuthors(tx, size)
}

async function moveEditions(tx: Db, size: number): Promise<number> {
  const rows = await tx
    .selectFrom('book_catalogue_redirects as redirect')
    .innerJoin('book_catalogue_editions as edition', 'edition.work_id', 'redirect.id')
    .select(['edition.id', 'edition.work_id'])
    .where('redirect.kind', '=', 'work')
    .limit(size)
    .execute()
  const targets = await targetsOf(
    tx,
    'work',
    rows.map(({ work_id }) => work_id),
  )
  for (const [work, target] of targets) {
    const ids = rows.filter(({ work_id }) => work_id === work).map(({ id }) => id)
    for (const some of inChunks(ids))
      await tx.updateTable('book_catalogue_editions').set({ work_id: target }).where('id', 'in', some).execute()
  }
  await markStale(tx, 'work', [...targets].flat())
  return rows.length
}

async function dropWorks(tx: Db, size: number): Promise<number> {
  const rows = await tx
    .selectFrom('book_catalogue_redirects as redirect')
    .innerJoin('book_catalogue_works as work', 'work.id', 'redirect.id')
    .select('work.id')
    .where('redirect.kind', '=', 'work')
    .limit(size)
    .execute()
  const ids = rows.map(({ id }) => id)
  for (const some of inChunks(ids)) {
    const credits = await tx
      .deleteFrom('book_catalogue_credits')
      .where('work_id', 'in', some)
      .returning('author_id')
      .execute()
    await markStale(
      tx,
      'author',
      credits.map((credit) => credit.author_id),
    )
    await tx.deleteFrom('book_catalogue_works').where('id', 'in', some).execute()
  }
  await markStale(tx, 'work', ids)
  return ids.length
}

async function moveCredits(
  tx: Db,
  size: number,
  saveWorks: (works: ReadonlyMap<number, WorkRecord>) => Promise<void>,
): Promise<number> {
  const rows = await tx
    .selectFrom('book_catalogue_redirects as redirect')
    .innerJoin('book_catalogue_credits as credit', 'credit.author_id', 'redirect.id')
    .innerJoin('book_catalogue_works as work', 'work.id', 'credit.work_id')
    .select(['work.id', 'work.record'])
    .distinct()
    .where('redirect.kind', '=', 'author')
    .limit(size)
    .execute()
  const records = new Map(rows.map(({ id, record }) => [id, parseRecord<WorkRecord>(record)]))
  const targets = await targetsOf(
    tx,
    'author',
    [...records.values()].flatMap(({ authors = [] }) => authors),
  )
  await saveWorks(
    new Map(
      [...records].map(([id, { authors = [], ...record }]) => [
        id,
        { ...record, authors: [...new Set(authors.map((author) => targets.get(author) ?? author))] },
      ]),
    ),
  )
  return rows.length
}

async function dropAuthors(tx: Db, size: number): Promise<number> {
  const rows = await tx
    .selectFrom('book_catalogue_redirects as redirect')
    .innerJoin('book_catalogue_authors as author', 'author.id', 'redirect.id')
    .select('author.id')
    .where('redirect.kind', '=', 'author')
    .limit(size)
    .execute()
  const ids = rows.map(({ id }) => id)
  for (const some of inChunks(ids)) await tx.deleteFrom('book_catalogue_authors').where('id', 'in', some).execute()
  return ids.length
}

/** Returns the current keys for former ones. A cycle of merges ends at the smallest of its keys. */
async function targetsOf(tx: Db, kind: Redirect['kind'], ids: readonly number[]): Promise<Map<number, number>> {
  const targets = new Map<number, number>()
  for (const some of inChunks(new Set(ids))) {
    const rows = await tx
      .selectFrom('book_catalogue_redirects')
      .select(['id', 'target'])
      .where('kind', '=', kind)
      .where('id', 'in', some)
      .execute()
    for (const { id, target } of rows) targets.set(id, await endOf(tx, kind, { id, target }))
  }
  return targets
}

async function endOf(tx: Db, kind: Redirect['kind'], { id, target }: { id: number; target: number }): Promise<number> {
  const passed = new Set([id])
  let at = target
  for (let step = 0; step < longestChain; step++) {
    passed.add(at)
    const next = await tx
      .selectFrom('book_catalogue_redirects')
      .select('target')
      .where('kind', '=', kind)
      .where('id', '=', at)
      .executeTakeFirst()
    if (!next) return at
    at = next.target
    if (passed.has(at)) break
  }
  // no key of the cycle redirects any more
  const end = Math.min(...passed)
  await tx.deleteFrom('book_catalogue_redirects').where('kind', '=', kind).where('id', '=', end).execute()
  return end
}
