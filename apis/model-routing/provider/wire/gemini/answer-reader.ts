// Reads complete and streamed answers of generateContent into events (SOURCES 3.11).

import { answerSeed, madeCallId } from '../call-id.ts'
import { parsedEvent } from '../exact-numbers.ts'
import { type Ending, readEnding } from '../finish-reasons.ts'
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import { malformed, truncated } from '../sse.ts'
import { type Citation, isContent, type StreamEvent } from '../stream-event.ts'
import type { StreamReader } from '../stream-reader.ts'
import { streamError } from './errors.ts'
import { readLogprobs } from './logprobs.ts'
import { readUsage } from './usage.ts'
import { versionOf } from './version.ts'

const mostCandidates = 1_000
/** Limit of searches that are read of one candidate. */
const mostQueries = 1_000

/** Members next to the content that only this wire has: grounding, citations, safety ratings. */
const besideContent = new Set([
  'groundingMetadata',
  'citationMetadata',
  'urlContextMetadata',
  'safetyRatings',
  'finishMessage',
])
/** The member of an opaque block that holds them; no part of a content has it. */
export const besideParts = 'candidate'

/** Throws ModelError. */
export function readAnswer(json: unknown): StreamEvent[] {
  const reader = new AnswerReader()
  return [...reader.read(json), ...reader.end(true)]
}

/** Reader of a wire without a final event: an answer is complete once every candidate has given its reason. */
export class CandidateReader implements StreamReader {
  readonly isComplete = false
  readonly #answer = new AnswerReader()

