// The incomplete responses of each connection. Requests can be pipelined, so there can be several; they are sent in the
// order of the requests.
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export class UnfinishedResponses {
  readonly #byConnection = new WeakMap<Duplex, ServerResponse[]>()

  /** Adds the response to the latest request of its connection. */
  add(response: ServerResponse): void {
    const { socket } = response.req
    const before = this.#byConnection.get(socket)
    if (before) before.push(response)
    else this.#byConnection.set(socket, [response])
    response.once('close', () => this.#remove(socket, response))
  }

  /** Returns the response that is being sent, or will be sent next. */
  first(connection: Duplex): ServerResponse | undefined {
    return this.#byConnection.get(connection)?.find((response) => !response.writableFinished)
  }

  #remove(connection: Duplex, response: ServerResponse): void {
    const rest = this.#byConnection.get(connection)?.filter((other) => other !== response) ?? []
    if (rest.length > 0) this.#byConnection.set(connection, rest)
    else this.#byConnection.delete(connection)
  }
}
