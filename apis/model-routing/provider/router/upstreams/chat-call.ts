// One call of a chat model: the request in the provider's wire, the answer as events. What fails before the answer
// begins fails here, so that another channel can be tried; what fails later fails in the events.
import { isPushed, type Outbound, type OutboundAnswer } from '#define'
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
import type { ChannelKind } from '../channels/channel.ts'
import type { Candidate } from '../routing/selection.ts'
import { unsupportedByWire } from '../routing/unsupported-by-wire.ts'
import { addressOf, type Headers, headersOf, inPath } from './address.ts'
import { readErrorBody } from './error-body.ts'
import { whenBegun } from './first-event.ts'
import { readJsonBytes } from './json-answer.ts'
import { modelErrorOf } from './outbound-error.ts'

export interface ChatCall {
  readonly outbound: Outbound
  readonly candidate: Candidate
  readonly isKeyed: boolean
  readonly request: ChatRequest
  readonly signal: AbortSignal
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
  const { request, candidate } = call
  if (!request.textCompletion || hasTextCompletions(candidate.channel.kind)) return openOne(call)
  return openPrompts(call)
}

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
  const { outbound, candidate, request, signal } = call
  const { channel } = candidate
  const format = formatFor(call)
  const own = call.verbatim?.wire === format.wire ? call.verbatim : undefined
  const before = pauseIfLong(request)
  if (before) await before
  const json = own ? undefined : bodyFor(format, request, candidate.model)
  const written = own ? writeVerbatim(own, candidate.model) : (longJsonBytes(json) ?? JSON.stringify(json))
  const body = written instanceof Promise ? await written : written
  const after = pauseIfLong(request)
  if (after) await after
  try {
    const answer = await outbound({
      method: 'POST',
      url: urlOf(call),
      headers: sentHeaders(call),
      body,
      signal,
      firstByteMs: channel.limits.firstByteMs ?? (request.stream ? streamFirstByteMs : wholeFirstByteMs),
      idleMs: channel.limits.idleMs ?? idleMs,
      totalMs,
    })
    if (answer.status < 200 || answer.status > 299)
      throw format.readError(answer.status, answer.headers, await readErrorBody(answer))
    const headers = requestIds(answer.headers)
    // what the provider's wire could not say
    const dropped = json ? leftOut(request, format.wire, json) : []
    if (dropped.length > 0) headers['x-gateway-left-out'] = dropped.join(', ')
    if (own && call.passes && isPushed(answer.body) && isStream(answer, request)) {
      const dropsUsage = request.includeUsage === false
      const passed = new PassedStream(answer.body, { frames: format.passed, dropsUsage })
      const begun = passed.begun()
      if (begun) await begun
      return { events: [], passed, headers }
    }
    const events = isStream(answer, request)
      ? await whenBegun(format.readStream(answer.body, answer.cancel, own && verbatimOf(own, request)))
      : await readWhole(format, answer, own !== undefined && !request.stream)
    return { events, headers }
  } catch (error) {
    throw modelErrorOf(error)
  }
}

/** Undefined where the provider streams although nobody asked for it. */
function verbatimOf(own: CallerBody, { stream, includeUsage }: ChatRequest): VerbatimOptions | undefined {
  return stream ? { dropsUsage: includeUsage === false, asArray: own.asArray } : undefined
}

function sentHeaders({ candidate, isKeyed, request, headers }: ChatCall): Headers {
  const sent = headersOf(candidate.channel, isKeyed, request.wire === 'anthropic' ? headers : undefined)
  sent['content-type'] = 'application/json'
  sent.accept = request.stream ? 'text/event-stream' : 'application/json'
  return sent
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

async function readWhole(format: Format, answer: OutboundAnswer, isVerbatim: boolean): Promise<StreamEvent[]> {
  const { bytes, value } = await readJsonBytes(answer)
  const exact = withExactIntegers(value, bytes, answeringMembers)
  const events = format.readAnswer(exact instanceof Promise ? await exact : exact)
  if (isVerbatim) events.splice(-1, 0, { kind: 'verbatim', bytes })
  return events
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
