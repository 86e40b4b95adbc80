// The word for WebSockets (RFC 6455): an address at which a call becomes a session of messages in both directions, and
// the session as an embedded provider sees it.
import type { Endpoint, Limits, SocketTerms } from './endpoints.ts'
import type { Members, Schema } from './shapes.ts'

type Socket = Endpoint & { readonly socket: SocketTerms }
/** WebSockets of an API by id; ids are distinct from those of its endpoints. */
export interface Sockets {
  readonly [id: string]: Socket
}

interface SocketOptions {
  readonly sends: Schema
  readonly receives: Schema
  readonly params?: Members
  readonly doc?: string
  readonly messageBytes?: number
  readonly pass?: string
  /** `firstByteMs` bounds the handshake, `idleMs` the time without a message, `totalMs` the session. */
  readonly limits?: Partial<Limits>
  readonly beyond?: boolean
  readonly liveOnly?: string
}

const defaultMessageBytes = 1024 * 1024
/** Default limits of a session, longer than those of a call: an hour in total, a minute without a message. */
const sessionLimits = { idleMs: 60_000, totalMs: 3_600_000 }

/** A WebSocket at a path; a request without an upgrade is refused. */
export function socket(path: string, summary: string, options: SocketOptions): Socket {
  const { sends, receives, messageBytes = defaultMessageBytes, pass, params = {}, limits, ...rest } = options
  return {
    ...rest,
    method: 'GET',
    path,
    summary,
    params,
    returns: { raw: 'empty', contentType: '' },
    status: 101,
    limits: { ...sessionLimits, ...limits },
    socket: { sends, receives, messageBytes, pass },
  }
}

/** A message: a string for text, a buffer for binary. */
export type Message = string | Buffer
/** An open session. */
export interface Session {
  /** The caller's messages in order, readable once; ends with the session. */
  readonly messages: AsyncIterable<Message>
  /** Resolves when there is room for another message (backpressure); rejects after the end. */
  send(message: Message): Promise<void>
  /** Ends the session with a code and a reason of at most 123 bytes (RFC 6455, section 7.4). */
  close(code: number, reason: string): Promise<void>
}
/** Runs a session. The session closes with 1000 when this resolves, and with 1011 when it rejects. */
export type Converse = (session: Session) => Promise<void>
