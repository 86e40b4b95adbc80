// Turns the connection of a call into a WebSocket. The framing is that of ws without extensions, so nothing is
// compressed: a small message never expands into a large one.
import { type WebSocket, WebSocketServer } from 'ws'
import { fail } from '#define'
import { headerOf, type RoutedCall } from '../../call/call.ts'
import type { Upgrade } from '../../call/http/upgrade.ts'
import { ownKeyForm } from '../../call/identify.ts'
import { standardHeaders } from '../../call/reply.ts'

/** The options common to both ends of a session. The limits apply to a single message. */
export function socketOptions(messageBytes: number) {
  return {
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: messageBytes,
    maxFragments: 1024,
    maxBufferedChunks: 16 * 1024,
  } as const
}

const keyForm = /^[+/0-9A-Za-z]{22}==$/
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/
const mostProtocols = 20

/** Throws `request.handshake` for any handshake that ws would refuse with its own error. */
export function refuseInvalidHandshake(call: RoutedCall): void {
  const invalid = (problem: string) => fail('request.handshake', { problem })
  if (!keyForm.test(headerOf(call, 'sec-websocket-key') ?? ''))
    throw invalid('Sec-WebSocket-Key is not 16 bytes in base64')
  if (headerOf(call, 'sec-websocket-version') !== '13') throw invalid('Sec-WebSocket-Version is not 13')
  const header = headerOf(call, 'sec-websocket-protocol')
  if (header === undefined) return
  const offered = header.split(',').map((name) => name.trim())
  const isValid = offered.length <= mostProtocols && offered.every((name) => token.test(name))
  if (!isValid || new Set(offered).size < offered.length)
    throw invalid(`Sec-WebSocket-Protocol is not a list of up to ${mostProtocols} distinct names`)
}

/** Returns the subprotocols that the caller offers, except those that contain a gateway key. */
export function offeredProtocols(call: RoutedCall): string[] {
  const offered = headerOf(call, 'sec-websocket-protocol')?.split(',') ?? []
  return offered.map((name) => name.trim()).filter((name) => !ownKeyForm.test(name))
}

export type Accept = (call: RoutedCall, upgrade: Upgrade, protocol: string | undefined) => WebSocket | undefined

/**
 * Creates the function that answers 101, with or without a subprotocol; it returns undefined when the caller has
 * disconnected.
 */
export function createAccept(): Accept {
  /** One server per message size that endpoints declare. */
  const servers = new Map<number, WebSocketServer>()
  const accepting = new WeakMap<object, { readonly call: RoutedCall; readonly protocol: string | undefined }>()

  function serverFor(messageBytes: number): WebSocketServer {
    let server = servers.get(messageBytes)
    if (!server) {
      server = new WebSocketServer({
        ...socketOptions(messageBytes),
        noServer: true,
        clientTracking: false,
        handleProtocols: (_offered, request) => accepting.get(request)?.protocol ?? false,
      })
      server.on('headers', (lines, request) => {
        const call = accepting.get(request)?.call
        const list = call ? standardHeaders(call) : []
        for (let at = 0; at < list.length; at += 2) lines.push(`${list[at]}: ${list[at + 1]}`)
      })
      servers.set(messageBytes, server)
    }
    return server
  }

  return (call, { connection, head, response }, protocol) => {
    if (response.destroyed) return undefined
    accepting.set(call.request, { call, protocol })
    let accepted: WebSocket | undefined
    response.switchProtocols()
    serverFor(call.route.endpoint.socket?.messageBytes ?? 0).handleUpgrade(call.request, connection, head, (socket) => {
      accepted = socket
    })
    return accepted
  }
}
