// Leases of batches: one process at a time holds the lease of a batch, and works on it. When it dies, another takes
// over once the lease has ended.
import type { ExclusiveDeps } from '#provider/sql'
import type { StoredTables } from '../models/stored/tables.ts'
import type { Batch, BatchEnd, BatchFiles, BatchProblem } from './batch.ts'
import { removeLines } from './batch-lines.ts'
import { leaseMs, readRow, table } from './batch-rows.ts'
import type { BatchTables } from './tables.ts'

export interface BatchStoreDeps extends ExclusiveDeps<BatchTables & StoredTables> {
  readonly now: () => number
}

/** Accounts and batches that a process skips when it looks for work. */
interface Unclaimed {
  readonly busy: readonly string[]
  readonly running: readonly string[]
}
interface Ending extends Partial<BatchFiles> {
  readonly state: BatchEnd | 'failed'
  readonly problems?: readonly BatchProblem[]
}

export function createBatchLeases({ db, now }: BatchStoreDeps) {
  const held = (id: string, runner: string) => db.updateTable(table).where('id', '=', id).where('runner', '=', runner)
  async function read(id: string): Promise<Batch | undefined> {
    const row = await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
    return row && readRow(row)
  }

  return {
    read,
    /** Takes a batch without a current lease, except those of accounts in `busy` and those in `running`. */
    async claim(runner: string, { busy, running }: Unclaimed): Promise<Batch | undefined> {
      for (;;) {
        let waiting = db.selectFrom(table).select('id').where('ended_ms', 'is', null).where('lease_ms', '<=', now())
        if (busy.length > 0) waiting = waiting.where('account', 'not in', [...busy])
        if (running.length > 0) waiting = waiting.where('id', 'not in', [...running])
        const row = await waiting.orderBy('created_ms').limit(1).executeTakeFirst()
        if (!row) return undefined
        const { numUpdatedRows } = await db
          .updateTable(table)
          .set({ runner, lease_ms: now() + leaseMs })
          .where('id', '=', row.id)
          .where('ended_ms', 'is', null)
          .where('lease_ms', '<=', now())
          .executeTakeFirst()
        // another process may have been faster
        if (numUpdatedRows > 0n) return read(row.id)
      }
    },
    /** Extends the lease. Returns undefined if another process holds it. */
    async renew(id: string, runner: string): Promise<Batch | undefined> {
      const { numUpdatedRows } = await held(id, runner)
        .set({ lease_ms: now() + leaseMs })
        .executeTakeFirst()
      return numUpdatedRows > 0n ? read(id) : undefined
    },
    /** Gives the lease up to the first process that comes after that time. */
    async release(id: string, runner: string, fromMs: number): Promise<void> {
      await held(id, runner).set({ runner: null, lease_ms: fromMs }).execute()
    },
    async start(id: string, runner: string, total: number): Promise<void> {
      await held(id, runner).set({ state: 'in_progress', started_ms: now(), total }).execute()
    },
    async finalize(id: string, runner: string): Promise<void> {
      await held(id, runner).set({ state: 'finalizing', finalizing_ms: now() }).execute()
    },
    /** Ends a batch and makes its files visible. Returns false if another process holds the lease. */
    async end(id: string, runner: string, { state, problems = [], ...files }: Ending): Promise<boolean> {
      const { outputFile = null, errorFile = null } = files
      const isEnded = await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable(table)
          .set({ state, ended_ms: now(), problems: JSON.stringify(problems), runner: null })
          .set({ output_file: outputFile, error_file: errorFile })
          .where('id', '=', id)
          .where('runner', '=', runner)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        const written = [outputFile, errorFile].filter((file) => file !== null)
        if (written.length > 0)
          await trx.updateTable('model_routing_files').set({ is_whole: 1 }).where('id', 'in', written).execute()
        return true
      })
      if (isEnded) await removeLines(db, id)
      return isEnded
    },
  }
}
