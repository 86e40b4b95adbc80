// The vocabulary of the quota: the limits of a plan, the result of an admission, and the windows that calls are counted
// in. Pure: no counter, no clock.

const minuteMs = 60_000
const dayMs = 86_400_000

/** The limits of calls per minute and per UTC day: integers; 0 allows no call. */
export interface Plan {
  readonly perMinute: number
  readonly perDay: number
}

/** The windows a call falls in: minutes and days since the epoch. */
export interface Windows {
  readonly minute: number
  readonly day: number
}

/** Remaining calls in both windows, and the whole seconds, at least 1, until each one resets. */
export interface QuotaState {
  readonly remainingMinute: number
  readonly remainingDay: number
  readonly minuteResetS: number
  readonly dayResetS: number
}

/**
 * The decision on a call, with its windows. `ok` is true if the call was admitted and counted; if not, `window` is the
 * exhausted one.
 */
export interface Admission extends QuotaState, Windows {
  readonly ok: boolean
  readonly window: 'minute' | 'day' | null
}

/** Decides on calls. A refused call uses up nothing in either window. */
export interface Counter {
  /** Admits or refuses a call; synchronous unless a service outside the process must be asked. */
  admit(subject: string, plan: Plan): Admission | Promise<Admission>
  /** Takes back an admitted call, in those of its windows that have not ended; it no longer counts. */
  takeBack(subject: string, plan: Plan, admitted: Admission): Admission
  /**
   * Returns the state that `admit` would report, without counting. Rejects if it needs the database and the database is
   * down.
   */
  state(subject: string, plan: Plan): Promise<QuotaState>
}

export function minuteOf(ms: number): number {
  return Math.floor(ms / minuteMs)
}

export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** Returns the name of a day since the epoch, YYYY-MM-DD. */
export function dayName(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/**
 * The usage from which a state is computed. The remaining calls can be negative after a plan was lowered. `nowMs` can
 * be before the windows after the clock was set back; the seconds then reach to the end of the windows.
 */
interface QuotaUsage extends Windows {
  readonly nowMs: number
  readonly remainingMinute: number
  readonly remainingDay: number
}

export function quotaState(usage: QuotaUsage): QuotaState {
  return {
    remainingMinute: Math.max(0, usage.remainingMinute),
    remainingDay: Math.max(0, usage.remainingDay),
    minuteResetS: secondsUntil((usage.minute + 1) * minuteMs, usage.nowMs),
    dayResetS: secondsUntil((usage.day + 1) * dayMs, usage.nowMs),
  }
}

/** Returns an admission, or a refusal if `window` names the exhausted one. */
export function admission(window: Admission['window'], usage: QuotaUsage): Admission {
  // not spread from quotaState: this runs for every call, and a literal is cheaper
  return {
    ok: window === null,
    window,
    minute: usage.minute,
    day: usage.day,
    remainingMinute: Math.max(0, usage.remainingMinute),
    remainingDay: Math.max(0, usage.remainingDay),
    minuteResetS: secondsUntil((usage.minute + 1) * minuteMs, usage.nowMs),
    dayResetS: secondsUntil((usage.day + 1) * dayMs, usage.nowMs),
  }
}

function secondsUntil(endMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((endMs - nowMs) / 1000))
}
