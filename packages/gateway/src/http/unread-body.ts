// Closes connections whose sender drips a body that nobody reads any more: the response is out, and the rest of the
// request is only discarded.
import type { IncomingMessage } from 'node:http'
import { progressBytes } from './body.ts'

/** How long such a sender may take for each KiB. */
const unreadMs = 60_000

/**
 * To be called once the response has ended before its request: less than 1 KiB of the rest in each window ends the
 * connection.
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