  read(data: string, events: StreamEvent[]): void {
    // Some servers of this wire end as chat completions do.
    if (data.trim() === '[DONE]') return
    for (const event of this.#answer.read(parsedEvent(data))) events.push(event)
  }
  end(events: StreamEvent[]): void {
    for (const event of this.#answer.end(false)) events.push(event)
  }
}

interface Candidate {
  readonly seed: string
  calls: number
  /** True once there is content other than thoughts. */
  hasContent: boolean
  finished: boolean
  /** True if the only reason so far is the unspecified one. */
  isUnspecified: boolean
}

class AnswerReader {
  #seed: string | undefined
  /** The generation of the model. */
  #version: number | undefined
  /** Searches that the vendor made for the answer. */
  readonly #queries = new Set<string>()
  readonly #candidates = new Map<number, Candidate>()

  get #isEmpty(): boolean {
    return this.#candidates.size === 0
  }
  /** Reads an answer, or the list of them that a server gives that knows no events. */
  *read(value: unknown): Generator<StreamEvent> {
    const answers: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (answers.length === 0) throw malformed()
    for (const json of answers) yield* this.#read(json)
  }
  *#read(json: unknown): Generator<StreamEvent> {
    if (!isJson(json)) throw malformed()
    if (isJson(json.error)) throw streamError(json.error)
    if (this.#seed === undefined) yield startOf(json)
    this.#seed ??= answerSeed(json.responseId)
    this.#version ??= versionOf(textIn(json.modelVersion) ?? '')
    for (const [position, candidate] of candidatesOf(json).entries()) yield* this.#candidate(candidate, position)
    yield* this.#blocked(json.promptFeedback)
    const usage = readUsage(json.usageMetadata)
    if (usage !== undefined) yield { kind: 'usage', usage }
    if (this.#queries.size > 0) yield { kind: 'usage', usage: { searches: this.#searches() } }
  }
  /** Returns the number of searches that are charged: each of them, before the third generation the answer alone. */
  #searches(): number {
    return (this.#version ?? 3) >= 3 ? this.#queries.size : 1
  }
  /** `isWhole`: the answer is complete, so a missing reason does not mean that it was cut short. */
  *end(isWhole: boolean): Generator<StreamEvent> {
    const open = [...this.#candidates].filter(([, candidate]) => !candidate.finished)
    if (this.#isEmpty) throw isWhole ? malformed() : truncated()
    if (open.length > 0 && !isWhole) throw truncated()
    for (const [choice, candidate] of open) {
      const { calls, isUnspecified } = candidate
      const ending = isUnspecified
        ? endingOf(unspecified, candidate)
        : ({ reason: calls > 0 ? 'toolCalls' : 'stop' } as const)
      yield { kind: 'finish', choice, ...ending }
    }
    yield { kind: 'end' }
  }

  *#candidate(json: Json, position: number): Generator<StreamEvent> {
    const choice = indexOf(json, position)
    const candidate = this.#candidates.get(choice) ?? begun(this.#seed ?? '')
    this.#candidates.set(choice, candidate)
    const parts = isJson(json.content) && Array.isArray(json.content.parts) ? json.content.parts : []
    for (const part of parts) {
      if (!isJson(part)) throw malformed()
      for (const event of readPart(part, choice, candidate)) {
        candidate.hasContent ||= isContent(event)
        yield event
      }
    }
    for (const query of queriesOf(json.groundingMetadata)) this.#queries.add(query)
    for (const citation of citationsOf(json.groundingMetadata)) yield { kind: 'citation', choice, citation }
    const beside = Object.entries(json).filter(([name, value]) => besideContent.has(name) && value !== null)
    if (beside.length > 0)
      yield { kind: 'opaque', choice, wire: 'gemini', block: { [besideParts]: Object.fromEntries(beside) } }
    const logprobs = readLogprobs(json.logprobsResult)
    if (logprobs !== undefined) yield { kind: 'text', choice, text: '', logprobs }
    const { finishReason: word } = json
    candidate.isUnspecified ||= word === unspecified
    if (typeof word !== 'string' || candidate.finished || word === unspecified) return
    candidate.finished = true
    yield { kind: 'finish', choice, ...endingOf(word, candidate) }
  }
  /** A blocked prompt has a block reason instead of candidates. */
  *#blocked(feedback: unknown): Generator<StreamEvent> {
    if (!isJson(feedback) || typeof feedback.blockReason !== 'string' || !this.#isEmpty) return
    this.#candidates.set(0, { ...begun(''), finished: true })
    yield { kind: 'finish', choice: 0, reason: 'contentFilter', native: { wire: 'gemini', word: feedback.blockReason } }
  }
}
const unspecified = 'FINISH_REASON_UNSPECIFIED'

/** Returns the web pages that an answer is grounded in. */
function citationsOf(grounding: unknown): Citation[] {
  const chunks = isJson(grounding) && Array.isArray(grounding.groundingChunks) ? grounding.groundingChunks : []
  return chunks.flatMap((native: unknown): Citation[] => {
    if (!isJson(native) || !isJson(native.web) || typeof native.web.uri !== 'string') return []
    return [{ wire: 'gemini', native, url: native.web.uri, title: textIn(native.web.title) }]
  })
}

/** Returns the searches of an answer. The vendor charges equal ones once, and none without words. */
function queriesOf(grounding: unknown): string[] {
  const queries = isJson(grounding) ? grounding.webSearchQueries : undefined
  if (!Array.isArray(queries)) return []
  return queries.slice(0, mostQueries).filter((query) => typeof query === 'string' && query.trim() !== '')
}

const begun = (seed: string): Candidate => ({
  seed,
  calls: 0,
  hasContent: false,
  finished: false,
  isUnspecified: false,
})
/** Returns the finish reason, for which this wire lacks a word if the answer calls tools. */
function endingOf(word: string, { calls, hasContent }: Candidate): Ending {
  const ending = readEnding('gemini', word, hasContent)
  return ending.reason === 'stop' && calls > 0 ? { ...ending, reason: 'toolCalls' } : ending
}

function startOf(json: Json): StreamEvent {
  const model = typeof json.modelVersion === 'string' ? json.modelVersion : ''
  const { responseId: id } = json
  return typeof id === 'string' && id !== '' ? { kind: 'start', model, id } : { kind: 'start', model }
}
function candidatesOf({ candidates }: Json): Json[] {
  if (candidates === undefined || candidates === null) return []
  if (!Array.isArray(candidates) || candidates.length > mostCandidates || !candidates.every(isJson)) throw malformed()
  return candidates
}
function indexOf({ index }: Json, position: number): number {
  return typeof index === 'number' && Number.isSafeInteger(index) && index >= 0 && index < mostCandidates
    ? index
    : position
}

function* readPart(part: Json, choice: number, candidate: Candidate): Generator<StreamEvent> {
  const signature = textIn(part.thoughtSignature ?? part.thought_signature)
  const call = part.functionCall ?? part.function_call
  const inline = part.inlineData ?? part.inline_data
  if (isJson(call)) yield* readCall(call, choice, candidate, signature)
  else if (isJson(inline) && typeof inline.data === 'string') {
    const mediaType = textIn(inline.mimeType ?? inline.mime_type) ?? ''
    if (mediaType.startsWith('image/')) yield { kind: 'image', choice, mediaType, data: inline.data }
    else yield { kind: 'opaque', choice, wire: 'gemini', block: part }
  } else if (typeof part.text === 'string') yield* readText(part.text, part.thought === true, choice, signature)
  else if (Object.keys(part).length > 0) yield { kind: 'opaque', choice, wire: 'gemini', block: part }
}

function* readText(
  text: string,
  isThought: boolean,
  choice: number,
  signature: string | undefined,
): Generator<StreamEvent> {
  if (text !== '') yield { kind: isThought ? 'thinking' : 'text', choice, text }
  if (signature === undefined) return
  if (isThought) yield { kind: 'signature', choice, signature }
  // On a text it is of use only to this wire.
  else yield { kind: 'opaque', choice, wire: 'gemini', block: { text: '', thoughtSignature: signature } }
}

function* readCall(
  call: Json,
  choice: number,
  candidate: Candidate,
  signature: string | undefined,
): Generator<StreamEvent> {
  const name = textIn(call.name)
  if (name === undefined) throw malformed()
  const index = candidate.calls++
  const id = textIn(call.id) ?? madeCallId(candidate.seed, choice, index)
  const start = { kind: 'toolCall', choice, index, id, name } as const
  yield signature === undefined ? start : { ...start, signature }
  yield { kind: 'toolInput', choice, index, text: JSON.stringify(isJson(call.args) ? call.args : {}) }
}
function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
