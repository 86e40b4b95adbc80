// The part of a response that the phases of a call use. Node's own response implements it, and so do two that belong to
// no exchange of Node's: that of an agent's call (captured-response.ts) and that of a WebSocket handshake
// (upgrade.ts).
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'

export interface CallResponse extends Writable {
  statusCode: number
  readonly headersSent: boolean
  readonly socket: Socket | null
  writeHead(status: number, headers?: ResponseHeaders): this
  flushHeaders(): void
  writeContinue(): void
}

/** Headers by name, or as a flat list of names and values. */
export type ResponseHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** Returns the headers as pairs of name and value. */
export function headerPairs(headers: ResponseHeaders): (readonly [string, string])[] {
  const pairs = Array.isArray(headers)
    ? headers.flatMap((name, at) => (at % 2 === 0 ? [[String(name), headers[at + 1]] as const] : []))
    : Object.entries(headers)
  return pairs.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) =>
      one === undefined ? [] : [[name, String(one)] as const],
    ),
  )
}
