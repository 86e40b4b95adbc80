// Metered calls by hour: written in batches that can be retried without counting twice, and read as sums. What a call
// is and when batches are written is decided by the gateway's metering.
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables, UsageSumsTable, UsageTable } from './schema.ts'

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
}

/** Where a sum is in their order: by step, listing and provider. */
export type UsagePosition = Pick<UsageSum, 'at' | 'listing' | 'provider'>

/** At most `maxRows` sums, which come after a position. */
export interface UsagePage {
  readonly maxRows: number
  readonly after?: UsagePosition | undefined
}

/** What the calls of a query add up to. */
export type UsageTotal = Omit<UsageSum, keyof UsagePosition>

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

/** Account of the sums of all accounts; no id is like it. */
const allAccounts = '*'
const keyColumns = ['bucket', 'account_id', 'key_id', 'listing', 'endpoint', 'provider', 'status'] as const
const sumKeyColumns = ['account_id', 'bucket', 'listing', 'provider'] as const
/** Of at most 11 values each: well below the 32,766 (SQLite) or 65,535 (PostgreSQL) parameters of one statement. */
const rowsPerStatement = 500

/**
 * Adds a batch to the sums, in one transaction. A batch that is already there is skipped, so a batch may be retried
 * when it is unknown whether the first attempt was committed. Returns whether it was added now.
 */
