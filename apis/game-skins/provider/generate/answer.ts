// Adds breadcrumb, delay and limits to responses of the generate endpoints, in headers and body, for successes and
// errors alike (SOURCES 2.6 and 5.4).
import { type Call, type Random, Refusal, type Reply, refuse, reply } from '#define'
import { generatorError } from '../errors.ts'
import type { SkinView } from '../skins/view.ts'
import type { Admission, Pace } from './traffic.ts'

/**
 * The API layer of a call. `compat`: addresses and uploads pass through the provider's layer above its second version.
 */
export type Layer = 'v1' | 'compat'

interface GenerateCall {
  readonly layer: Layer
  readonly breadcrumb: string
  readonly call: Call
}

export function generateCall(layer: Layer, call: Call, random: Random): GenerateCall {
  return { layer, call, breadcrumb: random.bytes(4).toString('hex') }
}

export function generatedReply(
  { layer, breadcrumb, call }: GenerateCall,
  skin: SkinView & { readonly duplicate: boolean },
  { pace, headers }: { readonly pace: Pace; readonly headers: Record<string, string> },
): Reply<GeneratedBody> {
  const { delay } = pace
  const body = { ...skin, nextRequest: delay.seconds, delayInfo: delay, warnings: warningsOf(layer, call) }
  const inCompat = { delay: delay.seconds, rateLimit: rateLimitOf(pace) }
  return reply(layer === 'compat' ? { ...body, ...inCompat } : body, {
    headers: { ...headersOf(layer, breadcrumb, pace), ...headers },
  })
}
type GeneratedBody = SkinView & {
  readonly duplicate: boolean
  readonly nextRequest: number
  readonly delayInfo: { millis: number; seconds: number }
  readonly warnings: (string | { code: string; message: string })[]
}

/** The refusal of a key that must still wait. */
export function tooSoon(layer: Layer, { pace, ...admission }: Extract<Admission, { admitted: false }>): Refusal {
  const { now, delay, nextAt, resetAt } = pace
  const { because, callsThisMinute } = admission
  const waitMs = (because === 'delay' ? nextAt : resetAt) - now
  const retry = { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) }
  const delays = { nextRequest: delay.seconds, delay: delay.seconds, delayInfo: delay, now }
  if (layer === 'v1') return refuse(429, { error: 'Too many requests', limiter: 'redis', ...delays }, retry)
  const error =
    because === 'delay'
      ? `request too soon, next request in ${waitMs}ms`
      : `rate limit exceeded, ${callsThisMinute + 1} > ${pace.perMinute}`
  const { body } = generatorError('rate_limit', error)
  return refuse(429, { ...Object(body), ...delays }, retry)
}

/** Adds the headers of every response, and the fields of the call to an error with a code. */
export function withGenerateHeaders({ layer, breadcrumb }: GenerateCall, error: unknown, pace: Pace): unknown {
  if (!(error instanceof Refusal)) return error
  const { delay } = pace
  const details = { breadcrumb, nextRequest: delay.seconds, delay: delay.seconds, delayInfo: delay }
  const body = 'errorCode' in Object(error.body) ? { ...Object(error.body), ...details } : error.body
  return refuse(error.status, body, { ...headersOf(layer, breadcrumb, pace), ...error.headers })
}

function headersOf(layer: Layer, breadcrumb: string, pace: Pace): Record<string, string> {
  const { delay, now } = pace
  return {
    'mineskin-api-version': layer === 'compat' ? 'v1-with-v2-compat' : 'v1',
    'mineskin-breadcrumb': breadcrumb,
    'x-mineskin-breadcrumb': breadcrumb,
    'mineskin-timestamp': String(now),
    'x-mineskin-timestamp': String(now),
    'mineskin-delay': String(delay.seconds),
    'mineskin-delay-seconds': String(delay.seconds),
    'mineskin-delay-millis': String(delay.millis),
    ...(layer === 'compat' ? { 'mineskin-api-deprecated': 'true', ...limitHeaders(pace) } : {}),
  }
}

/** The provider's `X-RateLimit-…`, under the names that the gateway gives the live provider's headers. */
function limitHeaders({ perMinute, remaining, resetAt, delay, nextAt }: Pace): Record<string, string> {
  return {
    'x-upstream-ratelimit-limit': String(perMinute),
    'x-upstream-ratelimit-remaining': String(remaining),
    'x-upstream-ratelimit-reset': String(Math.ceil(resetAt / 1000)),
    'x-upstream-ratelimit-delay': String(delay.millis),
    'x-upstream-ratelimit-nextrequest': String(nextAt),
  }
}

function rateLimitOf({ now, nextAt, delay, perMinute, remaining, resetAt }: Pace) {
  return {
    next: { absolute: nextAt, relative: Math.max(0, nextAt - now) },
    delay: { millis: delay.millis, seconds: delay.millis / 1000 },
    limit: { limit: perMinute, remaining, reset: Math.ceil(resetAt / 1000) },
  }
}

const userAgentWarning = 'please use a proper user-agent header'

function warningsOf(layer: Layer, { request }: Call): GeneratedBody['warnings'] {
  const { 'user-agent': userAgent = '', 'mineskin-user-agent': agent = userAgent } = request.headers
  const warnings = isGeneric(agent) ? [{ code: 'user_agent', message: userAgentWarning }] : []
  if (layer === 'v1') return warnings.map(({ message }) => message)
  return [{ code: 'deprecated', message: 'this endpoint is deprecated, please use the v2 API' }, ...warnings]
}

/** True if a `User-Agent` names a browser rather than an application (SOURCES 1.3). */
function isGeneric(agent: string): boolean {
  return agent.trim() === '' || /^(?:Mozilla|Opera)\//.test(agent)
}
