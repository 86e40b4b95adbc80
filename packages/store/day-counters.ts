// The durable side of the quota: the number of calls reserved in a subject's UTC day and current minute. A row is an
// upper bound on admitted calls; the gateway's quota decides which process holds the difference, and in which blocks.
import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'

/** The windows of a subject: the UTC day, YYYY-MM-DD, and the minute since the epoch. */
export interface CallCounter {
  readonly subject: string
  readonly day: string
  readonly minute: number
}

/** A number of calls in the day and in the minute. */
export interface CallCounts {
  readonly perDay: number
  readonly perMinute: number
}

/** Result of a reservation: the caller may admit the `granted` calls in `minute`, possibly a later one. */
export interface Reservation {
  readonly granted: CallCounts
  readonly minute: number
  /** Calls reserved by all processes, this reservation included. */
  readonly reserved: CallCounts
}

export interface ReservationRequest {
  readonly requested: CallCounts
  readonly plan: CallCounts
  /** Returns true while the counter's minute is the current one. */
  readonly isPresent: () => boolean
}

/** Reserved count of a minute with an unknown number of calls: more than any plan allows. */
const closedMinute = 1_000_000_000
/** Other processes can change the row between two attempts; each failed attempt means that one of them got calls. */
const maxAttempts = 8

/**
 * Reserves up to `requested` calls of both windows; all processes together never exceed `plan`. Each attempt is one
 * atomic statement; a second is needed only if less remains. If a requested window is exhausted, no calls are granted
 * in either.
 *
 * Minutes of processes differ by at most one. A row further ahead was written by a wrong clock: the current minute,
 * whose count is then unknown, is closed. The exception is a reservation that took so long that its minute is over: it
 * gets nothing, and later reservations of others stay.
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
      // stay in our minute: the row's may come from a wrong clock after all, and must not be adopted
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

/** Adds calls that were admitted without a reservation, regardless of the plan. */
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

/** Returns reserved calls that were not admitted; those of a past minute are dropped. */
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

/** Returns the calls reserved so far; 0 if the subject has none in the window. */
export async function readReserved(db: Kysely<Tables>, counter: CallCounter): Promise<CallCounts> {
  return reservedIn(await readRow(db, counter), counter.minute)
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

/** Adds `amounts` in one statement; returns undefined, without a change, if either would exceed its limit. */
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
