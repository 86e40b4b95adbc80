// A live call from its first attempt to the caller's last byte: deadlines, retries within a budget, the circuit breaker, and
// the caller's leaving. The caller going away aborts the provider's call at once.
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '#define'
import type { Call } from '../call/call.ts'
import { hasBody, headerOf } from '../call/call.ts'
import type { Compiled, Listing } from '../call/listings.ts'
import { limited } from '../http/body.ts'
import type { Outcome } from './answer.ts'
import { LiveAnswer } from './answer.ts'
import type { Circuit } from './circuit.ts'
import type { Needles } from './masking.ts'
import type { Origin, Pools } from './pools.ts'
import type { UpstreamRequest } from './request.ts'
import { buildRequest } from './request.ts'

export interface ForwardParts {
  readonly pools: Pools
  readonly clock: () => number
  /** Address of the gateway as callers see it. */
  readonly baseUrl: string
}
interface Attempt {
  readonly call: Call
  readonly listing: Listing
  readonly compiled: Compiled
  readonly sent: UpstreamRequest
  readonly origin: Origin
  readonly circuit: Circuit
  readonly needles: Needles | undefined
  readonly parts: ForwardParts
  readonly deadline: number
}

const attemptLimit = 3
const backOffMs = 100
const longestWaitMs = 2000
const retriedStatuses = new Set([502, 503, 504])
const retriedFailures: ReadonlySet<string> = new Set(['upstream.unreachable', 'upstream.cut'])

/** Forwards the call; resolves when the answer has been handed to the caller's socket, throws before its first byte. */
export async function forward(call: Call, listing: Listing, parts: ForwardParts): Promise<void> {
  const attempt = prepare(call, listing, parts)
  const resting = attempt.circuit.refusal()
  if (resting !== undefined)
    throw fail('upstream.resting', { api: listing.title, seconds: resting }, { retryAfterS: resting })
  attempt.origin.retries.called()
  for (let count = 1; ; count++) {
    const outcome = await once(attempt, count)
    if (outcome.kind !== 'answered' && call.response.destroyed) {
      attempt.circuit.undecided()
      return
    }
    note(attempt, outcome)
    if (outcome.kind === 'answered') return
    if (
      outcome.kind === 'failed' &&
      !(retriedFailures.has(outcome.failure.code) && mayRepeat(attempt, count) && attempt.origin.retries.take())
    )
      throw outcome.failure
    await sleep(outcome.kind === 'again' ? waitOf(outcome.retryAfter, parts.clock(), count) : backOffMs * count)
  }
}

function prepare(call: Call, listing: Listing, parts: ForwardParts): Attempt {
  const { route } = call
  if (!route) throw fail('internal.bug', {}, { note: 'forward before route' })
  const compiled = listing.compiled(route)
  const needles = call.providerKey ? parts.pools.needles(call.providerKey) : undefined
  const plainAnswer = needles !== undefined || wraps(call, listing) || listing.live[route.id]?.answer !== undefined
  const sent = buildRequest(call, listing, plainAnswer)
  const deadline = call.startedMs + Math.min(call.timeoutMs ?? compiled.totalMs, compiled.totalMs)
  const origin = parts.pools.origin(sent.target.origin)
  const circuit = parts.pools.circuit(listing.slug, sent.target.origin)
  return { call, listing, compiled, sent, needles, parts, deadline, origin, circuit }
}

/** Whether a JSON result goes under `data`: as the API says, or as this request says. */
export function wraps(call: Call, listing: Listing): boolean {
  const wish = headerOf(call, 'x-gateway-envelope')
  return (wish === 'data' || wish === 'raw' ? wish : listing.api.envelope) === 'data'
}

function once(attempt: Attempt, count: number): Promise<Outcome> {
  const { call, listing, compiled, sent } = attempt
  return new Promise((resolve) => {
    const finish = (outcome: Outcome) => {
      clearTimeout(timer)
      call.response.off('close', onClose)
      resolve(outcome)
    }
    const answer = new LiveAnswer(
      call,
      {
        listing,
        compiled,
        sent,
        needles: attempt.needles,
        wrap: wraps(call, listing),
        listingBase: `${attempt.parts.baseUrl}/v1/proxy/${listing.slug}`,
        mayRetry: (status, headers) =>
          retriedStatuses.has(status) &&
          mayRepeat(attempt, count) &&
          waitFits(headers, attempt) &&
          attempt.origin.retries.take(),
        // not at the end of the answer: a long one that was let through to try would hold up all others
        begun: (status) => {
          if (!retriedStatuses.has(status)) attempt.circuit.succeeded()
        },
      },
      finish,
    )
    const onClose = () => answer.abort()
    call.response.once('close', onClose)
    const timer = setTimeout(() => answer.abort(late(call, attempt)), Math.max(1, attempt.deadline - performance.now()))
    attempt.origin.pool.dispatch(
      {
        method: call.route?.endpoint.method ?? 'GET',
        path: sent.path,
        headers: withLength(call, sent.headers),
        body: bodyFor(call, compiled),
        headersTimeout: compiled.firstByteMs,
        bodyTimeout: compiled.idleMs,
      },
      answer,
    )
  })
}

function late({ timeoutMs }: Call, { listing, compiled }: Attempt) {
  return timeoutMs === undefined || timeoutMs > compiled.totalMs
    ? fail('upstream.silent', { api: listing.title }, { note: 'total time' })
    : fail('call.timeout', { timeout: timeoutMs })
}

/** A streamed body keeps the length it was declared with; a buffered one has its own. */
function withLength(call: Call, headers: Record<string, string>): Record<string, string> {
  const length = call.body === undefined ? call.request.headers['content-length'] : undefined
  return length === undefined || length === '0' ? headers : { ...headers, 'content-length': length }
}

function bodyFor(call: Call, compiled: Compiled) {
  if (call.body) return call.body
  if (!streamsBody(call)) return null
  const bytes = limited(call.request, compiled, (count) => {
    call.bytesIn += count
  })
  return Readable.from(bytes, { objectMode: false })
}

const streamsBody = (call: Call): boolean => call.body === undefined && hasBody(call)

/** Only calls that are safe to repeat, whose body can be sent again, and only before the first byte. */
function mayRepeat(attempt: Attempt, count: number): boolean {
  return (
    count < attemptLimit &&
    attempt.compiled.repeatable &&
    !streamsBody(attempt.call) &&
    performance.now() + longestWaitMs < attempt.deadline
  )
}

function waitFits(headers: IncomingHttpHeaders, attempt: Attempt): boolean {
  return waitOf(headers['retry-after'], attempt.parts.clock(), 1) <= longestWaitMs
}

/** Milliseconds to wait, from `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
function waitOf(retryAfter: string | undefined, nowMs: number, count: number): number {
  if (retryAfter === undefined) return backOffMs * count
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? backOffMs * count : Math.max(0, at - nowMs)
}

/** Tells the circuit how the attempt ended; what the caller or the gateway did says nothing of the provider. */
function note({ circuit }: Attempt, outcome: Outcome): void {
  if (outcome.kind === 'failed' && outcome.failure.facts.from !== 'upstream') circuit.undecided()
  else if (outcome.kind === 'failed' || retriedStatuses.has(outcome.status)) circuit.failed()
}
