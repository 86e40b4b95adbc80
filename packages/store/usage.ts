// Metered calls by hour: written in batches that can be retried without counting twice, and read as sums. What a call
// is and when batches are written is decided by the gateway's metering.
import { type Kysely, sql } from 'kysely'
import type { Tables, UsageTable } from './schema.ts'

/** Sums of the calls that share an hour, an account, a key, a listing, an endpoint, a provider and a status. */
export type UsageRow = UsageTable

/** Rows that are written together. `id` is unique to the batch and the same in every attempt to write it. */
export interface UsageBatch {
  readonly id: string
  /** The writer's previous batch, which is known to be written: its id is no longer needed. */
  readonly previousId: string | undefined
  readonly flushedAt: number
  /** No two rows may share an hour, an account, a key, a listing, an endpoint, a provider and a status. */
  readonly rows: readonly UsageRow[]
}

/** Which calls to sum: from `from` up to but excluding `to`, both in milliseconds since the epoch. */
export interface UsageQuery {
  readonly accountId?: string | undefined
  readonly listing?: string | undefined
  readonly from: number
  readonly to: number
  readonly stepMs: number
  readonly maxRows: number
}

/** `at` is the start of the step; `failed` counts the calls with a status of 400 and above. */
export interface UsageSum {
  readonly at: number
  readonly listing: string
  readonly provider: string
  readonly calls: number
  readonly failed: number
  readonly bytes_in: number
  readonly bytes_out: number
  readonly ms_total: number
}

const keyColumns = ['bucket', 'account_id', 'key_id', 'listing', 'endpoint', 'provider', 'status'] as const
/** Of 11 values each: well below the 32,766 (SQLite) or 65,535 (PostgreSQL) parameters of one statement. */
const rowsPerStatement = 500

/**
 * Adds a batch to the sums, in one transaction. A batch that is already there is skipped, so a batch may be retried
 * when it is unknown whether the first attempt was committed. Returns whether it was added now.
 */
export async function writeUsageBatch(db: Kysely<Tables>, batch: UsageBatch): Promise<boolean> {
  // The same order in every process, so that two transactions on the same rows cannot deadlock.
  const rows = batch.rows.toSorted(inKeyOrder)
  return db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('usage_batches')
      .values({ id: batch.id, flushed_at: batch.flushedAt })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return false
    if (batch.previousId !== undefined)
      await trx.deleteFrom('usage_batches').where('id', '=', batch.previousId).execute()
    for (let start = 0; start < rows.length; start += rowsPerStatement)
      await addRows(trx, rows.slice(start, start + rowsPerStatement))
    return true
  })
}

async function addRows(db: Kysely<Tables>, rows: readonly UsageRow[]): Promise<void> {
  await db
    .insertInto('usage')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns([...keyColumns]).doUpdateSet((eb) => ({
        calls: eb('usage.calls', '+', eb.ref('excluded.calls')),
        bytes_in: eb('usage.bytes_in', '+', eb.ref('excluded.bytes_in')),
        bytes_out: eb('usage.bytes_out', '+', eb.ref('excluded.bytes_out')),
        ms_total: eb('usage.ms_total', '+', eb.ref('excluded.ms_total')),
      })),
    )
    .execute()
}

function inKeyOrder(a: UsageRow, b: UsageRow): number {
  for (const column of keyColumns) {
    if (a[column] < b[column]) return -1
    if (a[column] > b[column]) return 1
  }
  return 0
}

/** Deletes the batch ids from before `before`. No batch may be retried for longer than that. */
export async function pruneUsageBatches(db: Kysely<Tables>, before: number): Promise<void> {
  await db.deleteFrom('usage_batches').where('flushed_at', '<', before).execute()
}

const dayMs = 24 * 3_600_000

/** Deletes the calls of all hours before `before`, a day at a time, so that no statement takes long. */
export async function pruneUsage(db: Kysely<Tables>, before: number): Promise<void> {
  const first = db.selectFrom('usage').select(({ fn }) => fn.min<number | null>('bucket').as('bucket'))
  for (;;) {
    const { bucket } = await first.executeTakeFirstOrThrow()
    if (bucket === null || bucket >= before) return
    await db
      .deleteFrom('usage')
      .where('bucket', '<', Math.min(bucket + dayMs, before))
      .execute()
  }
}

/** Sums by step, listing and provider, oldest first, at most `maxRows`. */
export async function sumUsage(db: Kysely<Tables>, query: UsageQuery): Promise<UsageSum[]> {
  let select = db.selectFrom('usage').where('bucket', '>=', query.from).where('bucket', '<', query.to)
  if (query.accountId !== undefined) select = select.where('account_id', '=', query.accountId)
  if (query.listing !== undefined) select = select.where('listing', '=', query.listing)
  return select
    .select((eb) => [
      // A literal, not a parameter: PostgreSQL must see the same expression here and in "group by".
      sql<number>`bucket - bucket % ${sql.lit(query.stepMs)}`.as('at'),
      'listing',
      'provider',
      eb.fn.sum<number>('calls').as('calls'),
      sql<number>`sum(case when status >= 400 then calls else 0 end)`.as('failed'),
      eb.fn.sum<number>('bytes_in').as('bytes_in'),
      eb.fn.sum<number>('bytes_out').as('bytes_out'),
      eb.fn.sum<number>('ms_total').as('ms_total'),
    ])
    .groupBy(['at', 'listing', 'provider'])
    .orderBy('at')
    .orderBy('listing')
    .orderBy('provider')
    .limit(query.maxRows)
    .execute()
}
