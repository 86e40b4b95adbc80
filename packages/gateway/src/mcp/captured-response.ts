// The request and the response of a call that runs in process: the phases write to them as to those of a connection,
// and what they write is kept.
import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface CapturedAnswer {
  readonly status: number
  /** By name in lower case; of a repeated header, the last. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The answer was longer than the limit; `body` is its beginning. */
  readonly isCut: boolean
}

export interface RequestParts {
  readonly method: string
  readonly target: string
  /** Taken over, by name in lower case. */
  readonly headers: Record<string, string>
  readonly body: Buffer | undefined
}

/** A complete request. Its socket is that of the request on whose behalf it is made, and gives the caller's address. */
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

  /** The socket belongs to the request from outside. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    callback(error)
  }

  /** Only now: most calls have no body, and ending a stream that nobody reads costs an event. */
  override _read(): void {
    if (this.#body !== undefined) this.push(this.#body)
    this.#body = undefined
    this.push(null)
  }
}

/** A response that is kept instead of sent, up to a limit. */
export class CapturedResponse extends ServerResponse {
  /** Resolves when the response has ended; undefined when it broke off. */
  readonly answer: Promise<CapturedAnswer | undefined>
  readonly #settle: (answer: CapturedAnswer | undefined) => void
  readonly #limit: number
  #head: Record<string, string> = {}
  #chunks: Buffer[] = []
  #length = 0

  constructor(request: IncomingMessage, limit: number) {
    super(request)
    const { promise, resolve } = Promise.withResolvers<CapturedAnswer | undefined>()
    this.answer = promise
    this.#settle = resolve
    this.#limit = limit
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    const headers = rest.at(-1)
    if (Array.isArray(headers)) {
      for (let at = 0; at + 1 < headers.length; at += 2)
        this.#head[String(headers[at]).toLowerCase()] = String(headers[at + 1])
    }
    this.statusCode = status
    // what tells Node that the head has been written; nothing sends this one
    Reflect.set(this, '_header', 'captured')
    return this
  }

  override flushHeaders(): void {}
  override writeContinue(): void {}

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    this.#keep(chunk, rest[0])
    const done = rest.at(-1)
    if (typeof done === 'function') process.nextTick(() => done(null))
    return true
  }

  override end(...rest: unknown[]): this {
    if (this.finished) return this
    const [chunk, encoding] = rest
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') this.#keep(chunk, encoding)
    if (this.destroyed) return this
    this.finished = true
    this.#settle(this.#captured(false))
    process.nextTick(() => {
      this.emit('finish')
      this.#close()
    })
    return this
  }

  override destroy(): this {
    if (this.destroyed) return this
    this.destroyed = true
    this.#settle(undefined)
    process.nextTick(() => this.#close())
    return this
  }

  #captured(isCut: boolean): CapturedAnswer {
    const [only] = this.#chunks
    const body = this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks)
    return { status: this.statusCode, headers: this.#head, body, isCut }
  }

  #keep(chunk: unknown, encoding: unknown): void {
    if (this.destroyed) return
    // a copy: whoever wrote a chunk may use its memory again
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : Buffer.from(bytesOf(chunk))
    const room = this.#limit - this.#length
    this.#chunks.push(bytes.length > room ? bytes.subarray(0, room) : bytes)
    this.#length += bytes.length
    if (this.#length <= this.#limit) return
    this.#settle(this.#captured(true))
    this.destroy()
  }

  /** Node does this when the response leaves its socket, of which there is none. */
  #close(): void {
    Reflect.set(this, '_closed', true)
    this.destroyed = true
    this.emit('close')
  }
}

function encodingOf(encoding: unknown): BufferEncoding {
  return encoding === 'latin1' ? 'latin1' : 'utf8'
}
function bytesOf(chunk: unknown): Uint8Array {
  return chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk))
}
