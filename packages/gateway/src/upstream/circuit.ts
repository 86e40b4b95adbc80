// A circuit breaker per listing and origin. After several consecutive failures, calls are refused for a while; then one
// is let through as a trial. Only a provider that cannot be reached, falls silent, breaks off or answers 502 to 504
// counts as failing.

/** Closed lets calls through; open refuses them; after that one call is the trial that decides. */
export type CircuitState = 'closed' | 'trial' | 'open'

export interface Circuit {
  /**
   * Undefined lets the call through. Otherwise the circuit is open, and this is the number of seconds until calls are
   * let through again.
   */
  retryAfterS(): number | undefined
  /** Milliseconds for which the circuit stays open; undefined while it lets calls through. Changes nothing. */
  resumesInMs(): number | undefined
  succeeded(): void
  failed(): void
  /**
   * The attempt ended without saying anything about the provider: its caller disconnected, or allowed too little time.
   */
  inconclusive(): void
  /** For metrics; changes nothing. */
  readonly state: CircuitState
}

/** How many consecutive failures open the circuit. */
const failureLimit = 10
const openMs = 10_000

/** Makes a closed circuit; `monotonic` gives milliseconds and never goes back. */
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
