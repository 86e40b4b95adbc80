// Replies that a handler streams: server-sent events, where each string is one whole frame (WHATWG HTML, section 9.2),
// or a long JSON document in pieces.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { isHead, type RoutedCall } from '../call/call.ts'
import { inertHeadersFor, standardHeaders } from '../call/reply.ts'
import { ResponseWriter } from '../http/response-writer.ts'

interface StreamedReply {
  readonly status: number
  /** Including the content type. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the body is not JSON. */
  readonly isInert: boolean
  readonly body: AsyncIterable<unknown>
  /** Written before and after the body. */
  readonly around?: readonly [string, string] | undefined
  /** How long the caller may read nothing. */
  readonly idleMs: number
}

/**
 * Writes each part as the handler yields it, or none for HEAD. Stops the handler when the caller disconnects; rejects
 * when the handler fails.
 */
export async function streamReply(call: RoutedCall, reply: StreamedReply): Promise<void> {
  const { response } = call
  const isEvents = reply.headers['content-type']?.startsWith('text/event-stream')
  const headers = Object.entries({ ...(isEvents && { 'cache-control': 'no-cache' }), ...reply.headers }).flat()
  response.writeHead(reply.status, [
    ...standardHeaders(call),
    ...(reply.isInert ? inertHeadersFor(reply.headers) : []),
    ...headers,
  ])
  if (isHead(call)) {
    response.end()
    await reply.body[Symbol.asyncIterator]().return?.()
    return
  }
  const writer = new ResponseWriter(response, reply)
  writer.open()
  if (reply.around) writer.write(Buffer.from(reply.around[0]))
  for await (const part of reply.body) {
    if (response.destroyed) return
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part))
    call.bytesOut += bytes.length
    if (!writer.write(bytes)) await drained(response, reply.idleMs)
  }
  writer.end(reply.around && Buffer.from(reply.around[1]))
}

/**
 * Resolves when the caller has taken what was written, has disconnected, or is disconnected because it stalled. Leaves
 * no listener behind.
 */
async function drained(response: ServerResponse, idleMs: number): Promise<void> {
  const stalled = setTimeout(() => response.destroy(), idleMs)
  const settled = new AbortController()
  const { signal } = settled
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })])
  } finally {
    clearTimeout(stalled)
    settled.abort()
  }
}
