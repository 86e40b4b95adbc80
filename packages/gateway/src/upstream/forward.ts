// A live call from its first attempt to the caller's last byte: deadlines, retries within a budget, the circuit breaker, and
// the caller's leaving. The caller going away aborts the provider's call at once.
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { type Failure, fail } from '#define'
import type { Call } from '../call/call.ts'
import { hasBody, headerOf } from '../call/call.ts'
import type { Compiled, Listing } from '../call/listings.ts'
import { boundedStream } from '../http/body.ts'
import { Watch } from './call-timer.ts'
import type { Circuit } from './circuit.ts'
import type { Needles } from './masking.ts'
import type { Origin, Pools } from './pools.ts'
import type { UpstreamRequest } from './request.ts'
import { buildRequest } from './request.ts'
import { type AnswerFacts, LiveAnswer, type Outcome } from './to-caller.ts'

export interface ForwardParts {
  readonly pools: Pools
  readonly clock: () => number
  /** Address of the gateway as callers see it. */
  readonly baseUrl: string
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
export function forward<Parts extends ForwardParts>(call: Call, listing: Listing, ends: Ends<Parts>): void {
  new Forwarding(call, listing, ends).begin()
}

/** Where a call that ends without an answer goes. Not a closure, because nearly no call needs it. */
interface Ends<Parts extends ForwardParts> {
  readonly parts: Parts
  /** Told the failure that is to be the call's answer. */
  readonly failed: (call: Call, error: unknown, parts: Parts) => void
}

/** Whether a JSON result goes under `data`: as the API says, or as this request says. */
export function wraps(call: Call, listing: Listing): boolean {
  const wish = headerOf(call, 'x-gateway-envelope')
  return (wish === 'data' || wish === 'raw' ? wish : listing.api.envelope) === 'data'
}

/** A call with all that its attempts share; each of them asks it what to do, and tells it how it went. */
class Forwarding<Parts extends ForwardParts> implements AnswerFacts {
  readonly call: Call
  readonly listing: Listing
  readonly compiled: Compiled
  readonly sent: UpstreamRequest
  readonly needles: Needles | undefined
  readonly wrap: boolean
  readonly sendsOn: boolean
  readonly #origin: Origin
  readonly #circuit: Circuit
  readonly #ends: Ends<Parts>
  readonly #deadline: number
  #count = 0
  #answer: LiveAnswer | undefined
  #watch: Watch | undefined

  constructor(call: Call, listing: Listing, ends: Ends<Parts>) {
    const { route } = call
    if (!route) throw fail('internal.bug', {}, { note: 'forward before route' })
    const { pools } = ends.parts
    this.call = call
    this.listing = listing
    this.compiled = listing.compiled(route)
    this.needles = call.providerKey ? pools.needles(call.providerKey) : undefined
    this.wrap = wraps(call, listing)
    this.sendsOn = streamsBody(call)
    const plainAnswer = this.needles !== undefined || this.wrap || listing.live[route.id]?.answer !== undefined
    this.sent = buildRequest(call, listing, plainAnswer)
    this.#origin = pools.origin(this.sent.target.origin)
    this.#circuit = pools.circuit(listing.slug, this.sent.target.origin)
    const { totalMs } = this.compiled
    this.#deadline = call.startedMs + Math.min(call.timeoutMs ?? totalMs, totalMs)
    this.#ends = ends
  }

  get baseUrl(): string {
    return this.#ends.parts.baseUrl
  }

  begin(): void {
    const resting = this.#circuit.refusal()
    if (resting !== undefined)
      throw fail('upstream.resting', { api: this.listing.title, seconds: resting }, { retryAfterS: resting })
    this.#origin.retries.called()
    this.#attempt()
  }

  /** Makes one attempt; what follows it is decided when it has ended. */
  #attempt(): void {
    this.#count++
    const answer = new LiveAnswer(this)
    this.#answer = answer
    this.call.onDisconnect = answer
    this.#watch = new Watch(answer, { deadline: this.#deadline, firstLookMs: this.#firstLookMs() })
    this.#origin.pool.dispatch(this.#options(), answer)
  }

  mayRetry(status: number, headers: IncomingHttpHeaders): boolean {
    return retriedStatuses.has(status) && this.#mayRepeat() && this.#waitFits(headers) && this.#origin.retries.take()
  }

  begun(status: number): void {
    // not at the end of the answer: a long one that was let through to try would hold up all others
    if (!retriedStatuses.has(status)) this.#circuit.succeeded()
  }

  overdue(why: 'late' | 'silent'): void {
    this.#answer?.abort(why === 'late' ? this.#late() : this.#silent())
  }

