// Runs one call through the phases of every call, in process: with the caller's key, address and limits, and without a
// connection. A call over the loopback address would make every caller local.
import type { IncomingMessage } from 'node:http'
import { createIncoming, type Incoming, type Port } from '../call/call.ts'
import type { RequestIds } from '../http/request-id.ts'
import { hopHeader } from '../upstream/hops.ts'
import { type CapturedAnswer, CapturedResponse, InProcessRequest } from './captured-response.ts'
import type { Disconnect } from './disconnect.ts'
import type { CallParts } from './request-parts.ts'

export interface InProcessDeps {
  readonly requestIds: RequestIds
  /** Begins a call as the server does, within the limit of calls under way. */
  readonly begin: (incoming: Incoming) => void
}

export interface Origin {
  /** The request on whose behalf the call is made. */
  readonly request: IncomingMessage
  readonly port: Port
  /** The name of the key's header, and the key. */
  readonly key: readonly [string, string]
  /** What the client calls itself. */
  readonly client: string | undefined
}

/** Longer answers are cut here; what was kept can be read part by part. */
export const answerBytes = 4 * 1024 * 1024

/** From the outer request: what tells the caller's address, and what recognises a loop. */
const inherited = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', hopHeader, 'traceparent', 'tracestate']

export interface InProcessCall {
  /** Resolves with the answer, or with undefined when it broke off or was aborted. */
  readonly answer: Promise<CapturedAnswer | undefined>
  /** From now on it goes on when the client goes away. */
  readonly detach: () => void
}

/** Starts a call, which the client's going away ends until the call is detached from it. */
export function callInProcess(
  parts: CallParts & { readonly extraHeaders?: Readonly<Record<string, string>> },
  { request: outer, port, client, key: [keyHeader, key] }: Origin,
  { deps, disconnect }: { readonly deps: InProcessDeps; readonly disconnect: Disconnect },
): InProcessCall {
  const headers: Record<string, string> = { host: outer.headers.host ?? 'localhost', ...parts.headers }
  for (const name of inherited) {
    const value = outer.headers[name]
    if (value !== undefined) headers[name] = String(value)
  }
  Object.assign(headers, parts.extraHeaders)
  headers[keyHeader] = key
  if (parts.body) headers['content-length'] = String(parts.body.length)
  const { method, target, body } = parts
  const request = new InProcessRequest(outer.socket, { method, target, headers, body })
  const response = new CapturedResponse(request, answerBytes)
  disconnect.ends(response)
  deps.begin(createIncoming(deps.requestIds(), { request, response, port, agent: { client } }))
  return { answer: response.answer, detach: () => disconnect.spares(response) }
}
