// The vocabulary of the quota: what a plan allows, what an admission says, and the windows that calls are counted in.
// Pure: no counter, no clock.

const minuteMs = 60_000
const dayMs = 86_400_000

/** Calls allowed per minute and per UTC day: integers; 0 allows none. */
export interface Plan {
  readonly perMinute: number
  readonly perDay: number
}

/** The windows a call falls in: minutes and days since the epoch. */
export interface Windows {
  readonly minute: number
  readonly day: number
}

/** What remains in both windows, and the whole seconds, at least 1, until each one resets. */
export interface QuotaState {
  readonly remainingMinute: number
  readonly remainingDay: number
  readonly minuteResetS: number
  readonly dayResetS: number
}

/** `ok` says whether the call was admitted and counted; if not, `window` is the exhausted one. */
export interface Admission extends QuotaState {
  readonly ok: boolean
  readonly window: 'minute' | 'day' | null
}

/** Decides about calls. A refused call uses up nothing in either window. */
export interface Counter {
  /** Synchronous unless something outside of the process must be asked. */
  admit(subject: string, plan: Plan): Admission | Promise<Admission>
  /** What `admit` would report, without counting. Rejects when it needs the database and the database is down. */
  state(subject: string, plan: Plan): Promise<QuotaState>
}

export function minuteOf(ms: number): number {
  return Math.floor(ms / minuteMs)
}

export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** The name of a day since the epoch, YYYY-MM-DD. */
export function dayName(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/**
 * What a state is computed from. What remains may be negative after a plan was lowered. `nowMs` may be before the
 * windows after the clock was set back; the seconds then reach to the end of the windows.
 */
export interface QuotaUsage extends Windows {
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

/** An admission, or a refusal if `window` names the exhausted one. */
export function admission(window: Admission['window'], usage: QuotaUsage): Admission {
  // Not spread from quotaState: this runs for every call, and a literal is cheaper.
  return {
    ok: window === null,
    window,
    remainingMinute: Math.max(0, usage.remainingMinute),
    remainingDay: Math.max(0, usage.remainingDay),
    minuteResetS: secondsUntil((usage.minute + 1) * minuteMs, usage.nowMs),
    dayResetS: secondsUntil((usage.day + 1) * dayMs, usage.nowMs),
  }
}

function secondsUntil(endMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((endMs - nowMs) / 1000))
}
