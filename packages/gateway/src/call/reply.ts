// Responses written by the gateway itself, and the headers of every response.
import type { Failure } from '#define'
import type { Incoming, InPlaceOf } from './call.ts'
import { hasBody as hasRequestBody, headerOf, isHead } from './call.ts'
import { createBatchPerTick } from './http/batch-per-tick.ts'
import { closeAfterRefusal } from './http/close-after-refusal.ts'
import { keepPrivate } from './http/private-answer.ts'
import { endResponse, stallTimeoutMs } from './http/stalled-client.ts'
import { pushLimits } from './limit-headers.ts'

/**
 * Returns the headers of every response, as a flat list of names and values. For an agent's call that is only the name
 * of the provider, because its tool reads no others.
 */
export function standardHeaders(call: Incoming): string[] {
  const surface = call.listing?.api.surface.name
  if (call.agent) return call.provider && surface === 'hosted' ? ['x-gateway-provider', call.provider] : []
  const list = ['x-request-id', call.id, 'server-timing', serverTiming(call)]
  if (call.provider && surface === 'hosted') list.push('x-gateway-provider', call.provider)
  if (call.inPlaceOf) list.push('x-gateway-answer', inPlaceOfText(call, call.inPlaceOf))
  const cost = call.charge?.dollars
  if (cost !== undefined) list.push('x-gateway-cost', cost)
  if (call.sandbox !== undefined) list.push('x-gateway-sandbox', call.sandbox)
  if (call.fault !== undefined) list.push('x-gateway-fault', call.fault)
  pushLimits(list, call)
  if (headerOf(call, 'origin') !== undefined && surface !== 'operator') list.push(...crossOrigin)
  return list
}

/**
 * Returns the structured field (RFC 9651) that says of an answer that its provider did not give it now. The date comes
 * last: a common parser takes nothing after one.
 */
function inPlaceOfText({ provider }: Incoming, { at, ageS, reason }: InPlaceOf): string {
  const cause = reason === undefined ? '' : `;reason="${reason}"`
  return at === undefined ? `${provider}${cause}` : `${provider};age=${ageS}${cause};at=@${Math.floor(at / 1000)}`
}

/** CORS headers: any page may call, because each call must carry a key and cookies are ignored. */
const crossOrigin = ['access-control-allow-origin', '*', 'access-control-expose-headers', '*', 'vary', 'origin']

/**
 * Returns headers for provider responses that are not JSON. These come from the console's origin, so a browser must
 * neither guess that one is a page nor run its content. JSON is shown as text and needs neither header. `own` are the
 * response's headers, named in lower case: its own nosniff is not repeated, and any other value comes second, where
 * browsers do not read it (Fetch standard, "determine nosniff").
 */
export function inertHeadersFor(own: Readonly<Record<string, unknown>>): readonly string[] {
  return own['x-content-type-options'] === 'nosniff' ? sandbox : unsniffedSandbox
}
const sandbox = ['content-security-policy', 'sandbox']
const unsniffedSandbox = ['x-content-type-options', 'nosniff', ...sandbox]

/**
 * Reports whether every browser takes the content type for JSON. A value with a comma fails: browsers take the last of
 * several types (Fetch standard, "extract a MIME type").
 */
export function isJsonType(contentType: string): boolean {
  return contentType === 'application/json' || contentType === ownJsonType || jsonType.test(contentType)
}

const ownJsonType = 'application/json; charset=utf-8'
const jsonType = /^application\/(?:[\w.+-]+\+)?json *(?:;[^,]*)?$/i

/** Returns the milliseconds in the gateway so far, and until the provider's first byte (Server Timing, W3C). */
function serverTiming(call: Incoming): string {
  const total = performance.now() - call.startedMs
  const upstream = call.upstreamMs
  return upstream === undefined
    ? `gateway;dur=${hundredths(total)}`
    : `gateway;dur=${hundredths(total - upstream)}, upstream;dur=${hundredths(upstream)}`
}

/** Formats with two decimals. `toFixed` would cost as much as the rest of a header. */
function hundredths(ms: number): string {
  const whole = Math.max(0, Math.round(ms * 100))
  const rest = whole % 100
  return `${(whole - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`
}

