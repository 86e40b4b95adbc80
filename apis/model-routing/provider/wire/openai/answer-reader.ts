// Reads complete and streamed chat completions into events (SOURCES 3.1 and 4.1).

import { answerSeed } from '../call-id.ts'
import { parsedEvent } from '../exact-numbers.ts'
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import { malformed, truncated } from '../sse.ts'
import type { Citation, StreamEvent } from '../stream-event.ts'
import type { StreamReader } from '../stream-reader.ts'
import { readPages } from './annotations.ts'
import { ChoiceReader } from './choice-reader.ts'
import { streamError } from './errors.ts'
import { usageIn } from './usage.ts'

const mostChoices = 1_000

/** Throws ModelError. */
export function readAnswer(json: unknown): StreamEvent[] {
  if (!isJson(json)) throw malformed()
  const error = errorIn(json)
  if (error !== undefined) throw streamError(error)
  const choices = choicesOf(json)
  if (choices.length === 0) throw malformed()
  const events: StreamEvent[] = [startOf(json)]
  const seed = answerSeed(json.id)
  for (const [position, choice] of choices.entries()) {
    const reader = new ChoiceReader(indexOf(choice, position), seed)
    if (!isJson(choice.message)) throw malformed()
    events.push(...reader.read(choice.message, choice.logprobs))
    throwErrorOf(choice, reader, choices.length)
    if (position === 0) reader.pages = readPages(json)
    events.push(...reader.finish(choice), ...reader.close())
  }
  const usage = usageIn(json)
  if (usage !== undefined) events.push({ kind: 'usage', usage })
  events.push({ kind: 'end' })
  return events
}

/** An answer is complete after `[DONE]`, or once each of its choices has finished. */
export class ChunkReader implements StreamReader {
  readonly #choices = new Map<number, ChoiceReader>()
  #seed: string | undefined
  #pages: readonly Citation[] = []
  isComplete = false

  read(data: string, events: StreamEvent[]): void {
    if (data === '[DONE]' || data.trim() === '[DONE]') this.isComplete = true
    else this.#chunk(data, events)
  }
  end(events: StreamEvent[]): void {
    const choices = [...this.#choices.values()]
    const isWhole = this.isComplete || (choices.length > 0 && choices.every((choice) => choice.finished))
    if (this.#seed === undefined || !isWhole) throw truncated()
    for (const choice of choices) events.push(...choice.close())
    events.push({ kind: 'end' })
  }
  #chunk(data: string, events: StreamEvent[]): void {
    const json = parsedEvent(data)
    if (!isJson(json)) throw malformed()
    const error = errorIn(json)
    if (error !== undefined) throw streamError(error)
    if (this.#seed === undefined) events.push(startOf(json))
    this.#seed ??= answerSeed(json.id)
    const pages = readPages(json)
    if (pages.length > 0) this.#pages = pages
    for (const [position, choice] of choicesOf(json).entries()) this.#choice(choice, indexOf(choice, position), events)
    const usage = usageIn(json)
    if (usage !== undefined) events.push({ kind: 'usage', usage })
  }
  #choice(choice: Json, index: number, events: StreamEvent[]): void {
    let reader = this.#choices.get(index)
    if (reader === undefined) {
      reader = new ChoiceReader(index, this.#seed ?? '')
      this.#choices.set(index, reader)
    }
    for (const event of reader.readPiece(choice)) events.push(event)
    throwErrorOf(choice, reader, this.#choices.size)
    if (index === 0) reader.pages = this.#pages
    for (const event of reader.finish(choice)) events.push(event)
  }
}

/** Throws the error of the only choice, if it has said nothing: another channel may answer. */
function throwErrorOf(choice: Json, reader: ChoiceReader, choices: number): void {
  const error = choices === 1 ? reader.errorOf(choice) : undefined
  if (error !== undefined) throw streamError(error)
}

/** Returns the error of an answer whose status was that of a success; some services send the error itself. */
function errorIn(json: Json): unknown {
  const { error, choices, base_resp: state } = json
  if (isJson(error) || (typeof error === 'string' && error !== '')) return error
  if (Array.isArray(choices) && choices.length > 0) return undefined
  if (isJson(state) && typeof state.status_code === 'number' && state.status_code !== 0)
    return { message: state.status_msg, code: String(state.status_code) }
  if (choices !== undefined && choices !== null) return undefined
  const isError = json.object === 'error' || sentenceMembers.some((name) => typeof json[name] === 'string')
  return isError ? json : undefined
}
const sentenceMembers = ['message', 'detail', 'msg', 'error_msg']

const metadataMembers = ['service_tier', 'system_fingerprint']

export function startOf(json: Json): StreamEvent {
  const model = typeof json.model === 'string' ? json.model : ''
  const members: Record<string, unknown> = {}
  for (const name of metadataMembers) if (typeof json[name] === 'string') members[name] = json[name]
  const metadata = { wire: 'openai', members } as const
  return {
    kind: 'start',
    model,
    ...(typeof json.id === 'string' ? { id: json.id } : {}),
    ...(Object.keys(members).length > 0 ? { metadata } : {}),
  }
}
export function choicesOf(json: Json): Json[] {
  const { choices } = json
  if (choices === undefined || choices === null) return []
  if (!Array.isArray(choices) || choices.length > mostChoices || !choices.every(isJson)) throw malformed()
  return choices
}
export function indexOf(choice: Json, position: number): number {
  const { index } = choice
  return typeof index === 'number' && Number.isSafeInteger(index) && index >= 0 && index < mostChoices
    ? index
    : position
}
