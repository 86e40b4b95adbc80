// One call of a chat model: the request in the provider's wire, the answer as events. A failure before the answer
// begins is thrown, so that another channel can be tried; a later one is thrown by the events.
import type { Outbound, OutboundAnswer } from '#define/outbound'
import { longJsonBytes } from '#provider'
import { type FormedRequest, withReadForm, withTakenForm } from '../../wire/answer-forms.ts'
import { type Batches, oneBatch } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import { withExactIntegers } from '../../wire/exact-numbers.ts'
import { hasForeignThoughts, withMarkedThoughts, withOwnThoughts } from '../../wire/foreign-thoughts.ts'
import type { Format } from '../../wire/format.ts'
import { formats } from '../../wire/formats.ts'
import type { Json } from '../../wire/json.ts'
import { leftOut, leftOutHeaders } from '../../wire/left-out.ts'
import { pauseIfLong } from '../../wire/long-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import { asServedAt } from '../../wire/openai/served.ts'
import type { VerbatimOptions } from '../../wire/own-bytes.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'
import { joinAnswers, splitPrompts } from '../../wire/text-prompts.ts'
import { type InputRequest, withOriginalInputs, withTakenInputs } from '../../wire/tool-inputs.ts'
import { type NamedRequest, withOriginalNames, withTakenNames } from '../../wire/tool-names.ts'
import { type VerbatimRequest, writeVerbatim } from '../../wire/verbatim-request.ts'
import type { Wire } from '../../wire/wire.ts'
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
}

export interface CallerBody extends VerbatimRequest {
  /** True for a stream of generateContent that the caller gets as one JSON array. */
  readonly asArray?: boolean | undefined
}

/** An answer that has begun. */
export interface BegunAnswer {
  readonly events: Batches
  /** Headers of the provider that callers get too; the call owns them and adds others. */
  readonly headers: Record<string, string>
}

/** Timeout of a model that thinks for minutes before its answer begins; a stream begins when the thinking does. */
const streamFirstByteMs = 120_000
const wholeFirstByteMs = 600_000
const idleMs = 300_000
const totalMs = 1_800_000

/**
 * Resolves when the answer has begun. Several prompts of a text completion are one call each where the wire takes one
 * at a time, sent when the previous answers have been read. Throws ModelError; an abort is rethrown unchanged.
 */
export async function openChat(call: ChatCall): Promise<BegunAnswer> {
  const { request, candidate } = call
  const takesAll = !request.textCompletion || hasTextCompletions(candidate.channel.kind)
  const [first = request, ...more] = takesAll ? [request] : splitPrompts(request)
  const answer = await openOne({ ...call, request: first })
  if (more.length === 0) return answer
  const later = more.map((next) => openedLater({ ...call, request: next }))
  return { events: joinAnswers([answer.events, ...later], request.n), headers: answer.headers }
}

async function* openedLater(call: ChatCall): Batches {
  yield* (await openOne(call)).events
}

async function openOne(call: ChatCall): Promise<BegunAnswer> {
  try {
    return await sendAndBegin(call)
  } catch (error) {
    throw modelErrorOf(error)
  }
}

async function sendAndBegin(call: ChatCall): Promise<BegunAnswer> {
  const { outbound, candidate, request, signal } = call
  const { limits } = candidate.channel
  const format = formatFor(call)
  const own = call.verbatim?.wire === format.wire && !hasForeignThoughts(request) ? call.verbatim : undefined
  await pauseIfLong(request)
  const fitted = own ? undefined : fittedTo(request, format.wire)
  const json = fitted && bodyFor(format, fitted.request, candidate.model)
  const sent = json && asServedAt(candidate.channel.base, json)
  const body = own ? await writeVerbatim(own, candidate.model) : ((await longJsonBytes(sent)) ?? JSON.stringify(sent))
  await pauseIfLong(request)
  const answer = await outbound({
    method: 'POST',
    url: urlOf(call),
    headers: sentHeaders(call),
    body,
    signal,
    firstByteMs: limits.firstByteMs ?? (request.stream ? streamFirstByteMs : wholeFirstByteMs),
    idleMs: limits.idleMs ?? idleMs,
    totalMs,
  })
  if (answer.status < 200 || answer.status > 299)
    throw format.readError(answer.status, answer.headers, await readErrorBody(answer))
  const headers = requestIds(answer.headers)
  // what the provider's wire could not say
  if (json) Object.assign(headers, leftOutHeaders(leftOut(request, format.wire, json)))
  if (!isStream(answer, request))
    return { events: withOwnWords(oneBatch(await readWhole(format, answer, { own, request })), fitted), headers }
  const batches = format.readStream(answer.body, answer.cancel, own && verbatimOf(own, request))
  return { events: withOwnWords(await whenBegun(batches), fitted), headers }
}

