// The session of a WebSocket as an embedded provider sees it.

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
