// Forwards a call to its live provider: deadlines, retries within a budget, and the circuit breaker. Each attempt is an
// exchange (exchange.ts), and its response goes to the caller through to-caller.ts. Control runs one way: this file
// starts exchanges and responses and receives their events; neither knows of retries.
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { type Failure, fail } from '#define'
import { withTimeout } from '#provider'
import type { KeepQueue } from '../account/answers/keep-queue.ts'
import { hasBody, isHead, type RoutedCall } from '../call/call.ts'
import type { DeprecatedEndpoints } from '../call/deprecated-endpoints.ts'
import { boundedStream } from '../call/http/body.ts'
import type { Compiled } from '../call/listings.ts'
import type { DriftSampler } from './answer-copy.ts'
import { Discard, Held, type Stage } from './body-chain.ts'
import type { Circuit } from './circuit.ts'
import { wraps } from './envelope.ts'
import { type AnswerHead, Exchange, type Receiver } from './exchange.ts'
import { ExchangeError } from './exchange-error.ts'
import { failureOf } from './failed-exchange.ts'
import { hopHeader } from './hops.ts'
import { type Keeping, keepingOf } from './keep.ts'
import type { KeyForms } from './masking.ts'
import { withoutOwnKey } from './own-key-guard.ts'
import type { Origin, Pools } from './pools.ts'
import { buildRequest, type UpstreamRequest } from './request.ts'
import { maxAttempts, maxDelayMs, retriedFailures, retriedStatuses, retryDelayMs } from './retry-policy.ts'
import { type ProxyContext, UpstreamResponse } from './to-caller.ts'
import type { Tokens } from './tokens.ts'

export interface ForwardDeps {
  readonly pools: Pools
  readonly tokens: Tokens
  readonly deprecatedEndpoints: DeprecatedEndpoints
  readonly clock: () => number
  /** Takes answers that are recorded. */
  readonly queue: KeepQueue
  /** The gateway's address as callers see it. */
  readonly baseUrl: string
  /** Compares a share of the answers with their declarations; undefined if none are compared. */
  readonly drift: DriftSampler | undefined
}

/**
 * The handling of a call that ends without a response. Data and a function rather than a closure, because hardly any
 * call needs one.
 */
interface Completion<Deps extends ForwardDeps> {
  readonly deps: Deps
  /** Receives the failure that becomes the call's response. */
  readonly failed: (call: RoutedCall, error: unknown, deps: Deps) => void
  /**
   * Set for a call whose failures another answer may replace: resolves to true if it has answered. Asked before the
   * provider's 502, 503 or 504 is passed on.
   */
  readonly replace: ((failure: Failure) => Promise<boolean>) | undefined
}

/**
 * Forwards the call. `completion.failed` is called if it ends before the first byte of a response; an immediate failure
 * is thrown. Creates no promise for a call that succeeds at its first attempt, as nearly all do.
 */
export function forward<Deps extends ForwardDeps>(call: RoutedCall, completion: Completion<Deps>): void {
  new ProxiedCall(call, completion).begin()
}

type Replace = NonNullable<Completion<ForwardDeps>['replace']>
/** A decision that is waited for, with the error by which the provider's answer ended meanwhile. */
interface Pending {
  readonly error: ExchangeError | undefined
}

/** Why a response is dropped: its status is retried after a while, or it refuses the token. */
type Dropped = { readonly retryAfter: string | undefined } | 'token'

/** The number of bytes read from a response dropped for a retry, to keep its connection. */
const maxDiscardedBytes = 64 * 1024

/** A call, with the state that all its attempts share. */
class ProxiedCall<Deps extends ForwardDeps> implements Receiver, ProxyContext {
  readonly call: RoutedCall
  request: UpstreamRequest
  keyForms: KeyForms | undefined
  readonly keeping: Keeping | undefined
  readonly wraps: boolean
  readonly #compiled: Compiled
  readonly #streamsBody: boolean
  readonly #origin: Origin
  readonly #circuit: Circuit
  readonly #completion: Completion<Deps>
  readonly #deadline: number
  #attempts = 0
  /** True if the next attempts need new connections. */
  #mustConnect = false
  /** The response that the caller gets. */
  #response: UpstreamResponse | undefined
  /** Set while a response is dropped for a retry. */
  #dropped: Dropped | undefined
  /** Set while it is decided whether another answer replaces that of the provider. */
  #pending: Pending | undefined
  readonly #takesToken: boolean
  #hasReplacedToken = false

  constructor(call: RoutedCall, completion: Completion<Deps>) {
    const { listing, route } = call
    const { pools } = completion.deps
    this.call = call
    this.keyForms = call.providerKey ? pools.keyForms(call.providerKey, listing.api.auth) : undefined
    this.wraps = wraps(call, listing)
    this.keeping = call.answers && keepingOf(call, completion.deps)
    this.request = this.#build(pools)
    const auth = route.endpoint.auth ?? listing.api.auth
    this.#takesToken = auth.kind === 'own' && auth.token !== undefined
    this.#compiled = listing.compiled(route)
    this.#streamsBody = call.body === undefined && hasBody(call)
    this.#origin = pools.origin(this.request.target.origin, this.request.target.publicOnly)
    this.#circuit = pools.circuit(listing.slug, this.request.target.origin)
    const { totalMs } = this.#compiled
    this.#deadline = call.startedMs + Math.min(call.timeoutMs ?? totalMs, totalMs)
    this.#completion = completion
  }

