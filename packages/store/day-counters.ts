// The durable side of the quota: how many calls of a subject's UTC day, and of its current minute, are handed out. A
// row is an upper bound on the calls that were admitted; who holds the difference, and in which blocks, is decided by
// the gateway's quota.
import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'

/** A subject in its windows: the UTC day, YYYY-MM-DD, and the minute since the epoch. */
export interface CallCounter {
  readonly subject: string
  readonly day: string
  readonly minute: number
}

/** Calls of the day and of the minute, in whatever sense. */
export interface CallCounts {
  readonly perDay: number
  readonly perMinute: number
}

/** `granted` calls are the caller's to admit, those of the minute in `minute`, which may be a later one. */
export interface Reservation {
  readonly granted: CallCounts
  readonly minute: number
  /** What all processes have reserved afterwards. */
  readonly reserved: CallCounts
}

export interface ReservationRequest {
  readonly requested: CallCounts
  readonly plan: CallCounts
  /** Whether the minute of the counter is still the present one. */
  readonly isPresent: () => boolean
}

/** Reserved of a minute whose calls nobody knows: more than any plan allows. */
const closedMinute = 1_000_000_000
/** Other processes may change the row between two attempts; each failed attempt means that one of them got calls. */
const maxAttempts = 8

/**
 * Reserves up to `requested` calls of both windows, for all processes together never more than `plan`. Each attempt is
 * one atomic statement; a second one is needed only when less remains. When a window of which calls are requested has
 * none left, none are granted of either.
 *
 * Minutes of processes differ by one at most. A row that is further ahead was written by a clock that was wrong: the
 * present minute, whose calls nobody knows any more, is then closed. Unless the reservation has been on its way for so
 * long that its minute is over: then it gets nothing, and what others have reserved since stays.
 */
export async function reserveCalls(
  db: Kysely<Tables>,
  counter: CallCounter,
  { requested, plan, isPresent }: ReservationRequest,
): Promise<Reservation> {
  let granted = atMost(requested, plan)
  let row: Row | undefined
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (!isRefused(granted, requested)) {
      const written = await increase(db, counter, { amounts: granted, limits: plan })
      if (written) return { granted, minute: written.minute, reserved: reservedOf(written) }
    }
    row = await readRow(db, counter)
    if (row && isAhead(row, counter)) {
      // in its own minute: that of the row may be of a wrong clock after all, and nobody may move on to it
      if (!isPresent()) return { granted: none, minute: counter.minute, reserved: reservedOf(row) }
      row = await closeMinute(db, counter, row.minute)
    }
    granted = atMost(granted, remainingOf(plan, row, counter))
    if (isRefused(granted, requested)) break
  }
  const minute = Math.max(row?.minute ?? 0, counter.minute)
  return { granted: none, minute, reserved: reservedIn(row, minute) }
}

const none: CallCounts = { perDay: 0, perMinute: 0 }

function isRefused(granted: CallCounts, requested: CallCounts): boolean {
  return (requested.perDay > 0 && granted.perDay <= 0) || (requested.perMinute > 0 && granted.perMinute <= 0)
}

/** Adds calls that were admitted without a reservation, whatever the plan says. */
export async function addCalls(db: Kysely<Tables>, counter: CallCounter, amounts: CallCounts): Promise<void> {
  const limits = { perDay: Number.MAX_SAFE_INTEGER, perMinute: Number.MAX_SAFE_INTEGER }
  const written = await increase(db, counter, { amounts, limits })
  // the minute is over, and others have counted in later ones
  if (!written) await addToDay(db, counter, amounts.perDay)
}

async function addToDay(db: Kysely<Tables>, { subject, day }: CallCounter, calls: number): Promise<void> {
  await db
    .updateTable('day_counters')
    .set((eb) => ({ reserved: eb('reserved', '+', calls) }))
    .where('subject', '=', subject)
    .where('day', '=', day)
    .execute()
}

/** Returns reserved calls that were not admitted; those of a minute that is over are forgotten. */
export async function returnCalls(
  db: Kysely<Tables>,
  { subject, day, minute }: CallCounter,
  { perDay, perMinute }: CallCounts,
): Promise<void> {
  await db
    .updateTable('day_counters')
    .set((eb) => ({
      reserved: eb('reserved', '-', perDay),
      minute_reserved: sql<number>`case when minute = ${minute} and minute_reserved >= ${perMinute} then minute_reserved - ${perMinute} else minute_reserved end`,
    }))
    .where('subject', '=', subject)
    .where('day', '=', day)
    .where('reserved', '>=', perDay)
    .execute()
}

/** The calls reserved so far; 0 where the subject has none in the window. */
export async function readReserved(db: Kysely<Tables>, counter: CallCounter): Promise<CallCounts> {
  return reservedIn(await readRow(db, counter), counter.minute)
}

