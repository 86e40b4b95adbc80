// One outward call of an embedded provider: takes the answer in as undici gives it, within its bounds, decoded and masked.
import type { IncomingHttpHeaders } from 'node:http'
import { type Dispatcher, errors } from 'undici'
import { type OutboundAnswer, OutboundFailure, type OutboundReason } from '#define'
import { Watch, type Watched } from './call-timer.ts'
import { ChunkQueue, type Flow } from './chunk-queue.ts'
import { createDecoder, type Decoder, Outgrown } from './decoding.ts'
import { createMasker, type Masker, maskText, type Needles } from './masking.ts'

/** Times in milliseconds, and bytes of the decoded body. */
export interface OutboundBounds {
  readonly firstByteMs: number
  readonly idleMs: number
  readonly totalMs: number
  readonly maxBytes: number
}
export interface OutboundTerms extends OutboundBounds {
  /** Of every sealed text that the request carries. */
  readonly needles: readonly Needles[]
  /** The body is still being written: how long the head may then take is undici's to say, which knows when the last byte is out. */
  readonly sendsOn: boolean
  readonly signal: AbortSignal | undefined
}

export class OutboundCall implements Dispatcher.DispatchHandler, Watched, Flow {
  /** The answer, when its head is there. */
  readonly answered: Promise<OutboundAnswer>
  readonly #terms: OutboundTerms
  readonly #maskers: readonly Masker[]
  readonly #body = new ChunkQueue(this)
  readonly #watch: Watch
  readonly #leave = () => this.#stop(new OutboundFailure('aborted', 'nobody waits for the answer any more'))
  #resolve: (answer: OutboundAnswer) => void = () => {}
  #reject: (error: Error) => void = () => {}
  #controller: Dispatcher.DispatchController | undefined
  #decoder: Decoder | undefined
  #bytesOut = 0
  #sentMs: number | undefined
  /** When something last came of the answer, or could come again. */
  #heardMs: number | undefined
  #isDone = false
  #failure: OutboundFailure | undefined

  constructor(terms: OutboundTerms) {
    this.#terms = terms
    this.#maskers = terms.needles.map(createMasker)
    this.answered = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    const { firstByteMs, idleMs, totalMs, signal } = terms
    const firstLookMs = Math.min(firstByteMs, idleMs, totalMs)
    this.#watch = new Watch(this, { deadline: performance.now() + totalMs, firstLookMs })
    if (signal?.aborted) this.#leave()
    else signal?.addEventListener('abort', this.#leave, { once: true })
  }

  get done(): boolean {
    return this.#isDone
  }

  /** What nobody reads is no silence, and a connection that is waited for has a time of its own (pools.ts). */
  patienceMs(): number {
    const { firstByteMs, idleMs, sendsOn } = this.#terms
    if (this.#sentMs === undefined) return firstByteMs
    if (this.#heardMs !== undefined)
      return this.#controller?.paused ? idleMs : this.#heardMs + idleMs - performance.now()
    return sendsOn ? firstByteMs : this.#sentMs + firstByteMs - performance.now()
  }

  overdue(why: 'late' | 'silent'): void {
    const { totalMs, idleMs, firstByteMs } = this.#terms
    const silence = this.#heardMs === undefined ? `no head within ${firstByteMs} ms` : `nothing for ${idleMs} ms`
    this.#stop(new OutboundFailure('slow', why === 'late' ? `no whole answer within ${totalMs} ms` : silence))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#sentMs = performance.now()
    if (this.#failure) controller.abort(this.#failure)
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) {
      this.#sentMs = performance.now() // a provider that says that it is at work is not silent
      return
    }
    this.#heardMs = performance.now()
    const encoding = headers['content-encoding'] ?? ''
    const body = this.#body
    this.#resolve({
      status,
      headers: headersOf(headers, this.#terms.needles),
      body,
      cancel: () => this.#stop(new OutboundFailure('aborted', 'cancelled')),
      bytes: () => body.whole(),
    })
    if (encoding !== '' && encoding !== 'identity' && hasBody(status)) this.#decode(encoding)
  }

  #decode(encoding: string): void {
    this.#decoder = createDecoder(encoding, {
      chunk: (bytes) => this.#take(bytes),
      drained: () => this.#hear(),
      ended: () => this.#complete(),
      failed: (cause) =>
        this.#stop(new OutboundFailure(cause instanceof Outgrown ? 'large' : 'cut', cause.message, { cause })),
    })
    if (!this.#decoder) this.#stop(new OutboundFailure('cut', `the encoding ${encoding.slice(0, 40)} is not known`))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#heardMs = performance.now()
    if (!this.#decoder) this.#take(chunk)
    else if (!this.#decoder.write(chunk)) controller.pause()
  }

  #take(chunk: Buffer): void {
    const { maxBytes } = this.#terms
    this.#bytesOut += chunk.length
    if (this.#bytesOut > maxBytes) {
      this.#stop(new OutboundFailure('large', `the answer is longer than ${maxBytes} bytes`))
      return
    }
    let bytes = chunk
    for (const masker of this.#maskers) bytes = masker.push(bytes)
    if (bytes.length > 0) this.#body.push(bytes)
  }

  onResponseEnd(): void {
    if (this.#decoder) this.#decoder.end()
    else this.#complete()
  }

  #complete(): void {
    // what one masker still holds is no key for the next one either: the end of the answer is the end of all
    let rest = nothing
    for (const masker of this.#maskers) rest = Buffer.concat([masker.push(rest), masker.end()])
    if (rest.length > 0) this.#body.push(rest)
    this.#settle()
    this.#body.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#stop(failureOf(error))
  }

  /** Ends the call with a failure. What had come before it can still be read, unless it was called off. */
  #stop(failure: OutboundFailure): void {
    if (this.#isDone) return
    this.#failure = failure
    this.#settle()
    this.#decoder?.destroy()
    this.#reject(failure)
    if (failure.reason === 'aborted') this.#body.clear()
    this.#body.end(failure)
    if (this.#controller && !this.#controller.aborted) this.#controller.abort(failure)
  }

  #settle(): void {
    this.#isDone = true
    this.#watch.end()
    this.#terms.signal?.removeEventListener('abort', this.#leave)
  }

  pause(): void {
    this.#decoder?.pause()
    this.#controller?.pause()
  }

  resume(): void {
    this.#decoder?.resume()
    this.#hear()
  }

  left(): void {
    this.#leave()
  }

  #hear(): void {
    this.#heardMs = performance.now()
    this.#controller?.resume()
  }
}

const nothing = Buffer.alloc(0)

const hasBody = (status: number) => status !== 204 && status !== 304

function headersOf(raw: IncomingHttpHeaders, needles: readonly Needles[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name in raw) {
    const value = raw[name]
    if (value === undefined) continue
    let text = Array.isArray(value) ? value.join(', ') : value
    for (const one of needles) text = maskText(text, one)
    headers[name.toLowerCase()] = text
  }
  return headers
}

/** What a call ended in, in the words of `OutboundFailure`. */
export function failureOf(error: unknown): OutboundFailure {
  if (error instanceof OutboundFailure) return error
  const message = error instanceof Error ? error.message : 'the call failed'
  return new OutboundFailure(reasonOf(error), message, { cause: error })
}

function reasonOf(error: unknown): OutboundReason {
  if (error instanceof errors.HeadersTimeoutError) return 'slow'
  if (error instanceof errors.ConnectTimeoutError) return 'unreachable'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|EPROTO)/.test(code) || /CERT|TLS/.test(code)
    ? 'unreachable'
    : 'cut'
}