  ended(outcome: Outcome): void {
    this.#watch?.end()
    this.call.onDisconnect = undefined
    if (outcome.kind !== 'answered') this.#goOn(outcome)
    else if (retriedStatuses.has(outcome.status)) this.#circuit.failed()
  }

  /** When to look for the first time whether a time is over. */
  #firstLookMs(): number {
    const { firstByteMs, idleMs, totalMs } = this.compiled
    const leftMs = this.#deadline - performance.now()
    const total = this.call.timeoutMs === undefined && totalMs - leftMs < roundedMs ? totalMs : Math.max(1, leftMs)
    return Math.min(firstByteMs, idleMs, total)
  }

  #options(): Dispatcher.DispatchOptions {
    const { call, compiled, sent, sendsOn } = this
    return {
      method: call.route?.endpoint.method ?? 'GET',
      path: sent.path,
      headers: withLength(call, sent.headers),
      body: call.body ?? (sendsOn ? streamOf(call, compiled) : null),
      headersTimeout: sendsOn ? compiled.firstByteMs : 0,
      bodyTimeout: 0,
      // nothing is sent behind another call on its connection anyway (pools.ts), so the connection need not be told of the head
      blocking: false,
    }
  }

  /** What follows an attempt without an answer: nothing when the caller has gone, another attempt, or the failure as it is. */
  #goOn(outcome: Exclude<Outcome, { kind: 'answered' }>): void {
    if (this.call.response.destroyed) {
      this.#circuit.undecided()
      return
    }
    note(this.#circuit, outcome)
    if (
      outcome.kind === 'failed' &&
      !(retriedFailures.has(outcome.failure.code) && this.#mayRepeat() && this.#origin.retries.take())
    ) {
      this.#fail(outcome.failure)
      return
    }
    const { clock } = this.#ends.parts
    const waitMs = outcome.kind === 'again' ? waitOf(outcome.retryAfter, clock(), this.#count) : backOffMs * this.#count
    setTimeout(() => this.#again(), waitMs)
  }

  /** Also where the caller has left meanwhile: the attempt sees that before it sends anything, and the circuit hears of its end. */
  #again(): void {
    try {
      this.#attempt()
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    const { failed, parts } = this.#ends
    failed(this.call, error, parts)
  }

  /** Only calls that are safe to repeat, whose body can be sent again, and only before the first byte. */
  #mayRepeat(): boolean {
    return (
      this.#count < attemptLimit &&
      this.compiled.repeatable &&
      !this.sendsOn &&
      performance.now() + longestWaitMs < this.#deadline
    )
  }

  #waitFits(headers: IncomingHttpHeaders): boolean {
    return waitOf(headers['retry-after'], this.#ends.parts.clock(), 1) <= longestWaitMs
  }

  #late(): Failure {
    const { timeoutMs } = this.call
    return timeoutMs === undefined || timeoutMs > this.compiled.totalMs
      ? fail('upstream.silent', { api: this.listing.title }, { note: 'total time' })
      : fail('call.timeout', { timeout: timeoutMs })
  }

  #silent(): Failure {
    return fail('upstream.silent', { api: this.listing.title }, { note: 'nothing came in time' })
  }
}

/** Less than this does not matter to a total time. Timers of equal length share one list in Node, so most get the declared one. */
const roundedMs = 50

/** A streamed body keeps the length it was declared with; a buffered one has its own. */
function withLength(call: Call, headers: string[]): string[] {
  const length = call.body === undefined ? call.request.headers['content-length'] : undefined
  return length === undefined || length === '0' ? headers : [...headers, 'content-length', length]
}

function streamOf(call: Call, compiled: Compiled): Readable {
  const bytes = boundedStream(call.request, compiled, (count) => {
    call.bytesIn += count
  })
  return Readable.from(bytes, { objectMode: false })
}

const streamsBody = (call: Call): boolean => call.body === undefined && hasBody(call)

/** Milliseconds to wait, from `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
function waitOf(retryAfter: string | undefined, nowMs: number, count: number): number {
  if (retryAfter === undefined) return backOffMs * count
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? backOffMs * count : Math.max(0, at - nowMs)
}

/** Tells the circuit how an attempt without an answer ended; what the caller or the gateway did says nothing of the provider. */
function note(circuit: Circuit, outcome: Exclude<Outcome, { kind: 'answered' }>): void {
  if (outcome.kind === 'failed' && outcome.failure.facts.from !== 'upstream') circuit.undecided()
  else if (outcome.kind === 'failed' || retriedStatuses.has(outcome.status)) circuit.failed()
}
