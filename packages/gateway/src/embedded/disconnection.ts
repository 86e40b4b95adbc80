// Whether the caller of an embedded call has disconnected before its answer was out. Made only for handlers that ask.
import type { Cancellation, CancellationListener } from '#define'
import type { RoutedCall } from '../call/call.ts'

/** The call tells it of its end (pipeline.ts). */
export class Disconnection implements Cancellation, CancellationListener {
  aborted: boolean
  readonly reason = undefined
  readonly #response: RoutedCall['response']
  /** Nearly always one. */
  readonly #listeners: CancellationListener[] = []

  constructor(call: Pick<RoutedCall, 'response' | 'onDisconnect'>) {
    this.#response = call.response
    this.aborted = call.response.closed && !call.response.writableFinished
    call.onDisconnect = this
  }

  add(listener: CancellationListener): void {
    this.#listeners.push(listener)
  }

  remove(listener: CancellationListener): void {
    const at = this.#listeners.indexOf(listener)
    if (at !== -1) this.#listeners.splice(at, 1)
  }

  /** The connection or the response is over. */
  abort(): void {
    if (this.aborted || this.#response.writableFinished) return
    this.aborted = true
    for (const listener of this.#listeners.splice(0)) listener.abort()
  }
}
