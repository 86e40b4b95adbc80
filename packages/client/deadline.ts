// The end of a call: aborted by the caller, or when its time is up.

export interface Deadline {
  readonly signal: AbortSignal
  readonly atMs: number
  /** Stops the time; the caller's signal still counts. */
  disarm(): void
  /** The call is over. */
  end(): void
}

/** setTimeout takes no more. */
const longestTimerMs = 2 ** 31 - 1

/** Starts the time of a call. `AbortSignal.any` would do, but came only with Node 20. */
export function deadlineOf(timeoutMs: number, caller: AbortSignal | undefined, nowMs: number): Deadline {
  const controller = new AbortController()
  const stop = () => controller.abort(caller?.reason)
  if (caller?.aborted) stop()
  caller?.addEventListener('abort', stop, { once: true })
  const late = () => controller.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError'))
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