  #build(pools: Pools): UpstreamRequest {
    const { listing, route, request } = this.call
    const isRead = this.keyForms !== undefined || this.wraps || this.keeping !== undefined
    const plainAnswer = isRead || listing.live[route.id]?.answer !== undefined
    const built = buildRequest(this.call, listing, plainAnswer)
    built.headers.push(hopHeader, pools.hops.after(request.headers))
    return built
  }

  get baseUrl(): string {
    return this.#completion.deps.baseUrl
  }

  get idleMs(): number {
    return this.#compiled.idleMs
  }

  get drift(): DriftSampler | undefined {
    return this.#completion.deps.drift
  }

  begin(): void {
    const seconds = this.#circuit.retryAfterS()
    if (seconds !== undefined)
      throw fail('upstream.circuit_open', { api: this.call.listing.title, seconds }, { retryAfterS: seconds })
    this.#origin.retries.deposit()
    this.#attempt()
  }

  #attempt(): void {
    this.#attempts++
    const { firstByteMs, idleMs } = this.#compiled
    const exchange = new Exchange(this, {
      firstByteMs,
      idleMs,
      deadline: this.#deadline,
      firstCheckMs: this.#firstCheckMs(),
      streamsRequest: this.#streamsBody,
    })
    this.call.onDisconnect = exchange
    const options = this.#dispatchOptions(exchange)
    if (this.#mustConnect) this.#origin.dispatchAlone(options, exchange)
    else this.#origin.pool.dispatch(options, exchange)
  }

  #firstCheckMs(): number {
    const { firstByteMs, idleMs, totalMs } = this.#compiled
    const leftMs = this.#deadline - performance.now()
    const isDeclared = this.call.timeoutMs === undefined && totalMs - leftMs < roundedMs
    return Math.min(firstByteMs, idleMs, isDeclared ? totalMs : Math.max(1, leftMs))
  }

  #dispatchOptions(exchange: Exchange): Dispatcher.DispatchOptions {
    const { call, request } = this
    return {
      method: isHead(call) ? 'HEAD' : call.route.endpoint.method,
      path: request.path,
      headers: withLength(call, request.headers),
      body: call.body ?? (this.#streamsBody ? streamOf(call, this.#compiled) : null),
      headersTimeout: exchange.headersTimeoutMs,
      bodyTimeout: 0,
      // requests are never pipelined (pools.ts), so undici can skip its check per response
      blocking: false,
    }
  }

  isAbandoned(): boolean {
    return this.call.response.destroyed
  }

  onSend(): void {
    this.call.charge?.sent()
  }

  onHead(head: AnswerHead, exchange: Exchange): Stage {
    this.call.charge?.answered(head.status)
    this.call.upstreamMs = head.atMs - this.call.startedMs
    if (this.#takesToken && this.#isTokenRefused(head.status)) {
      this.#dropped = 'token'
      return new Discard(maxDiscardedBytes, exchange)
    }
    if (retriedStatuses.has(head.status)) {
      const retryAfter = head.headers['retry-after']
      if (this.#mayRepeat() && this.#delayMs(retryAfter, 1) <= maxDelayMs && this.#origin.retries.withdraw()) {
        this.#dropped = { retryAfter }
        return new Discard(maxDiscardedBytes, exchange)
      }
      const { replace } = this.#completion
      if (replace) return this.#holdFor(replace, head, exchange)
    } // now, not at the end of the response: a long trial of an open circuit would hold up other calls
    else this.#circuit.succeeded()
    return this.#respond(head, exchange)
  }

  #respond(head: AnswerHead, exchange: Exchange): Stage {
    this.#completion.deps.deprecatedEndpoints.noteAnswer(this.call, head.headers)
    this.#response = new UpstreamResponse(this, exchange, head)
    return this.#response.begin()
  }

  /** Holds the provider's answer back until it is known whether another one replaces it. */
  #holdFor(replace: Replace, head: AnswerHead, exchange: Exchange): Stage {
    const held = new Held()
    this.#pending = { error: undefined }
    exchange.pauseReading()
    const { title } = this.call.listing
    const decide = (isReplaced: boolean) => {
      const late = this.#pending?.error
      this.#pending = isReplaced ? { error: undefined } : undefined
      if (isReplaced) this.#circuit.failed()
      if (exchange.done) {
        if (late && !isReplaced) this.onFailed(late)
        return
      }
      if (!this.call.response.destroyed || isReplaced)
        held.release(isReplaced ? new Discard(maxDiscardedBytes, exchange) : this.#respond(head, exchange))
      exchange.resumeReading()
    }
    replace(fail('upstream.failed', { api: title, status: head.status })).then(decide, () => decide(false))
    return held
  }

  onComplete(): void {
    if (this.#pending) return
    this.call.onDisconnect = undefined
    if (this.#dropped) this.#retryDropped(this.#dropped)
    else this.#recordStatus()
  }

  /** Turns a failure before the first byte into the response or a retry; after the first byte, cuts off the caller. */
  onFailed(error: ExchangeError): void {
    if (this.#pending) {
      this.#pending = { error }
      return
    }
    this.call.onDisconnect = undefined
    if (this.#response?.hasBegun) {
      this.#response.cut()
      this.#recordStatus()
    } else if (this.call.response.destroyed) this.#circuit.inconclusive()
    else if (this.#dropped) this.#retryDropped(this.#dropped)
    else if (error.kind === 'stale') this.#onStale(error)
    else this.#onFailedAttempt(this.#failureOf(error))
  }

  /** Records a 502, 503 or 504 that was passed on: it still counts against the circuit. */
  #recordStatus(): void {
    if (this.#response && retriedStatuses.has(this.#response.status)) this.#circuit.failed()
  }

  #retryDropped(dropped: Dropped): void {
    if (this.call.response.destroyed) this.#circuit.inconclusive()
    else if (dropped === 'token') void this.#retryWithNextToken().catch((error: unknown) => this.#fail(error))
    else {
      this.#circuit.failed()
      this.#retryIn(this.#delayMs(dropped.retryAfter, this.#attempts))
    }
  }

  /**
   * Reports whether the call will be repeated with another token. A token that the provider refuses is dropped in any
   * case, once for each call.
   */
  #isTokenRefused(status: number): boolean {
    const { tokens } = this.#completion.deps
    const { providerKey } = this.call
    if (!providerKey) return false
    if (status !== 401) {
      tokens.accepted(providerKey)
      return false
    }
    if (this.#hasReplacedToken) return false
    this.#hasReplacedToken = true
    return tokens.refused(providerKey) && this.#canRepeat() && performance.now() < this.#deadline
  }

  async #retryWithNextToken(): Promise<void> {
    const { tokens, pools } = this.#completion.deps
    const { providerKey, listing } = this.call
    if (!providerKey) return
    this.#circuit.succeeded()
    const leftMs = this.#deadline - performance.now()
    const late = () => this.#failureOf(new ExchangeError('total_timeout', 'no token in time'))
    const key = await withTimeout(Promise.resolve(tokens.nextOf(providerKey)), leftMs, late)
    this.call.providerKey = key
    this.keyForms = pools.keyForms(key, listing.api.auth)
    this.request = this.#build(pools)
    this.#dropped = undefined
    this.#attempts--
    this.#retry()
  }

  /**
   * Repeats the request on a new connection: the provider had closed the old one, which says nothing about its health.
   */
  #onStale(error: ExchangeError): void {
    if (this.#mustConnect || !this.#canRepeat() || performance.now() >= this.#deadline) {
      this.#circuit.inconclusive()
      this.#fail(this.#failureOf(error))
      return
    }
    this.#mustConnect = true
    this.#attempts--
    this.#retry()
  }

  #onFailedAttempt(failure: Failure): void {
    // actions of the caller or the gateway say nothing about the provider
    if (failure.info.from === 'upstream') this.#circuit.failed()
    else this.#circuit.inconclusive()
    if (retriedFailures.has(failure.code) && this.#mayRepeat() && this.#origin.retries.withdraw())
      this.#retryIn(this.#delayMs(undefined, this.#attempts))
    else this.#fail(failure)
  }

  #retryIn(delayMs: number): void {
    this.#response = undefined
    this.#dropped = undefined
    setTimeout(() => this.#retry(), delayMs)
  }

  #retry(): void {
    if (this.call.response.destroyed) {
      this.#circuit.inconclusive()
      return
    }
    try {
      this.#attempt()
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    const { failed, deps } = this.#completion
    failed(this.call, error, deps)
  }

  /** Reports whether the call is safe to repeat, its body can be sent again, and it could still end in time. */
  #mayRepeat(): boolean {
    return this.#attempts < maxAttempts && this.#canRepeat() && performance.now() + maxDelayMs < this.#deadline
  }

  #canRepeat(): boolean {
    return this.#compiled.repeatable && !this.#streamsBody
  }

  #delayMs(retryAfter: string | undefined, attempts: number): number {
    return retryDelayMs(retryAfter, { attempts, nowMs: this.#completion.deps.clock() })
  }

  #failureOf(error: ExchangeError): Failure {
    return failureOf(error, this.call, this.#compiled.totalMs)
  }
}

/**
 * Rounding of total times; a smaller difference does not matter. Timers of equal length share one list in Node, so most
 * get the declared time.
 */
const roundedMs = 50

/** Adds the declared length of a streamed body; a buffered one has its own. */
function withLength(call: RoutedCall, headers: string[]): string[] {
  const length = call.body === undefined ? call.request.headers['content-length'] : undefined
  return length === undefined || length === '0' ? headers : [...headers, 'content-length', length]
}

function streamOf(call: RoutedCall, compiled: Compiled): Readable {
  const bytes = boundedStream(call.request, compiled, (count) => {
    call.bytesIn += count
  })
  return Readable.from(withoutOwnKey(bytes), { objectMode: false })
}
