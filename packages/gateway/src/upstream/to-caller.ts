// Passes a provider's response to the caller as it arrives. Nothing is copied or parsed unless the response has to
// change: an echoed key is masked, a translated or wrapped response is decoded, an error gets its error member.
import type { IncomingHttpHeaders } from 'node:http'
import { parseScannedJson, yieldToEventLoop } from '#provider'
import { isHead, type RoutedCall } from '../call/call.ts'
import { createBatchPerTick } from '../call/http/batch-per-tick.ts'
import { ResponseWriter } from '../call/http/response-writer.ts'
import { endResponse } from '../call/http/stalled-client.ts'
import { inertHeadersFor, isJsonType, standardHeaders, writeAnswerHead } from '../call/reply.ts'
import type { AnswerCopy, DriftSampler } from './answer-copy.ts'
import { addAnswerHeaders } from './answer-headers.ts'
import { Collect, Mask, type Stage, Tap, Wrap } from './body-chain.ts'
import { encodingOf } from './decoding.ts'
import { wrappedLength } from './envelope.ts'
import { withErrorMember } from './error-member.ts'
import type { AnswerHead, Exchange } from './exchange.ts'
import { ExchangeError } from './exchange-error.ts'
import type { Keeping } from './keep.ts'
import { type KeyForms, maskBytes } from './masking.ts'
import type { UpstreamRequest } from './request.ts'

/** The properties of a call that its response needs. */
export interface ProxyContext {
  readonly call: RoutedCall
  readonly request: UpstreamRequest
  /** The forms of the provider key that must not reach the caller. */
  readonly keyForms: KeyForms | undefined
  /** True if JSON results go under `data`. */
  readonly wraps: boolean
  /** Set if the answer is recorded. */
  readonly keeping: Keeping | undefined
  /** The gateway's address as callers see it. */
  readonly baseUrl: string
  /** The timeout of a caller that reads nothing, in milliseconds. */
  readonly idleMs: number
  /** Compares a share of the answers with their declarations; undefined if none are compared. */
  readonly drift: DriftSampler | undefined
}

const maxErrorBytes = 256 * 1024
/** The size limit of a translated response; the longest, all plays of a week, has 8 MB. */
const maxTranslatedBytes = 16 * 1024 * 1024
/** The size from which each step of a translation gets its own tick. */
const oneTickBytes = 1024 * 1024
/**
 * The size up to which a response is sent with its head in one write: copying it costs less than a write of several
 * buffers.
 */
const oneWriteBytes = 12 * 1024

/** The size limit of a written head. Callers that run on Node read 16 KiB by default. */
const maxHeadBytes = 15 * 1024

function bytesOf(headers: readonly string[]): number {
  let bytes = 0
  for (const text of headers) bytes += text.length + 2
  return bytes
}

/**
 * The head of a response, and the last stage of its body: writes to the caller, and pauses the exchange while the
 * caller is slow.
 */
export class UpstreamResponse implements Stage {
  readonly status: number
  readonly #context: ProxyContext
  readonly #exchange: Exchange
  readonly #headers: IncomingHttpHeaders
  readonly #keeping: Keeping | undefined
  #wraps = false
  #changesBody = false
  /** False after a decoder, whose output can share memory that it keeps using. */
  #ownsBuffers = true
  /** True if the body is not JSON. */
  #isInert = false
  #hasBegun = false
  /** The copy of the body, if this answer is compared with its declaration. */
  #copy: AnswerCopy | undefined
  /** The stage that finds the number by which the call is charged. */
  #counter: Stage | undefined
  #writing: ResponseWriter | undefined
  #stallTimer: NodeJS.Timeout | undefined
  #text = ''

  constructor(context: ProxyContext, exchange: Exchange, { status, headers }: AnswerHead) {
    this.#context = context
    this.#exchange = exchange
    this.status = status
    this.#headers = headers
    this.#keeping = context.keeping?.takes(status) ? context.keeping : undefined
  }