/** Returns how long the caller can read nothing of a complete response: the endpoint's own limit if it is known. */
function stallTimeoutOf({ listing, route }: Incoming): number {
  return listing && route ? listing.compiled(route).idleMs : stallTimeoutMs
}

/** The size up to which head and body are sent in one write, for which the body must be a string. */
const oneWriteBytes = 12 * 1024

/**
 * Returns a short body as a Latin-1 string (one character per byte), and a longer one as bytes. A short ASCII string is
 * already in that form.
 */
export function forOneWrite(body: Buffer | string, length: number): Buffer | string {
  if (typeof body !== 'string') return length > oneWriteBytes ? body : body.toString('latin1')
  return length > oneWriteBytes || body.length < length ? forOneWrite(Buffer.from(body), length) : body
}

/**
 * Writes the head of a response: `own` the standard headers of its call, `others` a flat list of names and values.
 * Every response to a call passes here, so that no shared cache may store one.
 */
export function writeAnswerHead(
  { response }: Incoming,
  status: number,
  { own, others }: { readonly own: string[]; readonly others: string[] },
): void {
  if (!keepPrivate(others)) own.push('cache-control', 'private')
  response.writeHead(status, [...own, ...others])
}

/** Writes a complete response. A string body is sent as UTF-8. `headers` is a flat list without the content length. */
export function sendBytes(
  call: Incoming,
  status: number,
  answer: { headers: readonly string[]; body: Buffer | string },
): void {
  const { response } = call
  if (response.headersSent || response.destroyed) return
  const { headers, body } = answer
  const hasLength = status !== 204 && status !== 304
  const hasBody = hasLength && !isHead(call)
  const length = hasLength ? Buffer.byteLength(body) : 0
  const others = hasLength ? [...headers, 'content-length', String(length)] : [...headers]
  writeAnswerHead(call, status, { own: standardHeaders(call), others })
  if (hasBody) call.bytesOut += length
  endInBatch({ call, body: hasBody ? forOneWrite(body, length) : undefined })
}

const endInBatch = createBatchPerTick(
  'responses',
  ({ call, body }: { call: Incoming; body: Buffer | string | undefined }) =>
    endResponse(call.response, stallTimeoutOf(call), body),
)

/**
 * Writes the gateway's own error, `{"error":{"code","message","details"?},"meta":{"requestId"}}`, together with the
 * members that the API declares (decision 0086).
 */
export function sendFailure(call: Incoming, failure: Failure): void {
  const { status } = failure.info
  const { retryAfterS, allow } = failure.notes
  const headers = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store']
  if (retryAfterS !== undefined) headers.push('retry-after', String(retryAfterS))
  if (allow !== undefined) headers.push('allow', allow)
  if (status === 401)
    headers.push('www-authenticate', `ApiKey header="${call.listing?.api.surface.keyHeader ?? 'x-gateway-key'}"`)
  pushIdHeaders(headers, call)
  if (status === 426) headers.push('upgrade', 'websocket', 'connection', 'close, upgrade')
  // the rest of an unfinished body is never read, so the connection ends with this response
  if (hasRequestBody(call) && !call.request.complete) {
    headers.push('connection', 'close')
    closeAfterRefusal(call.request)
  }
  sendBytes(call, status, { headers, body: JSON.stringify(failureBody(call, failure)) })
}

/** Adds the id headers that the API declares, unless the response already has them. */
export function pushIdHeaders(list: string[], { listing, path, id }: Incoming, present: object = {}): void {
  const declared = listing?.api.idHeaders?.({ path, requestId: id }) ?? {}
  for (const [name, value] of Object.entries(declared)) if (!(name in present)) list.push(name, value)
}

function failureBody(call: Incoming, { code, message, info: facts, notes: { details } }: Failure): object {
  const failure = { status: facts.status, code, message, path: call.path, requestId: call.id }
  const beside = call.listing?.api.failure?.(failure)
  const own = { code, message, ...(details === undefined ? {} : { details }) }
  const meta = { requestId: call.id }
  if (typeof beside?.error === 'string') return { ...beside, gateway_error: own, meta }
  return { ...beside, error: { ...beside?.error, ...own }, meta }
}
