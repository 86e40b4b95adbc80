// Answers of text completions, whole and streamed, read into events (FACTS 3.2 and 4).
import type { Ending, Json, ReplyEvent } from '../conversation.ts'
import { isJson, parsed } from '../field.ts'
import { LingeringBytes } from '../lingering.ts'
import { choicesOf, indexOf, startOf } from '../openai/answer-reader.ts'
import { streamFault } from '../openai/faults.ts'
import { readUsage } from '../openai/usage.ts'
import { cutShort, malformed, readEvents } from '../sse.ts'
import { readLogprobs } from './logprobs.ts'

/** Throws ModelFault. */
export function readAnswer(json: unknown): ReplyEvent[] {
  if (!isJson(json)) throw malformed()
  if (isJson(json.error)) throw streamFault(json.error)
  if (choicesOf(json).length === 0) throw malformed()
  const reader = new AnswerReader()
  return [startOf(json), ...reader.read(json), ...reader.end()]
}

/** Throws ModelFault. Complete is what ended with `[DONE]` or whose every choice ended. */
export async function* readStream(chunks: AsyncIterable<Uint8Array>, cancel?: () => void): AsyncGenerator<ReplyEvent> {
  const reader = new AnswerReader()
  let started = false
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
    if (!started) yield startOf(json)
    started = true
    yield* reader.read(json)
  }
  if (!started || !(done || reader.finished)) throw cutShort()
  yield* reader.end()
}

class AnswerReader {
  /** Whether each choice ended, by its number. */
  readonly #ended = new Map<number, boolean>()

  get finished(): boolean {
    return this.#ended.size > 0 && [...this.#ended.values()].every(Boolean)
  }
  *read(json: Json): Generator<ReplyEvent> {
    for (const [place, choice] of choicesOf(json).entries()) yield* this.#choice(choice, indexOf(choice, place))
    const usage = readUsage(json.usage)
    if (usage !== undefined) yield { kind: 'usage', usage }
  }
  *end(): Generator<ReplyEvent> {
    for (const [choice, ended] of this.#ended) if (!ended) yield { kind: 'finish', choice, reason: 'stop' }
    yield { kind: 'end' }
  }
  *#choice(json: Json, choice: number): Generator<ReplyEvent> {
    const logprobs = readLogprobs(json.logprobs)
    const text = typeof json.text === 'string' ? json.text : ''
    if (logprobs !== undefined) yield { kind: 'text', choice, text, logprobs }
    else if (text !== '') yield { kind: 'text', choice, text }
    const word = json.finish_reason
    const isEnd = typeof word === 'string' && word !== ''
    if (isEnd && this.#ended.get(choice) !== true) yield { kind: 'finish', choice, ...endingOf(word) }
    this.#ended.set(choice, isEnd || this.#ended.get(choice) === true)
  }
}

function endingOf(word: string): { reason: Ending; own: { wire: 'completions'; word: string } } {
  const reason = word === 'length' ? 'length' : word === 'content_filter' ? 'filter' : 'stop'
  return { reason, own: { wire: 'completions', word } }
}