  /** True once the head is on its way to the caller, so that a failure can no longer become the response. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Prepares the head, and returns the first stage of the body. */
  begin(): Stage {
    if (this.status === 204 || this.status === 304) {
      this.#writeHead(undefined)
      this.#copy = this.#sampled(undefined)
      return this.#copied(this)
    }
    const { keyForms, wraps, call } = this.#context
    const isJson = isJsonType(String(this.#headers['content-type'] ?? ''))
    this.#isInert = !isJson
    const isSuccess = this.status < 300
    const translates = isJson && isSuccess && call.listing.live[call.route.id]?.answer !== undefined
    const collects = translates || (isJson && this.status >= 400)
    this.#wraps = wraps && isJson && isSuccess
    this.#counter = isJson && !isHead(call) ? call.charge?.counter() : undefined
    const isRead = this.#counter !== undefined || this.#keeping !== undefined
    const encoding = encodingOf(this.#headers)
    const decodes = encoding !== undefined && (keyForms !== undefined || this.#wraps || collects || isRead)
    this.#changesBody = this.#wraps || collects || decodes
    this.#ownsBuffers = !decodes
    if (isHead(call)) return this.#beginBodiless(collects || decodes)
    this.#copy = this.#sampled(decodes ? undefined : encoding)
    if (!collects && !decodes) return this.#beginUnread()
    const stages = this.#chain(collects ? this.#collect() : this.#wrapped())
    const first = decodes ? this.#exchange.decode(encoding, stages) : stages
    if (!first) this.#exchange.stop(new ExchangeError('invalid', 'the content encoding is not known'))
    else if (!collects) this.#writeHead(undefined)
    return first ?? stages
  }

  /** Returns where the body of this answer is copied to. Nearly all answers are not compared. */
  #sampled(encoding: string | undefined): AnswerCopy | undefined {
    const { drift, call } = this.#context
    if (drift === undefined) return undefined
    const { listing, route } = call
    const contentType = String(this.#headers['content-type'] ?? '')
    const { slug, api } = listing
    const { id, endpoint } = route
    return drift.sample({ listing: slug, api, id, endpoint, status: this.status, contentType, encoding })
  }

  /** Copies the body to those who compare, keep or count it. */
  #copied(next: Stage): Stage {
    const counted = this.#counter ? new Tap(this.#counter, next) : next
    const kept = this.#keeping ? new Tap(this.#keeping, counted) : counted
    return this.#copy ? new Tap(this.#copy, kept) : kept
  }

  /** Starts the response to HEAD. `isReread` is true if the length of the response to GET is not known in advance. */
  #beginBodiless(isReread: boolean): Stage {
    const declared = isReread ? undefined : this.#headers['content-length']
    this.#writeHead(declared === undefined ? undefined : this.#lengthOf(Number(declared)))
    return this
  }

  #lengthOf(received: number): number {
    return this.#wraps ? wrappedLength(received) : received
  }

  /** Starts a body that passes unread, whose length is known now or never. */
  #beginUnread(): Stage {
    const declared = this.#headers['content-length']
    if (declared === undefined) {
      this.#writeHead(undefined)
      return this.chunked()
    }
    const length = Number(declared)
    this.#writeHead(this.#lengthOf(length))
    return length <= oneWriteBytes && !this.#copy && !this.#keeping && !this.#counter
      ? new OneWrite(this, length)
      : this.chunked()
  }

  /** Returns the stages of a body that is passed on in chunks. */
  chunked(): Stage {
    return this.#chain(this.#wrapped())
  }

