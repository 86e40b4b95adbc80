// Bounds how long a client may read nothing of a complete response, which waits in memory until then. While a response
// is still arriving from elsewhere, whoever writes it applies backpressure instead (upstream/to-caller.ts).
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The limit where no endpoint declares one. */
export const stallTimeoutMs = 60_000

/**
 * Ends the response, with its last bytes if there are any; a string is Latin-1. A client that reads none of the
 * remaining bytes for `idleMs` is disconnected. The OS reports progress in steps of up to a few megabytes, so `idleMs`
 * should be seconds or more.
 */
export function endResponse(response: ServerResponse, idleMs: number, last?: string | Buffer): void {
  if (typeof last === 'string') response.end(last, 'latin1')
  else response.end(last)
  // the OS has nearly always accepted all of it by now
  if (response.writableLength > 0) destroyWhenStalled(response, idleMs)
}

/**
 * The socket's own timer restarts whenever the client reads something; Node clears it when the response is finished.
 */
export function destroyWhenStalled(response: ServerResponse, idleMs: number): void {
  response.once('timeout', (socket: Socket) => void socket.destroy())
  response.socket?.setTimeout(idleMs)
}
