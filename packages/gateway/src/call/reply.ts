// Answers that the gateway writes itself, and the headers that every answer carries.
import type { Failure } from '#define'
import { createEndOfTurn } from '../http/batch-per-tick.ts'
import { endResponse } from '../http/stalled-client.ts'
import type { Plan } from '../quota/admission.ts'
import type { Call } from './call.ts'
import { hasBody, headerOf } from './call.ts'

/** The headers of every answer as a flat list of names and values. */
export function standardHeaders(call: Call): string[] {
  const list = ['x-request-id', call.id, 'server-timing', timing(call)]
  if (call.provider && call.listing?.api.surface.name === 'hosted') list.push('x-gateway-provider', call.provider)
  if (call.admission) pushLimits(list, call)
  if (headerOf(call, 'origin') !== undefined && call.listing?.api.surface.name !== 'operator') list.push(...crossOrigin)
  return list
}

/** Any page may call, because a key has to be sent with each call and no cookie counts for anything. */
const crossOrigin = ['access-control-allow-origin', '*', 'access-control-expose-headers', '*', 'vary', 'origin']

/** Milliseconds in the gateway until now, and until the provider's first byte (Server Timing, W3C). */
function timing(call: Call): string {
  const total = performance.now() - call.startedMs
  const upstream = call.upstreamMs
  return upstream === undefined
    ? `gateway;dur=${total.toFixed(2)}`
    : `gateway;dur=${(total - upstream).toFixed(2)}, upstream;dur=${upstream.toFixed(2)}`
}

/** Remaining calls in the gateway's own and in the IETF's form (draft-ietf-httpapi-ratelimit-headers). */
function pushLimits(list: string[], call: Call): void {
  const { admission, caller } = call
  if (!admission || !caller) return
  const { minute, day, policy } = planTexts(caller.plan)
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

interface PlanTexts {
  readonly minute: string
  readonly day: string
  readonly policy: string
}
const plansWritten = new WeakMap<Plan, PlanTexts>()

/** A plan as text, written once: callers keep theirs until a fence drops it. */
function planTexts(plan: Plan): PlanTexts {
  let texts = plansWritten.get(plan)
  if (!texts) {
    const [minute, day] = [String(plan.perMinute), String(plan.perDay)]
    texts = { minute, day, policy: `"minute";q=${minute};w=60, "day";q=${day};w=86400` }
    plansWritten.set(plan, texts)
  }
  return texts
}

/** How long a caller may take nothing of a complete answer where no endpoint says how long a pause may be. */
const untakenMs = 60_000
const idleMsOf = ({ listing, route }: Call) => (listing && route ? listing.compiled(route).idleMs : untakenMs)

/** A short answer leaves with its head in one piece, for which it has to be a text; every byte is a sign of Latin-1. */
const onePieceBytes = 12 * 1024

/** A text of which each sign is a byte stands for its bytes as it is. */
function lastOf(body: Buffer | string, length: number): Buffer | string {
  if (typeof body !== 'string') return length > onePieceBytes ? body : body.toString('latin1')
  return length > onePieceBytes || body.length < length ? lastOf(Buffer.from(body), length) : body
}

/** Writes a whole answer; a text in UTF-8. `headers` is a flat list without the length. */
export function sendBytes(
  call: Call,
  status: number,
  answer: { headers: readonly string[]; body: Buffer | string },
): void {
  const { response } = call
  if (response.headersSent || response.destroyed) return
  const { headers, body } = answer
  const bodiless = status === 204 || status === 304
  const list = standardHeaders(call)
  for (const one of headers) list.push(one)
  const length = bodiless ? 0 : Buffer.byteLength(body)
  if (!bodiless) list.push('content-length', String(length))
  response.writeHead(status, list)
  call.bytesOut += length
  leave({ call, last: bodiless ? undefined : lastOf(body, length) })
}

const leave = createEndOfTurn('answers', ({ call, last }: { call: Call; last: Buffer | string | undefined }) =>
  endResponse(call.response, idleMsOf(call), last),
)

/** Writes the gateway's own error: `{"error":{"code","message","details"?},"meta":{"requestId"}}`, and what the API declares beside it. */
export function sendFailure(call: Call, failure: Failure): void {
  const { details, retryAfterS, allow } = failure.notes
  const beside = call.listing?.api.failure?.({ status: failure.facts.status, path: call.path, requestId: call.id })
  const own = { code: failure.code, message: failure.message, ...(details === undefined ? {} : { details }) }
  const error = { ...beside?.error, ...own }
  const body = JSON.stringify({ ...beside, error, meta: { requestId: call.id } })
  const headers = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store']
  if (retryAfterS !== undefined) headers.push('retry-after', String(retryAfterS))
  if (allow !== undefined) headers.push('allow', allow)
  if (failure.facts.status === 401)
    headers.push('www-authenticate', `ApiKey header="${call.listing?.api.surface.keyHeader ?? 'x-gateway-key'}"`)
  // what is still on its way of the body is not read: the connection ends with this answer
  if (hasBody(call) && !call.request.complete) headers.push('connection', 'close')
  sendBytes(call, failure.facts.status, { headers, body })
}
