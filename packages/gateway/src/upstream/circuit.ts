// A circuit breaker per listing and origin. After several consecutive failures, calls are refused for a while; then one
// is let through as a trial. A provider fails only if it cannot be reached, falls silent, breaks off or answers 502 to
// 504.

/** State of a circuit: closed lets calls through, open refuses them; the trial after that decides. */
export type CircuitState = 'closed' | 'trial' | 'open'

export interface Circuit {
  /**
   * Lets the call through (undefined), or returns the number of seconds until the open circuit lets calls through
   * again.
   */
  retryAfterS(): number | undefined
  /**
   * Returns the milliseconds for which the circuit stays open; undefined while it lets calls through. Changes nothing.
   */
  resumesInMs(): number | undefined
  succeeded(): void
  failed(): void
  /** Records an attempt that says nothing about the provider: its caller disconnected, or allowed too little time. */
  inconclusive(): void
  /** State for metrics; reading it changes nothing. */
  readonly state: CircuitState
}

/** The number of consecutive failures that opens the circuit. */
const failureLimit = 10
const openMs = 10_000

/** Creates a closed circuit; `monotonic` returns milliseconds and never goes back. */
export function createCircuit(monotonic: () => number): Circuit {
  let failures = 0
  let openUntil = 0
  let isTrialRunning = false
  return {
    retryAfterS() {
      if (failures < failureLimit) return undefined
      const now = monotonic()
      if (now < openUntil || isTrialRunning) return Math.max(1, Math.ceil((openUntil - now) / 1000))
      isTrialRunning = true
      return undefined
    },
    resumesInMs() {
      const leftMs = openUntil - monotonic()
      return failures >= failureLimit && leftMs > 0 ? leftMs : undefined
    },
    succeeded() {
      failures = 0
      isTrialRunning = false
    },
    failed() {
      failures++
      isTrialRunning = false
      if (failures >= failureLimit) openUntil = monotonic() + openMs
    },
    inconclusive() {
      isTrialRunning = false
    },
    get state() {
      if (failures < failureLimit) return 'closed'
      return isTrialRunning || monotonic() >= openUntil ? 'trial' : 'open'
    },
  }
}
