// What a provider, embedded or live, has ready for a session.
import type { MessageSocket } from './message-socket.ts'

/** What the provider's side has ready when the caller's handshake may be answered. */
export interface Opened {
  readonly protocol?: string | undefined
  /** Carries the session on until it ends; closes the socket, and never rejects. */
  run(socket: MessageSocket): Promise<void>
  /** The caller has gone before the session began. */
  abandon(): void
}
