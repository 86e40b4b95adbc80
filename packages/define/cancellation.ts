// Tells that an answer is no longer wanted, without the events of an AbortSignal, which cost each call microseconds.

export interface Cancellation {
  readonly aborted: boolean
  /** As of an AbortSignal; undefined when the caller has disconnected. */
  readonly reason: unknown
  /** Calls `abort` once, when it is no longer wanted. Listeners are few. */
  add(listener: CancellationListener): void
  remove(listener: CancellationListener): void
}
/** An object instead of a function: most listeners have a state of their own. */
export interface CancellationListener {
  abort(): void
}

/** Follows a signal. */
export class SignalCancellation implements Cancellation {
  readonly #signal: AbortSignal
  readonly #listeners = new Map<CancellationListener, () => void>()

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  get aborted(): boolean {
    return this.#signal.aborted
  }

  get reason(): unknown {
    return this.#signal.reason
  }

  add(listener: CancellationListener): void {
    const abort = () => listener.abort()
    this.#listeners.set(listener, abort)
    this.#signal.addEventListener('abort', abort, { once: true })
  }

  remove(listener: CancellationListener): void {
    const abort = this.#listeners.get(listener)
    if (abort) this.#signal.removeEventListener('abort', abort)
    this.#listeners.delete(listener)
  }
}

/** For what needs a signal. */
export function signalOf(cancellation: Cancellation): AbortSignal {
  const controller = new AbortController()
  if (cancellation.aborted) controller.abort(cancellation.reason)
  else cancellation.add({ abort: () => controller.abort(cancellation.reason) })
  return controller.signal
}
