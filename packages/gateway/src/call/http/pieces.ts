// Sends long bodies in pieces, a few per tick of the event loop. The OS copies all it is handed: for hundreds of
// clients at once that would be gigabytes before anyone else is served.
import type { ServerResponse } from 'node:http'
import { destroyWhenStalled, endResponse, stallTimeoutMs } from './stalled-client.ts'

/**
 * Ends the response with a body that other responses can share. A client that reads nothing for a while is
 * disconnected.
 */
export type EndInPieces = (response: ServerResponse, body: Buffer) => void

const pieceBytes = 64 * 1024
/** The number of pieces per tick, over all responses. */
const piecesPerTick = 16

/** Creates a sender that shares each tick among all the responses it ends. */
export function createPieces(): EndInPieces {
  let queue: (() => void)[] = []
  let isScheduled = false
  const sendBatch = () => {
    isScheduled = false
    const batch = queue.slice(0, piecesPerTick)
    queue = queue.slice(piecesPerTick)
    for (const send of batch) send()
    scheduleBatch()
  }
  const scheduleBatch = () => {
    if (isScheduled || queue.length === 0) return
    isScheduled = true
    setImmediate(sendBatch)
  }
  const schedule = (send: () => void) => {
    queue.push(send)
    scheduleBatch()
  }
  return (response, body) => {
    if (body.length <= pieceBytes) return endResponse(response, stallTimeoutMs, body)
    let offset = 0
    const send = () => {
      if (response.destroyed) return
      const piece = body.subarray(offset, offset + pieceBytes)
      offset += piece.length
      if (offset === body.length) endResponse(response, stallTimeoutMs, piece)
      else if (response.write(piece)) schedule(send)
      else response.once('drain', () => schedule(send))
    }
    destroyWhenStalled(response, stallTimeoutMs)
    schedule(send)
  }
}
