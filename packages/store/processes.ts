// The rows of running gateway processes: their leases, and the last invalidation that each has read. The gateway
// decides when a process counts as gone.
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** A registered process. `acknowledged` is the last invalidation that it handled; stored in the column `fence`. */
export interface ProcessInfo {
  readonly id: string
  /** Time of the last renewal, by the process's own clock. */
  readonly seenAt: number
  readonly acknowledged: number
}

/** Far above any real number of processes; reading more rows would be useless. */
const maxProcesses = 1000

/** Registers a process, which need not handle invalidations up to `acknowledged`. */
export async function insertProcess(db: Kysely<Tables>, { id, seenAt, acknowledged }: ProcessInfo): Promise<void> {
  const row = { started_at: seenAt, seen_at: seenAt, fence: acknowledged }
  await db
    .insertInto('processes')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Renews the row of a process that has handled every invalidation up to `acknowledged`. False if its row is gone. */
export async function updateProcess(db: Kysely<Tables>, { id, seenAt, acknowledged }: ProcessInfo): Promise<boolean> {
  const result = await db
    .updateTable('processes')
    .set({ seen_at: seenAt, fence: acknowledged })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Lists every registered process, including dead ones until they are deleted. */
export async function readProcesses(db: Kysely<Tables>): Promise<ProcessInfo[]> {
  return db
    .selectFrom('processes')
    .select(['id', 'seen_at as seenAt', 'fence as acknowledged'])
    .orderBy('id')
    .limit(maxProcesses)
    .execute()
}

/** Deletes a process; with `seenAt`, only if it has not renewed its row since. */
export async function deleteProcess(db: Kysely<Tables>, id: string, seenAt?: number): Promise<void> {
  let remove = db.deleteFrom('processes').where('id', '=', id)
  if (seenAt !== undefined) remove = remove.where('seen_at', '=', seenAt)
  await remove.execute()
}
