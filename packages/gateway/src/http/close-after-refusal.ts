// Ends connections whose caller is still sending the body of a call that has been refused.
import type { IncomingMessage } from 'node:http'

/** How long the caller may take to notice. */
const lingerMs = 5000

/**
 * To be called before the response, which has to say `connection: close`. Closing at once would reset the connection
 * under the caller, who then loses the response with whatever it has not yet read (RFC 9112, section 9.6). So only our
 * side is closed, and the rest of the body is discarded until the caller closes, or for 5 s.
 */
export function closeAfterRefusal(request: IncomingMessage): void {
  const { socket } = request
  // what Node calls once the last response of a connection has been written
  socket.destroySoon = () => {
    socket.end()
    request.resume()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }
}
