// Answers that a handler gives part by part: server-sent events (each text is one whole frame, WHATWG HTML 9.2), or a long JSON
// text in pieces.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Call } from '../call/call.ts'
import { standardHeaders } from '../call/reply.ts'
import { ResponseWriter } from '../http/response-writer.ts'

interface StreamedReply {
  readonly status: number
  /** With its content type. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: AsyncIterable<unknown>
  /** Texts before and after the parts. */
  readonly around?: readonly [string, string] | undefined
  /** How long a caller may take nothing, in milliseconds. */
  readonly idleMs: number
}

/** Writes parts as they come; stops the handler when the caller goes away, cuts the connection when the handler fails. */
export async function streamReply(call: Call, answer: StreamedReply): Promise<void> {
  const { response } = call
  const events = answer.headers['content-type']?.startsWith('text/event-stream')
  const headers = Object.entries({ ...(events && { 'cache-control': 'no-cache' }), ...answer.headers }).flat()
  response.writeHead(answer.status, [...standardHeaders(call), ...headers])
  const writer = new ResponseWriter(response, answer)
  writer.open()
  if (answer.around) writer.write(Buffer.from(answer.around[0]))
  for await (const part of answer.body) {
    if (response.destroyed) return
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part))
    call.bytesOut += bytes.length
    if (!writer.write(bytes)) await drained(response, answer.idleMs)
  }
  writer.end(answer.around && Buffer.from(answer.around[1]))
}

/** Resolves when the caller has taken what was written, or has gone away, or is cut because it takes nothing; leaves no listener behind. */
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
