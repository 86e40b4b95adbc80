// Runs one call through the phases of every call, in process: with the caller's key, address and limits, and without a
// connection. A call over the loopback address would make every caller local.
import type { IncomingMessage } from 'node:http'
import { createIncoming, type Incoming, type Port } from '../call/call.ts'
import { type CapturedAnswer, CapturedResponse, InProcessRequest } from '../call/http/captured-response.ts'
import type { RequestIds } from '../process/request-id.ts'
import { hopHeader } from '../upstream/hops.ts'
import type { Disconnect } from './disconnect.ts'
import type { CallParts } from './request-parts.ts'

export interface InProcessDeps {
  readonly requestIds: RequestIds
  /** Begins a call like the server, within the limit of concurrent calls. */
  readonly begin: (incoming: Incoming) => void
}

interface Origin {
  /** The outer request, for which the call is made. */
  readonly request: IncomingMessage
  readonly port: Port
  /** The name of the key's header, and the key. */
  readonly key: readonly [string, string]
  /** The name that the client gives itself. */
  readonly client: string | undefined
  /** True if the call is checked but not sent. */
  readonly isRehearsal?: boolean
}

/** The size at which responses are cut; the kept part can be read piece by piece. */
const answerBytes = 4 * 1024 * 1024

/** Headers from the outer request: the caller's address, those that detect a loop, and the sandbox. */
const inherited = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'via',
  hopHeader,
  'traceparent',
  'tracestate',
  'x-gateway-sandbox',
]

interface InProcessCall {
  /** Resolves with the response, or with undefined if it broke off or was aborted. */
  readonly answer: Promise<CapturedAnswer | undefined>
  /** Lets the call go on when the client disconnects. */
  readonly detach: () => void
}

/** Starts a call, which ends when the client disconnects, until it is detached. */
export function callInProcess(
  parts: CallParts & { readonly extraHeaders?: Readonly<Record<string, string>> },
  { request: outer, port, client, isRehearsal = false, key: [keyHeader, key] }: Origin,
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
  const response = new CapturedResponse(answerBytes)
  disconnect.ends(response)
  deps.begin(createIncoming(deps.requestIds(), { request, response, port, agent: { client, isRehearsal } }))
  return { answer: response.answer, detach: () => disconnect.spares(response) }
}
