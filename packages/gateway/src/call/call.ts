// One call on its way through the gateway: what came in, and what each phase found out about it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Failure } from '#define'
import type { QueryPair, Route } from '#derive'
import type { Caller } from '../keys/identify.ts'
import type { Admission } from '../quota/admission.ts'
import type { Secret } from '../secret.ts'
import type { Listing } from './listings.ts'

export type ProviderKind = 'live' | 'embedded'

export interface Call {
  readonly id: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  /** Path and query as they came. */
  readonly target: string
  /** Which server it came in by. */
  readonly port: 'gateway' | 'market'
  /** Milliseconds of the monotonic clock when the request head was complete. */
  readonly startedMs: number
  /** Path below the listing's mount: normalised, still percent-encoded. */
  path: string
  rawQuery: string
  listing: Listing | undefined
  route: Route | undefined
  pathValues: readonly string[]
  caller: Caller | undefined
  admission: Admission | undefined
  query: readonly QueryPair[]
  /** Typed parameters, defaults filled in. */
  values: Record<string, unknown>
  /** The body read whole; undefined while it still stands in the request stream, or when there is none. */
  body: Buffer | undefined
  /** The body as its declaration reads it. */
  bodyValue: unknown
  provider: ProviderKind | undefined
  providerKey: Secret | undefined
  /** Milliseconds the caller gives the whole call, from `x-gateway-timeout`. */
  timeoutMs: number | undefined
  /** Milliseconds from the start until the provider's first byte, once it is known. */
  upstreamMs: number | undefined
  bytesIn: number
  bytesOut: number
  /** The gateway's own error, when the call ended in one. */
  failure: Failure | undefined
  recorded: boolean
  /**
   * What is broken off at once when the caller goes away. Not a closure: one stored here makes the collector keep every call until
   * its next full run (decision 0009).
   */
  leaving: { abort(): void } | undefined
}

/** The caller's address: the socket's, or the nearest untrusted hop when the socket is a trusted proxy. */
export type AddressOf = (request: IncomingMessage) => string

export function makeCall(
  id: string,
  exchange: { request: IncomingMessage; response: ServerResponse; port: 'gateway' | 'market' },
): Call {
  const { request, response, port } = exchange
  return {
    id,
    request,
    response,
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    port,
    startedMs: performance.now(),
    path: '',
    rawQuery: '',
    listing: undefined,
    route: undefined,
    pathValues: [],
    caller: undefined,
    admission: undefined,
    query: [],
    values: {},
    body: undefined,
    bodyValue: undefined,
    provider: undefined,
    providerKey: undefined,
    timeoutMs: undefined,
    upstreamMs: undefined,
    bytesIn: 0,
    bytesOut: 0,
    failure: undefined,
    recorded: false,
    leaving: undefined,
  }
}

/** One value of a request header; of a repeated one, the first. */
export function headerOf(call: Call, name: string): string | undefined {
  const value = call.request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Whether the request came with a body (RFC 9112, section 6). */
export function hasBody(call: Call): boolean {
  const { headers } = call.request
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
