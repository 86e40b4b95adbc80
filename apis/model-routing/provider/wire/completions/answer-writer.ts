// Writes complete and streamed text completions from events (SOURCES 3.2).
import type { ChatRequest } from '../chat-request.ts'
import { finishWord } from '../finish-reasons.ts'
import type { AnswerDetails } from '../format.ts'
import { dataFrame, prefixed } from '../frames.ts'
import type { Json } from '../json.ts'
import type { ModelError } from '../model-error.ts'
import { errorOf } from '../openai/errors.ts'
import { writeUsage } from '../openai/usage.ts'
import { collectReply, laterUsage, textOf } from '../reply.ts'
import type { StreamEvent, Usage } from '../stream-event.ts'
import type { StreamWriter } from '../stream-writer.ts'
import { writeLogprobs } from './logprobs.ts'

export function writeAnswer(events: readonly StreamEvent[], details: AnswerDetails): Json {
  const { choices, usage } = collectReply(events)
  return {
    ...headOf(details),
    choices: choices.map((choice) => {
      const echo = echoOf(details.request, choice.index)
      return {
        text: `${echo}${textOf(choice)}`,
        index: choice.index,
        logprobs: writeLogprobs(choice.logprobs, echo.length),
        finish_reason: finishWord(choice.finish, 'completions'),
      }
    }),
    usage: writeUsage(usage),
  }
}
function headOf(details: AnswerDetails): Json {
  return {
    id: prefixed('cmpl-', details.id),
    object: 'text_completion',
    created: details.created,
    model: details.model,
  }
}
/** The prompt that precedes the answer, where the caller wants it back. Each prompt has `n` choices. */
function echoOf({ textCompletion, messages, n }: ChatRequest, choice: number): string {
  if (textCompletion?.echo !== true) return ''
  const prompt = messages.flatMap((message) => message.parts)[Math.floor(choice / n)]
  return prompt?.kind === 'text' ? prompt.text : ''
}

export class TextChunkWriter implements StreamWriter {
  readonly #details: AnswerDetails
  readonly #head: Json
  readonly #tail: Json
  /** Characters that each choice has so far. */
  readonly #lengths = new Map<number, number>()
  readonly #finished = new Set<number>()
  #usage: Usage = {}

  constructor(details: AnswerDetails) {
    this.#details = details
    this.#head = headOf(details)
    this.#tail = details.includeUsage ? { usage: null } : {}
  }

  write(event: StreamEvent): string {
    if (event.kind === 'usage') this.#usage = laterUsage(this.#usage, event.usage)
    if (event.kind === 'usage' || event.kind === 'start' || event.kind === 'verbatim' || event.kind === 'end') return ''
    const { choice } = event
    let frames = ''
    if (!this.#lengths.has(choice)) {
      const echo = echoOf(this.#details.request, choice)
      this.#lengths.set(choice, echo.length)
      if (echo !== '') frames = this.#frame(choice, { text: echo })
    }
    if (event.kind === 'text') {
      const length = this.#lengths.get(choice) ?? 0
      frames += this.#frame(choice, { text: event.text, logprobs: writeLogprobs([event.logprobs], length) })
      this.#lengths.set(choice, length + event.text.length)
    } else if (event.kind === 'finish') {
      this.#finished.add(choice)
      frames += this.#frame(choice, { reason: finishWord(event, 'completions') })
    }
    return frames
  }
  end(): string {
    let frames = ''
    for (const choice of this.#lengths.keys())
      if (!this.#finished.has(choice)) frames += this.#frame(choice, { reason: 'stop' })
    if (this.#details.includeUsage) frames += dataFrame({ ...this.#head, choices: [], usage: writeUsage(this.#usage) })
    return `${frames}data: [DONE]\n\n`
  }
  error(error: ModelError): string {
    return dataFrame({ error: errorOf(error) })
  }
  #frame(index: number, { text = '', reason = null, logprobs = null }: Piece): string {
    return dataFrame({ ...this.#head, choices: [{ text, index, logprobs, finish_reason: reason }], ...this.#tail })
  }
}

interface Piece {
  readonly text?: string
  readonly reason?: string | null
  readonly logprobs?: Json | null
}
