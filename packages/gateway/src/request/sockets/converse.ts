// Runs a WebSocket call: the handshake with the provider, which can refuse with an ordinary response, then the session
// until either side ends it.
import { fail } from '#define'
import type { RoutedCall } from '../../call/call.ts'
import { withCallTimeout } from '../../call/timeouts.ts'
import { type Accept, refuseInvalidHandshake } from './accept.ts'
import { type EmbeddedSocketDeps, openEmbedded } from './embedded.ts'
import { type LiveSocketDeps, openLive } from './live.ts'
import { MessageSocket } from './message-socket.ts'
import type { Sessions } from './sessions.ts'

export interface SocketDeps extends EmbeddedSocketDeps, LiveSocketDeps {
  readonly sessions: Sessions
  readonly accept: Accept
}

/** Opens the session and resolves. A failure before the session is open is thrown, unless it has been answered. */
export async function converse(call: RoutedCall, deps: SocketDeps): Promise<void> {
  const { upgrade } = call
  if (!upgrade) throw fail('request.upgrade', { path: call.path })
  refuseInvalidHandshake(call)
  const place = deps.sessions.reserve(call)
  const opening = call.provider === 'live' ? openLive(call, deps) : openEmbedded(call, deps)
  const opened = await withCallTimeout(call, opening).catch((error: unknown) => {
    // opened after the timeout: close it
    opening.then(
      (late) => late?.abandon(),
      () => {},
    )
    throw error
  })
  // the provider refused, and its refusal was the response
  if (!opened) return
  // an open session has its price, however long it lasts
  call.charge?.answered(101)
  call.charge?.end()
  const accepted = deps.accept(call, upgrade, opened.protocol)
  if (!accepted) {
    opened.abandon()
    return
  }
  const socket = new MessageSocket(accepted, deps.sessions.times.closeMs, call)
  place.open(socket)
  await opened.run(socket)
}
