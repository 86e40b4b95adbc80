// One call of a chat model: the request in the provider's wire, the answer as events. What fails before the answer
// begins fails here, so that another channel can be tried; what fails later fails in the events.
import { type Cancellation, isPushed, type Outbound, type OutboundAnswer, type Pushed } from '#define'
import { longJsonBytes } from '#provider'
import { type AnswerEvents, asBatches } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import { withExactIntegers } from '../../wire/exact-numbers.ts'
import type { Format } from '../../wire/format.ts'
import { formats } from '../../wire/formats.ts'
import type { Json } from '../../wire/json.ts'
import { leftOut } from '../../wire/left-out.ts'
import { pauseIfLong } from '../../wire/long-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import { PassedStream } from '../../wire/passed-stream.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'
import { joinAnswers, splitPrompts } from '../../wire/text-prompts.ts'
import type { VerbatimOptions } from '../../wire/verbatim-batches.ts'
import { type VerbatimRequest, writeVerbatim } from '../../wire/verbatim-request.ts'
import type { Channel, ChannelKind } from '../channels/channel.ts'
import type { Candidate } from '../routing/selection.ts'
import { unsupportedByWire } from '../routing/unsupported-by-wire.ts'
import { addressOf, type Headers, headersOf, inPath } from './address.ts'
import { readErrorBody } from './error-body.ts'
import { whenBegun } from './first-event.ts'
import { type JsonAnswer, readJsonBytes } from './json-answer.ts'
import { modelErrorOf } from './outbound-error.ts'

export interface ChatCall {
  readonly outbound: Outbound
  readonly candidate: Candidate
  readonly isKeyed: boolean
  readonly request: ChatRequest
  readonly signal: AbortSignal | Cancellation
  /** Headers of the caller. */
  readonly headers: Readonly<Record<string, string>>
  /** The caller's own text, for a provider of the same wire. */
  readonly verbatim?: CallerBody | undefined
  /** A stream of the same wire is not read here: it is passed on as it comes. */
  readonly passes?: boolean
}

export interface CallerBody extends VerbatimRequest {
  /** Only of generateContent: the caller gets a stream as one JSON array. */
  readonly asArray?: boolean | undefined
}

/** An answer that has begun. */
export interface BegunAnswer {
  /** None of an answer that is passed on. */
  readonly events: AnswerEvents
  readonly passed?: PassedStream | undefined
  /** Headers of the provider that callers get too. Of this call alone: others are added. */
  readonly headers: Record<string, string>
}

/** A model may think for minutes before its answer begins; a stream begins when the thinking does. */
const streamFirstByteMs = 120_000
const wholeFirstByteMs = 600_000
const idleMs = 300_000
const totalMs = 1_800_000

/**
 * Resolves when the answer has begun. Several prompts of a text completion are one call each where the wire takes one
 * at a time. Throws ModelError; an abort is rethrown unchanged.
 */
export function openChat(call: ChatCall): Promise<BegunAnswer> {
  return isOne(call) ? openOne(call) : openPrompts(call)
}

/**
 * The same for who wants to wait once only: `sent.begin(await sent.answer)`, whose errors are to go through
 * `modelErrorOf`. Undefined for several prompts.
 */
export function sendChat(call: ChatCall): SentChat | undefined {
  return isOne(call) ? new SentChat(call) : undefined
}

const isOne = ({ request, candidate }: ChatCall): boolean =>
  !request.textCompletion || hasTextCompletions(candidate.channel.kind)

async function openPrompts(call: ChatCall): Promise<BegunAnswer> {
  const { request } = call
  const [first = request, ...more] = splitPrompts(request)
  if (more.length === 0) return openOne(call)
  const answer = await openOne({ ...call, request: first, passes: false })
  const answers = [asBatches(answer.events), ...more.map((next) => openedLater({ ...call, request: next }))]
  return { events: joinAnswers(answers, request.n), headers: answer.headers }
}

