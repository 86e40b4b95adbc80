// Keeps batches in the database, where every process sees them. One process at a time holds the lease of a batch; when
// it dies, another takes over once the lease has ended.
import type { Selectable } from 'kysely'
import { isStorable } from '../models/stored/storable.ts'
import type { Batch, BatchEnd, BatchFacts, BatchFiles, BatchProblem, BatchState, BatchWire } from './batch.ts'
import { windowMs } from './batch.ts'
import { removeLines } from './batch-lines.ts'
import type { BatchDb, BatchTables } from './tables.ts'

const table = 'model_routing_batches'
/** How long a process may be silent before another takes its batches over. */
export const leaseMs = 60_000

export interface NewBatch {
  readonly id: string
  readonly account: string
  readonly wire: BatchWire
  readonly facts: BatchFacts
  /** The process that is about to store the calls; none when they are in a file. */
  readonly runner: string | null
}
export interface BatchPage {
  readonly limit: number
  /** The page comes after this one, which is newer. */
  readonly after?: Batch | undefined
  /** The page ends before this one, which is older. */
  readonly before?: Batch | undefined
}

/** What is left alone when a process looks for work. */
export interface Unclaimed {
  readonly busy: readonly string[]
  readonly running: readonly string[]
}
export interface Ending extends Partial<BatchFiles> {
  readonly state: BatchEnd | 'failed'
  readonly problems?: readonly BatchProblem[]
}

export type BatchStore = ReturnType<typeof createBatchStore>

export function createBatchStore({ db, now }: { readonly db: BatchDb; readonly now: () => number }) {
  const ofAccount = (account: string, wire: BatchWire) =>
    db.selectFrom(table).selectAll().where('account', '=', account).where('wire', '=', wire)
  const held = (id: string, runner: string) => db.updateTable(table).where('id', '=', id).where('runner', '=', runner)

  return {
    async create({ id, account, wire, facts, runner }: NewBatch): Promise<Batch> {
      const createdMs = now()
      const row = {
        ...{ id, account, wire, created_ms: createdMs, facts: JSON.stringify(facts), state: 'validating' },
        ...{ started_ms: null, cancelling_ms: null, finalizing_ms: null, ended_ms: null },
        ...{ expires_ms: createdMs + windowMs, total: 0, succeeded: 0, failed: 0, result_bytes: 0 },
        ...{ problems: null, output_file: null, error_file: null, runner },
        lease_ms: runner === null ? 0 : createdMs + leaseMs,
      }
      await db.insertInto(table).values(row).execute()
      return readRow(row)
    },
    async find(account: string, wire: BatchWire, id: string): Promise<Batch | undefined> {
      if (!isStorable(id)) return undefined
      const row = await ofAccount(account, wire).where('id', '=', id).executeTakeFirst()
      return row && readRow(row)
    },
    async read(id: string): Promise<Batch | undefined> {
      const row = await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
      return row && readRow(row)
    },
    /** Newest first. */
    async list(account: string, wire: BatchWire, { limit, after, before }: BatchPage): Promise<Batch[]> {
      const start = after ?? before
      const direction = before && !after ? '>' : '<'
      const order = direction === '>' ? 'asc' : 'desc'
      const rows = await ofAccount(account, wire)
        .$if(start !== undefined, (query) =>
          query.where(({ eb, or, and }) =>
            or([
              eb('created_ms', direction, start?.createdMs ?? 0),
              and([eb('created_ms', '=', start?.createdMs ?? 0), eb('id', direction, start?.id ?? '')]),
            ]),
          ),
        )
        .orderBy('created_ms', order)
        .orderBy('id', order)
        .limit(limit)
        .execute()
      const batches = rows.map(readRow)
      return order === 'asc' ? batches.reverse() : batches
    },
    async countOf(account: string): Promise<{ readonly all: number; readonly unended: number }> {
      const { all, ended } = await db
        .selectFrom(table)
        .select(({ fn }) => [fn.countAll().as('all'), fn.count('ended_ms').as('ended')])
        .where('account', '=', account)
        .executeTakeFirstOrThrow()
      return { all: Number(all), unended: Number(all) - Number(ended) }
    },
    /** Calls under way are finished; the others are not made. Of no effect once it has ended. */
    async cancel(id: string): Promise<void> {
      await db
        .updateTable(table)
        .set({ cancelling_ms: now() })
        .where('id', '=', id)
        .where('cancelling_ms', 'is', null)
        .where('state', 'in', ['validating', 'in_progress'])
        .execute()
      // one that waits for a provider need not wait any longer
      await db.updateTable(table).set({ lease_ms: 0 }).where('id', '=', id).where('runner', 'is', null).execute()
    },

    /** Takes a batch that nobody works on, none of the accounts in `busy` and of the batches in `running`. */
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
        if (numUpdatedRows > 0n) return this.read(row.id)
      }
    },
    /** Undefined when another process has it. */
    async renew(id: string, runner: string): Promise<Batch | undefined> {
      const { numUpdatedRows } = await held(id, runner)
        .set({ lease_ms: now() + leaseMs })
        .executeTakeFirst()
      return numUpdatedRows > 0n ? this.read(id) : undefined
    },
    /** Leaves it to whoever comes first after that time. */
    async release(id: string, runner: string, fromMs: number): Promise<void> {
      await held(id, runner).set({ runner: null, lease_ms: fromMs }).execute()
    },
    async start(id: string, runner: string, total: number): Promise<void> {
      await held(id, runner).set({ state: 'in_progress', started_ms: now(), total }).execute()
    },
    async finalize(id: string, runner: string): Promise<void> {
      await held(id, runner).set({ state: 'finalizing', finalizing_ms: now() }).execute()
    },
    /** Its files are there from this moment on. False when another process has it: then they are nobody's. */
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
    /** With its calls. */
    async remove(ids: readonly string[]): Promise<void> {
      for (const id of ids) {
        await db.deleteFrom(table).where('id', '=', id).execute()
        await removeLines(db, id)
      }
    },
    /** The oldest that have ended, of one account or of all. */
    async ended(query: { readonly account?: string; readonly beforeMs: number; readonly limit: number }) {
      const { account, beforeMs, limit } = query
      let rows = db.selectFrom(table).select('id').where('ended_ms', 'is not', null).where('created_ms', '<', beforeMs)
      if (account !== undefined) rows = rows.where('account', '=', account)
      return (await rows.orderBy('created_ms').limit(limit).execute()).map(({ id }) => id)
    },
  }
}

/** Rows are written above alone. */
function readRow(row: Selectable<BatchTables['model_routing_batches']>): Batch {
  const time = (value: number | null) => (value === null ? null : Number(value))
  return {
    ...{ id: row.id, account: row.account, wire: row.wire as BatchWire, state: row.state as BatchState },
    facts: JSON.parse(row.facts) as BatchFacts,
    ...{ createdMs: Number(row.created_ms), startedMs: time(row.started_ms), cancellingMs: time(row.cancelling_ms) },
    ...{ finalizingMs: time(row.finalizing_ms), endedMs: time(row.ended_ms), expiresMs: Number(row.expires_ms) },
    ...{ total: row.total, succeeded: row.succeeded, failed: row.failed, resultBytes: Number(row.result_bytes) },
    problems: row.problems === null ? [] : (JSON.parse(row.problems) as BatchProblem[]),
    ...{ outputFile: row.output_file, errorFile: row.error_file, leaseMs: Number(row.lease_ms) },
  }
}
