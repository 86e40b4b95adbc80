// A circuit breaker per listing and origin. After several consecutive failures, calls are refused for a while; then one
// is let through as a trial. Only a provider that cannot be reached, falls silent, breaks off or answers 502 to 504
// counts as failing.

export interface Circuit {
  /**
   * Undefined lets the call through. Otherwise the circuit is open, and this is the number of seconds until calls are
   * let through again.
   */
  retryAfterS(): number | undefined
  succeeded(): void
  failed(): void
  /**
   * The attempt ended without saying anything about the provider: its caller disconnected, or allowed too little time.
   */
  inconclusive(): void
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
  }
}
