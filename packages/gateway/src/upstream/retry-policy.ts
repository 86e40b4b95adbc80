// Retries of a call: after which responses and errors, how often, after what delay, and within which budget
// (docs/architecture.md, outbound rule 8).

export const maxAttempts = 3
/** The longest delay that the gateway waits for if a provider requests it. */
export const maxDelayMs = 2000
const backOffMs = 100

export const retriedStatuses: ReadonlySet<number> = new Set([502, 503, 504])
/** Error codes of failures before the first byte that are retried. */
export const retriedFailures: ReadonlySet<string> = new Set(['upstream.unreachable', 'upstream.cut'])

/** Limits retries to a tenth of recent calls, with a small reserve so that a quiet gateway can retry too. */
export interface RetryBudget {
  /** Adds the deposit of a call. */
  deposit(): void
  /** Takes one retry out of the budget; returns false if the budget is used up. */
  withdraw(): boolean
}
const reserve = 10
const share = 0.1

export function createRetryBudget(): RetryBudget {
  let tokens = reserve
  return {
    deposit() {
      tokens = Math.min(reserve, tokens + share)
    },
    withdraw() {
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}

interface RetryDelayOptions {
  /** The number of attempts so far. */
  readonly attempts: number
  /** Milliseconds since the epoch. */
  readonly nowMs: number
}

/**
 * Returns the milliseconds until the next attempt; `retryAfter` is a number of seconds or a date (RFC 9110, section
 * 10.2.3).
 */
export function retryDelayMs(retryAfter: string | undefined, { attempts, nowMs }: RetryDelayOptions): number {
  if (retryAfter === undefined) return backOffMs * attempts
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? backOffMs * attempts : Math.max(0, at - nowMs)
}