interface Fitted extends NamedRequest {
  readonly inputs: InputRequest['originals']
  readonly read: FormedRequest['read']
  /** The wires of the provider and of a caller of another one. */
  readonly wires: readonly [provider: Wire, caller: Wire | undefined] | undefined
}
/** Returns the request with thoughts, names of tools and inputs, and a form of the answer that the wire takes. */
function fittedTo(request: ChatRequest, wire: Wire): Fitted {
  const { request: formed, read } = withTakenForm(withOwnThoughts(request, wire), wire)
  const { request: taken, originals: inputs } = withTakenInputs(formed, wire)
  const wires = request.wire === wire ? undefined : ([wire, request.wire] as const)
  return { ...withTakenNames(taken, wire), inputs, read, wires }
}

/**
 * Returns the answer with the caller's own names of tools and of their inputs, in the form that it wants, and with
 * marks on thoughts.
 */
function withOwnWords(events: Batches, fitted: Fitted | undefined): Batches {
  if (!fitted) return events
  const thoughts = fitted.wires ? withMarkedThoughts(events, ...fitted.wires) : events
  const formed = fitted.read ? withReadForm(thoughts, fitted.read) : thoughts
  const tools = fitted.originals.size > 0 ? withOriginalNames(formed, fitted.originals) : formed
  return fitted.inputs.size > 0 ? withOriginalInputs(tools, fitted.inputs) : tools
}

/** Returns the options for passing bytes on; undefined if the provider streams unasked. */
function verbatimOf(own: CallerBody, { stream, includeUsage }: ChatRequest): VerbatimOptions | undefined {
  return stream ? { dropsUsage: includeUsage === false, asArray: own.asArray } : undefined
}

function sentHeaders({ candidate: { channel }, isKeyed, request, headers }: ChatCall): Readonly<Headers> {
  const passed = request.wire === 'anthropic' && channel.kind === 'anthropic' ? headers : undefined
  return {
    ...headersOf(channel, isKeyed, passed),
    'content-type': 'application/json',
    accept: request.stream ? 'text/event-stream' : 'application/json',
  }
}

/** Returns the ids by which the provider's support finds a call. */
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
    if (request.unread) throw request.unread
    return format.writeRequest(request, model)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    // a channel of another wire might be able to express it
    const { status, param } = error
    throw new ModelError(error.kind, error.message, {
      status,
      param,
      retry: true,
      cause: error,
      code: unsupportedByWire,
    })
  }
}

/** True for a streamed answer: some servers always stream, and some never do, whatever is requested. */
function isStream({ headers }: OutboundAnswer, { stream }: ChatRequest): boolean {
  const type = headers['content-type']
  if (type === undefined) return stream
  return type.startsWith('text/event-stream') || (stream && !type.startsWith('application/json'))
}

/** Members of an answer that hold the inputs of tool calls. */
const answeringMembers = ['content', 'candidates', 'choices']

interface WholeInput {
  readonly own: CallerBody | undefined
  readonly request: ChatRequest
}

async function readWhole(
  format: Format,
  answer: OutboundAnswer,
  { own, request }: WholeInput,
): Promise<readonly StreamEvent[]> {
  const { bytes, value } = await readJsonBytes(answer)
  const events = format.readAnswer(await withExactIntegers(value, bytes, answeringMembers))
  return own && !request.stream ? events.toSpliced(-1, 0, { kind: 'verbatim', bytes }) : events
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
