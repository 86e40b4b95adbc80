// When a refused call is retried, and after how long.

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

/** Milliseconds to wait before attempt `attempt + 1`, or undefined when the response is final. */
export function waitMsFor(
  answer: { readonly status: number; readonly retryAfter: number | undefined },
  attempt: number,
  random: () => number,
): number | undefined {
  if (answer.status !== 429 && answer.status !== 503) return undefined
  if (answer.retryAfter === undefined) return firstBackoffMs * 2 ** attempt * (0.5 + random() / 2)
  const askedMs = answer.retryAfter * 1000
  return askedMs > longestWaitMs ? undefined : Math.min(longestWaitMs, askedMs + random() * jitterMs)
}
