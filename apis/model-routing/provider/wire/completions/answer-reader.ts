// Reads complete and streamed text completions into events (SOURCES 3.2).

import { readEnding } from '../finish-reasons.ts'
import type { Json } from '../json.ts'
import { isJson, parsed } from '../json.ts'
import { choicesOf, indexOf, startOf } from '../openai/answer-reader.ts'
import { streamError } from '../openai/errors.ts'
import { readUsage } from '../openai/usage.ts'
import { malformed, truncated } from '../sse.ts'
import type { StreamEvent } from '../stream-event.ts'
import type { StreamReader } from '../stream-reader.ts'
import { readLogprobs } from './logprobs.ts'

/** Throws ModelError. */
export function readAnswer(json: unknown): StreamEvent[] {
  if (!isJson(json)) throw malformed()
  if (isJson(json.error)) throw streamError(json.error)
  if (choicesOf(json).length === 0) throw malformed()
  const reader = new AnswerReader()
  return [startOf(json), ...reader.read(json), ...reader.end()]
}

/** An answer is complete after `[DONE]`, or once each of its choices has finished. */
export class TextChunkReader implements StreamReader {
  readonly #answer = new AnswerReader()
  #hasStarted = false
  isComplete = false

  read(data: string, events: StreamEvent[]): void {
    if (data.trim() === '[DONE]') {
      this.isComplete = true
      return
    }
    const json = parsed(data)
    if (!isJson(json)) throw malformed()
    if (isJson(json.error) || typeof json.error === 'string') throw streamError(json.error)
    if (!this.#hasStarted) events.push(startOf(json))
    this.#hasStarted = true
    for (const event of this.#answer.read(json)) events.push(event)
  }
  end(events: StreamEvent[]): void {
    if (!this.#hasStarted || !(this.isComplete || this.#answer.hasFinished)) throw truncated()
    events.push(...this.#answer.end())
  }
}

class AnswerReader {
  /** True for a choice that has finished, by its index. */
  readonly #ended = new Map<number, boolean>()
  /** Choices with content. */
  readonly #said = new Set<number>()

  get hasFinished(): boolean {
    return this.#ended.size > 0 && [...this.#ended.values()].every(Boolean)
  }
  *read(json: Json): Generator<StreamEvent> {
    for (const [position, choice] of choicesOf(json).entries()) yield* this.#choice(choice, indexOf(choice, position))
    const usage = readUsage(json.usage)
    if (usage !== undefined) yield { kind: 'usage', usage }
  }
  *end(): Generator<StreamEvent> {
    for (const [choice, ended] of this.#ended) if (!ended) yield { kind: 'finish', choice, reason: 'stop' }
    yield { kind: 'end' }
  }
  *#choice(json: Json, choice: number): Generator<StreamEvent> {
    const logprobs = readLogprobs(json.logprobs)
    const text = typeof json.text === 'string' ? json.text : ''
    if (logprobs !== undefined) yield { kind: 'text', choice, text, logprobs }
    else if (text !== '') yield { kind: 'text', choice, text }
    if (text.trim() !== '') this.#said.add(choice)
    const word = json.finish_reason
    const isEnd = typeof word === 'string' && word !== ''
    if (isEnd && this.#ended.get(choice) !== true)
      yield { kind: 'finish', choice, ...readEnding('completions', word, this.#said.has(choice)) }
    this.#ended.set(choice, isEnd || this.#ended.get(choice) === true)
  }
}