export async function writeUsageBatch(db: Kysely<Tables>, batch: UsageBatch): Promise<boolean> {
  // The same order in every process, so that two transactions on the same rows cannot deadlock.
  const rows = batch.rows.toSorted(inOrderOf(keyColumns))
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
    const sums = sumsOf(rows)
    for (let start = 0; start < sums.length; start += rowsPerStatement)
      await addSums(trx, sums.slice(start, start + rowsPerStatement))
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

async function addSums(db: Kysely<Tables>, sums: readonly UsageSumsTable[]): Promise<void> {
  await db
    .insertInto('usage_sums')
    .values([...sums])
    .onConflict((conflict) =>
      conflict.columns([...sumKeyColumns]).doUpdateSet((eb) => ({
        calls: eb('usage_sums.calls', '+', eb.ref('excluded.calls')),
        failed: eb('usage_sums.failed', '+', eb.ref('excluded.failed')),
        bytes_in: eb('usage_sums.bytes_in', '+', eb.ref('excluded.bytes_in')),
        bytes_out: eb('usage_sums.bytes_out', '+', eb.ref('excluded.bytes_out')),
        ms_total: eb('usage_sums.ms_total', '+', eb.ref('excluded.ms_total')),
      })),
    )
    .execute()
}

/** For each account and for all together, in key order. */
function sumsOf(rows: readonly UsageRow[]): UsageSumsTable[] {
  const sums = new Map<string, UsageSumsTable>()
  for (const { account_id, bucket, listing, provider, status, calls, bytes_in, bytes_out, ms_total } of rows)
    for (const account of [account_id, allAccounts]) {
      const id = JSON.stringify([account, bucket, listing, provider])
      const zero = { calls: 0, failed: 0, bytes_in: 0, bytes_out: 0, ms_total: 0 }
      const sum = sums.get(id) ?? { account_id: account, bucket, listing, provider, ...zero }
      sum.calls += calls
      if (status >= 400) sum.failed += calls
      sum.bytes_in += bytes_in
      sum.bytes_out += bytes_out
      sum.ms_total += ms_total
      sums.set(id, sum)
    }
  return [...sums.values()].sort(inOrderOf(sumKeyColumns))
}

/** Compares rows by columns, the first column first. */
function inOrderOf<C extends string>(columns: readonly C[]) {
  return (a: Readonly<Record<C, string | number>>, b: Readonly<Record<C, string | number>>): number => {
    for (const column of columns) {
      if (a[column] < b[column]) return -1
      if (a[column] > b[column]) return 1
    }
    return 0
  }
}

/** Deletes the batch ids from before `before`. No batch may be retried for longer than that. */
export async function pruneUsageBatches(db: Kysely<Tables>, before: number): Promise<void> {
  await db.deleteFrom('usage_batches').where('flushed_at', '<', before).execute()
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Deletes the calls of all hours before `before`, an hour at a time, so that no statement takes long. */
export async function pruneUsage(db: Kysely<Tables>, before: number): Promise<void> {
  for (const table of ['usage', 'usage_sums'] as const)
    for (;;) {
      const first = await boundsOf(db, table)
      if (!first || first.min >= before) break
      await db
        .deleteFrom(table)
        .where('bucket', '<', Math.min(first.min + hourMs, before))
        .execute()
      await setImmediate()
    }
}

/** The first and the last hour of a table, or of the sums of an account. */
async function boundsOf(db: Kysely<Tables>, table: 'usage' | 'usage_sums', account?: string) {
  let select = db
    .selectFrom(table)
    .select(({ fn }) => [fn.min<number | null>('bucket').as('min'), fn.max<number | null>('bucket').as('max')])
  if (account !== undefined) select = select.where('account_id', '=', account)
  const { min, max } = await select.executeTakeFirstOrThrow()
  return min === null || max === null ? undefined : { min, max }
}

/** A page of sums by step, listing and provider, oldest first. */
export async function sumUsage(
  db: Kysely<Tables>,
  query: UsageQuery,
  { maxRows, after }: UsagePage,
): Promise<UsageSum[]> {
  const sums: UsageSum[] = []
  // A literal, not a parameter: PostgreSQL must see the same expression here and in "group by".
  const step = sql<number>`bucket - bucket % ${sql.lit(query.stepMs)}`
  const from = Math.max(query.from, after?.at ?? 0)
  for await (const ofDay of daysOf(db, { ...query, from })) {
    let select = ofDay
    if (after)
      select = select.where(
        sql<boolean>`(${step}, listing, provider) > (${after.at}, ${after.listing}, ${after.provider})`,
      )
    const rows = await select
      .select([step.as('at'), 'listing', 'provider', ...sumColumns()])
      .groupBy(['at', 'listing', 'provider'])
      .orderBy('at')
      .orderBy('listing')
      .orderBy('provider')
      .limit(maxRows - sums.length)
      .execute()
    sums.push(...rows)
    if (sums.length >= maxRows) break
  }
  return sums
}

/** What all calls of a query add up to. */
export async function totalUsage(db: Kysely<Tables>, query: UsageQuery): Promise<UsageTotal> {
  const total = { calls: 0, failed: 0, bytes_in: 0, bytes_out: 0, ms_total: 0 }
  for await (const ofDay of daysOf(db, query)) {
    const sum = await ofDay.select(sumColumns()).executeTakeFirstOrThrow()
    for (const column of summed) total[column] += sum[column] ?? 0
  }
  return total
}

const summed = ['calls', 'failed', 'bytes_in', 'bytes_out', 'ms_total'] as const
const sumColumns = () => summed.map((column) => sql<number>`sum(${sql.ref(column)})`.as(column))

/** The hourly sums of a query, a day at a time: on SQLite each statement holds up the process. */
async function* daysOf(db: Kysely<Tables>, { accountId = allAccounts, listing, from, to }: UsageQuery) {
  const bounds = await boundsOf(db, 'usage_sums', accountId)
  if (!bounds) return
  const first = Math.max(from, bounds.min)
  const end = Math.min(to, bounds.max + 1)
  // days begin at multiples of a day, so that no step is cut in two
  for (let at = first - (first % dayMs); at < end; at += dayMs) {
    const ofDay = db
      .selectFrom('usage_sums')
      .where('account_id', '=', accountId)
      .where('bucket', '>=', Math.max(at, first))
      .where('bucket', '<', Math.min(at + dayMs, end))
    yield listing === undefined ? ofDay : ofDay.where('listing', '=', listing)
    await setImmediate()
  }
}