  #chain(next: Stage): Stage {
    const { keyForms } = this.#context
    return keyForms ? new Mask(keyForms, next) : next
  }

  #wrapped(): Stage {
    return this.#copied(this.#wraps ? new Wrap(this) : this)
  }

  /** Collects a body that has to be complete before it is passed on: an error to complete, or a result to translate. */
  #collect(): Stage {
    const { listing } = this.#context.call
    const isError = this.status >= 400
    return new Collect(
      {
        maxBytes: isError ? maxErrorBytes : maxTranslatedBytes,
        passesLonger: isError,
        finish: (body) => (isError ? withErrorMember(body, this.status, listing.api.errors) : this.#translated(body)),
        begin: (length) => this.#writeHead(length !== undefined && this.#wraps ? wrappedLength(length) : length),
      },
      { flow: this.#exchange, next: this.#wrapped() },
    )
  }

  #translated(body: Buffer): Buffer | Promise<Buffer> {
    const { call, request } = this.#context
    const translate = call.listing.live[call.route.id]?.answer
    if (!translate || body.length === 0) return body
    const query = new URLSearchParams(request.search)
    if (body.length > oneTickBytes) return translateInSteps(body, (value) => translate(value, { query }))
    return Buffer.from(JSON.stringify(translate(JSON.parse(body.toString('utf8')), { query })))
  }

  #writeHead(length: number | undefined): void {
    const { call, keyForms, request, baseUrl } = this.#context
    const own = standardHeaders(call)
    const list: string[] = []
    addAnswerHeaders(list, this.#headers, {
      keyForms,
      status: this.status,
      target: request.target,
      requestPath: request.path,
      baseUrl,
      slug: call.listing.slug,
      changesBody: this.#changesBody,
      hasCost: call.charge !== undefined,
    })
    this.#keeping?.begin(this.status, list)
    if (this.#isInert) list.unshift(...inertHeadersFor(this.#headers))
    if (length !== undefined) list.push('content-length', String(length))
    const bytes = bytesOf(own) + bytesOf(list)
    if (bytes > maxHeadBytes) {
      this.#exchange.stop(new ExchangeError('head_too_large', `a head of ${bytes} bytes`))
      return
    }
    this.#hasBegun = true
    writeAnswerHead(call, this.status, { own, others: list })
    if (length === undefined) this.#writer.open()
  }

  push(bytes: Buffer): void {
    if (!this.#hasBegun) return // refused because of its head
    this.#context.call.bytesOut += bytes.length
    this.#writer.write(bytes)
  }

  end(): void {
    clearTimeout(this.#stallTimer)
    if (!this.#hasBegun) return
    this.#writer.end()
    this.#exchange.complete()
  }

  /** Cuts the caller's connection, so that a response which broke off never looks complete. */
  cut(): void {
    clearTimeout(this.#stallTimer)
    this.#writer.cut()
  }

  /** Masks and wraps the whole body, and sends it with the head at the end of the tick. */
  writeWhole(body: Buffer): void {
    const { call, keyForms } = this.#context
    const bytes = keyForms ? maskBytes(body, keyForms) : body
    call.bytesOut += this.#wraps ? wrappedLength(bytes.length) : bytes.length
    // a Latin-1 string, one character per byte: Node puts a head and a string into one write
    const text = bytes.toString('latin1')
    this.#text = this.#wraps ? `{"data":${text}}` : text
    flushInBatch(this)
  }

  flush(): void {
    endResponse(this.#context.call.response, this.#context.idleMs, this.#text)
  }

  complete(): void {
    this.#exchange.complete()
  }

  /** The writer, created on first use because most responses need none. */
  get #writer(): ResponseWriter {
    this.#writing ??= new ResponseWriter(this.#context.call.response, {
      idleMs: this.#context.idleMs,
      onFull: () => this.#pause(),
      releasesBuffers: this.#ownsBuffers,
    })
    return this.#writing
  }

  /** Stops reading from the provider until the caller has caught up. A caller that reads nothing is disconnected. */
  #pause(): void {
    if (this.#stallTimer) return
    const { call, idleMs } = this.#context
    this.#exchange.pause()
    this.#stallTimer = setTimeout(() => call.response.destroy(), idleMs)
    call.response.once('drain', () => {
      clearTimeout(this.#stallTimer)
      this.#stallTimer = undefined
      this.#exchange.resume()
    })
  }
}

async function translateInSteps(body: Buffer, translate: (value: unknown) => unknown): Promise<Buffer> {
  const parsed = await parseScannedJson(body)
  await yieldToEventLoop()
  const translated = translate(parsed)
  await yieldToEventLoop()
  return Buffer.from(JSON.stringify(translated))
}

const flushInBatch = createBatchPerTick('responses', (response: UpstreamResponse) => response.flush())

/** The fast path: a short body of known length that arrives in one chunk is sent with its head in one write. */
class OneWrite implements Stage {
  readonly #response: UpstreamResponse
  readonly #length: number
  #isWritten = false
  /** Stages for a body that arrives in several chunks after all, or is empty. */
  #chunked: Stage | undefined

  constructor(response: UpstreamResponse, length: number) {
    this.#response = response
    this.#length = length
  }

  push(bytes: Buffer): void {
    if (bytes.length === this.#length) {
      this.#isWritten = true
      this.#response.writeWhole(bytes)
      return
    }
    this.#chunked ??= this.#response.chunked()
    this.#chunked.push(bytes)
  }

  end(): void {
    if (this.#isWritten) this.#response.complete()
    else (this.#chunked ?? this.#response.chunked()).end()
  }
}
