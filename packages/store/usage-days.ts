// Sums of usage by day, so that a report of weeks does not read every hour. They are computed from the hours that have
// ended, one at a time in pieces, by the process that holds the work. A day includes the hours whose `summed` is not 0.
//
// Late writes never make a day wrong: each batch raises `writes` of its hours in its own transaction, and an hour
// counts as summed only at the `writes` read before its first piece. A day with an hour whose two numbers differ is
// read from its hours and computed again. Rows of usage_days change only while their day is not read, and `writes`
// never falls: if a reader finds the same numbers before and after, its data is consistent.
import { type Kysely, sql, type Transaction } from 'kysely'
import { withoutSync } from './dialects/lazy-transactions.ts'
import type { Tables, UsageDayWorkTable } from './schema.ts'
import { timeSlots } from './usage-times.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Delay after the end of an hour, so that late writes need not be summed again. */
const graceMs = 5 * 60_000
const heldMs = 60_000
/** Limits recomputation: a process whose clock is behind writes into past hours all the time. */
const clearPauseMs = 10 * 60_000
/** Takes some milliseconds on SQLite, the longest that a call waits for it. */
const rowsPerPiece = 200

const sharedMembers = ['listing', 'endpoint', 'provider', 'status', 'surface'] as const
/** Destination tables of an hour's sums, and the columns that identify their rows; in order of processing. */
const sources = [
  { hours: 'usage_endpoints', days: 'usage_endpoint_days', members: sharedMembers },
  { hours: 'usage', days: 'usage_days', members: ['account_id', 'key_id', ...sharedMembers] },
] as const
const sums = ['calls', 'bytes_in', 'bytes_out', 'ms_total', ...timeSlots] as const

/** The day table of each hour table. */
export const dayTables = { usage_endpoints: 'usage_endpoint_days', usage: 'usage_days' } as const

/** The summing process; there is one at a time, identified by a unique name. */
export interface DaySummer {
  readonly holder: string
  readonly nowMs: number
}

/** Adds the next piece of an hour to its day. False if nothing is left to do now, or another process does it. */
export async function sumNextPiece(db: Kysely<Tables>, summer: DaySummer): Promise<boolean> {
  if (!(await isWorkLeft(db, summer.nowMs))) return false
  return withoutSync(() => db.transaction().execute((trx) => sumPiece(trx, summer)))
}

async function isWorkLeft(db: Kysely<Tables>, nowMs: number): Promise<boolean> {
  const { bucket, clearing, cleared_at } = await workOf(db)
  if (bucket !== null || clearing !== null) return true
  if ((await unsummedHour(db, nowMs)) !== undefined) return true
  return mayClear(cleared_at, nowMs) && (await changedHour(db)) !== undefined
}

async function sumPiece(trx: Transaction<Tables>, { holder, nowMs }: DaySummer): Promise<boolean> {
  const held = await trx
    .updateTable('usage_day_work')
    .set({ holder, held_until: nowMs + heldMs })
    .where((where) => where.or([where('holder', '=', holder), where('held_until', '<', nowMs)]))
    .executeTakeFirst()
  // the row stays locked until the end, so that no other process adds to a day meanwhile
  if (Number(held.numUpdatedRows) === 0) return false
  const work = await workOf(trx)
  if (work.clearing !== null) return clearPiece(trx, work.clearing, nowMs)
  if (work.bucket !== null) return addPiece(trx, work.bucket, work)
  const changed = mayClear(work.cleared_at, nowMs) ? await changedHour(trx) : undefined
  if (changed !== undefined) return changeWork(trx, { clearing: dayOf(changed) })
  const hour = await unsummedHour(trx, nowMs)
  if (!hour) return false
  return changeWork(trx, { bucket: hour.bucket, version: hour.writes, after: null })
}

/** The position within an hour: the last row that was added. */
interface Position {
  readonly source: number
  readonly last: readonly (string | number)[] | null
}

async function addPiece(
  trx: Transaction<Tables>,
  bucket: number,
  { version, after }: Pick<UsageDayWorkTable, 'version' | 'after'>,
): Promise<boolean> {
  const { source: at, last }: Position = after === null ? { source: 0, last: null } : JSON.parse(after)
  const hour = await trx.selectFrom('usage_hours').select('writes').where('bucket', '=', bucket).executeTakeFirst()
  const source = sources[at]
  if (!source || hour?.writes !== version) {
    // if a call arrived meanwhile, the numbers differ and the day is computed again
    await trx.updateTable('usage_hours').set({ summed: version }).where('bucket', '=', bucket).execute()
    return changeWork(trx, { bucket: null, after: null })
  }
  const { hours, days, members } = source
  const names = sql.join(members.map((member) => sql.ref(member)))
  const begins = last === null ? sql`` : sql`and (${names}) > (${sql.join(last)})`
  const { rows } = await sql<Record<string, string | number>>`select ${names} from ${sql.table(hours)}
    where bucket = ${bucket} ${begins} order by ${names} limit 1 offset ${sql.lit(rowsPerPiece - 1)}`.execute(trx)
  const [row] = rows
  const values = row && new Map(Object.entries(row))
  const end = values && members.flatMap((member) => values.get(member) ?? [])
  const ends = end === undefined ? sql`` : sql`and (${names}) <= (${sql.join(end)})`
  const counted = sql.join(sums.map((sum) => sql.ref(sum)))
  const added = sums.map((sum) => sql`${sql.ref(sum)} = existing.${sql.ref(sum)} + excluded.${sql.ref(sum)}`)
  await sql`insert into ${sql.table(days)} as existing (bucket, ${names}, ${counted})
    select ${sql.lit(dayOf(bucket))}, ${names}, ${counted} from ${sql.table(hours)}
    where bucket = ${bucket} ${begins} ${ends}
    on conflict (bucket, ${names}) do update set ${sql.join(added)}`.execute(trx)
  const next: Position = end === undefined ? { source: at + 1, last: null } : { source: at, last: end }
  return changeWork(trx, { after: JSON.stringify(next) })
}

