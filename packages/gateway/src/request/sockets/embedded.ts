// Sessions with embedded providers: the handler answers the handshake with a function, which receives the session.

import { Failure, fail, Refusal } from '#define'
import type { Converse, Session } from '#define/sockets'
import type { RoutedCall } from '../../call/call.ts'
import { EmbeddedCall } from '../../embedded/embedded-call.ts'
import type { Providers } from '../../embedded/providers.ts'
import { writeReply } from '../../embedded/write-reply.ts'
import type { Log } from '../../process/log.ts'
import { withReceivedHops } from '../../upstream/received-hops.ts'
import { type MessageSocket, maySend, SocketClosed } from './message-socket.ts'
import type { Opened } from './opened.ts'

export interface EmbeddedSocketDeps {
  readonly providers: Providers
  /** The gateway's address as callers see it. */
  readonly baseUrl: string
  readonly log: Log
}

/** Asks the provider to accept the session; returns undefined when it has refused and the refusal has been sent. */
export async function openEmbedded(call: RoutedCall, deps: EmbeddedSocketDeps): Promise<Opened | undefined> {
  const { listing, route, request } = call
  const host = deps.providers.of(listing.providerSlug)
  const handler = (await host?.open())?.sockets?.[route.id]
  if (!handler) throw fail('provider.embedded_missing', { api: listing.title })
  const visible = new EmbeddedCall(call, deps.baseUrl + listing.mount)
  try {
    // the values were read as the endpoint declares them
    const converse = await withReceivedHops(request.headers, () => handler(call.values as never, visible))
    return {
      run: (socket) => withReceivedHops(request.headers, () => runSession(converse, { socket, call, log: deps.log })),
      abandon: () => {},
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await writeReply(call, error)
    return undefined
  }
}

interface Running {
  readonly socket: MessageSocket
  readonly call: RoutedCall
  readonly log: Log
}

async function runSession(converse: Converse, { socket, call, log }: Running): Promise<void> {
  try {
    await converse(sessionOf(socket))
    socket.close(1000, '')
  } catch (error) {
    // the caller disconnected during the session
    if (error instanceof SocketClosed || call.response.destroyed) socket.cut()
    else if (error instanceof Failure) socket.close(error.info.retry ? 1013 : 1011, error.message)
    else {
      log.error('session failed', { requestId: call.id, listing: call.listing.slug, cause: String(error) })
      socket.close(1011, `The provider failed. Request ${call.id}.`)
    }
  }
  await socket.ended
}

function sessionOf(socket: MessageSocket): Session {
  return {
    messages: socket.messages(),
    send: (message) => socket.send(message),
    async close(code, reason) {
      if (!maySend(code)) throw new RangeError(`${code} may not be sent`)
      socket.close(code, reason)
    },
  }
}
