// A connection on its way to becoming a WebSocket. Until it is one, the call has an ordinary response, so that it
// passes through the same phases as any other and is refused like any other.
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long a refused caller may take to close its side. */
const lingerMs = 5000

/** The response to a handshake: either an HTTP answer, after which the connection ends, or `101`. */
export class UpgradeResponse extends ServerResponse {
  readonly #connection: Duplex

  constructor(request: IncomingMessage, connection: Duplex) {
    super(request)
    this.#connection = connection
    this.shouldKeepAlive = false
    // Node hands over a socket in all but name
    this.assignSocket(request.socket)
    this.once('finish', () => this.#endRefused())
  }

  /** From now on the response is the session, and closes with its connection. Whoever calls this writes the head. */
  switchProtocols(): void {
    this.statusCode = 101
    // what tells Node, and the phases, that the head has been written
    Reflect.set(this, '_header', 'switched')
  }

  /** Only our side is closed: a reset would take the answer from a caller that is still sending. */
  #endRefused(): void {
    const connection = this.#connection
    this.detachSocket(this.req.socket)
    connection.end()
    connection.resume()
    const timer = setTimeout(() => connection.destroy(), lingerMs)
    connection.once('close', () => clearTimeout(timer))
    this.destroyed = true
    Reflect.set(this, '_closed', true)
    this.emit('close')
  }
}

/** What a handshake came with beside its request. */
export interface Upgrade {
  readonly connection: Duplex
  /** What the caller sent right behind the head. */
  readonly head: Buffer
  readonly response: UpgradeResponse
}

/**
 * Whether a request asks for a WebSocket in the one way that this gateway upgrades: HTTP/1.1, GET, no body, and no
 * other protocol, such as h2c, beside it. Any other `Upgrade` header is ignored (RFC 9110, section 7.8).
 */
export function asksForSocket({ method, headers, httpVersion }: IncomingMessage): boolean {
  const isBodiless = headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0'
  return (
    method === 'GET' && httpVersion === '1.1' && isBodiless && headers.upgrade?.toLowerCase().trim() === 'websocket'
  )
}
