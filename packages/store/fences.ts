// Running processes and the fences they raise, as rows. When a process counts as gone, and what a fence makes it do,
// is decided by the gateway's fences.
import { CompiledQuery, type Kysely } from 'kysely'
import type { DialectFacts } from './dialects/facts.ts'
import type { ProcessesTable, Tables } from './schema.ts'

export type ProcessRow = ProcessesTable

/** A raised fence; `seq` grows in the order in which fences become visible. */
export interface FenceRow {
  readonly seq: number
  readonly kind: string
  readonly target: string
}

/** What `insertFence` needs of a store. */
export interface FenceStore {
  readonly db: Kysely<Tables>
  readonly dialect: Pick<DialectFacts, 'exclusiveBegin' | 'rowLocks'>
}

/** More rows than anyone runs processes; what is beyond it is of no use to read. */
const maxProcesses = 1000

/**
 * Writes a fence and returns its number. Fences are written one at a time: were two written side by side, the one with
 * the higher number could become visible first, and a reader that has gone past it would never see the other.
 */
export async function insertFence(
  { db, dialect }: FenceStore,
  fence: { readonly kind: string; readonly target: string; readonly at: number },
): Promise<number> {
  const insert = async (connection: Kysely<Tables>) => {
    const row = await connection.insertInto('fences').values(fence).returning('seq').executeTakeFirstOrThrow()
    return row.seq
  }
  // Where every writer is alone anyway, the one statement is enough.
  if (!dialect.rowLocks) return insert(db)
  return db.connection().execute(async (connection) => {
    const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement))
    try {
      for (const statement of dialect.exclusiveBegin) await run(statement)
      const seq = await insert(connection)
      await run('commit')
      return seq
    } catch (error) {
      // The rollback itself fails when there is no transaction any more; the first error is the one to tell.
      await run('rollback').catch(() => undefined)
      throw error
    }
  })
}

/** The fences with a higher number than `seq`, lowest first, at most `maxRows`. */
export async function fencesAfter(db: Kysely<Tables>, seq: number, maxRows: number): Promise<FenceRow[]> {
  return db
    .selectFrom('fences')
    .select(['seq', 'kind', 'target'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(maxRows)
    .execute()
}

/** The lowest and the highest number of a fence that is still there; 0 when none ever was. */
export async function fenceRange(db: Kysely<Tables>): Promise<{ readonly first: number; readonly last: number }> {
  const row = await db
    .selectFrom('fences')
    .select((eb) => [eb.fn.min('seq').as('first'), eb.fn.max('seq').as('last')])
    .executeTakeFirst()
  return { first: Number(row?.first ?? 0), last: Number(row?.last ?? 0) }
}

/** Registers a process; `fence` is the last fence it needs not hear of. */
export async function insertProcess(
  db: Kysely<Tables>,
  { id, now, fence }: { readonly id: string; readonly now: number; readonly fence: number },
): Promise<void> {
  await db
    .insertInto('processes')
    .values({ id, started_at: now, seen_at: now, fence })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ started_at: now, seen_at: now, fence }))
    .execute()
}

/** Says that process `id` is alive and has taken every fence up to `fence`. False when its row is gone. */
export async function updateProcess(
  db: Kysely<Tables>,
  { id, seenAt, fence }: { readonly id: string; readonly seenAt: number; readonly fence: number },
): Promise<boolean> {
  const result = await db
    .updateTable('processes')
    .set({ seen_at: seenAt, fence })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Every registered process, dead ones included until they are deleted. */
export async function readProcesses(db: Kysely<Tables>): Promise<ProcessRow[]> {
  return db.selectFrom('processes').selectAll().orderBy('id').limit(maxProcesses).execute()
}

/** Deletes a process. With `seenAt` only if it has not been heard of since. */
export async function deleteProcess(db: Kysely<Tables>, id: string, seenAt?: number): Promise<void> {
  let remove = db.deleteFrom('processes').where('id', '=', id)
  if (seenAt !== undefined) remove = remove.where('seen_at', '=', seenAt)
  await remove.execute()
}

/** Deletes the fences raised before `before`, save the newest: its number says how far fences have come. */
export async function pruneFences(db: Kysely<Tables>, before: number): Promise<void> {
  await db
    .deleteFrom('fences')
    .where('at', '<', before)
    .where('seq', '<', (eb) => eb.selectFrom('fences as newer').select((max) => max.fn.max('newer.seq').as('seq')))
    .execute()
}
