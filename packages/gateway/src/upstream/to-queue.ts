// Queues the response to an outbound call of an embedded provider, within its limits, decoded and masked.
import type { IncomingHttpHeaders } from 'node:http'
import { type OutboundAnswer, OutboundFailure, type OutboundReason, type OutboundRequest } from '#define/outbound'
import { Limit, Mask, type Stage } from './body-chain.ts'
import { ChunkQueue } from './chunk-queue.ts'
import { encodingOf } from './decoding.ts'
import { type AnswerHead, Exchange, type Receiver } from './exchange.ts'
import { ExchangeError, type ExchangeErrorKind } from './exchange-error.ts'
import { type KeyForms, maskString } from './masking.ts'

/** Limits: times in milliseconds, and bytes of the decoded body. */
interface OutboundLimits {
  readonly firstByteMs: number
  readonly idleMs: number
  readonly totalMs: number
  readonly maxBytes: number
}
interface OutboundOptions extends OutboundLimits {
  /** The forms of every sealed string in the request. */
  readonly keyForms: readonly KeyForms[]
  readonly streamsRequest: boolean
  readonly signal: OutboundRequest['signal'] | undefined
}

/** Receives one response. The caller dispatches `exchange`, which is over already if `signal` is aborted. */
export class ToQueue implements Receiver, Stage {
  readonly exchange: Exchange
  /** Resolves once the response's head has arrived. */
  readonly answered: Promise<OutboundAnswer>
  readonly #options: OutboundOptions
  readonly #queue: ChunkQueue
  readonly #abort = () => this.exchange.abort()
  #resolve: ((answer: OutboundAnswer) => void) | undefined
  #reject: ((error: Error) => void) | undefined

  constructor(options: OutboundOptions) {
    this.#options = options
    this.answered = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    const { firstByteMs, idleMs, totalMs, streamsRequest, signal } = options
    const firstCheckMs = Math.min(firstByteMs, idleMs, totalMs)
    const deadline = performance.now() + totalMs
    this.exchange = new Exchange(this, { firstByteMs, idleMs, deadline, firstCheckMs, streamsRequest })
    this.#queue = new ChunkQueue(this.exchange)
    if (signal?.aborted) this.#abort()
    else signal?.addEventListener('abort', this.#abort, { once: true })
  }

  /** Returns false: an abort of the signal has ended the exchange by then. */
  isAbandoned(): boolean {
    return false
  }

  onHead({ status, headers }: AnswerHead, exchange: Exchange): Stage {
    const { keyForms, maxBytes } = this.#options
    const queue = this.#queue
    let stages: Stage = this
    for (const forms of keyForms.toReversed()) stages = new Mask(forms, stages)
    stages = new Limit(maxBytes, { flow: exchange, next: stages })
    this.#resolve?.({
      status,
      headers: headersOf(headers, keyForms),
      body: queue,
      cancel: this.#abort,
      bytes: () => queue.whole(),
    })
    const encoding = encodingOf(headers)
    if (encoding === undefined || status === 204 || status === 304) return stages
    const first = exchange.decode(encoding, stages)
    if (!first) exchange.stop(new ExchangeError('invalid', `the encoding ${encoding.slice(0, 40)} is not known`))
    return first ?? stages
  }

  push(bytes: Buffer): void {
    this.#queue.push(bytes)
  }

  end(): void {
    this.exchange.complete()
  }

  onComplete(): void {
    this.#options.signal?.removeEventListener('abort', this.#abort)
    this.#queue.end()
  }

  /** Ends the queue. Data that arrived before the failure can still be read, unless the call was aborted. */
  onFailed(error: ExchangeError): void {
    this.#options.signal?.removeEventListener('abort', this.#abort)
    const failure = this.#failureOf(error)
    this.#reject?.(failure)
    if (failure.reason === 'aborted') this.#queue.clear()
    this.#queue.end(failure)
  }

  #failureOf({ kind, message, cause }: ExchangeError): OutboundFailure {
    // the request body failed
    if (cause instanceof OutboundFailure) return cause
    const { totalMs } = this.#options
    const reason = kind === 'total_timeout' ? `no whole answer within ${totalMs} ms` : message
    return new OutboundFailure(reasons[kind], reason, cause === undefined ? undefined : { cause })
  }
}

const reasons: Readonly<Record<ExchangeErrorKind, OutboundReason>> = {
  total_timeout: 'slow',
  idle_timeout: 'slow',
  unreachable: 'unreachable',
  no_descriptors: 'unreachable',
  invalid: 'cut',
  cut: 'cut',
  stale: 'cut',
  head_too_large: 'large',
  too_large: 'large',
  too_complex: 'large',
  expanded: 'large',
  abandoned: 'aborted',
}

function headersOf(raw: IncomingHttpHeaders, keyForms: readonly KeyForms[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name in raw) {
    const value = raw[name]
    if (value === undefined) continue
    let masked = Array.isArray(value) ? value.join(', ') : value
    for (const forms of keyForms) masked = maskString(masked, forms)
    // already in lower case
    headers[name] = masked
  }
  return headers
}