async function clearPiece(trx: Transaction<Tables>, day: number, nowMs: number): Promise<boolean> {
  for (const { days, members } of sources) if (await deletePiece(trx, { days, members }, day)) return true
  await trx
    .updateTable('usage_hours')
    .set({ summed: 0 })
    .where('bucket', '>=', day)
    .where('bucket', '<', day + dayMs)
    .execute()
  return changeWork(trx, { clearing: null, cleared_at: nowMs })
}

/** Returns true if there were rows to delete. */
async function deletePiece(
  db: Kysely<Tables>,
  { days, members }: Pick<(typeof sources)[number], 'days' | 'members'>,
  day: number,
): Promise<boolean> {
  const names = sql.join(['bucket', ...members].map((member) => sql.ref(member)))
  const { numAffectedRows } = await sql`delete from ${sql.table(days)} where (${names}) in
    (select ${names} from ${sql.table(days)} where bucket = ${day} limit ${sql.lit(rowsPerPiece)})`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}

async function changeWork(trx: Transaction<Tables>, change: Partial<UsageDayWorkTable>): Promise<true> {
  await trx.updateTable('usage_day_work').set(change).execute()
  return true
}

async function workOf(db: Kysely<Tables>): Promise<UsageDayWorkTable> {
  return db.selectFrom('usage_day_work').selectAll().executeTakeFirstOrThrow()
}

/** Finds the latest hour that has ended but is not in its day: recent days are read most. */
async function unsummedHour(db: Kysely<Tables>, nowMs: number) {
  return db
    .selectFrom('usage_hours')
    .select(['bucket', 'writes'])
    .where('summed', '=', 0)
    .where('bucket', '<=', nowMs - hourMs - graceMs)
    .orderBy('bucket', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Finds an hour that was written after it was summed. */
async function changedHour(db: Kysely<Tables>): Promise<number | undefined> {
  const hour = await db
    .selectFrom('usage_hours')
    .select('bucket')
    .where('summed', '>', 0)
    .whereRef('summed', '<>', 'writes')
    .orderBy('bucket', 'desc')
    .limit(1)
    .executeTakeFirst()
  return hour?.bucket
}

/** Compares in both directions: a clock that was wrong once must not stop the work for long. */
function mayClear(clearedAt: number, nowMs: number): boolean {
  return Math.abs(nowMs - clearedAt) >= clearPauseMs
}

function dayOf(bucket: number): number {
  return bucket - (bucket % dayMs)
}

/** Records writes to hours, in the transaction that writes them. In sorted order, so that two cannot deadlock. */
export async function noteHours(trx: Kysely<Tables>, buckets: Iterable<number>): Promise<void> {
  for (const bucket of [...new Set(buckets)].sort((a, b) => a - b))
    await trx
      .insertInto('usage_hours')
      .values({ bucket, writes: 1 })
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ writes: sql<number>`usage_hours.writes + 1` }))
      .execute()
}

/** The hours included in the sums of a day, with a value that identifies their state. */
interface SummedHours {
  readonly hours: ReadonlySet<number>
  readonly state: string
}

/** Returns undefined if the sums of the day that begins at `day` cannot be read now, or do not exist. */
export async function summedHours(db: Kysely<Tables>, day: number): Promise<SummedHours | undefined> {
  const hours = await db
    .selectFrom('usage_hours')
    .select((select) => [
      ...(['bucket', 'writes', 'summed'] as const),
      select.selectFrom('usage_day_work').select('bucket').as('adding'),
      select.selectFrom('usage_day_work').select('clearing').as('clearing'),
    ])
    .where('bucket', '>=', day)
    .where('bucket', '<', day + dayMs)
    .where('summed', '>', 0)
    .orderBy('bucket')
    .execute()
  const isChanging = hours.some(
    ({ writes, summed, adding, clearing }) =>
      writes !== summed || clearing === day || (adding !== null && dayOf(adding) === day),
  )
  if (isChanging || hours.length === 0) return undefined
  const state = hours.map(({ bucket, summed }) => `${bucket}:${summed}`).join(' ')
  return { hours: new Set(hours.map(({ bucket }) => bucket)), state }
}

/** Deletes the days that ended before `before`, in pieces. `turn` lets other work run in between. */
export async function pruneDays(db: Kysely<Tables>, before: number, turn: () => Promise<unknown>): Promise<void> {
  for (const source of sources)
    for (;;) {
      const { first } = await db
        .selectFrom(source.days)
        .select(({ fn }) => fn.min<number | null>('bucket').as('first'))
        .executeTakeFirstOrThrow()
      if (first === null || first + dayMs > before) break
      while (await deletePiece(db, source, first)) await turn()
    }
  await db.deleteFrom('usage_hours').where('bucket', '<', dayOf(before)).execute()
}