/** An account that has used most of its day. */
export interface CountNearLimit {
  readonly account: string
  readonly name: string
  readonly reserved: number
  readonly perDay: number
}

/**
 * The accounts whose hosted calls of a day have reached a percentage of their plan, most calls first. Reserved calls
 * count as used.
 */
export async function countsNearLimit(
  db: Kysely<Tables>,
  { day, percent, limit }: { readonly day: string; readonly percent: number; readonly limit: number },
): Promise<CountNearLimit[]> {
  return (
    db
      .selectFrom('day_counters')
      .innerJoin('accounts', 'accounts.id', 'day_counters.subject')
      .innerJoin('plans', 'plans.id', 'accounts.plan_id')
      .select(['accounts.id as account', 'accounts.name', 'day_counters.reserved', 'plans.per_day as perDay'])
      .where('day_counters.day', '=', day)
      // most rows are below every limit, and need no look at their account
      .where(sql<boolean>`day_counters.reserved * 100 >= (select min(per_day) from plans) * ${sql.lit(percent)}`)
      .where('day_counters.reserved', '>', 0)
      .where(sql<boolean>`day_counters.reserved * 100 >= plans.per_day * ${sql.lit(percent)}`)
      .orderBy('day_counters.reserved', 'desc')
      .limit(limit)
      .execute()
  )
}

/** Deletes the rows of all days before `day`. */
export async function pruneDayCounters(db: Kysely<Tables>, day: string): Promise<void> {
  await db.deleteFrom('day_counters').where('day', '<', day).execute()
}

interface Row {
  readonly reserved: number
  readonly minute: number
  readonly minute_reserved: number
}

const columns = ['reserved', 'minute', 'minute_reserved'] as const

async function readRow(db: Kysely<Tables>, { subject, day }: CallCounter): Promise<Row | undefined> {
  return db
    .selectFrom('day_counters')
    .select(columns)
    .where('subject', '=', subject)
    .where('day', '=', day)
    .executeTakeFirst()
}

/** Adds `amounts` in one statement; undefined, without a change, if either would exceed its limit. */
async function increase(
  db: Kysely<Tables>,
  { subject, day, minute }: CallCounter,
  { amounts, limits }: { readonly amounts: CallCounts; readonly limits: CallCounts },
): Promise<Row | undefined> {
  const { perDay, perMinute } = amounts
  const before = 'day_counters.minute'
  return db
    .insertInto('day_counters')
    .values({ subject, day, reserved: perDay, minute, minute_reserved: perMinute })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'day'])
        .doUpdateSet((eb) => ({
          reserved: eb('day_counters.reserved', '+', perDay),
          minute: eb.case().when(before, '<', minute).then(minute).else(eb.ref(before)).end(),
          minute_reserved: eb
            .case()
            .when(before, '<', minute)
            .then(perMinute)
            .else(eb('day_counters.minute_reserved', '+', perMinute))
            .end(),
        }))
        .where('day_counters.reserved', '<=', limits.perDay - perDay)
        .where((eb) =>
          eb.or([
            eb(before, '<', minute),
            eb.and([
              eb(before, '<=', minute + 1),
              eb('day_counters.minute_reserved', '<=', limits.perMinute - perMinute),
            ]),
          ]),
        ),
    )
    .returning(columns)
    .executeTakeFirst()
}

function isAhead(row: Row, { minute }: CallCounter): boolean {
  return row.minute >= minute + 2
}

async function closeMinute(db: Kysely<Tables>, counter: CallCounter, wrongMinute: number): Promise<Row | undefined> {
  const { subject, day, minute } = counter
  await db
    .updateTable('day_counters')
    .set({ minute, minute_reserved: closedMinute })
    .where('subject', '=', subject)
    .where('day', '=', day)
    .where('minute', '=', wrongMinute)
    .execute()
  return readRow(db, counter)
}

function remainingOf(plan: CallCounts, row: Row | undefined, { minute }: CallCounter): CallCounts {
  const reserved = reservedIn(row, minute)
  return { perDay: plan.perDay - reserved.perDay, perMinute: plan.perMinute - reserved.perMinute }
}

function reservedIn(row: Row | undefined, minute: number): CallCounts {
  return { perDay: row?.reserved ?? 0, perMinute: row && row.minute >= minute ? row.minute_reserved : 0 }
}

function reservedOf({ reserved, minute_reserved }: Row): CallCounts {
  return { perDay: reserved, perMinute: minute_reserved }
}

function atMost(counts: CallCounts, limits: CallCounts): CallCounts {
  return {
    perDay: Math.max(0, Math.min(counts.perDay, limits.perDay)),
    perMinute: Math.max(0, Math.min(counts.perMinute, limits.perMinute)),
  }
}
