// Answers of text completions, whole and streamed, written from events (FACTS 3.2 and 4).
import type { ChatRequest } from '../chat-request.ts'
import type { AnswerDetails } from '../format.ts'
import { dataFrame, framesOrError, prefixed } from '../frames.ts'
import type { Json } from '../json.ts'
import { errorOf } from '../openai/errors.ts'
import { writeUsage } from '../openai/usage.ts'
import { collectReply, finishWord, laterUsage, textOf } from '../reply.ts'
import type { FinishReason, StreamEvent, Usage } from '../stream-event.ts'
import { writeLogprobs } from './logprobs.ts'

/** There are no tools on this wire: a call that was made all the same ends the text. */
const words: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  toolCalls: 'stop',
  contentFilter: 'content_filter',
}

/** Rejects with what the events throw. */
export async function writeAnswer(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): Promise<Json> {
  const { choices, usage } = await collectReply(events)
  return {
    ...headOf(facts),
    choices: choices.map((answer) => {
      const echo = echoOf(facts.request, answer.index)
      return {
        text: `${echo}${textOf(answer)}`,
        index: answer.index,
        logprobs: writeLogprobs(answer.logprobs, echo.length),
        finish_reason: finishWord(answer.finish, 'completions', words),
      }
    }),
    usage: writeUsage(usage),
  }
}
function headOf(facts: AnswerDetails): Json {
  return {
    id: prefixed('cmpl-', facts.id),
    object: 'text_completion',
    created: facts.created,
    model: facts.model,
    system_fingerprint: null,
  }
}
/** What stands before the answer: the prompt, where the caller wants it back. Each prompt has `count` answers. */
function echoOf({ textCompletion, messages, n }: ChatRequest, choice: number): string {
  if (textCompletion?.echo !== true) return ''
  const prompt = messages.flatMap((turn) => turn.parts)[Math.floor(choice / n)]
  return prompt?.kind === 'text' ? prompt.text : ''
}

export async function* writeStream(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): AsyncGenerator<string> {
  yield* framesOrError(chunks(events, facts), (fault) => dataFrame({ error: errorOf(fault) }))
}

async function* chunks(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): AsyncGenerator<string> {
  const head = headOf(facts)
  const tail = facts.includeUsage ? { usage: null } : {}
  /** Characters that each choice has so far. */
  const lengths = new Map<number, number>()
  const finished = new Set<number>()
  let usage: Usage = {}
  const frame = (index: number, text: string, reason: string | null, logprobs: Json | null = null) =>
    dataFrame({ ...head, choices: [{ text, index, logprobs, finish_reason: reason }], ...tail })

  for await (const event of events) {
    if (event.kind === 'usage') usage = laterUsage(usage, event.usage)
    if (event.kind === 'usage' || event.kind === 'start' || event.kind === 'end') continue
    const { choice } = event
    if (!lengths.has(choice)) {
      const echo = echoOf(facts.request, choice)
      lengths.set(choice, echo.length)
      if (echo !== '') yield frame(choice, echo, null)
    }
    if (event.kind === 'text') {
      const length = lengths.get(choice) ?? 0
      yield frame(choice, event.text, null, writeLogprobs([event.logprobs], length))
      lengths.set(choice, length + event.text.length)
    } else if (event.kind === 'finish') {
      finished.add(choice)
      yield frame(choice, '', finishWord(event, 'completions', words))
    }
  }
  for (const choice of lengths.keys()) if (!finished.has(choice)) yield frame(choice, '', 'stop')
  if (facts.includeUsage) yield dataFrame({ ...head, choices: [], usage: writeUsage(usage) })
  yield 'data: [DONE]\n\n'
}
