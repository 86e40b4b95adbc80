// Ends connections whose caller is still sending the body of a call that has been refused.
import type { IncomingMessage } from 'node:http'

/** The time in which the caller can notice the refusal. */
const lingerMs = 5000

/**
 * Closes our side of the connection after the response, which has to say `connection: close`; must be called before the
 * response. Closing both sides at once would reset the connection, and the caller would lose the response with all
 * other unread data (RFC 9112, section 9.6). So the rest of the body is discarded until the caller closes, or for 5 s.
 */
export function closeAfterRefusal(request: IncomingMessage): void {
  const { socket } = request
  // called by Node once the last response of a connection has been written
  socket.destroySoon = () => {
    socket.end()
    request.resume()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }
}
