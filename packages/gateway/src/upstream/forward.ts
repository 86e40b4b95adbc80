// Forwards a call to its live provider: deadlines, retries within a budget, and the circuit breaker. Each attempt is an
// exchange (exchange.ts), whose answer goes to the caller through to-caller.ts. Control runs one way: this file starts
// exchanges and responses and receives their events; neither knows of retries.
import { Readable } from 'node:stream'
import type { Dispatcher, Pool } from 'undici'
import { Failure, fail } from '#define'
import { hasBody, isHead, type RoutedCall } from '../call/call.ts'
import type { Compiled } from '../call/listings.ts'
import { boundedStream } from '../http/body.ts'
import { Discard, type Stage } from './body-chain.ts'
import type { Circuit } from './circuit.ts'
import { wraps } from './envelope.ts'
import { type AnswerHead, Exchange, type Receiver } from './exchange.ts'
import type { ExchangeError } from './exchange-error.ts'
import { hopHeader } from './hops.ts'
import type { KeyForms } from './masking.ts'
import { withoutOwnKey } from './own-key-guard.ts'
import type { Origin, Pools } from './pools.ts'
import { buildRequest, type UpstreamRequest } from './request.ts'
import { maxAttempts, maxDelayMs, retriedFailures, retriedStatuses, retryDelayMs } from './retry-policy.ts'
import { type ProxyContext, UpstreamResponse } from './to-caller.ts'

export interface ForwardDeps {
  readonly pools: Pools
  readonly clock: () => number
  /** Address of the gateway as callers see it. */
  readonly baseUrl: string
}

/**
 * What to do when a call ends without an answer. Data and a function rather than a closure, because hardly any call
 * needs one.
 */
export interface Completion<Deps extends ForwardDeps> {
  readonly deps: Deps
  /** Receives the failure that becomes the call's answer. */
  readonly failed: (call: RoutedCall, error: unknown, deps: Deps) => void
}

/**
 * Forwards the call. `completion.failed` is called when it ends before the first byte of an answer; a failure that is
 * known at once is thrown. Creates no promise for a call that is answered at its first attempt, as nearly all are.
 */
export function forward<Deps extends ForwardDeps>(call: RoutedCall, completion: Completion<Deps>): void {
  new ProxiedCall(call, completion).begin()
}

/** How much of an answer dropped for a retry is read, to keep its connection. */
const maxDiscardedBytes = 64 * 1024

/** A call and what all its attempts share. */
class ProxiedCall<Deps extends ForwardDeps> implements Receiver, ProxyContext {
  readonly call: RoutedCall
  readonly request: UpstreamRequest
  readonly keyForms: KeyForms | undefined
  readonly wraps: boolean
  readonly #compiled: Compiled
  readonly #streamsBody: boolean
  readonly #origin: Origin
  readonly #circuit: Circuit
  readonly #completion: Completion<Deps>
  readonly #deadline: number
  #attempts = 0
  #pool: Pool | undefined
  /** Whether the next attempts go on new connections. */
  #mustConnect = false
  /** The answer that the caller gets. */
  #response: UpstreamResponse | undefined
  /** The answer that is dropped for another attempt. */
  #dropped: { readonly retryAfter: string | undefined } | undefined

  constructor(call: RoutedCall, completion: Completion<Deps>) {
    const { listing, route } = call
    const { pools } = completion.deps
    this.call = call
    this.keyForms = call.providerKey ? pools.keyForms(call.providerKey) : undefined
    this.wraps = wraps(call, listing)
    const plainAnswer = this.keyForms !== undefined || this.wraps || listing.live[route.id]?.answer !== undefined
    this.request = buildRequest(call, listing, plainAnswer)
    this.request.headers.push(hopHeader, pools.hops.after(call.request.headers))
    this.#compiled = listing.compiled(route)
    this.#streamsBody = call.body === undefined && hasBody(call)
    this.#origin = pools.origin(this.request.target.origin)
    this.#circuit = pools.circuit(listing.slug, this.request.target.origin)
    const { totalMs } = this.#compiled
    this.#deadline = call.startedMs + Math.min(call.timeoutMs ?? totalMs, totalMs)
    this.#completion = completion
  }

