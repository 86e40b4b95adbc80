// Keeps batches in the database, where every process sees them.
import { exclusively } from '#provider/sql'
import { isStorable } from '../models/stored/storable.ts'
import type { Batch, BatchWire } from './batch.ts'
import { batchLimits } from './batch.ts'
import { type BatchStoreDeps, createBatchLeases } from './batch-leases.ts'
import { removeLines } from './batch-lines.ts'
import { type NewBatch, newRow, readRow, table } from './batch-rows.ts'

interface BatchPage {
  readonly limit: number
  /** The page comes after this one, which is newer. */
  readonly after?: Batch | undefined
  /** The page ends before this one, which is older. */
  readonly before?: Batch | undefined
}

export type BatchStore = ReturnType<typeof createBatchStore>

export function createBatchStore(deps: BatchStoreDeps) {
  const { db, now } = deps
  const ofAccount = (account: string, wire: BatchWire) =>
    db.selectFrom(table).selectAll().where('account', '=', account).where('wire', '=', wire)

  return {
    ...createBatchLeases(deps),
    /** Stores a batch; undefined if the account has its limit of unended ones, whichever process created them. */
    async create(batch: NewBatch): Promise<Batch | undefined> {
      const row = newRow(batch, now())
      return (await insert(deps, row)) ? readRow(row) : undefined
    },
    async find(account: string, wire: BatchWire, id: string): Promise<Batch | undefined> {
      if (!isStorable(id)) return undefined
      const row = await ofAccount(account, wire).where('id', '=', id).executeTakeFirst()
      return row && readRow(row)
    },
    /** Lists batches, newest first. */
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
    async countOf(account: string): Promise<number> {
      const { all } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('all'))
        .where('account', '=', account)
        .executeTakeFirstOrThrow()
      return Number(all)
    },
    /** Cancels a batch. Calls under way are finished; the others are not made. An ended batch stays as it is. */
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

    /** Removes batches with their calls. */
    async remove(ids: readonly string[]): Promise<void> {
      for (const id of ids) {
        await db.deleteFrom(table).where('id', '=', id).execute()
        await removeLines(db, id)
      }
    },
    /** Returns the oldest ended batches, of one account or of all. */
    async ended(query: { readonly account?: string; readonly beforeMs: number; readonly limit: number }) {
      const { account, beforeMs, limit } = query
      let rows = db.selectFrom(table).select('id').where('ended_ms', 'is not', null).where('created_ms', '<', beforeMs)
      if (account !== undefined) rows = rows.where('account', '=', account)
      return (await rows.orderBy('created_ms').limit(limit).execute()).map(({ id }) => id)
    },
  }
}

/** Inserts a row. Resolves with false if the account has its limit of unended batches. */
function insert({ db, dialect }: BatchStoreDeps, row: ReturnType<typeof newRow>): Promise<boolean> {
  return exclusively({ db, dialect }, `${table} ${row.account}`, async (trx) => {
    const { unended } = await trx
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('unended'))
      .where('account', '=', row.account)
      .where('ended_ms', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(unended) >= batchLimits.unended) return false
    await trx.insertInto(table).values(row).execute()
    return true
  })
}
