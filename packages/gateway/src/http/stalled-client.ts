// A caller that does not take the answer it asked for: what is written waits in memory, so it gets its time and no more. While
// an answer still comes from elsewhere, whoever writes it waits for the caller (upstream/to-caller.ts); this is for its end.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends the response, with its last bytes where there are some; a text is of Latin-1. A caller that takes none of what is left for
 * `idleMs` is cut. The system tells of what was taken in steps of up to a few megabytes, so `idleMs` is no time for less than seconds.
 */
export function endResponse(response: ServerResponse, idleMs: number, last?: string | Buffer): void {
  if (typeof last === 'string') response.end(last, 'latin1')
  else response.end(last)
  // nearly always the system has taken all of it by now
  if (response.writableLength > 0) cutWhenStalled(response, idleMs)
}

/** The socket's own timer begins anew whenever the other side takes something; Node's server ends it with the response. */
function cutWhenStalled(response: ServerResponse, idleMs: number): void {
  response.once('timeout', (socket: Socket) => void socket.destroy())
  response.socket?.setTimeout(idleMs)
}
