// Server-sent events from a handler (WHATWG HTML, 9.2): each text is one whole frame as the provider would send it.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Call } from '../call/call.ts'
import { standardHeaders } from '../call/reply.ts'

interface EventAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: AsyncIterable<unknown>
}

/** Writes frames as they come; stops the handler when the caller goes away, cuts the connection when the handler fails. */
export async function sendEvents(call: Call, answer: EventAnswer): Promise<void> {
  const { response } = call
  const headers = [
    'content-type',
    'text/event-stream; charset=utf-8',
    'cache-control',
    'no-cache',
    ...Object.entries(answer.headers).flat(),
  ]
  response.writeHead(answer.status || 200, [...standardHeaders(call), ...headers])
  response.flushHeaders()
  for await (const frame of answer.body) {
    if (response.destroyed) return
    const bytes = Buffer.from(String(frame))
    call.bytesOut += bytes.length
    if (!response.write(bytes)) await drained(response)
  }
  response.end()
}

/** Resolves when the caller has taken what was written, or has gone away; leaves no listener behind. */
async function drained(response: ServerResponse): Promise<void> {
  const settled = new AbortController()
  const { signal } = settled
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })])
  } finally {
    settled.abort()
  }
}
