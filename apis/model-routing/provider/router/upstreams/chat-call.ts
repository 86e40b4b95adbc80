// One call of a chat model: the conversation in the provider's wire, the answer as events. What fails before the first event of the
// answer fails here, so that another channel can be tried; what fails later fails in the events.
import type { OutboundAnswer, ProviderKit } from '#define'
import { type AnswerEvents, asBatches } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import type { Format } from '../../wire/format.ts'
import { ModelError } from '../../wire/model-error.ts'
import { malformed } from '../../wire/sse.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'
import { joinAnswers, splitPrompts } from '../../wire/text-prompts.ts'
import type { ChannelKind } from '../channels/channel.ts'
import type { Candidate } from '../routing/selection.ts'
import { unsayable } from '../routing/unsupported-by-wire.ts'
import { addressOf, headersOf, inPath } from './address.ts'
import { begun } from './first-event.ts'
import { faultOf } from './outbound-fault.ts'

/** The formats by the wire that a kind of provider speaks, and that of text completions. */
export interface UpstreamFormats {
  readonly openai: Format
  readonly anthropic: Format
  readonly gemini: Format
  readonly completions: Format
}
export interface ChatCall {
  readonly kit: Pick<ProviderKit, 'outbound'>
  readonly formats: UpstreamFormats
  readonly candidate: Candidate
  readonly isKeyed: boolean
  readonly conversation: ChatRequest
  readonly signal: AbortSignal
  /** Headers of the caller. */
  readonly headers: Readonly<Record<string, string>>
}

/** A model may think for minutes before it says anything; a stream begins when it begins to think. */
const streamFirstByteMs = 120_000
const wholeFirstByteMs = 600_000
const idleMs = 300_000
const totalMs = 1_800_000
const faultBytes = 64 * 1024

/**
 * Resolves when the first event that says something is there. Several bare prompts are one call each where the wire takes one at a time.
 * Throws ModelError, and what is called off as it is.
 */
export async function openChat(call: ChatCall): Promise<AnswerEvents> {
  const { conversation } = call
  const [first = conversation, ...more] = takesBareText(call.candidate.channel.kind)
    ? [conversation]
    : splitPrompts(conversation)
  const answer = await openOne({ ...call, conversation: first })
  if (more.length === 0) return answer
  const answers = [asBatches(answer), ...more.map((next) => opened({ ...call, conversation: next }))]
  return joinAnswers(answers, conversation.n)
}

/** The call goes out when the answers before it were read. */
async function* opened(call: ChatCall): AsyncGenerator<readonly StreamEvent[]> {
  yield* asBatches(await openOne(call))
}

async function openOne(call: ChatCall): Promise<AnswerEvents> {
  const { kit, candidate, conversation, signal } = call
  const { channel } = candidate
  const format = formatFor(call)
  const passed = conversation.wire === 'anthropic' ? call.headers : {}
  const body = bodyFor(format, conversation, candidate.model)
  try {
    const answer = await kit.outbound({
      method: 'POST',
      url: urlOf(call),
      headers: {
        ...headersOf(channel, call.isKeyed, passed),
        'content-type': 'application/json',
        accept: conversation.stream ? 'text/event-stream' : 'application/json',
      },
      body,
      signal,
      firstByteMs: channel.limits.firstByteMs ?? (conversation.stream ? streamFirstByteMs : wholeFirstByteMs),
      idleMs: channel.limits.idleMs ?? idleMs,
      totalMs,
    })
    if (answer.status < 200 || answer.status > 299) throw await refusalOf(format, answer)
    return isStream(answer, conversation)
      ? await begun(format.readStream(answer.body, answer.cancel))
      : await readWhole(format, answer)
  } catch (error) {
    throw faultOf(error)
  }
}

function bodyFor(format: Format, conversation: ChatRequest, model: string): string {
  try {
    return JSON.stringify(format.writeRequest(conversation, model))
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    // a channel of another wire may have the words
    const { status, param } = error
    throw new ModelError(error.kind, error.message, { status, param, code: unsayable, retry: true, cause: error })
  }
}

/** The error of a provider; one whose text breaks off counts by its status alone. */
async function refusalOf(format: Format, answer: OutboundAnswer): Promise<Error> {
  return format.readError(answer.status, answer.headers, await firstBytes(answer))
}

/** The first bytes of an error; the rest is not waited for. */
export async function firstBytes(answer: OutboundAnswer): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer.body) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= faultBytes) break
    }
  } catch {
    // its status says enough
  }
  return Buffer.concat(chunks)
}

/** Some servers stream whatever is asked, and some never do. */
function isStream({ headers }: OutboundAnswer, { stream }: ChatRequest): boolean {
  const type = headers['content-type'] ?? ''
  return type.startsWith('text/event-stream') || (stream && !type.startsWith('application/json'))
}

async function readWhole(format: Format, answer: OutboundAnswer): Promise<StreamEvent[]> {
  const bytes = await answer.bytes()
  let json: unknown
  try {
    json = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw malformed(cause)
  }
  return format.readAnswer(json)
}

function formatFor({ formats, candidate, conversation }: ChatCall): Format {
  const { kind } = candidate.channel
  if (conversation.textCompletion && takesBareText(kind)) return formats.completions
  return kind === 'ollama' ? formats.openai : formats[kind]
}

const takesBareText = (kind: ChannelKind): boolean => kind === 'openai' || kind === 'ollama'

function urlOf({ candidate: { channel, model }, conversation }: ChatCall): string {
  if (channel.kind === 'anthropic') return addressOf(channel, 'messages')
  if (channel.kind !== 'gemini')
    return addressOf(channel, conversation.textCompletion ? 'completions' : 'chat/completions')
  const action = conversation.stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
  return addressOf(channel, `models/${inPath(model)}:${action}`)
}
