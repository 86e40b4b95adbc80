// Metered calls: written in batches that can be retried without counting twice, and pruned. The gateway's metering
// defines a call and schedules the batches; usage-groups.ts reads the sums.
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { addErrors, pruneErrors } from './call-errors.ts'
import { addChunks } from './call-log/mod.ts'
import { addCallIds, callChunksTable, pruneCallChunks, pruneCallIds } from './call-record.ts'
import { withoutSync } from './dialects/lazy-transactions.ts'
import type { DialectTraits } from './dialects/traits.ts'
import type {
  CallChunksTable,
  CallErrorsTable,
  CallIdsTable,
  Tables,
  UsageEndpointsTable,
  UsageSumsTable,
  UsageTable,
} from './schema.ts'
import { noteHours, pruneDays } from './usage-days.ts'
import { type TimeColumns, timeSlots } from './usage-times.ts'

/** Sums of the calls that share hour, account, key, listing, endpoint, provider, status and surface. */
export type UsageRow = UsageTable

/** The data of one write. `id` is unique to the batch and the same in every attempt to write it. */
export interface UsageBatch {
  readonly id: string
  /** The writer's previous batch, known to be written: its id is no longer needed. */
  readonly previousId: string | undefined
  readonly flushedAt: number
  /** Rows, each with a distinct combination of the members that `UsageRow` lists. */
  readonly rows: readonly UsageRow[]
  /** The calls themselves. */
  readonly chunks: readonly CallChunksTable[]
  /** Ids chosen by the callers of those calls. */
  readonly ids: readonly CallIdsTable[]
  /** Sums of failed calls of single accounts, each with a distinct combination of account, hour and kind. */
  readonly errors: readonly CallErrorsTable[]
}

/** The account of the sums of all accounts; no real id equals it. */
export const allAccounts = '*'
const keyColumns = [
  ...(['bucket', 'account_id', 'key_id', 'listing', 'endpoint', 'provider', 'status', 'surface'] as const),
] as const
const sumKeyColumns = ['account_id', 'bucket', 'listing', 'provider'] as const
const endpointKeyColumns = ['bucket', 'listing', 'endpoint', 'provider', 'status', 'surface'] as const
const counted = ['calls', 'bytes_in', 'bytes_out', 'ms_total', ...timeSlots] as const
/** Rows of 37 values each. A SQLite statement blocks the process, so others get their turn after each. */
const rowsPerStatement = 100

/**
 * Adds a batch in one transaction. A batch that already exists is skipped, so a batch can be retried if the fate of the
 * first attempt is unknown. Calls before `recordedFrom` are counted but not stored individually. Returns true if the
 * batch was added now. The days of the chunks must have been prepared (call-record.ts).
 */
export async function writeUsageBatch(
  db: Kysely<Tables>,
  batch: UsageBatch & { readonly recordedFrom: number },
): Promise<boolean> {
  const chunks = batch.chunks.filter(({ last_at }) => last_at >= batch.recordedFrom)
  const write = async (trx: Transaction<Tables>) => {
    const added = await trx
      .insertInto('usage_batches')
      .values({ id: batch.id, flushed_at: batch.flushedAt })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return false
    if (batch.previousId !== undefined)
      await trx.deleteFrom('usage_batches').where('id', '=', batch.previousId).execute()
    await addCounts(trx, batch.rows)
    await addErrors(trx, batch.errors)
    await addChunks(trx, callChunksTable, chunks)
    await addCallIds(trx, batch.ids)
    return true
  }
  return withoutSync(() => db.transaction().execute(write))
}

/** Adds counts in the same order in every process, so that two transactions on the same rows cannot deadlock. */
async function addCounts(db: Kysely<Tables>, rows: readonly UsageRow[]): Promise<void> {
  const add = sql.join(
    counted.map((column) => sql`${sql.ref(column)} = existing.${sql.ref(column)} + excluded.${sql.ref(column)}`),
  )
  for (const some of piecesOf(rows.toSorted(inOrderOf(keyColumns))))
    await upsert(db, { table: 'usage', rows: some, columns: [...keyColumns, ...counted], key: keyColumns, add })
  const withFailed = sql`${add}, failed = existing.failed + excluded.failed`
  for (const some of piecesOf(sumsOf(rows)))
    await upsert(db, {
      table: 'usage_sums',
      rows: some,
      columns: [...sumKeyColumns, 'failed', ...counted],
      key: sumKeyColumns,
      add: withFailed,
    })
  for (const some of piecesOf(endpointsOf(rows)))
    await upsert(db, {
      table: 'usage_endpoints',
      rows: some,
      columns: [...endpointKeyColumns, ...counted],
      key: endpointKeyColumns,
      add,
    })
  await noteHours(
    db,
    rows.map(({ bucket }) => bucket),
  )
}

