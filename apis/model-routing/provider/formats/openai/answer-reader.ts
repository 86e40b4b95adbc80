// Answers of chat completions, whole and streamed, read into events (FACTS 3.1 and 4).
import type { Json, ReplyEvent } from '../../conversation.ts'
import { answerSeed } from '../call-id.ts'
import { isJson, parsed } from '../field.ts'
import { LingeringBytes } from '../lingering.ts'
import { cutShort, malformed, readEvents } from '../sse.ts'
import { ChoiceReader } from './choice-reader.ts'
import { streamFault } from './faults.ts'
import { readUsage } from './usage.ts'

const mostChoices = 1_000

/** Throws ModelFault. */
export function readAnswer(json: unknown): ReplyEvent[] {
  if (!isJson(json)) throw malformed()
  if (isJson(json.error)) throw streamFault(json.error)
  const choices = choicesOf(json)
  if (choices.length === 0) throw malformed()
  const events: ReplyEvent[] = [startOf(json)]
  const seed = answerSeed(json.id)
  for (const [place, choice] of choices.entries()) {
    const reader = new ChoiceReader(indexOf(choice, place), seed)
    if (!isJson(choice.message)) throw malformed()
    events.push(...reader.read(choice.message, choice.logprobs), ...reader.finish(choice.finish_reason))
    events.push(...reader.close())
  }
  const usage = readUsage(json.usage)
  if (usage !== undefined) events.push({ kind: 'usage', usage })
  events.push({ kind: 'end' })
  return events
}

/** Throws ModelFault. Complete is what ended with `[DONE]` or whose every choice ended. */
export async function* readStream(chunks: AsyncIterable<Uint8Array>, cancel?: () => void): AsyncGenerator<ReplyEvent> {
  const readers = new Map<number, ChoiceReader>()
  let seed: string | undefined
  let done = false
  const bytes = new LingeringBytes(chunks, cancel)
  for await (const event of readEvents(bytes)) {
    if (event.data.trim() === '[DONE]') {
      done = true
      bytes.finished = true
      break
    }
    const json = parsed(event.data)
    if (!isJson(json)) throw malformed()
    if (isJson(json.error) || typeof json.error === 'string') throw streamFault(json.error)
    if (seed === undefined) yield startOf(json)
    seed ??= answerSeed(json.id)
    yield* readChunk(json, readers, seed)
  }
  const all = [...readers.values()]
  const whole = done || (all.length > 0 && all.every((reader) => reader.finished))
  if (seed === undefined || !whole) throw cutShort()
  for (const reader of all) yield* reader.close()
  yield { kind: 'end' }
}

function* readChunk(json: Json, readers: Map<number, ChoiceReader>, seed: string): Generator<ReplyEvent> {
  for (const [place, choice] of choicesOf(json).entries()) {
    const index = indexOf(choice, place)
    const reader = readers.get(index) ?? new ChoiceReader(index, seed)
    readers.set(index, reader)
    // Some servers end with a whole message in place of a delta.
    const delta = isJson(choice.delta) ? choice.delta : {}
    yield* reader.read(delta, choice.logprobs)
    yield* reader.finish(choice.finish_reason)
  }
  const usage = readUsage(json.usage)
  if (usage !== undefined) yield { kind: 'usage', usage }
}

export function startOf(json: Json): ReplyEvent {
  const model = typeof json.model === 'string' ? json.model : ''
  return typeof json.id === 'string' ? { kind: 'start', model, id: json.id } : { kind: 'start', model }
}
export function choicesOf(json: Json): Json[] {
  const { choices } = json
  if (choices === undefined || choices === null) return []
  if (!Array.isArray(choices) || choices.length > mostChoices || !choices.every(isJson)) throw malformed()
  return choices
}
export function indexOf(choice: Json, place: number): number {
  const { index } = choice
  return typeof index === 'number' && Number.isSafeInteger(index) && index >= 0 && index < mostChoices ? index : place
}
