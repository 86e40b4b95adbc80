// A circuit breaker per listing and origin: after several failures in a row calls are refused for a while, then one is let
// through to try. Only a provider that cannot be reached, is silent or says 502 to 504 counts as failing.

export interface Circuit {
  /** Undefined: go on. A number: refuse, and say that calls go on in so many seconds. */
  refusal(): number | undefined
  succeeded(): void
  failed(): void
  /** The attempt ended without telling anything of the provider: its caller went away, or gave it too little time. */
  undecided(): void
}
/** How many failures in a row open the circuit. */
const failureLimit = 10
const restMs = 10_000

export function createCircuit(clock: () => number): Circuit {
  let failures = 0
  let closedUntil = 0
  let trying = false
  return {
    refusal() {
      if (failures < failureLimit) return undefined
      const now = clock()
      if (now < closedUntil || trying) return Math.max(1, Math.ceil((closedUntil - now) / 1000))
      trying = true
      return undefined
    },
    succeeded() {
      failures = 0
      trying = false
    },
    failed() {
      failures++
      trying = false
      if (failures >= failureLimit) closedUntil = clock() + restMs
    },
    undecided() {
      trying = false
    },
  }
}

/** A budget of retries: a tenth of the calls of late, and a small reserve so that a quiet gateway may retry too. */
export interface RetryBudget {
  called(): void
  take(): boolean
}
const reserve = 10
const share = 0.1

export function createRetryBudget(): RetryBudget {
  let tokens = reserve
  return {
    called() {
      tokens = Math.min(reserve, tokens + share)
    },
    take() {
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