interface Upsert {
  readonly table: string
  readonly rows: readonly object[]
  readonly columns: readonly string[]
  readonly key: readonly string[]
  readonly add: ReturnType<typeof sql.join>
}

/** Inserts rows; existing rows get the numbers added. */
async function upsert(db: Kysely<Tables>, { table, rows, columns, key, add }: Upsert): Promise<void> {
  const names = (list: readonly string[]) => sql.join(list.map((column) => sql.ref(column)))
  const values = rows.map((row) => {
    const byName = new Map(Object.entries(row))
    return sql`(${sql.join(columns.map((column) => byName.get(column)))})`
  })
  await sql`insert into ${sql.table(table)} as existing (${names(columns)}) values ${sql.join(values)}
    on conflict (${names(key)}) do update set ${add}`.execute(db)
  await setImmediate()
}

function* piecesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) yield rows.slice(start, start + rowsPerStatement)
}

/** Computes sums for each account and for all together, in key order. */
function sumsOf(rows: readonly UsageRow[]): UsageSumsTable[] {
  const sums = new Map<string, UsageSumsTable>()
  for (const row of rows)
    for (const account_id of [row.account_id, allAccounts]) {
      const { bucket, listing, provider } = row
      const id = JSON.stringify([account_id, bucket, listing, provider])
      const failed = row.status >= 400 ? row.calls : 0
      const sum = sums.get(id)
      if (sum) {
        addNumbers(sum, row)
        sum.failed += failed
      } else sums.set(id, { account_id, bucket, listing, provider, failed, ...numbersOf(row) })
    }
  return [...sums.values()].sort(inOrderOf(sumKeyColumns))
}

function endpointsOf(rows: readonly UsageRow[]): UsageEndpointsTable[] {
  const sums = new Map<string, UsageEndpointsTable>()
  for (const row of rows) {
    const { bucket, listing, endpoint, provider, status, surface } = row
    const id = JSON.stringify([bucket, listing, endpoint, provider, status, surface])
    const sum = sums.get(id)
    if (sum) addNumbers(sum, row)
    else sums.set(id, { bucket, listing, endpoint, provider, status, surface, ...numbersOf(row) })
  }
  return [...sums.values()].sort(inOrderOf(endpointKeyColumns))
}

type Numbers = TimeColumns & Pick<UsageRow, 'calls' | 'bytes_in' | 'bytes_out' | 'ms_total'>

function addNumbers(sum: Numbers, row: Numbers): void {
  for (const column of counted) sum[column] += row[column]
}

function numbersOf({
  bucket: _bucket,
  account_id: _account,
  key_id: _key,
  listing: _listing,
  endpoint: _endpoint,
  provider: _provider,
  status: _status,
  surface: _surface,
  ...numbers
}: UsageRow): Numbers {
  return numbers
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

/** Deletes batch ids from before `before`. No batch may be retried for longer than that. */
export async function pruneUsageBatches(db: Kysely<Tables>, before: number): Promise<void> {
  await db.deleteFrom('usage_batches').where('flushed_at', '<', before).execute()
}

/** Deletes the calls from before `before` and their errors, in pieces. */
export async function pruneCalls(db: Kysely<Tables>, traits: DialectTraits, before: number): Promise<void> {
  await pruneCallChunks(db, traits, before)
  await pruneCallIds(db, before)
  await pruneErrors(db, before)
}

const hourMs = 3_600_000

/**
 * Deletes the counts of all hours before `before`, an hour at a time, so that no statement takes long, and the sums of
 * the days that ended before it.
 */
export async function pruneUsage(db: Kysely<Tables>, before: number): Promise<void> {
  for (const table of ['usage', 'usage_sums', 'usage_endpoints'] as const)
    for (;;) {
      const first = await firstHourOf(db, table)
      if (first === undefined || first >= before) break
      await db
        .deleteFrom(table)
        .where('bucket', '<', Math.min(first + hourMs, before))
        .execute()
      await setImmediate()
    }
  await pruneDays(db, before, setImmediate)
}

async function firstHourOf(
  db: Kysely<Tables>,
  table: 'usage' | 'usage_sums' | 'usage_endpoints',
): Promise<number | undefined> {
  const { first } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.min<number | null>('bucket').as('first'))
    .executeTakeFirstOrThrow()
  return first ?? undefined
}
