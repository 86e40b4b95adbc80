// The request and the response of a call that runs in process: the phases write to them like to those of a connection,
// and their output is kept.
import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { type CallResponse, headerPairs, type ResponseHeaders } from './call-response.ts'

export interface CapturedAnswer {
  readonly status: number
  /** Headers by name in lower case; for a repeated header, the last value. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** True if the response was longer than the limit; `body` is its beginning. */
  readonly isCut: boolean
}

interface RequestParts {
  readonly method: string
  readonly target: string
  /** Headers by name in lower case; the request takes the object over. */
  readonly headers: Record<string, string>
  readonly body: Buffer | undefined
}

/** A complete request. Its socket is that of the outer request, and determines the caller's address. */
export class InProcessRequest extends IncomingMessage {
  #body: Buffer | undefined

  constructor(socket: Socket, { method, target, headers, body }: RequestParts) {
    super(socket)
    this.httpVersion = '1.1'
    this.method = method
    this.url = target
    this.headers = headers
    this.complete = true
    this.#body = body
  }

  /** Leaves the socket open, because it belongs to the outer request. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    callback(error)
  }

  /** Pushes the body only when it is read: most calls have none, and ending an unread stream costs an event. */
  override _read(): void {
    if (this.#body !== undefined) this.push(this.#body)
    this.#body = undefined
    this.push(null)
  }
}

/** A response that is kept instead of sent, up to a limit. */
export class CapturedResponse extends Writable implements CallResponse {
  statusCode = 200
  headersSent = false
  readonly socket = null
  /** Resolves when the response has ended, or with undefined when it broke off. */
  readonly answer: Promise<CapturedAnswer | undefined>
  readonly #settle: (answer: CapturedAnswer | undefined) => void
  readonly #limit: number
  readonly #head: Record<string, string> = {}
  readonly #chunks: Buffer[] = []
  #length = 0

  constructor(limit: number) {
    super({ highWaterMark: limit })
    const { promise, resolve } = Promise.withResolvers<CapturedAnswer | undefined>()
    this.answer = promise
    this.#settle = resolve
    this.#limit = limit
    // as the server does for the responses it sends
    this.on('error', () => {})
  }

  writeHead(status: number, headers: ResponseHeaders = []): this {
    for (const [name, value] of headerPairs(headers)) this.#head[name.toLowerCase()] = value
    this.statusCode = status
    this.headersSent = true
    return this
  }

  flushHeaders(): void {}
  writeContinue(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const room = this.#limit - this.#length
    // a copy: the writer of a chunk may reuse its memory
    this.#chunks.push(Buffer.from(chunk.length > room ? chunk.subarray(0, room) : chunk))
    this.#length += chunk.length
    if (this.#length > this.#limit) {
      this.#settle(this.#captured(true))
      this.destroy()
    }
    done()
  }

  override _final(done: () => void): void {
    this.#settle(this.#captured(false))
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#settle(undefined)
    done(error)
  }

  #captured(isCut: boolean): CapturedAnswer {
    const [only] = this.#chunks
    const body = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks)
    return { status: this.statusCode, headers: this.#head, body, isCut }
  }
}
