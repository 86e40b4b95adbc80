// Signals the disconnect of a client to the calls that run for it. An AbortSignal would do the same for several times
// the garbage, with every call of an agent.

/** A call that a disconnect ends. */
interface Ended {
  destroy(): unknown
}

export class Disconnect {
  #hasHappened = false
  #calls: Ended[] = []

  get hasHappened(): boolean {
    return this.#hasHappened
  }

  /** Ends the call when the client disconnects, or now if it already has. */
  ends(call: Ended): void {
    if (this.#hasHappened) call.destroy()
    else this.#calls.push(call)
  }

  /** Lets the call go on without the client. */
  spares(call: Ended): void {
    this.#calls = this.#calls.filter((other) => other !== call)
  }

  happen(): void {
    this.#hasHappened = true
    const calls = this.#calls
    this.#calls = []
    for (const call of calls) call.destroy()
  }
}
