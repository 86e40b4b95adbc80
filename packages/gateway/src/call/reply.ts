// Responses that the gateway writes itself, and the headers that every response carries.
import type { Failure } from '#define'
import { createBatchPerTick } from '../http/batch-per-tick.ts'
import { closeAfterRefusal } from '../http/close-after-refusal.ts'
import { writeHead } from '../http/response-head.ts'
import { endResponse, stallTimeoutMs } from '../http/stalled-client.ts'
import type { Plan } from '../quota/admission.ts'
import type { Incoming } from './call.ts'
import { hasBody as hasRequestBody, headerOf, isHead } from './call.ts'

/**
 * The headers of every response, as a flat list of names and values. The tool through which an agent calls reads who
 * answered, and none of the others.
 */
export function standardHeaders(call: Incoming): string[] {
  const surface = call.listing?.api.surface.name
  if (call.agent) return call.provider && surface === 'hosted' ? ['x-gateway-provider', call.provider] : []
  const list = ['x-request-id', call.id, 'server-timing', serverTiming(call)]
  if (call.provider && surface === 'hosted') list.push('x-gateway-provider', call.provider)
  if (call.admission) pushLimits(list, call)
  if (headerOf(call, 'origin') !== undefined && surface !== 'operator') list.push(...crossOrigin)
  return list
}

/** Any page may call: each call must carry a key, and cookies are ignored. */
const crossOrigin = ['access-control-allow-origin', '*', 'access-control-expose-headers', '*', 'vary', 'origin']

/**
 * For answers of providers that are not JSON. They come from the origin of the console, so a browser that is led to one
 * must neither treat it as a page by guessing nor run its content. JSON is shown as text and needs neither. `own` are
 * the answer's headers, named in lower case: its own nosniff is not repeated, and any other value comes second,
 * where browsers do not read it (Fetch standard, "determine nosniff").
 */
export function inertHeadersFor(own: Readonly<Record<string, unknown>>): readonly string[] {
  return own['x-content-type-options'] === 'nosniff' ? sandbox : unsniffedSandbox
}
const sandbox = ['content-security-policy', 'sandbox']
const unsniffedSandbox = ['x-content-type-options', 'nosniff', ...sandbox]

/**
 * Whether a content type is JSON to every browser. One that holds a comma is not: browsers take the last of several
 * types (Fetch standard, "extract a MIME type").
 */
export function isJsonType(contentType: string): boolean {
  return contentType === 'application/json' || contentType === ownJsonType || jsonType.test(contentType)
}

const ownJsonType = 'application/json; charset=utf-8'
const jsonType = /^application\/(?:[\w.+-]+\+)?json *(?:;[^,]*)?$/i

/** Milliseconds in the gateway so far, and until the provider's first byte (Server Timing, W3C). */
function serverTiming(call: Incoming): string {
  const total = performance.now() - call.startedMs
  const upstream = call.upstreamMs
  return upstream === undefined
    ? `gateway;dur=${hundredths(total)}`
    : `gateway;dur=${hundredths(total - upstream)}, upstream;dur=${hundredths(upstream)}`
}

/** With two decimals. `toFixed` costs as much as the rest of a header. */
function hundredths(ms: number): string {
  const whole = Math.max(0, Math.round(ms * 100))
  const rest = whole % 100
  return `${(whole - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`
}

/** Remaining calls in the gateway's own form and in the IETF's (draft-ietf-httpapi-ratelimit-headers). */
function pushLimits(list: string[], { admission, caller }: Incoming): void {
  if (!admission || !caller) return
  const { minute, day, policy } = limitHeadersOf(caller.plan)
  const { remainingMinute, remainingDay, minuteResetS, dayResetS } = admission
  list.push(
    'x-ratelimit-remaining-minute',
    String(remainingMinute),
    'x-ratelimit-remaining-day',
    String(remainingDay),
    'x-ratelimit-limit-minute',
    minute,
    'x-ratelimit-limit-day',
    day,
    'ratelimit',
    `"minute";r=${remainingMinute};t=${minuteResetS}, "day";r=${remainingDay};t=${dayResetS}`,
    'ratelimit-policy',
    policy,
  )
}

interface LimitHeaders {
  readonly minute: string
  readonly day: string
  readonly policy: string
}
const limitHeaders = new WeakMap<Plan, LimitHeaders>()

/** A plan's limits as header values. Formatted once per plan: cached callers share their plan object. */
function limitHeadersOf(plan: Plan): LimitHeaders {
  let headers = limitHeaders.get(plan)
  if (!headers) {
    const [minute, day] = [String(plan.perMinute), String(plan.perDay)]
    headers = { minute, day, policy: `"minute";q=${minute};w=60, "day";q=${day};w=86400` }
    limitHeaders.set(plan, headers)
  }
  return headers
}

/** How long the caller may read nothing of a complete response: the endpoint's own limit where one is known. */
function stallTimeoutOf({ listing, route }: Incoming): number {
  return listing && route ? listing.compiled(route).idleMs : stallTimeoutMs
}

/** Up to this size, head and body are sent in one write, for which the body must be a string. */
const oneWriteBytes = 12 * 1024

/**
 * The body as a Latin-1 string (one character per byte) when it is short, else as bytes. A short ASCII string already
 * is one.
 */
export function forOneWrite(body: Buffer | string, length: number): Buffer | string {
  if (typeof body !== 'string') return length > oneWriteBytes ? body : body.toString('latin1')
  return length > oneWriteBytes || body.length < length ? forOneWrite(Buffer.from(body), length) : body
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
  writeHead(response, status, { own: standardHeaders(call), others })
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
 * members that the API declares.
 */
export function sendFailure(call: Incoming, failure: Failure): void {
  const { status } = failure.info
  const { retryAfterS, allow } = failure.notes
  const headers = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store']
  if (retryAfterS !== undefined) headers.push('retry-after', String(retryAfterS))
  if (allow !== undefined) headers.push('allow', allow)
  if (status === 401)
    headers.push('www-authenticate', `ApiKey header="${call.listing?.api.surface.keyHeader ?? 'x-gateway-key'}"`)
  if (status === 426) headers.push('upgrade', 'websocket', 'connection', 'close, upgrade')
  // the rest of an unfinished body is never read, so the connection ends with this response
  if (hasRequestBody(call) && !call.request.complete) {
    headers.push('connection', 'close')
    closeAfterRefusal(call.request)
  }
  sendBytes(call, status, { headers, body: JSON.stringify(failureBody(call, failure)) })
}

function failureBody(call: Incoming, { code, message, info: facts, notes: { details } }: Failure): object {
  const beside = call.listing?.api.failure?.({ status: facts.status, path: call.path, requestId: call.id })
  const own = { code, message, ...(details === undefined ? {} : { details }) }
  return { ...beside, error: { ...beside?.error, ...own }, meta: { requestId: call.id } }
}
