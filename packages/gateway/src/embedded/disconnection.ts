// Signals to an embedded call that its caller has disconnected. Created only for handlers that ask for the signal.
import type { RoutedCall } from '../call/call.ts'

/** A signal that the call triggers at its end (pipeline.ts). */
export class Disconnection {
  readonly #response: RoutedCall['response']
  readonly #controller = new AbortController()

  constructor(call: Pick<RoutedCall, 'response' | 'onDisconnect'>) {
    this.#response = call.response
    if (call.response.closed) this.abort()
    call.onDisconnect = this
  }

  /** The signal, aborted when the caller disconnects before the response is out. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Called when the connection or the response is over. */
  abort(): void {
    if (!this.#response.writableFinished) this.#controller.abort()
  }
}