  get baseUrl(): string {
    return this.#completion.deps.baseUrl
  }

  get idleMs(): number {
    return this.#compiled.idleMs
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
    this.#pool = this.#origin.pool
    if (this.#mustConnect) this.#origin.dispatchAlone(options, exchange)
    else this.#pool.dispatch(options, exchange)
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
      // no request is pipelined behind another anyway (pools.ts), so undici can skip its check per answer
      blocking: false,
    }
  }

  isAbandoned(): boolean {
    return this.call.response.destroyed
  }

  onHead(head: AnswerHead, exchange: Exchange): Stage {
    this.call.upstreamMs = head.atMs - this.call.startedMs
    if (retriedStatuses.has(head.status)) {
      const retryAfter = head.headers['retry-after']
      if (this.#mayRepeat() && this.#delayMs(retryAfter, 1) <= maxDelayMs && this.#origin.retries.withdraw()) {
        this.#dropped = { retryAfter }
        return new Discard(maxDiscardedBytes, exchange)
      }
    } // now, not at the end of the answer: a long one that is the trial of an open circuit would hold up other calls
    else this.#circuit.succeeded()
    this.#response = new UpstreamResponse(this, exchange, head)
    return this.#response.begin()
  }

  onComplete(): void {
    this.call.onDisconnect = undefined
    if (this.#dropped) this.#retryDropped(this.#dropped.retryAfter)
    else this.#recordStatus()
  }

  /**
   * Before the first byte a failure becomes the answer, or leads to another attempt; after it the caller is cut off.
   */
  onFailed(error: ExchangeError): void {
    this.call.onDisconnect = undefined
    if (this.#response?.hasBegun) {
      this.#response.cut()
      this.#recordStatus()
    } else if (this.call.response.destroyed) this.#circuit.inconclusive()
    else if (this.#dropped) this.#retryDropped(this.#dropped.retryAfter)
    else if (error.kind === 'stale') this.#onStale(error)
    else this.#onFailedAttempt(this.#failureOf(error))
  }

  /** An answer that was passed on although it shows that the provider is down. */
  #recordStatus(): void {
    if (this.#response && retriedStatuses.has(this.#response.status)) this.#circuit.failed()
  }

  #retryDropped(retryAfter: string | undefined): void {
    if (this.call.response.destroyed) {
      this.#circuit.inconclusive()
      return
    }
    this.#circuit.failed()
    this.#retryIn(this.#delayMs(retryAfter, this.#attempts))
  }

  /** The provider had closed the connection, which says nothing about the provider. */
  #onStale(error: ExchangeError): void {
    if (this.#pool) this.#origin.renew(this.#pool)
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

  /** Only calls that are safe to repeat, whose body can be sent again, and that could still end in time. */
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
    const api = this.call.listing.title
    const { kind, message: note, cause } = error
    // the request body failed: too large, or too slow
    if (cause instanceof Failure) return cause
    const notes = { note, ...(cause === undefined ? {} : { cause }) }
    if (kind === 'idle_timeout') return fail('upstream.silent', { api }, notes)
    if (kind === 'unreachable') return fail('upstream.unreachable', { api }, notes)
    if (kind === 'invalid' || kind === 'expanded') return fail('upstream.invalid', { api }, notes)
    if (kind === 'head_too_large') return fail('upstream.head_too_large', { api }, notes)
    if (kind === 'too_large') return fail('upstream.too_large', { api }, notes)
    if (kind === 'too_complex') return fail('upstream.too_complex', { api, limit: note })
    const { timeoutMs } = this.call
    const isCallers = timeoutMs !== undefined && timeoutMs <= this.#compiled.totalMs
    if (kind === 'total_timeout')
      return isCallers ? fail('call.timeout', { timeout: timeoutMs }) : fail('upstream.silent', { api }, notes)
    return fail('upstream.cut', { api }, notes)
  }
}

/**
 * A smaller difference does not matter to a total time. Timers of equal length share one list in Node, so most get the
 * declared time.
 */
const roundedMs = 50

/** A streamed body keeps its declared length; a buffered one has its own. */
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
