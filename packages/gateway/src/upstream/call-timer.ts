// All times of one call to a provider, looked after by one timer that is never moved. undici's own, two for each answer, stay in its
// list for half a second after their end, and so long the collector moves them to the old generation (decision 0009).

/** A call that may take too long. */
export interface Watched {
  /** Nothing more is expected of it. */
  readonly done: boolean
  /** Milliseconds that the other side may still be silent, or 0 and less. */
  patienceMs(): number
  /** The time for the whole is over, or the other side was silent too long. */
  overdue(why: 'late' | 'silent'): void
}

/** Begins with the call and is to be ended with it. */
export class Watch {
  readonly #call: Watched
  readonly #deadline: number
  #timer: NodeJS.Timeout

  /**
   * `deadline` is a time of the monotonic clock. `firstLookMs` is when to look for the first time, at most the shortest of the times:
   * timers of equal length share one list in Node, so it should be as declared, not as is left to the millisecond.
   */
  constructor(call: Watched, times: { readonly deadline: number; readonly firstLookMs: number }) {
    this.#call = call
    this.#deadline = times.deadline
    this.#timer = setTimeout(look, times.firstLookMs, this)
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  look(hasListened: boolean): void {
    const leftMs = this.#deadline - performance.now()
    const patienceMs = this.#call.patienceMs()
    if (leftMs <= 0) this.#call.overdue('late')
    else if (patienceMs > 0) this.#timer = setTimeout(look, Math.ceil(Math.min(leftMs, patienceMs)), this)
    else if (hasListened) this.#call.overdue('silent')
    // a process that was held up itself reads what has come meanwhile before it calls anybody silent
    else setImmediate(() => this.#call.done || this.look(true))
  }
}

const look = (watch: Watch) => watch.look(false)
