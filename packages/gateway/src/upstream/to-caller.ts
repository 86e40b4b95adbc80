// One attempt at a live call: receives the provider's answer and passes it to the caller as it comes. Nothing is copied or
// parsed unless the answer has to change (masking an echoed key, decoding, translating, adding an error member).
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { type Failure, fail } from '#define'
import type { Call } from '../call/call.ts'
import type { Compiled, Listing } from '../call/listings.ts'
import { standardHeaders } from '../call/reply.ts'
import { createBatchPerTick } from '../http/batch-per-tick.ts'
import { ResponseWriter } from '../http/response-writer.ts'
import { endResponse } from '../http/stalled-client.ts'
import { addAnswerHeaders } from './answer-headers.ts'
import type { Watched } from './call-timer.ts'
import { createDecoder, type Decoder } from './decoding.ts'
import { withErrorMember } from './error-member.ts'
import { failureOf } from './exchange-error.ts'
import type { Masker, Needles } from './masking.ts'
import { createMasker, maskBytes } from './masking.ts'
import type { UpstreamRequest } from './request.ts'

/** What an attempt has to know of its call, and whom it tells how it goes. */
export interface AnswerFacts {
  readonly call: Call
  readonly listing: Listing
  readonly compiled: Compiled
  readonly sent: UpstreamRequest
  readonly needles: Needles | undefined
  /** Put JSON results under `data`. */
  readonly wrap: boolean
  /** Address of the gateway as callers see it. */
  readonly baseUrl: string
  /** The caller still sends: how long the head may then take is undici's to say, which knows when the last byte is out. */
  readonly sendsOn: boolean
  /** Whether an answer of this status may be dropped for another attempt. */
  mayRetry(status: number, headers: IncomingHttpHeaders): boolean
  /** Told when the head of the answer that the caller gets has come in. */
  begun(status: number): void
  /** Told when a time of the call is over. */
  overdue(why: 'late' | 'silent'): void
  /** Told once, when the attempt is over. */
  ended(outcome: Outcome): void
}
/** How an attempt ended: the answer reached the caller, or it failed before its first byte, or it was given up for another attempt. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'again'; readonly status: number; readonly retryAfter: string | undefined }

const opening = Buffer.from('{"data":')
const closing = Buffer.from('}')
const nothingWrapped = Buffer.from('{"data":null}')
const errorBodyLimit = 256 * 1024
const translatedLimit = 32 * 1024 * 1024
const droppedBodyLimit = 64 * 1024
/** A whole answer up to this length leaves with its head in one piece: copying it costs less than a write of several buffers. */
const onePieceBytes = 12 * 1024

/** Thrown into the connection when the caller has gone; nobody is told. */
class CallerGone extends Error {
  override name = 'CallerGone'
}

export class LiveAnswer implements Dispatcher.DispatchHandler, Watched {
  readonly #call: Call
  readonly #facts: AnswerFacts
  #controller: Dispatcher.DispatchController | undefined
  #status = 0
  #started = false
  #done = false
  #failure: Failure | undefined
  #masker: Masker | undefined
  #decoder: Decoder | undefined
  #wrap: 'no' | 'open' | 'opened' = 'no'
  #held: { chunks: Buffer[]; bytes: number; limit: number; finish: (body: Buffer) => Buffer } | undefined
  #again: { bytes: number; retryAfter: string | undefined } | undefined
  #stalled: NodeJS.Timeout | undefined
  #writing: ResponseWriter | undefined
  /** When the request was written, and when something last came of the answer, or could come again. */
  #sentMs: number | undefined
  #heardMs: number | undefined
  /** The head as the provider gave it, until the caller's is written. */
  #head: { headers: IncomingHttpHeaders; changed: boolean } | undefined
  /** How many bytes come, where that is known and none is changed but by masking. */
  #length: number | undefined
  #ended = false
  #last = ''

  constructor(facts: AnswerFacts) {
    this.#call = facts.call
    this.#facts = facts
  }

