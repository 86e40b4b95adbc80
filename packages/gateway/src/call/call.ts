// One call on its way through the gateway, and what each phase has established about it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Failure } from '#define'
import type { QueryPair, Route } from '#derive'
import type { BodyHolder } from '../http/held-bodies.ts'
import type { RequestId } from '../http/request-id.ts'
import type { Upgrade } from '../http/upgrade.ts'
import type { Caller } from '../keys/identify.ts'
import type { Admission } from '../quota/admission.ts'
import type { Secret } from '../secret.ts'
import type { Listing } from './listings.ts'

export type ProviderKind = 'live' | 'embedded'
export type Port = 'gateway' | 'market'

/** A request that has arrived. It has all members of a call from the start, so that every call has one hidden class. */
export interface Incoming {
  readonly id: string
  /** The id in parts, where this process made it. */
  readonly madeId: RequestId | undefined
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  /** Path and query as received. */
  readonly target: string
  /** Which server received it. */
  readonly port: Port
  /** Set for a call that an agent made at /mcp: what its client calls itself, which is a claim. */
  readonly agent: { readonly client: string | undefined } | undefined
  /** Set where the request opens a WebSocket. */
  readonly upgrade: Upgrade | undefined
  /** Milliseconds of the monotonic clock when the request head was complete. */
  readonly startedMs: number

  // set by `route`
  /** Undefined before `route`, and when no listing is mounted at the path. */
  listing: Listing | undefined
  /** Undefined before `route`, and when the listing has no such endpoint. */
  route: Route | undefined
  /** Path below the listing's mount: normalised, still percent-encoded. */
  path: string
  rawQuery: string
  pathValues: readonly string[]

  /** Set by `identify`; undefined for the operator and for public endpoints, which know no account. */
  caller: Caller | undefined
  /** Set by `admit` where calls are counted. */
  admission: Admission | undefined
  /** Set by `selectProvider`. */
  provider: ProviderKind | undefined
  /** The account's stored key, set by `selectProvider` when there is one. */
  providerKey: Secret | undefined
  /** Whether results go under `data`, where the account has chosen; set by `selectProvider`. */
  envelope: 'data' | 'raw' | undefined

  // set by `read`
  query: readonly QueryPair[]
  /** Typed parameters with their defaults. */
  values: Record<string, unknown>
  /**
   * The raw body when the gateway has read it; undefined when there is none, or when it is still in the request stream.
   */
  body: Buffer | undefined
  /** The raw body after decoding, when it is JSON. */
  jsonBytes: Buffer | undefined
  /** Set while the body counts towards those that the process holds. */
  bodyHolder: BodyHolder | undefined
  /** The files of a multipart body, which are removed once the handler has answered. */
  files: { remove(): Promise<void> } | undefined
  /** The body parsed as declared. */
  bodyValue: unknown
  /** Milliseconds the caller allows for the whole call, from `x-gateway-timeout`. */
  timeoutMs: number | undefined

  /** Milliseconds from the start to the provider's first byte. */
  upstreamMs: number | undefined
  bytesIn: number
  bytesOut: number
  /** The gateway's own error, when the call ended in one. */
  failure: Failure | undefined
  recorded: boolean
  /**
   * Aborted when the caller disconnects. An object, not a closure: a closure stored here would keep every call alive
   * until the next full GC (docs/decisions/0009).
   */
  onDisconnect: { abort(): void } | undefined
}

/** A call whose endpoint is known: the result of `route` for an incoming request. */
export interface RoutedCall extends Incoming {
  listing: Listing
  route: Route
}

/** The caller's address: the socket's, or the nearest untrusted hop when the socket is a trusted proxy. */
export type AddressOf = (request: IncomingMessage) => string

export function createIncoming(
  id: RequestId,
  exchange: {
    request: IncomingMessage
    response: ServerResponse
    port: Port
    agent?: Incoming['agent']
    upgrade?: Upgrade
  },
): Incoming {
  const { request, response, port, agent, upgrade } = exchange
  return {
    id: id.text,
    madeId: id.process === '' ? undefined : id,
    request,
    response,
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    port,
    agent,
    upgrade,
    startedMs: performance.now(),
    listing: undefined,
    route: undefined,
    path: '',
    rawQuery: '',
    pathValues: [],
    caller: undefined,
    admission: undefined,
    provider: undefined,
    providerKey: undefined,
    envelope: undefined,
    query: [],
    values: {},
    body: undefined,
    jsonBytes: undefined,
    bodyHolder: undefined,
    files: undefined,
    bodyValue: undefined,
    timeoutMs: undefined,
    upstreamMs: undefined,
    bytesIn: 0,
    bytesOut: 0,
    failure: undefined,
    recorded: false,
    onDisconnect: undefined,
  }
}

/** Makes a call of an incoming request, once its endpoint is known. */
export function establishRoute(incoming: Incoming, listing: Listing, route: Route): asserts incoming is RoutedCall {
  incoming.listing = listing
  incoming.route = route
}

/**
 * Whether the call wants the head of what GET would answer (RFC 9110, section 9.3.2). Its route is that of GET, it
 * counts like one, and an embedded provider runs as for one. A live provider is sent HEAD.
 */
export function isHead({ method }: Incoming): boolean {
  return method === 'HEAD'
}

/** One value of a request header; the first of a repeated one. */
export function headerOf(call: Incoming, name: string): string | undefined {
  const value = call.request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Whether the request has a body (RFC 9112, section 6). */
export function hasBody(call: Incoming): boolean {
  const { headers } = call.request
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
