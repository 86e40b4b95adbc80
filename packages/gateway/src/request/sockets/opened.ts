// The provider's side of a session, embedded or live.
import type { MessageSocket } from './message-socket.ts'

/** The provider's side once the caller's handshake can be answered. */
export interface Opened {
  readonly protocol?: string | undefined
  /** Runs the session until it ends; closes the socket, and never rejects. */
  run(socket: MessageSocket): Promise<void>
  /** Releases everything when the caller disconnected before the session began. */
  abandon(): void
}
