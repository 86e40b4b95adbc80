// One call of a chat model: the request in the provider's wire, the answer as events. What fails before the answer
// begins fails here, so that another channel can be tried; what fails later fails in the events.
import type { Outbound, OutboundAnswer } from '#define'
import { type AnswerEvents, asBatches } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import type { Format } from '../../wire/format.ts'
import { formats } from '../../wire/formats.ts'
import { pauseIfLong } from '../../wire/long-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'
import { joinAnswers, splitPrompts } from '../../wire/text-prompts.ts'
import type { ChannelKind } from '../channels/channel.ts'
import type { Candidate } from '../routing/selection.ts'
import { unsupportedByWire } from '../routing/unsupported-by-wire.ts'
import { addressOf, headersOf, inPath } from './address.ts'
import { readErrorBody } from './error-body.ts'
import { whenBegun } from './first-event.ts'
import { readJsonAnswer } from './json-answer.ts'
import { modelErrorOf } from './outbound-error.ts'

export interface ChatCall {
  readonly outbound: Outbound
  readonly candidate: Candidate
  readonly isKeyed: boolean
  readonly request: ChatRequest
  readonly signal: AbortSignal
  /** Headers of the caller. */
  readonly headers: Readonly<Record<string, string>>
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
export async function openChat(call: ChatCall): Promise<AnswerEvents> {
  const { request } = call
  const [first = request, ...more] = hasTextCompletions(call.candidate.channel.kind) ? [request] : splitPrompts(request)
  const answer = await openOne({ ...call, request: first })
  if (more.length === 0) return answer
  const answers = [asBatches(answer), ...more.map((next) => openedLater({ ...call, request: next }))]
  return joinAnswers(answers, request.n)
}

/** The call is sent when the previous answers have been read. */
async function* openedLater(call: ChatCall): AsyncGenerator<readonly StreamEvent[]> {
  yield* asBatches(await openOne(call))
}

async function openOne(call: ChatCall): Promise<AnswerEvents> {
  const { outbound, candidate, request, signal } = call
  const { channel } = candidate
  const format = formatFor(call)
  const passed = request.wire === 'anthropic' ? call.headers : {}
  const before = pauseIfLong(request)
  if (before) await before
  const body = bodyFor(format, request, candidate.model)
  const after = pauseIfLong(request)
  if (after) await after
  try {
    const answer = await outbound({
      method: 'POST',
      url: urlOf(call),
      headers: {
        ...headersOf(channel, call.isKeyed, passed),
        'content-type': 'application/json',
        accept: request.stream ? 'text/event-stream' : 'application/json',
      },
      body,
      signal,
      firstByteMs: channel.limits.firstByteMs ?? (request.stream ? streamFirstByteMs : wholeFirstByteMs),
      idleMs: channel.limits.idleMs ?? idleMs,
      totalMs,
    })
    if (answer.status < 200 || answer.status > 299)
      throw format.readError(answer.status, answer.headers, await readErrorBody(answer))
    return isStream(answer, request)
      ? await whenBegun(format.readStream(answer.body, answer.cancel))
      : await readWhole(format, answer)
  } catch (error) {
    throw modelErrorOf(error)
  }
}

function bodyFor(format: Format, request: ChatRequest, model: string): string {
  try {
    return JSON.stringify(format.writeRequest(request, model))
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

async function readWhole(format: Format, answer: OutboundAnswer): Promise<StreamEvent[]> {
  return format.readAnswer(await readJsonAnswer(answer))
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