  /** For answers that come in chunks; most leave in one piece. */
  get #writer(): ResponseWriter {
    const { idleMs } = this.#facts.compiled
    // what a decoder gives may be part of memory that it goes on to use
    const releasesBuffers = this.#decoder === undefined
    this.#writing ??= new ResponseWriter(this.#call.response, { idleMs, onFull: () => this.#stall(), releasesBuffers })
    return this.#writing
  }

  /** Ends the attempt from outside: with a failure (a deadline), or silently when the caller has gone. */
  abort(failure?: Failure): void {
    this.#failure = failure
    if (this.#controller) this.#controller.abort(failure ?? new CallerGone())
    else this.#settle({ kind: 'failed', failure: failure ?? gone() })
  }

  /** Whether the attempt is over. */
  get done(): boolean {
    return this.#done
  }

  /** Milliseconds that the provider may still be silent, or 0 and less. What the caller does not take is no silence. */
  patienceMs(): number {
    const { firstByteMs, idleMs } = this.#facts.compiled
    // a connection that is waited for has a time of its own (pools.ts)
    if (this.#sentMs === undefined) return firstByteMs
    if (this.#heardMs !== undefined)
      return this.#controller?.paused ? idleMs : this.#heardMs + idleMs - performance.now()
    return this.#facts.sendsOn ? firstByteMs : this.#sentMs + firstByteMs - performance.now()
  }

  overdue(why: 'late' | 'silent'): void {
    this.#facts.overdue(why)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#sentMs = performance.now()
    if (this.#done || this.#call.response.destroyed) controller.abort(new CallerGone())
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    const nowMs = performance.now()
    if (status < 200) {
      this.#sentMs = nowMs // a provider that says that it is at work is not silent
      return
    }
    this.#status = status
    this.#heardMs = nowMs
    this.#call.upstreamMs = nowMs - this.#call.startedMs
    if (this.#facts.mayRetry(status, headers)) {
      this.#again = { bytes: 0, retryAfter: headers['retry-after'] }
      return
    }
    this.#facts.begun(status)
    this.#start(headers)
  }

  #start(headers: IncomingHttpHeaders): void {
    const { needles, listing } = this.#facts
    const json = isJson(headers['content-type'])
    const bodiless = this.#status === 204 || this.#status === 304
    const translate = this.#status < 300 && json ? listing.live[this.#call.route?.id ?? '']?.answer : undefined
    const holds = bodiless ? undefined : this.#holding(json, translate)
    const wraps = this.#facts.wrap && json && this.#status < 300 && !bodiless
    const encoding = headers['content-encoding']
    const decodes =
      !bodiless &&
      (needles !== undefined || wraps || holds !== undefined) &&
      encoding !== undefined &&
      encoding !== 'identity'
    if (decodes) {
      this.#decoder = this.#decode(encoding)
      if (!this.#decoder) {
        this.#break(this.#invalid('the content encoding is not known'))
        return
      }
    }
    if (wraps) this.#wrap = 'open'
    this.#held = holds
    this.#head = { headers, changed: decodes || holds !== undefined || wraps }
    const length = headers['content-length']
    if (!holds && !decodes && !bodiless && length !== undefined) this.#length = Number(length)
    if (!holds) this.#sendHead()
  }

  /** The length of what goes out when the provider's own is known. */
  #lengthOut(): number | undefined {
    if (this.#length === undefined || this.#wrap === 'no') return this.#length
    return this.#length === 0 ? nothingWrapped.length : this.#length + opening.length + closing.length
  }

  /** What has to be read whole before it can go on: an error to complete, a success to translate. */
  #holding(json: boolean, translate: ((body: unknown, request: { query: URLSearchParams }) => unknown) | undefined) {
    const places = this.#facts.listing.api.errors
    if (this.#status >= 400 && json)
      return {
        chunks: [],
        bytes: 0,
        limit: errorBodyLimit,
        finish: (body: Buffer) => withErrorMember(body, this.#status, places),
      }
    if (!translate) return undefined
    const query = new URLSearchParams(this.#facts.sent.search)
    return {
      chunks: [],
      bytes: 0,
      limit: translatedLimit,
      finish: (body: Buffer) =>
        body.length === 0 ? body : Buffer.from(JSON.stringify(translate(JSON.parse(body.toString('utf8')), { query }))),
    }
  }

  #sendHead(length = this.#lengthOut()): void {
    const { call, status, head } = { call: this.#call, status: this.#status, head: this.#head }
    this.#started = true
    const { needles, sent, baseUrl, listing } = this.#facts
    const list = standardHeaders(call)
    if (head) {
      const facts = { needles, target: sent.target, baseUrl, slug: listing.slug, changed: head.changed }
      addAnswerHeaders(list, head.headers, facts)
    }
    if (length !== undefined) list.push('content-length', String(length))
    call.response.writeHead(status, list)
    if (length === undefined) this.#writer.open()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#heardMs = performance.now()
    if (this.#again) {
      this.#again.bytes += chunk.length
      if (this.#again.bytes > droppedBodyLimit) controller.abort(new CallerGone())
    } else if (this.#decoder) {
      if (!this.#decoder.write(chunk)) controller.pause()
    } else this.#consume(chunk)
  }

  #decode(encoding: string): Decoder | undefined {
    return createDecoder(encoding, {
      chunk: (bytes) => this.#consume(bytes),
      drained: () => this.#resume(),
      ended: () => this.#complete(),
      failed: (cause) => this.#break(this.#invalid('the answer does not decode', cause)),
    })
  }

  #invalid(note: string, cause?: unknown): Failure {
    return fail('upstream.invalid', { api: this.#facts.listing.title }, { note, cause })
  }

  #consume(chunk: Buffer): void {
    if (this.#done) return
    if (chunk.length === this.#length && chunk.length <= onePieceBytes) {
      this.#writeInOnePiece(chunk)
      return
    }
    if (this.#facts.needles) this.#masker ??= createMasker(this.#facts.needles)
    const bytes = this.#masker ? this.#masker.push(chunk) : chunk
    if (bytes.length === 0) return
    const held = this.#held
    if (!held) {
      this.#write(bytes)
      return
    }
    held.chunks.push(bytes)
    held.bytes += bytes.length
    if (held.bytes > held.limit) this.#overHeld(held)
  }

  /** An error body too large to complete goes on as it is; a success too large to translate cannot. */
  #overHeld(held: { chunks: Buffer[]; limit: number }): void {
    if (held.limit === translatedLimit) {
      this.#break(fail('upstream.too_large', { api: this.#facts.listing.title }))
      return
    }
    this.#held = undefined
    this.#sendHead()
    for (const bytes of held.chunks) this.#write(bytes)
  }

  #write(bytes: Buffer): void {
    if (this.#wrap === 'open') {
      this.#wrap = 'opened'
      this.#writer.write(opening)
      this.#call.bytesOut += opening.length
    }
    this.#call.bytesOut += bytes.length
    this.#writer.write(bytes)
  }

  /** As a text of Latin-1, in which every byte is a sign of its own, because Node puts a head and a text into one write. */
  #writeInOnePiece(bytes: Buffer): void {
    const { needles } = this.#facts
    const text = (needles ? maskBytes(bytes, needles) : bytes).toString('latin1')
    this.#ended = true
    this.#call.bytesOut += this.#lengthOut() ?? 0
    this.#last = this.#wrap === 'no' ? text : `{"data":${text}}`
    atEndOfTurn(this)
  }

  /** Sends the whole answer; called at the end of its turn. */
  leave(): void {
    endResponse(this.#call.response, this.#facts.compiled.idleMs, this.#last)
  }

  /** Stops reading from the provider until the caller has taken what it was sent; a caller that takes nothing is cut. */
  #stall(): void {
    if (this.#stalled) return
    this.#controller?.pause()
    this.#decoder?.pause()
    this.#stalled = setTimeout(() => this.#call.response.destroy(), this.#facts.compiled.idleMs)
    this.#call.response.once('drain', () => {
      clearTimeout(this.#stalled)
      this.#stalled = undefined
      this.#decoder?.resume()
      this.#resume()
    })
  }

  #resume(): void {
    this.#heardMs = performance.now()
    this.#controller?.resume()
  }

  onResponseEnd(): void {
    if (this.#again) this.#settle({ kind: 'again', status: this.#status, retryAfter: this.#again.retryAfter })
    else if (this.#decoder) this.#decoder.end()
    else this.#complete()
  }

  #complete(): void {
    const rest = this.#masker?.end()
    this.#masker = undefined
    if (rest && rest.length > 0) this.#consume(rest)
    if (this.#held) this.#sendHeld(this.#held)
    else if (this.#wrap === 'opened') this.#writer.end(closing)
    else if (this.#wrap === 'open' && !this.#ended) this.#writer.end(nothingWrapped)
    else if (!this.#ended) this.#writer.end()
    this.#settle({ kind: 'answered', status: this.#status })
  }

  #sendHeld(held: { chunks: Buffer[]; finish: (body: Buffer) => Buffer }): void {
    const body = this.#finished(held)
    if (!body) return
    const wraps = this.#wrap === 'open'
    const out = wraps ? (body.length === 0 ? nothingWrapped : Buffer.concat([opening, body, closing])) : body
    this.#call.bytesOut += out.length
    this.#sendHead(out.length)
    this.#writer.end(out)
  }

  #finished(held: { chunks: Buffer[]; finish: (body: Buffer) => Buffer }): Buffer | undefined {
    try {
      return held.finish(Buffer.concat(held.chunks))
    } catch (cause) {
      this.#break(this.#invalid('the answer could not be translated', cause))
      return undefined
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#again) this.#settle({ kind: 'again', status: this.#status, retryAfter: this.#again.retryAfter })
    else this.#break(this.#failure ?? failureOf(error, this.#facts.listing.title))
  }

  /** Before the first byte the failure becomes a reply; after it the caller's connection is cut, so that nothing looks complete. */
  #break(failure: Failure): void {
    if (this.#done) return
    const started = this.#started
    if (started) this.#writer.cut()
    this.#decoder?.destroy()
    this.#settle(started ? { kind: 'answered', status: this.#status } : { kind: 'failed', failure })
    if (this.#controller && !this.#controller.aborted) this.#controller.abort(failure)
  }

  #settle(outcome: Outcome): void {
    if (this.#done) return
    this.#done = true
    clearTimeout(this.#stalled)
    this.#facts.ended(outcome)
  }
}

const atEndOfTurn = createBatchPerTick('responses', (answer: LiveAnswer) => answer.leave())

function isJson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)
}

const gone = () => fail('call.timeout', { timeout: 0 }, { note: 'the caller went away' })
