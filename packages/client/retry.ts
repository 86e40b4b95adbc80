// Decides whether a call is retried, and after which delay.

/** Clock, waiting and randomness; replaced in tests. */
export interface Time {
  nowMs(): number
  /** Waits; rejects with the signal's reason if it is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Returns a uniform number in [0, 1). */
  random(): number
}
export const systemTime: Time = {
  nowMs: () => Date.now(),
  random: () => Math.random(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const stop = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve()
      }, ms)
      signal.addEventListener('abort', stop, { once: true })
    }),
}

/** Longest delay worth waiting for: beyond it the call fails immediately, and the error has the delay. */
export const longestWaitMs = 30_000
const firstBackoffMs = 500
const jitterMs = 250

/** The outcome of an attempt: a response, or a lost connection. */
export interface Outcome {
  /** HTTP status; 0 if the connection was lost. */
  readonly status: number
  /** Delay in seconds. */
  readonly retryAfter: number | undefined
  /** True if the call only reads, so that a second attempt does no harm even if the first was processed. */
  readonly isRead: boolean
}

/** Returns the milliseconds to wait before attempt `attempt + 1`, or undefined if the outcome is final. */
export function waitMsFor(answer: Outcome, attempt: number, random: () => number): number | undefined {
  const { status, isRead } = answer
  const isRefused = status === 429 || status === 503
  const isLost = status === 0 || status === 502 || status === 504
  if (!isRefused && !(isLost && isRead)) return undefined
  if (answer.retryAfter === undefined) return firstBackoffMs * 2 ** attempt * (0.5 + random() / 2)
  const askedMs = answer.retryAfter * 1000
  return askedMs > longestWaitMs ? undefined : Math.min(longestWaitMs, askedMs + random() * jitterMs)
}
