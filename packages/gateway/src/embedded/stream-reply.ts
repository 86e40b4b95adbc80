// Replies that a handler streams: server-sent events, where each string is one whole frame (WHATWG HTML, section 9.2),
// or a long JSON document in pieces; and replies that it pushes, which pass through without a promise for each chunk.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { ChunkSink, Pushed } from '#define'
import { isHead, type RoutedCall } from '../call/call.ts'
import { standardHeaders } from '../call/reply.ts'
import { writeHead } from '../http/response-head.ts'
import { ResponseWriter } from '../http/response-writer.ts'
import { StreamReader } from '../threads/streams.ts'
import { piecesOf } from './string-pieces.ts'

interface StreamHead {
  readonly status: number
  /** A flat list of names and values, including the content type. */
  readonly headers: string[]
  /** Written before and after the body. */
  readonly around?: readonly [string, string] | undefined
  /** How long the caller may read nothing. */
  readonly idleMs: number
}
interface StreamedReply extends StreamHead {
  readonly body: AsyncIterable<unknown>
}

/**
 * Writes each part as the handler yields it, or none for HEAD. Stops the handler when the caller disconnects; rejects
 * when the handler fails.
 */
export async function streamReply(call: RoutedCall, reply: StreamedReply): Promise<void> {
  const { response } = call
  beginReply(call, reply)
  if (isHead(call)) {
    response.end()
    await reply.body[Symbol.asyncIterator]().return?.()
    return
  }
  // what has crossed from a thread is nobody else's
  const releasesBuffers = reply.body instanceof StreamReader
  const writer = new ResponseWriter(response, { idleMs: reply.idleMs, releasesBuffers })
  writer.open()
  if (reply.around) writer.write(Buffer.from(reply.around[0]))
  for await (const part of reply.body) {
    for (const piece of Buffer.isBuffer(part) ? [part] : piecesOf(String(part))) {
      if (response.destroyed) return
      const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(piece)
      call.bytesOut += bytes.length
      if (!writer.write(bytes)) await drained(response, reply.idleMs)
    }
  }
  writer.end(reply.around && Buffer.from(reply.around[1]))
}

function beginReply(call: RoutedCall, { status, headers }: StreamHead): void {
  writeHead(call.response, status, { own: standardHeaders(call), others: headers })
}

/** Writes each chunk as it is pushed, or none for HEAD. A body that fails cuts the response off. */
export function pushReply(call: RoutedCall, reply: StreamHead & { readonly body: Pushed }): void {
  beginReply(call, reply)
  if (isHead(call)) {
    call.response.end()
    reply.body.cancel()
    return
  }
  reply.body.pushTo(new PushedReply(call, reply))
}

/** Writes to the caller, and stops the flow while the caller is slow. */
class PushedReply implements ChunkSink {
  readonly #call: RoutedCall
  readonly #body: Pushed
  readonly #writer: ResponseWriter
  readonly #idleMs: number
  readonly #last: string | undefined
  #isPaused = false

  constructor(call: RoutedCall, { body, around, idleMs }: StreamHead & { readonly body: Pushed }) {
    this.#call = call
    this.#body = body
    this.#idleMs = idleMs
    this.#last = around?.[1]
    this.#writer = new ResponseWriter(call.response, { idleMs })
    this.#writer.open()
    if (around) this.#writer.write(Buffer.from(around[0]))
  }

  push(chunk: Buffer): void {
    const call = this.#call
    if (call.response.destroyed) {
      this.#body.cancel()
      return
    }
    call.bytesOut += chunk.length
    if (this.#writer.write(chunk) || this.#isPaused) return
    this.#isPaused = true
    this.#body.pause()
    void drained(call.response, this.#idleMs).then(() => {
      this.#isPaused = false
      this.#body.resume()
    })
  }

  end(failure?: Error): void {
    if (failure) this.#writer.cut()
    else this.#writer.end(this.#last === undefined ? undefined : Buffer.from(this.#last))
  }
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
