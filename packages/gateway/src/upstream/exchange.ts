// One attempt at a call to a provider, from its dispatch to its single end: timeouts, 1xx responses, backpressure and
// decoding. The receiver decides what happens to head and body (forward.ts for callers, to-queue.ts for embedded
// providers).
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Flow, Stage } from './body-chain.ts'
import { CallTimer, type Timed } from './call-timer.ts'
import { createDecode, type Decode } from './decoding.ts'
import { ExchangeError, exchangeErrorOf } from './exchange-error.ts'

/**
 * The receiver of an exchange. After `onHead`, or instead of it, exactly one of `onComplete` and `onFailed` follows.
 */
export interface Receiver {
  /** Reports whether the response is no longer needed. Checked just before the request is written. */
  isAbandoned(): boolean
  /** Called before the first byte of the request is written. */
  onSend?(): void
  /** Receives the final head. Returns the first stage of the body; the last stage calls `exchange.complete`. */
  onHead(head: AnswerHead, exchange: Exchange): Stage
  /** Called once the whole body has passed the last stage. */
  onComplete(): void
  onFailed(error: ExchangeError): void
}

/** The final head of a response. */
export interface AnswerHead {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Arrival of the head, as a time of the monotonic clock. */
  readonly atMs: number
}

/** Timeouts in milliseconds; `deadline` is a time of the monotonic clock. */
interface ExchangeTimes {
  readonly firstByteMs: number
  readonly idleMs: number
  readonly deadline: number
  /** Delay of the first check of the timeouts, at most the shortest of them (call-timer.ts). */
  readonly firstCheckMs: number
  /**
   * True if the request body is streamed: only undici knows when its last byte is out, so undici enforces the timeout
   * of the head.
   */
  readonly streamsRequest: boolean
}

/**
 * The time spent on a response before other calls are served. Several chunks can be waiting in the socket, and undici
 * hands them over one after the other.
 */
const tickMs = 8

export class Exchange implements Dispatcher.DispatchHandler, Timed, Flow {
  readonly #receiver: Receiver
  readonly #times: ExchangeTimes
  readonly #timer: CallTimer
  #controller: Dispatcher.DispatchController | undefined
  #body: Stage | undefined
  #decode: Decode | undefined
  /** Time at which the request was written, or the last 1xx response arrived. */
  #sentMs: number | undefined
  /** Time at which part of the response last arrived, or reading resumed after a pause. */
  #readMs: number | undefined
  /** Milliseconds of work on the response since other calls were last served. */
  #workedMs = 0
  /** True while a stage has paused the flow. */
  #isPaused = false
  #isDone = false
  #hasBegun = false

  constructor(receiver: Receiver, times: ExchangeTimes) {
    this.#receiver = receiver
    this.#times = times
    this.#timer = new CallTimer(this, times)
  }

  get done(): boolean {
    return this.#isDone
  }

  /** The timeout of the head if undici enforces it; the exchange's own timer enforces everything else. */
  get headersTimeoutMs(): number {
    return this.#times.streamsRequest ? this.#times.firstByteMs : 0
  }

  idleBudgetMs(): number {
    const { firstByteMs, idleMs, streamsRequest } = this.#times
    // waiting for a connection has its own limit (pools.ts)
    if (this.#sentMs === undefined) return firstByteMs
    if (this.#readMs === undefined) return streamsRequest ? firstByteMs : this.#sentMs + firstByteMs - performance.now()
    // a provider that is not being read from is not silent
    return this.#controller?.paused ? idleMs : this.#readMs + idleMs - performance.now()
  }

  timedOut(limit: 'total' | 'idle'): void {
    const { firstByteMs, idleMs } = this.#times
    const silence = this.#readMs === undefined ? `no head within ${firstByteMs} ms` : `nothing for ${idleMs} ms`
    if (limit === 'total') this.stop(new ExchangeError('total_timeout', 'no whole answer in time'))
    else this.stop(new ExchangeError('idle_timeout', silence))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#sentMs = performance.now()
    if (this.#isDone) controller.abort(abandoned())
    else if (this.#receiver.isAbandoned()) this.abort()
    else this.#receiver.onSend?.()
  }

  /** Called for the first byte of the response, or of an interim one. */
  onResponseStarted(): void {
    this.#hasBegun = true
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    const nowMs = performance.now()
    if (status < 200) {
      this.#sentMs = nowMs // a provider that reports progress is not silent
      return
    }
    this.#readMs = nowMs
    this.#body = this.#receiver.onHead({ status, headers, atMs: nowMs }, this)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isDone) return
    const startMs = performance.now()
    this.#readMs = startMs
    this.#body?.push(chunk)
    this.#workedMs += performance.now() - startMs
    if (this.#workedMs > tickMs) this.#yield()
  }

  /** Pauses reading until other calls have been served. */
  #yield(): void {
    this.#workedMs = 0
    if (this.#isDone || this.#isPaused) return
    this.#controller?.pause()
    setImmediate(() => {
      if (!this.#isDone && !this.#isPaused) this.#controller?.resume()
    })
  }

  onResponseEnd(): void {
    if (!this.#isDone) this.#body?.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.stop(exchangeErrorOf(error, this.#hasBegun))
  }

  /**
   * Creates a stage before `next` that undoes a content encoding; undefined for an unknown one, such as two at once.
   */
  decode(encoding: string, next: Stage): Stage | undefined {
    this.#decode = createDecode(encoding, { next, flow: this })
    return this.#decode
  }

  /** Pauses the flow of bytes, because the last stage cannot take more. */
  pause(): void {
    this.#decode?.pause()
    this.pauseReading()
  }

  resume(): void {
    this.#decode?.resume()
    this.resumeReading()
  }

  pauseReading(): void {
    this.#isPaused = true
    this.#controller?.pause()
  }

  resumeReading(): void {
    this.#isPaused = false
    this.#readMs = performance.now()
    this.#controller?.resume()
  }

  complete(): void {
    if (this.#isDone) return
    this.#settle()
    this.#receiver.onComplete()
  }

  /** Ends the exchange because its response is no longer needed; not an error of the provider. */
  abort(): void {
    this.stop(abandoned())
  }

  stop(error: ExchangeError): void {
    if (this.#isDone) return
    this.#settle()
    this.#decode?.destroy()
    this.#receiver.onFailed(error)
    if (this.#controller && !this.#controller.aborted) this.#controller.abort(error)
  }

  #settle(): void {
    this.#isDone = true
    this.#timer.end()
  }
}

const abandoned = () => new ExchangeError('abandoned', 'the answer is no longer needed')
