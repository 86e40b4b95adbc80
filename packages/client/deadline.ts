// The end of a call: aborted by the caller, or timed out.
import { TimeoutError } from './gateway-error.ts'

export interface Deadline {
  readonly signal: AbortSignal
  readonly atMs: number
  /** Stops the timeout; the caller's signal still counts. */
  disarm(): void
  /** Ends the call. */
  end(): void
}

/** The longest delay of setTimeout. */
const longestTimerMs = 2 ** 31 - 1

/** Starts the timeout of a call. `AbortSignal.any` would suffice, but needs Node 20. */
export function deadlineOf(timeoutMs: number, caller: AbortSignal | undefined, nowMs: number): Deadline {
  const controller = new AbortController()
  const stop = () => controller.abort(caller?.reason)
  if (caller?.aborted) stop()
  caller?.addEventListener('abort', stop, { once: true })
  const late = () => controller.abort(new TimeoutError(`The gateway did not answer within ${timeoutMs} ms.`))
  const timer = setTimeout(late, Math.min(timeoutMs, longestTimerMs))
  return {
    signal: controller.signal,
    atMs: nowMs + timeoutMs,
    disarm: () => clearTimeout(timer),
    end() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', stop)
    },
  }
}
