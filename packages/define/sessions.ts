// The session of a WebSocket, as an embedded provider sees it.

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
