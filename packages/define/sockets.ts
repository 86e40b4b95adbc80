// The words for WebSockets (RFC 6455): an address at which a call becomes a session of messages in both directions, and
// the session as an embedded provider sees it.
import type { Endpoint, Limits } from './endpoints.ts'
import type { Call } from './provider.ts'
import type { Members, Schema } from './shapes.ts'

/** What is declared of a WebSocket beyond what any endpoint declares. */
export interface SocketTerms {
  /** Shape of the messages that the caller sends, where they are JSON. */
  readonly sends: Schema
  /** Shape of the messages that the caller receives, where they are JSON. */
  readonly receives: Schema
  /** The most bytes of a message, either way; default 1 MiB. */
  readonly messageBytes: number
  /** The query parameter in which a pass of the provider's kit stands for a gateway key. */
  readonly pass: string | undefined
}
export type Socket = Endpoint & { readonly socket: SocketTerms }
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
/** A session lasts longer than a call: an hour, and a minute without a message. */
const sessionLimits = { idleMs: 60_000, totalMs: 3_600_000 }

/** A WebSocket at a path; a call of it without an upgrade is refused. */
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

/** Text is a string, binary a buffer. */
export type Message = string | Buffer
/** An open session. */
export interface Session {
  /** What the caller sends, in order, to be read once; ends when the session does. */
  readonly messages: AsyncIterable<Message>
  /** Resolves when there is room for another message, so that a slow reader slows its sender; rejects after the end. */
  send(message: Message): Promise<void>
  /** Ends the session with a code and a reason of at most 123 bytes (RFC 6455, section 7.4). */
  close(code: number, reason: string): Promise<void>
}
/** Carries on a session. It closes with 1000 when this resolves, and with 1011 when it rejects. */
export type Converse = (session: Session) => Promise<void>
/**
 * Answers the handshake: with what to do in the session, or by throwing a refusal, which is an ordinary HTTP answer.
 * `call.signal` is aborted when the session ends.
 */
export type SocketHandler = (input: never, call: Call) => Converse | Promise<Converse>
