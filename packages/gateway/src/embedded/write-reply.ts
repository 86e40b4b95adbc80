// Writes a handler's reply on the provider's wire, with the same status, headers, body, envelope and error member as a
// live response.
import { isRaw } from '#define/reflect'
import type { RoutedCall } from '../call/call.ts'
import { headerOf } from '../call/call.ts'
import { inertHeadersFor, isJsonType, pushIdHeaders, sendBytes } from '../call/reply.ts'
import { callerName } from '../upstream/answer-headers.ts'
import { wraps } from '../upstream/envelope.ts'
import { withErrorMember, withRequestId } from '../upstream/error-member.ts'
import { streamReply } from './stream-reply.ts'

export interface EmbeddedReply {
  /** The status of the reply; 0 means the status that the endpoint declares. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const jsonType = 'application/json; charset=utf-8'
const eventsType = 'text/event-stream; charset=utf-8'
const envelope = ['{"data":', '}'] as const
const noBytes = Buffer.alloc(0)

/** The headers of a reply without any, recognised by identity. */
export const noHeaders: EmbeddedReply['headers'] = {}

/** A body serialised by a thread. */
export class SerializedJson {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

/** A body that arrives in pieces, of `length` bytes in total. */
export class LongBody {
  readonly pieces: AsyncIterable<unknown>
  readonly length: number
  readonly isJson: boolean
  constructor(pieces: AsyncIterable<unknown>, length: number, isJson: boolean) {
    this.pieces = pieces
    this.length = length
    this.isJson = isJson
  }
}

/** Sends the reply, unless the call has ended in the meantime; returns a promise for a streamed one. */
export function writeReply(call: RoutedCall, reply: EmbeddedReply): void | Promise<void> {
  if (call.response.headersSent) return
  const { body } = reply
  if (body instanceof LongBody) return writeStream(call, reply, body.pieces, body)
  if (isAsyncIterable(body)) return writeStream(call, reply, body)
  writeWhole(call, reply)
}

function writeStream(
  call: RoutedCall,
  reply: EmbeddedReply,
  body: AsyncIterable<unknown>,
  known?: Pick<LongBody, 'length' | 'isJson'>,
): void | Promise<void> {
  const { listing, route } = call
  const { returns, status } = route.endpoint
  const declared = isRaw(returns) && !known?.isJson ? returns.contentType : jsonType
  const ownType = reply.headers['content-type']
  const contentType = ownType ?? (declared === 'text/event-stream' ? eventsType : declared)
  const isEnveloped = contentType.startsWith('application/json') && wraps(call, listing)
  const around = isEnveloped ? envelope : undefined
  const length = known && known.length + (around ? around.join('').length : 0)
  const headers: string[] = []
  if (!isJsonType(contentType)) headers.push(...inertHeadersFor(reply.headers))
  if (contentType.startsWith('text/event-stream') && reply.headers['cache-control'] === undefined)
    headers.push('cache-control', 'no-cache')
  pushHeaders(headers, call, reply.headers)
  pushIdHeaders(headers, call, reply.headers)
  if (ownType === undefined) headers.push('content-type', contentType)
  if (length !== undefined) headers.push('content-length', String(length))
  const { idleMs } = listing.compiled(route)
  const sent = reply.status || status || 200
  call.charge?.answered(sent)
  const counter = isJsonType(contentType) ? call.charge?.counter() : undefined
  return streamReply(call, { status: sent, headers, around, idleMs, body, counter })
}

function writeWhole(call: RoutedCall, reply: EmbeddedReply): void {
  const { listing, route } = call
  const status = reply.status || route.endpoint.status || (reply.body === undefined ? 204 : 200)
  call.charge?.answered(status)
  const { contentType, body } = encode(call, reply)
  const headers: string[] = []
  if (reply.headers !== noHeaders) pushHeaders(headers, call, reply.headers)
  pushIdHeaders(headers, call, reply.headers)
  if (!('content-type' in reply.headers) && body.length > 0) headers.push('content-type', contentType)
  const sentType = reply.headers['content-type'] ?? contentType
  const isJson = isJsonType(sentType)
  if (body.length > 0 && !isJson) headers.push(...inertHeadersFor(reply.headers))
  const complete = isJson && status >= 400 ? completeError(call, status, bytesOf(body)) : body
  const counter = isJson ? call.charge?.counter() : undefined
  counter?.push(bytesOf(body))
  counter?.end()
  const isEnveloped = isJson && status < 300 && wraps(call, listing)
  sendBytes(call, status, { headers, body: isEnveloped ? wrapped(complete) : complete })
}

/** Adds the error member. An API without a live provider uses the gateway's error format, which names the request. */
function completeError({ id, listing: { api } }: RoutedCall, status: number, body: Buffer): Buffer {
  const complete = withErrorMember(body, status, api.errors)
  return api.upstream === null ? withRequestId(complete, id) : complete
}

function encode({ route }: RoutedCall, reply: EmbeddedReply): { contentType: string; body: Buffer | string } {
  const { body } = reply
  const { returns } = route.endpoint
  const contentType = isRaw(returns) && reply.status < 400 ? returns.contentType : jsonType
  if (body === undefined) return { contentType, body: noBytes }
  if (body instanceof SerializedJson) return { contentType: jsonType, body: body.json }
  if (Buffer.isBuffer(body)) return { contentType, body }
  if (typeof body === 'string' && contentType !== jsonType) return { contentType, body }
  return { contentType: jsonType, body: JSON.stringify(body) }
}

function wrapped(body: Buffer | string): Buffer | string {
  if (typeof body === 'string') return `{"data":${body === '' ? 'null' : body}}`
  return Buffer.concat([Buffer.from('{"data":'), body.length > 0 ? body : Buffer.from('null'), Buffer.from('}')])
}

const bytesOf = (body: Buffer | string) => (typeof body === 'string' ? Buffer.from(body) : body)

/**
 * Adds the headers. Those to which the gateway gives its own meaning are renamed as in a live response. The gateway
 * itself permits pages of other origins, and browsers refuse a response with two such permissions.
 */
function pushHeaders(list: string[], call: RoutedCall, headers: EmbeddedReply['headers']): void {
  const isPermitted = headerOf(call, 'origin') !== undefined
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined || (isPermitted && name === 'access-control-allow-origin')) continue
    // that of a failover says more than that of a description
    if (!call.inPlaceOf || name !== 'x-gateway-answer') list.push(callerName(name), value)
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