/** The call is sent when the previous answers have been read. */
async function* openedLater(call: ChatCall): AsyncGenerator<readonly StreamEvent[]> {
  yield* asBatches((await openOne(call)).events)
}

async function openOne(call: ChatCall): Promise<BegunAnswer> {
  const sent = new SentChat(call)
  try {
    return await sent.begin(await sent.answer)
  } catch (error) {
    throw modelErrorOf(error)
  }
}

/** A call under way. */
class SentChat {
  readonly answer: Promise<OutboundAnswer>
  readonly #call: ChatCall
  readonly #format: Format
  readonly #own: CallerBody | undefined
  /** What was written for a provider of another wire. */
  #json: Json | undefined

  constructor(call: ChatCall) {
    this.#call = call
    this.#format = formatFor(call)
    this.#own = call.verbatim?.wire === this.#format.wire ? call.verbatim : undefined
    const before = pauseIfLong(call.request)
    const body = before ? before.then(() => this.#body()) : this.#body()
    this.answer = body instanceof Promise ? body.then((bytes) => this.#send(bytes)) : this.#send(body)
  }

  /** A promise only for long ones. */
  #body(): string | Buffer | Promise<string | Buffer> {
    const { request, candidate } = this.#call
    if (!this.#own) this.#json = bodyFor(this.#format, request, candidate.model)
    const body = this.#own
      ? writeVerbatim(this.#own, candidate.model)
      : (longJsonBytes(this.#json) ?? JSON.stringify(this.#json))
    const after = pauseIfLong(request)
    return after ? after.then(() => body) : body
  }

  #send(body: string | Buffer): Promise<OutboundAnswer> {
    const { outbound, candidate, request, signal } = this.#call
    const { limits } = candidate.channel
    return outbound({
      method: 'POST',
      url: urlOf(this.#call),
      headers: sentHeaders(this.#call),
      body,
      signal,
      firstByteMs: limits.firstByteMs ?? (request.stream ? streamFirstByteMs : wholeFirstByteMs),
      idleMs: limits.idleMs ?? idleMs,
      totalMs,
    })
  }

  /** A promise where the answer has not begun, or has to be read for that. */
  begin(answer: OutboundAnswer): BegunAnswer | Promise<BegunAnswer> {
    if (answer.status < 200 || answer.status > 299) return refused(this.#format, answer)
    const { request, passes } = this.#call
    const headers = requestIds(answer.headers)
    // what the provider's wire could not say
    const dropped = this.#json ? leftOut(request, this.#format.wire, this.#json) : []
    if (dropped.length > 0) headers['x-gateway-left-out'] = dropped.join(', ')
    const own = this.#own
    if (isStream(answer, request)) {
      if (own && passes && isPushed(answer.body)) return this.#pass(answer.body, headers)
      const batches = this.#format.readStream(answer.body, answer.cancel, own && verbatimOf(own, request))
      return whenBegun(batches).then((events) => ({ events, headers }))
    }
    const events = readWhole(this.#format, answer, own !== undefined && !request.stream)
    return events instanceof Promise ? events.then((read) => ({ events: read, headers })) : { events, headers }
  }

  #pass(body: Pushed, headers: BegunAnswer['headers']): BegunAnswer | Promise<BegunAnswer> {
    const dropsUsage = this.#call.request.includeUsage === false
    const passed = new PassedStream(body, { frames: this.#format.passed, dropsUsage })
    const begun = passed.begun()
    return begun ? begun.then(() => ({ events: [], passed, headers })) : { events: [], passed, headers }
  }
}

async function refused(format: Format, answer: OutboundAnswer): Promise<never> {
  throw format.readError(answer.status, answer.headers, await readErrorBody(answer))
}

/** Undefined where the provider streams although nobody asked for it. */
function verbatimOf(own: CallerBody, { stream, includeUsage }: ChatRequest): VerbatimOptions | undefined {
  return stream ? { dropsUsage: includeUsage === false, asArray: own.asArray } : undefined
}

function sentHeaders({ candidate: { channel }, isKeyed, request, headers }: ChatCall): Readonly<Headers> {
  const passed = request.wire === 'anthropic' ? headers : undefined
  if (channel.kind === 'anthropic') return withTypes(headersOf(channel, isKeyed, passed), request)
  let common = commonHeaders.get(channel)
  if (!common) {
    common = []
    commonHeaders.set(channel, common)
  }
  const kind = Number(isKeyed) + 2 * Number(request.stream)
  common[kind] ??= withTypes(headersOf(channel, isKeyed), request)
  return common[kind]
}

/** What calls of a channel have in common that take nothing of their caller: by whether they have a key, and stream. */
const commonHeaders = new WeakMap<Channel, Readonly<Headers>[]>()

function withTypes(headers: Headers, { stream }: ChatRequest): Headers {
  headers['content-type'] = 'application/json'
  headers.accept = stream ? 'text/event-stream' : 'application/json'
  return headers
}

/** By which the provider's support finds a call. */
function requestIds(headers: OutboundAnswer['headers']): BegunAnswer['headers'] {
  const ids: Record<string, string> = {}
  for (const name of idHeaders) {
    const id = headers[name]
    if (id !== undefined) ids[name] = id.slice(0, 200)
  }
  return ids
}
const idHeaders = ['x-request-id', 'request-id']

function bodyFor(format: Format, request: ChatRequest, model: string): Json {
  try {
    return format.writeRequest(request, model)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    // a channel of another wire may be able to express it
    const { status, param } = error
    throw new ModelError(error.kind, error.message, {
      ...{ status, param, retry: true, cause: error },
      code: unsupportedByWire,
    })
  }
}

/** Some servers always stream, and some never do, whatever is requested. */
function isStream({ headers }: OutboundAnswer, { stream }: ChatRequest): boolean {
  const type = headers['content-type'] ?? ''
  return type.startsWith('text/event-stream') || (stream && !type.startsWith('application/json'))
}

/** Members of an answer that hold the inputs of tool calls. */
const answeringMembers = ['content', 'candidates', 'choices']

function readWhole(
  format: Format,
  answer: OutboundAnswer,
  isVerbatim: boolean,
): StreamEvent[] | Promise<StreamEvent[]> {
  const read = readJsonBytes(answer)
  const eventsOf = (json: JsonAnswer) => wholeEvents(format, json, isVerbatim)
  return read instanceof Promise ? read.then(eventsOf) : eventsOf(read)
}

function wholeEvents(
  format: Format,
  { bytes, value }: JsonAnswer,
  isVerbatim: boolean,
): StreamEvent[] | Promise<StreamEvent[]> {
  const read = (json: unknown) => {
    const events = format.readAnswer(json)
    if (isVerbatim) events.splice(-1, 0, { kind: 'verbatim', bytes })
    return events
  }
  const exact = withExactIntegers(value, bytes, answeringMembers)
  return exact instanceof Promise ? exact.then(read) : read(exact)
}

function formatFor({ candidate, request }: ChatCall): Format {
  const { kind } = candidate.channel
  if (request.textCompletion && hasTextCompletions(kind)) return formats.completions
  return kind === 'ollama' ? formats.openai : formats[kind]
}

const hasTextCompletions = (kind: ChannelKind): boolean => kind === 'openai' || kind === 'ollama'

function urlOf({ candidate: { channel, model }, request }: ChatCall): string {
  if (channel.kind === 'anthropic') return addressOf(channel, 'messages')
  if (channel.kind !== 'gemini') return addressOf(channel, request.textCompletion ? 'completions' : 'chat/completions')
  const action = request.stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
  return addressOf(channel, `models/${inPath(model)}:${action}`)
}
