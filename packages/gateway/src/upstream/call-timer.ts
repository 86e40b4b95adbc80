// Enforces all timeouts of a call to a provider with one timer that is never restarted. undici would create two timers
// per response, and a finished one stays in its list for up to half a second: long enough for the GC to promote it to
// the old generation (decision 0009).

/** The call that a timer watches. */
export interface Timed {
  /** True once the exchange is over. */
  readonly done: boolean
  /**
   * Returns the milliseconds for which the other side can still stay silent; zero or less if it has been silent for too
   * long.
   */
  idleBudgetMs(): number
  /** Called when the total time has expired, or the other side has been silent for too long. */
  timedOut(limit: 'total' | 'idle'): void
}

/** A timer that starts with the call; its creator stops it when the call ends. */
export class CallTimer {
  readonly #call: Timed
  readonly #deadline: number
  #timer: NodeJS.Timeout

  /**
   * Starts the timer. `deadline` is a time of the monotonic clock. `firstCheckMs`, the delay of the first check, must
   * not exceed the shortest timeout. Timers of equal length share one list in Node, so it should be a declared timeout,
   * not the exact time remaining.
   */
  constructor(call: Timed, times: { readonly deadline: number; readonly firstCheckMs: number }) {
    this.#call = call
    this.#deadline = times.deadline
    this.#timer = setTimeout(check, times.firstCheckMs, this)
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  /** Checks the timeouts. `hasRead`: everything that had arrived by the previous check has been read since. */
  check(hasRead: boolean): void {
    const leftMs = this.#deadline - performance.now()
    const idleBudgetMs = this.#call.idleBudgetMs()
    if (leftMs <= 0) this.#call.timedOut('total')
    else if (idleBudgetMs > 0) this.#timer = setTimeout(check, Math.ceil(Math.min(leftMs, idleBudgetMs)), this)
    else if (hasRead) this.#call.timedOut('idle')
    // after a pause of this process, data that arrived meanwhile is read before the other side counts as silent
    else setImmediate(() => this.#call.done || this.check(true))
  }
}

const check = (timer: CallTimer) => timer.check(false)
