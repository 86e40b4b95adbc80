// A call on its way through the gateway, with the results of each phase.
import type { IncomingMessage } from 'node:http'
import type { Failure } from '#define'
import type { QueryPair, Route } from '#derive'
import type { AnswersMode, AnswersSetting } from '#store'
import type { KeptAnswer } from '../account/answers/kept-answer.ts'
import type { Caller } from '../account/keys/identify.ts'
import type { Charge } from '../account/prices/charge.ts'
import type { Admission } from '../account/quota/admission.ts'
import type { RequestId } from '../process/request-id.ts'
import type { Secret } from '../process/secret.ts'
import type { CallResponse } from './http/call-response.ts'
import type { BodyHolder } from './http/held-bodies.ts'
import type { Upgrade } from './http/upgrade.ts'
import type { Listing } from './listings.ts'

export type ProviderKind = 'live' | 'embedded'
/** Who answers a call: a provider, or an answer that was recorded. */
export type Answerer = ProviderKind | 'replay'
export type Port = 'gateway' | 'market'

/** The treatment of an answer that is not simply passed on. */
export interface Answers extends AnswersSetting {
  readonly mode: Exclude<AnswersMode, 'live'>
}

/** Says of an answer that its provider did not give it now. */
export interface InPlaceOf {
  /** The time of the provider's answer, in milliseconds since the epoch; undefined for an embedded one. */
  readonly at: number | undefined
  readonly ageS: number
  /** Code of the failure that it replaces. */
  readonly reason: string | undefined
}

interface AgentOrigin {
  /** The name the agent's client gives itself; not verified. */
  readonly client: string | undefined
  /** True if the call is only checked: it is not sent, counted or recorded. */
  readonly isRehearsal: boolean
}

/**
 * A request that has arrived. All fields of a call are initialised here, so that every call shares one hidden class.
 */
export interface Incoming {
  readonly id: string
  /** The id in parts, if this process made it. */
  readonly madeId: RequestId | undefined
  readonly request: IncomingMessage
  readonly response: CallResponse
  readonly method: string
  /** Path and query as received. */
  readonly target: string
  /** The server that received it. */
  readonly port: Port
  /** Set for a call that an agent made at /mcp. */
  readonly agent: AgentOrigin | undefined
  /** Set if the request opens a WebSocket. */
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
  /** True if the address contains a pass, issued by the embedded provider; set by `identify`. */
  hasPass: boolean
  /** Set by `admit` if calls are counted, unless a limit of the key has refused the call. */
  admission: Admission | undefined
  /** Set by `admit` if the key has its own limits for calls. */
  keyAdmission: Admission | undefined
  /** Set by `selectProvider`, and by what answers in its place. */
  provider: Answerer | undefined
  /** The treatment of the answer, set by `selectProvider` unless it is simply passed on. */
  answers: Answers | undefined
  /** The recorded answer, set by `replay`. */
  kept: KeptAnswer | undefined
  /** Set for an answer that the live provider did not give now. */
  inPlaceOf: InPlaceOf | undefined
  /** The answer that is being recorded; its memory is freed when the call has ended. */
  keeping: { release(): void } | undefined
  /** The account's stored key, set by `selectProvider` when there is one. */
  providerKey: Secret | undefined
  /** Set by `holdCost` for a call that costs something. */
  charge: Charge | undefined
  /** The account's choice whether results go under `data`, if it has made one; set by `selectProvider`. */
  envelope: 'data' | 'raw' | undefined

  /** The name of the sandbox that answers, set by `selectProvider`. */
  sandbox: string | undefined
  /** The rule of the sandbox that is applied to the call. */
  fault: string | undefined

  // set by `read`
  query: readonly QueryPair[]
  /** Typed parameters with their defaults. */
  values: Record<string, unknown>
  /** The raw body once the gateway has read it; undefined without a body, or while it is in the request stream. */
  body: Buffer | undefined
  /** The decoded body, if it is JSON. */
  jsonBytes: Buffer | undefined
  /** Set while the body counts towards the limit of bodies that the process holds. */
  bodyHolder: BodyHolder | undefined
  /** The files of a multipart body, removed once the handler has answered. */
  files: { remove(): Promise<void> } | undefined
  /** The body parsed as declared. */
  bodyValue: unknown
  /** Milliseconds the caller allows for the whole call, from `x-gateway-timeout`. */
  timeoutMs: number | undefined

  /** Milliseconds from the start of the call to the provider's first byte. */
  upstreamMs: number | undefined
  bytesIn: number
  bytesOut: number
  /** The gateway's own error, if the call ended in one. */
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
    response: CallResponse
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
    hasPass: false,
    admission: undefined,
    keyAdmission: undefined,
    provider: undefined,
    answers: undefined,
    kept: undefined,
    inPlaceOf: undefined,
    keeping: undefined,
    providerKey: undefined,
    charge: undefined,
    envelope: undefined,
    sandbox: undefined,
    fault: undefined,
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

/** Reports whether the endpoint of a call is known. */
export function isRouted(call: Incoming): call is RoutedCall {
  return call.listing !== undefined && call.route !== undefined
}

/** Turns an incoming request into a routed call. */
export function establishRoute(incoming: Incoming, listing: Listing, route: Route): asserts incoming is RoutedCall {
  incoming.listing = listing
  incoming.route = route
}

/**
 * Reports whether the call is a HEAD request (RFC 9110, section 9.3.2). It takes the route of GET and counts like GET,
 * and an embedded provider runs as for GET. A live provider receives HEAD.
 */
export function isHead({ method }: Incoming): boolean {
  return method === 'HEAD'
}

/** Returns a request header's value; the first if it is repeated. */
export function headerOf(call: Incoming, name: string): string | undefined {
  const value = call.request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Reports whether the request has a body (RFC 9112, section 6). */
export function hasBody(call: Incoming): boolean {
  const { headers } = call.request
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
