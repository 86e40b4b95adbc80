// Answers of chat completions, whole and streamed, read into events (FACTS 3.1 and 4).

import { answerSeed } from '../call-id.ts'
import { LingeringBytes } from '../draining.ts'
import type { Json } from '../json.ts'
import { isJson, parsed } from '../json.ts'
import { EventReader, malformed, type ServerEvent, truncated } from '../sse.ts'
import type { StreamEvent } from '../stream-event.ts'
import { ChoiceReader } from './choice-reader.ts'
import { streamError } from './errors.ts'
import { TextFrames } from './text-frames.ts'
import { readUsage } from './usage.ts'

const mostChoices = 1_000

/** Throws ModelError. */
export function readAnswer(json: unknown): StreamEvent[] {
  if (!isJson(json)) throw malformed()
  if (isJson(json.error)) throw streamError(json.error)
  const choices = choicesOf(json)
  if (choices.length === 0) throw malformed()
  const events: StreamEvent[] = [startOf(json)]
  const seed = answerSeed(json.id)
  for (const [place, choice] of choices.entries()) {
    const reader = new ChoiceReader(indexOf(choice, place), seed)
    if (!isJson(choice.message)) throw malformed()
    const text = isJson(choice.logprobs) ? undefined : plainText(choice.message)
    if (text === undefined) events.push(...reader.read(choice.message, choice.logprobs))
    else if (text !== '') events.push({ kind: 'text', choice: indexOf(choice, place), text })
    events.push(...reader.finish(choice.finish_reason), ...reader.close())
  }
  const usage = readUsage(json.usage)
  if (usage !== undefined) events.push({ kind: 'usage', usage })
  events.push({ kind: 'end' })
  return events
}

/** Throws ModelError. Complete is what ended with `[DONE]` or whose every choice ended. */
export async function* readStream(chunks: AsyncIterable<Uint8Array>, cancel?: () => void): AsyncGenerator<StreamEvent> {
  for await (const batch of readBatches(chunks, cancel)) yield* batch
}

/** The same, with all events of a piece of the bytes at once: waiting for each by itself costs more than reading it. */
export async function* readBatches(
  chunks: AsyncIterable<Uint8Array>,
  cancel?: () => void,
): AsyncGenerator<StreamEvent[]> {
  const reader = new ChunkReader()
  const frames = new EventReader()
  const bytes = new LingeringBytes(chunks, cancel)
  for await (const chunk of bytes) {
    const { events, fault } = reader.take(frames, chunk)
    bytes.finished = reader.isDone
    if (events.length > 0) yield events
    if (fault !== undefined) throw fault
    if (reader.isDone) break
  }
  const { events, fault } = reader.end(frames)
  if (events.length > 0) yield events
  if (fault !== undefined) throw fault
}

/** What was read until something was wrong, which is told after it. */
interface Taken {
  readonly events: StreamEvent[]
  readonly fault: unknown
}

class ChunkReader {
  readonly #readers = new Map<number, ChoiceReader>()
  readonly #texts = new TextFrames()
  #seed: string | undefined
  isDone = false

  take(frames: EventReader, chunk: Uint8Array): Taken {
    return this.#read(() => frames.take(chunk))
  }
  end(frames: EventReader): Taken {
    const rest: Taken = this.isDone ? { events: [], fault: undefined } : this.#read(() => frames.end())
    if (rest.fault !== undefined) return rest
    const all = [...this.#readers.values()]
    const whole = this.isDone || (all.length > 0 && all.every((reader) => reader.finished))
    if (this.#seed === undefined || !whole) return { events: rest.events, fault: truncated() }
    for (const reader of all) rest.events.push(...reader.close())
    rest.events.push({ kind: 'end' })
    return rest
  }
  #read(frames: () => readonly ServerEvent[]): Taken {
    const events: StreamEvent[] = []
    try {
      for (const { data } of frames()) {
        if (data === '[DONE]' || data.trim() === '[DONE]') {
          this.isDone = true
          break
        }
        this.#chunk(data, events)
      }
    } catch (fault) {
      return { events, fault }
    }
    return { events, fault: undefined }
  }
  #chunk(data: string, events: StreamEvent[]): void {
    const known = this.#texts.read(data)
    if (known !== undefined) {
      if (known.text !== '') events.push(known)
      return
    }
    const json = parsed(data)
    if (!isJson(json)) throw malformed()
    if (isJson(json.error) || typeof json.error === 'string') throw streamError(json.error)
    if (this.#seed === undefined) events.push(startOf(json))
    this.#seed ??= answerSeed(json.id)
    const before = events.length
    const choices = choicesOf(json)
    for (const [place, choice] of choices.entries()) this.#choice(choice, indexOf(choice, place), events)
    const usage = readUsage(json.usage)
    if (usage !== undefined) events.push({ kind: 'usage', usage })
    const said = events.length === before + 1 && choices.length === 1 ? events[before] : undefined
    if (said?.kind === 'text' && said.logprobs === undefined) this.#texts.learn(data, said)
  }
  #choice(choice: Json, index: number, events: StreamEvent[]): void {
    let reader = this.#readers.get(index)
    if (reader === undefined) {
      reader = new ChoiceReader(index, this.#seed ?? '')
      this.#readers.set(index, reader)
    }
    // Some servers end with a whole message in place of a delta.
    const delta = isJson(choice.delta) ? choice.delta : {}
    const text = plainText(delta)
    // nearly every piece of nearly every answer is this
    if (text !== undefined && !isJson(choice.logprobs)) {
      if (text !== '') events.push({ kind: 'text', choice: index, text })
    } else for (const event of reader.read(delta, choice.logprobs)) events.push(event)
    if (typeof choice.finish_reason === 'string')
      for (const event of reader.finish(choice.finish_reason)) events.push(event)
  }
}

/** The text of a message, or of a delta of one, that says nothing else. */
function plainText(message: Json): string | undefined {
  for (const name in message) if (name !== 'content' && name !== 'role' && !saysNothing(message[name])) return undefined
  return typeof message.content === 'string' ? message.content : undefined
}
const saysNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

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
export function indexOf(choice: Json, place: number): number {
  const { index } = choice
  return typeof index === 'number' && Number.isSafeInteger(index) && index >= 0 && index < mostChoices ? index : place
}
