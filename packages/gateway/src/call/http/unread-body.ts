// Closes connections whose sender drips a body that is no longer read: the response is out, and the rest of the request
// is only discarded.
import type { IncomingMessage } from 'node:http'
import { progressBytes } from './body.ts'

/** The time such a sender has for each KiB. */
const unreadMs = 60_000

/**
 * Closes the connection when less than 1 KiB of the rest arrives in a window. It must be called once the response has
 * ended before its request.
 */
export function watchUnreadBody(request: IncomingMessage, windowMs = unreadMs): void {
  const { socket } = request
  if (socket.destroyed) return
  let bytesRead = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete) stop()
    else if (socket.bytesRead - bytesRead < progressBytes) socket.destroy()
    bytesRead = socket.bytesRead
  }, windowMs)
  const stop = () => {
    clearInterval(timer)
    socket.off('close', stop)
  }
  socket.on('close', stop)
}
