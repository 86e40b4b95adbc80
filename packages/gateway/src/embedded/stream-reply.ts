// Streams a handler's reply: server-sent events, where each string is one whole frame (WHATWG HTML, section 9.2), or a
// long JSON document in pieces.
import { once } from 'node:events'
import { isHead, type RoutedCall } from '../call/call.ts'
import { ResponseWriter } from '../call/http/response-writer.ts'
import { standardHeaders, writeAnswerHead } from '../call/reply.ts'
import { piecesOf } from './string-pieces.ts'
import { StreamReader } from './threads/streams.ts'

interface StreamedReply {
  readonly status: number
  /** A flat list of names and values, including the content type. */
  readonly headers: string[]
  /** Text before and after the body. */
  readonly around?: readonly [string, string] | undefined
  /** The timeout of a caller that reads nothing. */
  readonly idleMs: number
  readonly body: AsyncIterable<unknown>
  /** Receives a copy of the body. */
  readonly counter?: { push(bytes: Buffer): void; end(): void } | undefined
}

/**
 * Writes each part as the handler yields it; writes no body for HEAD. Stops the handler when the caller disconnects;
 * rejects when the handler fails.
 */
export async function streamReply(call: RoutedCall, reply: StreamedReply): Promise<void> {
  const { response } = call
  writeAnswerHead(call, reply.status, { own: standardHeaders(call), others: reply.headers })
  if (isHead(call)) {
    response.end()
    await reply.body[Symbol.asyncIterator]().return?.()
    return
  }
  // chunks from a thread are held nowhere else
  const releasesBuffers = reply.body instanceof StreamReader
  const writer = new ResponseWriter(response, { idleMs: reply.idleMs, releasesBuffers })
  writer.open()
  if (reply.around) writer.write(Buffer.from(reply.around[0]))
  for await (const part of reply.body) {
    for (const piece of Buffer.isBuffer(part) ? [part] : piecesOf(String(part))) {
      if (response.destroyed) return
      const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(piece)
      call.bytesOut += bytes.length
      reply.counter?.push(bytes)
      if (!writer.write(bytes)) await drained(response, reply.idleMs)
    }
  }
  reply.counter?.end()
  writer.end(reply.around && Buffer.from(reply.around[1]))
}

/**
 * Resolves when the caller has read what was written, has disconnected, or is disconnected because it stalled. Leaves
 * no listener behind.
 */
async function drained(response: RoutedCall['response'], idleMs: number): Promise<void> {
  const stalled = setTimeout(() => response.destroy(), idleMs)
  const settled = new AbortController()
  const { signal } = settled
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })])
  } catch {
    response.destroy()
  } finally {
    clearTimeout(stalled)
    settled.abort()
  }
}
