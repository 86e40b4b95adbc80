// Rate limits of keys (SOURCES 5.3), counted in the database, so that neither a restart nor another process forgets.
// Calls of one key are serialised by the lock of its row.
import { type Call, refuse } from '#define'
import type { TrafficTable } from '../../tables.ts'
import type { Settings } from '../settings.ts'
import type { Db, Kit } from '../skins/store.ts'

const windowMs = 10_000
const minuteMs = 60_000
const validationsPerWindow = 5

interface Delay {
  readonly millis: number
  readonly seconds: number
}
/** The rate state of a key after a call. Times are milliseconds since the epoch. */
export interface Pace {
  readonly now: number
  /** The time at which the next skin may be generated. */
  readonly nextAt: number
  /** The previous generation; undefined before the first. */
  readonly lastAt: number | undefined
  readonly delay: Delay
  readonly perMinute: number
  readonly remaining: number
  /** The time at which the count per minute restarts. */
  readonly resetAt: number
}
export type Admission = { readonly pace: Pace } & (
  | { readonly admitted: true }
  | { readonly admitted: false; readonly because: 'delay' | 'minute'; readonly callsThisMinute: number }
)

export interface Traffic {
  /** Counts a call whatever its outcome; throws 429 after too many in ten seconds (SOURCES 5.2). */
  countGeneration(call: Call): Promise<void>
  countValidation(call: Call): Promise<void>
  /** Takes the key's turn to generate, if it is due (SOURCES 5.3). */
  admit(call: Call): Promise<Admission>
  pace(call: Call): Promise<Pace>
}

type Purpose = TrafficTable['purpose']

export function createTraffic(kit: Kit, { delayMillis, perMinute }: Settings): Traffic {
  const delay = { millis: delayMillis, seconds: Math.ceil(delayMillis / 1000) }
  const generationsPerWindow = Math.ceil(windowMs / 1000 / (delayMillis / 1000))

  /** Changes the key's row under its lock. */
  function change<T>(call: Call, purpose: Purpose, rule: (row: TrafficTable, now: number) => Changed<T>): Promise<T> {
    return kit.db.transaction().execute(async (db) => {
      const row = await lockedRow(db, call, purpose)
      const { set, result } = rule(row, kit.now())
      if (set)
        await db
          .updateTable('game_skins_traffic')
          .set(set)
          .where('account', '=', call.account)
          .where('key', '=', call.key)
          .where('purpose', '=', purpose)
          .execute()
      return result
    })
  }

  const countWindow = (call: Call, purpose: Purpose, max: number) =>
    change(call, purpose, (row, now) => {
      const isCurrent = now - row.window_started_at < windowMs
      const calls = isCurrent ? row.window_calls + 1 : 1
      const set = { window_calls: calls, window_started_at: isCurrent ? row.window_started_at : now }
      return { set, result: calls <= max }
    })

  function paceOf(row: TrafficTable, now: number): Pace {
    const isCurrent = now - row.minute_started_at < minuteMs
    return {
      now,
      nextAt: Math.max(row.next_at, row.last_at === 0 ? now : 0),
      lastAt: row.last_at === 0 ? undefined : row.last_at,
      delay,
      perMinute,
      remaining: Math.max(0, perMinute - (isCurrent ? row.minute_calls : 0)),
      resetAt: (isCurrent ? row.minute_started_at : now) + minuteMs,
    }
  }

  return {
    async countGeneration(call) {
      if (await countWindow(call, 'generate', generationsPerWindow)) return
      const delayInfo = { seconds: 5, millis: 5000 }
      throw refuse(429, { error: 'Too many requests', limiter: 'express', delayInfo })
    },
    async countValidation(call) {
      if (await countWindow(call, 'validate', validationsPerWindow)) return
      throw refuse(429, { error: 'Too many requests', limiter: 'express' })
    },
    admit: (call) =>
      change<Admission>(call, 'generate', (row, now) => {
        const before = paceOf(row, now)
        const isCurrent = now - row.minute_started_at < minuteMs
        const callsThisMinute = isCurrent ? row.minute_calls : 0
        const refusal = { admitted: false, pace: before, callsThisMinute } as const
        if (row.next_at > now) return { result: { ...refusal, because: 'delay' } }
        if (callsThisMinute >= perMinute) return { result: { ...refusal, because: 'minute' } }
        const set = {
          next_at: now + delay.millis,
          last_at: now,
          minute_calls: callsThisMinute + 1,
          minute_started_at: isCurrent ? row.minute_started_at : now,
        }
        return { set, result: { admitted: true, pace: paceOf({ ...row, ...set }, now) } }
      }),
    async pace({ account, key }) {
      const row = await kit.db
        .selectFrom('game_skins_traffic')
        .selectAll()
        .where('account', '=', account)
        .where('key', '=', key)
        .where('purpose', '=', 'generate')
        .executeTakeFirst()
      return paceOf(row ?? { ...noCalls, account, key, purpose: 'generate' }, kit.now())
    },
  }
}

interface Changed<T> {
  readonly set?: Partial<TrafficTable>
  readonly result: T
}

const noCalls = {
  window_started_at: 0,
  window_calls: 0,
  minute_started_at: 0,
  minute_calls: 0,
  next_at: 0,
  last_at: 0,
} as const

/** Writing to the row takes its lock; the first call of a key creates it. */
async function lockedRow(db: Db, { account, key }: Call, purpose: Purpose): Promise<TrafficTable> {
  return db
    .insertInto('game_skins_traffic')
    .values({ ...noCalls, account, key, purpose })
    .onConflict((conflict) =>
      conflict.columns(['account', 'key', 'purpose']).doUpdateSet((row) => ({ key: row.ref('excluded.key') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
