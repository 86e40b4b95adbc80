// The words of the quota: what a plan allows, what an admission answers, and the windows both are counted in.
// Pure: no counter, no clock.

const minuteMs = 60_000
const dayMs = 86_400_000

/** Calls that are allowed per minute and per UTC day: integers, 0 allows none. */
export interface Plan {
  readonly perMinute: number
  readonly perDay: number
}

/** Which windows a call falls in: minutes and days since the epoch. */
export interface Windows {
  readonly minute: number
  readonly day: number
}

/** What is left in both windows and the whole seconds, at least 1, until each starts anew. */
export interface QuotaState {
  readonly remainingMinute: number
  readonly remainingDay: number
  readonly minuteResetS: number
  readonly dayResetS: number
}

/** `ok` says whether the call was admitted and counted; if not, `window` is the one that is used up. */
export interface Admission extends QuotaState {
  readonly ok: boolean
  readonly window: 'minute' | 'day' | null
}

/** Decides about calls. A refused call has used up nothing in either window. */
export interface Counter {
  /** Synchronous wherever nothing outside of the process has to be asked. */
  admit(subject: string, plan: Plan): Admission | Promise<Admission>
  /** What `admit` would find, without counting. Rejects when the database would have to be asked and is away. */
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

/** What a state is made of. `nowMs` may lie before the windows: then the seconds reach to the end of the windows. */
export interface StateFacts extends Windows {
  readonly nowMs: number
  readonly leftMinute: number
  readonly leftDay: number
}

export function quotaState(facts: StateFacts): QuotaState {
  return {
    remainingMinute: Math.max(0, facts.leftMinute),
    remainingDay: Math.max(0, facts.leftDay),
    minuteResetS: secondsUntil((facts.minute + 1) * minuteMs, facts.nowMs),
    dayResetS: secondsUntil((facts.day + 1) * dayMs, facts.nowMs),
  }
}

/** An admission, or with `window` a refusal. */
export function admission(window: Admission['window'], facts: StateFacts): Admission {
  // Written out, not spread from quotaState: this runs for every call.
  return {
    ok: window === null,
    window,
    remainingMinute: Math.max(0, facts.leftMinute),
    remainingDay: Math.max(0, facts.leftDay),
    minuteResetS: secondsUntil((facts.minute + 1) * minuteMs, facts.nowMs),
    dayResetS: secondsUntil((facts.day + 1) * dayMs, facts.nowMs),
  }
}

function secondsUntil(endMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((endMs - nowMs) / 1000))
}
