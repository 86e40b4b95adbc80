// The durable side of the day quota: how many calls of a subject's UTC day are reserved. A row is an upper bound on the
// calls that were admitted; who holds the difference, and in which blocks, is decided by the gateway's quota.
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/** One subject on one UTC day, YYYY-MM-DD. */
export interface DayCounter {
  readonly subject: string
  readonly day: string
}

/** `granted` calls are the caller's to admit; `reserved` is the row afterwards. */
export interface DayReservation {
  readonly granted: number
  readonly reserved: number
}

/** Other processes may change the row between two attempts; each failed attempt means that one of them got calls. */
const maxAttempts = 8

/**
 * Reserves up to `amount` calls, never beyond `perDay` for all processes together. Each attempt is one atomic
 * statement; a second one is needed only when less than `amount` remains of the day. `granted` is 0 when none remain.
 */
export async function reserveCalls(
  db: Kysely<Tables>,
  { subject, day, amount, perDay }: DayCounter & { readonly amount: number; readonly perDay: number },
): Promise<DayReservation> {
  let requested = Math.min(amount, perDay)
  let reserved = 0
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const row = requested > 0 ? await increase(db, { subject, day, amount: requested, atMost: perDay }) : undefined
    if (row !== undefined) return { granted: requested, reserved: row }
    reserved = await readReserved(db, { subject, day })
    requested = Math.min(requested, perDay - reserved)
    if (requested <= 0) break
  }
  return { granted: 0, reserved }
}

/** Adds calls that were admitted without a reservation, whatever the plan says; returns the row afterwards. */
export async function addCalls(
  db: Kysely<Tables>,
  { subject, day, amount }: DayCounter & { readonly amount: number },
): Promise<number> {
  return (await increase(db, { subject, day, amount, atMost: Number.MAX_SAFE_INTEGER })) ?? 0
}

/** Returns reserved calls that were not admitted; returns the row afterwards, or undefined when there is none. */
export async function returnCalls(
  db: Kysely<Tables>,
  { subject, day, amount }: DayCounter & { readonly amount: number },
): Promise<number | undefined> {
  const row = await db
    .updateTable('day_counters')
    .set((eb) => ({ reserved: eb('reserved', '-', amount) }))
    .where('subject', '=', subject)
    .where('day', '=', day)
    .where('reserved', '>=', amount)
    .returning('reserved')
    .executeTakeFirst()
  return row?.reserved
}

/** The calls reserved so far; 0 when the subject has no row for that day. */
export async function readReserved(db: Kysely<Tables>, { subject, day }: DayCounter): Promise<number> {
  const row = await db
    .selectFrom('day_counters')
    .select('reserved')
    .where('subject', '=', subject)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.reserved ?? 0
}

/** Deletes the rows of all days before `day`. */
export async function pruneDayCounters(db: Kysely<Tables>, day: string): Promise<void> {
  await db.deleteFrom('day_counters').where('day', '<', day).execute()
}

interface Increase extends DayCounter {
  readonly amount: number
  readonly atMost: number
}

/** Adds `amount` in one statement and returns the row; undefined, without a change, if it would exceed `atMost`. */
async function increase(db: Kysely<Tables>, { subject, day, amount, atMost }: Increase): Promise<number | undefined> {
  if (amount > atMost) return undefined
  const row = await db
    .insertInto('day_counters')
    .values({ subject, day, reserved: amount })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'day'])
        .doUpdateSet((eb) => ({ reserved: eb('day_counters.reserved', '+', amount) }))
        .where('day_counters.reserved', '<=', atMost - amount),
    )
    .returning('reserved')
    .executeTakeFirst()
  return row?.reserved
}
