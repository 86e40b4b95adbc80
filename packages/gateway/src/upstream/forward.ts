// A live call from its first attempt to the caller's last byte: deadlines, retries within a budget, the circuit breaker, and
// the caller's leaving. The caller going away aborts the provider's call at once.
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
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
import { watch } from './watch.ts'

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
  readonly wrap: boolean
  readonly parts: ForwardParts
  readonly deadline: number
  /** Told the failure that is to be the call's answer. */
  readonly failed: (error: unknown) => void
}

const attemptLimit = 3
const backOffMs = 100
const longestWaitMs = 2000
const retriedStatuses = new Set([502, 503, 504])
const retriedFailures: ReadonlySet<string> = new Set(['upstream.unreachable', 'upstream.cut'])

/**
 * Forwards the call. `failed` is told when it ends before the first byte of an answer; what can be said at once is thrown. No
 * promise is made for a call that is answered at its first attempt, which nearly all are.
 */
export function forward(
  call: Call,
  listing: Listing,
  context: { parts: ForwardParts; failed: Attempt['failed'] },
): void {
  const attempt = prepare(call, listing, context)
  const resting = attempt.circuit.refusal()
  if (resting !== undefined)
    throw fail('upstream.resting', { api: listing.title, seconds: resting }, { retryAfterS: resting })
  attempt.origin.retries.called()
  once(attempt, 1)
}

function prepare(
  call: Call,
  listing: Listing,
  { parts, failed }: { parts: ForwardParts; failed: Attempt['failed'] },
): Attempt {
  const { route } = call
  if (!route) throw fail('internal.bug', {}, { note: 'forward before route' })
  const compiled = listing.compiled(route)
  const needles = call.providerKey ? parts.pools.needles(call.providerKey) : undefined
  const wrap = wraps(call, listing)
  const plainAnswer = needles !== undefined || wrap || listing.live[route.id]?.answer !== undefined
  const sent = buildRequest(call, listing, plainAnswer)
  const deadline = call.startedMs + Math.min(call.timeoutMs ?? compiled.totalMs, compiled.totalMs)
  const origin = parts.pools.origin(sent.target.origin)
  const circuit = parts.pools.circuit(listing.slug, sent.target.origin)
  return { call, listing, compiled, sent, origin, circuit, needles, wrap, parts, deadline, failed }
}

/** Whether a JSON result goes under `data`: as the API says, or as this request says. */
export function wraps(call: Call, listing: Listing): boolean {
  const wish = headerOf(call, 'x-gateway-envelope')
  return (wish === 'data' || wish === 'raw' ? wish : listing.api.envelope) === 'data'
}

/** Makes one attempt, and from its outcome whatever follows it. */
function once(attempt: Attempt, count: number): void {
  const { call, listing, compiled, sent } = attempt
  const finish = (outcome: Outcome) => {
    times.end()
    call.leaving = undefined
    if (outcome.kind !== 'answered') goOn(attempt, { count, outcome })
    else if (retriedStatuses.has(outcome.status)) attempt.circuit.failed()
  }
  const answer = new LiveAnswer(
    call,
    {
      listing,
      compiled,
      sent,
      needles: attempt.needles,
      wrap: attempt.wrap,
      baseUrl: attempt.parts.baseUrl,
      sendsOn: streamsBody(call),
      mayRetry: (status, headers) =>
        retriedStatuses.has(status) &&
        mayRepeat(attempt, count) &&
        waitFits(headers, attempt) &&
        attempt.origin.retries.take(),
      // not at the end of the answer: a long one that was let through to try would hold up all others
      begun: (status) => {
        if (!retriedStatuses.has(status)) attempt.circuit.succeeded()
      },
      overdue: (why) => answer.abort(why === 'late' ? late(call, attempt) : silent(attempt)),
    },
    finish,
  )
  call.leaving = answer
  const times = watch(answer, { deadline: attempt.deadline, firstLookMs: firstLookMs(attempt) })
  attempt.origin.pool.dispatch(optionsOf(attempt), answer)
}

/** Less than this does not matter to a total time. Timers of equal length share one list in Node, so most get the declared one. */
const roundedMs = 50

/** When to look for the first time whether a time is over. */
function firstLookMs({ call, compiled, deadline }: Attempt): number {
  const { firstByteMs, idleMs, totalMs } = compiled
  const leftMs = deadline - performance.now()
  const total = call.timeoutMs === undefined && totalMs - leftMs < roundedMs ? totalMs : Math.max(1, leftMs)
  return Math.min(firstByteMs, idleMs, total)
}

function optionsOf({ call, compiled, sent }: Attempt): Dispatcher.DispatchOptions {
  return {
    method: call.route?.endpoint.method ?? 'GET',
    path: sent.path,
    headers: withLength(call, sent.headers),
    body: bodyFor(call, compiled),
    headersTimeout: streamsBody(call) ? compiled.firstByteMs : 0,
    bodyTimeout: 0,
    // nothing is sent behind another call on its connection anyway (pools.ts), so the connection need not be told of the head
    blocking: false,
  }
}

/** What follows an attempt without an answer: nothing when the caller has gone, another attempt, or the failure as it is. */
function goOn(attempt: Attempt, ended: { count: number; outcome: Exclude<Outcome, { kind: 'answered' }> }): void {
  const { call, circuit, parts } = attempt
  const { count, outcome } = ended
  if (call.response.destroyed) {
    circuit.undecided()
    return
  }
  note(attempt, outcome)
  if (
    outcome.kind === 'failed' &&
    !(retriedFailures.has(outcome.failure.code) && mayRepeat(attempt, count) && attempt.origin.retries.take())
  ) {
    attempt.failed(outcome.failure)
    return
  }
  const waitMs = outcome.kind === 'again' ? waitOf(outcome.retryAfter, parts.clock(), count) : backOffMs * count
  setTimeout(() => again(attempt, count + 1), waitMs)
}

/** Also where the caller has left meanwhile: the attempt sees that before it sends anything, and the circuit hears of its end. */
function again(attempt: Attempt, count: number): void {
  try {
    once(attempt, count)
  } catch (error) {
    attempt.failed(error)
  }
}

function late({ timeoutMs }: Call, { listing, compiled }: Attempt) {
  return timeoutMs === undefined || timeoutMs > compiled.totalMs
    ? fail('upstream.silent', { api: listing.title }, { note: 'total time' })
    : fail('call.timeout', { timeout: timeoutMs })
}

const silent = ({ listing }: Attempt) =>
  fail('upstream.silent', { api: listing.title }, { note: 'nothing came in time' })

/** A streamed body keeps the length it was declared with; a buffered one has its own. */
function withLength(call: Call, headers: string[]): string[] {
  const length = call.body === undefined ? call.request.headers['content-length'] : undefined
  return length === undefined || length === '0' ? headers : [...headers, 'content-length', length]
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

/** Tells the circuit how an attempt without an answer ended; what the caller or the gateway did says nothing of the provider. */
function note({ circuit }: Attempt, outcome: Exclude<Outcome, { kind: 'answered' }>): void {
  if (outcome.kind === 'failed' && outcome.failure.facts.from !== 'upstream') circuit.undecided()
  else if (outcome.kind === 'failed' || retriedStatuses.has(outcome.status)) circuit.failed()
}
