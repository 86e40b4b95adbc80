// Limits how long a client can read nothing of a complete response, which waits in memory until then. While a response
// is still arriving from elsewhere, its writer applies backpressure instead (upstream/to-caller.ts).
import type { Socket } from 'node:net'
import type { CallResponse } from './call-response.ts'

/** The timeout where no endpoint declares one. */
export const stallTimeoutMs = 60_000

/**
 * Ends the response, with its last bytes if there are any; a string is Latin-1. Disconnects a client that reads none of
 * the remaining bytes for `idleMs`. The OS reports progress in steps of up to a few megabytes, so `idleMs` should be
 * seconds or more.
 */
export function endResponse(response: CallResponse, idleMs: number, last?: string | Buffer): void {
  if (typeof last === 'string') response.end(last, 'latin1')
  else response.end(last)
  // the OS has usually accepted all of it by now
  if (response.writableLength > 0) destroyWhenStalled(response, idleMs)
}

/**
 * Destroys the socket when the client stops reading. The socket's own timer restarts on every read; Node clears it when
 * the response is finished.
 */
export function destroyWhenStalled(response: CallResponse, idleMs: number): void {
  response.once('timeout', (socket: Socket) => void socket.destroy())
  response.socket?.setTimeout(idleMs)
}
