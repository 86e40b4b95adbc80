// All time limits of one call to a provider, kept by one timer that is never restarted. undici would make two timers
// for each answer, and a finished one stays in its list for up to half a second: long enough for the GC to move it to
// the old generation (decision 0009).

/** What a timer watches. */
export interface Timed {
  /** The exchange is over. */
  readonly done: boolean
  /**
   * Milliseconds for which the other side may stay silent from now on; zero or less when it has been silent for too
   * long.
   */
  idleBudgetMs(): number
  /** The total time has expired, or the other side has been silent for too long. */
  timedOut(limit: 'total' | 'idle'): void
}

/** Starts with the call; its creator stops it when the call ends. */
export class CallTimer {
  readonly #call: Timed
  readonly #deadline: number
  #timer: NodeJS.Timeout

  /**
   * `deadline` is a time of the monotonic clock. `firstCheckMs` says when to check for the first time, which must not
   * be later than the shortest limit. Timers of equal length share one list in Node, so it should be a declared limit,
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

  /** `hasRead`: everything that had arrived by the last check has been read since. */
  check(hasRead: boolean): void {
    const leftMs = this.#deadline - performance.now()
    const idleBudgetMs = this.#call.idleBudgetMs()
    if (leftMs <= 0) this.#call.timedOut('total')
    else if (idleBudgetMs > 0) this.#timer = setTimeout(check, Math.ceil(Math.min(leftMs, idleBudgetMs)), this)
    else if (hasRead) this.#call.timedOut('idle')
    // after a pause of this process itself, data that arrived meanwhile is read before the other side counts as silent
    else setImmediate(() => this.#call.done || this.check(true))
  }
}

const check = (timer: CallTimer) => timer.check(false)
