// A connection on its way to becoming a WebSocket. Until then the call has an ordinary response, so that it passes
// through the same phases as any other and is refused like any other.
import { type IncomingMessage, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'
import type { Socket } from 'node:net'
import { type Duplex, Writable } from 'node:stream'
import { type CallResponse, headerPairs, type ResponseHeaders } from './call-response.ts'

/** The time in which a refused caller has to close its side. */
const lingerMs = 5000

/** The response to a handshake: either an HTTP answer, after which the connection ends, or `101`. */
export class UpgradeResponse extends Writable implements CallResponse {
  statusCode = 200
  headersSent = false
  readonly socket: Socket
  readonly #connection: Duplex

  constructor({ socket }: IncomingMessage, connection: Duplex) {
    super()
    this.socket = socket
    this.#connection = connection
    connection.once('close', () => this.destroy())
    socket.on('timeout', () => this.emit('timeout', socket))
  }

  /**
   * Hands the response over to the session; it then closes with its connection. The caller of this method writes the
   * head.
   */
  switchProtocols(): void {
    this.statusCode = 101
    this.headersSent = true
  }

  writeHead(status: number, headers: ResponseHeaders = []): this {
    this.statusCode = status
    this.headersSent = true
    const fields = [...headerPairs(headers), ['date', new Date().toUTCString()] as const]
    if (!fields.some(([name]) => name.toLowerCase() === 'connection')) fields.push(['connection', 'close'])
    for (const [name, value] of fields) {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    }
    const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...fields.map((field) => field.join(': '))]
    this.#connection.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
    return this
  }

  /** Does nothing: the head is written at once. */
  flushHeaders(): void {}
  /** Does nothing: a handshake has no body. */
  writeContinue(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#connection.write(chunk, done)
  }

  /** Closes only our side: a reset would take the response from a caller that is still sending. */
  override _final(done: () => void): void {
    const connection = this.#connection
    connection.end()
    connection.resume()
    const timer = setTimeout(() => connection.destroy(), lingerMs)
    connection.once('close', () => clearTimeout(timer))
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.writableFinished) this.#connection.destroy()
    done(error)
  }
}

/** The connection of a handshake, beside its request. */
export interface Upgrade {
  readonly connection: Duplex
  /** Bytes that the caller sent right after the head. */
  readonly head: Buffer
  readonly response: UpgradeResponse
}

/**
 * Reports whether a request asks for a WebSocket in the only way this gateway supports: HTTP/1.1, GET, no body, and no
 * other protocol, such as h2c, beside it. Any other `Upgrade` header is ignored (RFC 9110, section 7.8).
 */
export function asksForSocket({ method, headers, httpVersion }: IncomingMessage): boolean {
  const isBodiless = headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0'
  return (
    method === 'GET' && httpVersion === '1.1' && isBodiless && headers.upgrade?.toLowerCase().trim() === 'websocket'
  )
}
