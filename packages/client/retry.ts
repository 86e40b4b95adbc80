// When a call is retried, and after how long.

/** Clock, waiting and randomness; replaced in tests. */
export interface Time {
  nowMs(): number
  /** Waits; rejects with the signal's reason when it is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Uniform in [0, 1). */
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

/** A longer delay is not waited for: the call fails immediately, and the error has the delay. */
export const longestWaitMs = 30_000
const firstBackoffMs = 500
const jitterMs = 250

/** What came back: a response, or a lost connection. */
export interface Outcome {
  /** 0: the connection was lost. */
  readonly status: number
  /** Seconds. */
  readonly retryAfter: number | undefined
  /** The call only reads, so that it does no harm if the first attempt was worked on after all. */
  readonly isRead: boolean
}

/** Milliseconds to wait before attempt `attempt + 1`, or undefined when the outcome is final. */
export function waitMsFor(answer: Outcome, attempt: number, random: () => number): number | undefined {
  const { status, isRead } = answer
  const isRefused = status === 429 || status === 503
  const isLost = status === 0 || status === 502 || status === 504
  if (!isRefused && !(isLost && isRead)) return undefined
  if (answer.retryAfter === undefined) return firstBackoffMs * 2 ** attempt * (0.5 + random() / 2)
  const askedMs = answer.retryAfter * 1000
  return askedMs > longestWaitMs ? undefined : Math.min(longestWaitMs, askedMs + random() * jitterMs)
}
