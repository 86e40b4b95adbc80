// Writes the chunks of a streamed chat completion from events (SOURCES 4.1).
import type { AnswerDetails } from '../format.ts'
import { dataFrame, prefixed } from '../frames.ts'
import type { Json } from '../json.ts'
import type { ModelError } from '../model-error.ts'
import { laterUsage } from '../reply.ts'
import type { StreamEvent, Usage } from '../stream-event.ts'
import type { StreamWriter } from '../stream-writer.ts'
import { type Delta, DeltaWriter } from './delta-writer.ts'
import { errorOf } from './errors.ts'
import { writeUsage } from './usage.ts'

export class ChunkWriter implements StreamWriter {
  readonly #details: AnswerDetails
  #head: Json
  #before: string
  readonly #after: string
  /** The choice that `#textStart` was written for. */
  #textChoice: number | undefined
  #textStart = ''
  readonly #textEnd: string
  readonly #deltas = new Map<number, DeltaWriter>()
  #usage: Usage = {}

  constructor(details: AnswerDetails) {
    this.#details = details
    this.#head = {
      id: prefixed('chatcmpl-', details.id),
      object: 'chat.completion.chunk',
      created: details.created,
      model: details.model,
    }
    // All members but one are the same in every chunk, so they are serialised once.
    this.#before = beginningOf(this.#head)
    this.#after = details.includeUsage ? '],"usage":null}\n\n' : ']}\n\n'
    this.#textEnd = `},"logprobs":null,"finish_reason":null}${this.#after}`
  }

  write(event: StreamEvent): string {
    const text = this.#text(event)
    if (text !== undefined) return text
    if (event.kind === 'usage') this.#usage = laterUsage(this.#usage, event.usage)
    if (event.kind === 'usage' || event.kind === 'verbatim' || event.kind === 'end') return ''
    if (event.kind === 'start' && event.metadata?.wire === 'openai') {
      this.#head = { ...this.#head, ...event.metadata.members }
      this.#before = beginningOf(this.#head)
      this.#textChoice = undefined
    }
    const choice = event.kind === 'start' ? 0 : event.choice
    const known = this.#deltas.get(choice)
    const deltas = known ?? new DeltaWriter(this.#details.request)
    let frames = ''
    if (!known) {
      this.#deltas.set(choice, deltas)
      frames = this.#frame(choice, { delta: { role: 'assistant', content: '' } })
    }
    for (const delta of deltas.write(event)) frames += this.#frame(choice, delta)
    return frames
  }
  end(): string {
    let frames = ''
    for (const [choice, deltas] of this.#deltas)
      for (const delta of deltas.close()) frames += this.#frame(choice, delta)
    if (this.#details.includeUsage) frames += dataFrame({ ...this.#head, choices: [], usage: writeUsage(this.#usage) })
    return `${frames}data: [DONE]\n\n`
  }
  error(error: ModelError): string {
    return dataFrame({ error: errorOf(error) })
  }

  /** The single frame of a plain text in a choice that has begun, which is what nearly every event is. */
  #text(event: StreamEvent): string | undefined {
    if (event.kind !== 'text' || event.logprobs !== undefined) return undefined
    const { choice, text } = event
    const deltas = this.#deltas.get(choice)
    if (!deltas) return undefined
    deltas.passed(event)
    if (choice !== this.#textChoice) {
      this.#textChoice = choice
      this.#textStart = `${this.#before}{"index":${choice},"delta":{"content":`
    }
    return `${this.#textStart}${JSON.stringify(text)}${this.#textEnd}`
  }
  #frame(index: number, { delta, reason = null, logprobs = null }: Delta): string {
    return `${this.#before}${JSON.stringify({ index, delta, logprobs, finish_reason: reason })}${this.#after}`
  }
}

const beginningOf = (head: Json): string => `data: ${JSON.stringify(head).slice(0, -1)},"choices":[`
