// Tells those who work for a client that it has gone away. An AbortSignal would do the same for several times the
// garbage, with every call of an agent.

/** What a disconnect ends. */
export interface Ended {
  destroy(): unknown
}

export class Disconnect {
  #hasHappened = false
  #calls: Ended[] = []

  get hasHappened(): boolean {
    return this.#hasHappened
  }

  /** Ends the call when the client goes away, or now when it has gone. */
  ends(call: Ended): void {
    if (this.#hasHappened) call.destroy()
    else this.#calls.push(call)
  }

  /** From now on the call goes on without the client. */
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
