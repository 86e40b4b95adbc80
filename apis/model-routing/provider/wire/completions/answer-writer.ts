// Answers of text completions, whole and streamed, written from events (FACTS 3.2 and 4).
import type { Conversation, Ending, Json, ReplyEvent, Usage } from '../conversation.ts'
import type { AnswerFacts } from '../format.ts'
import { dataFrame, framesOrFault, prefixed } from '../frames.ts'
import { errorOf } from '../openai/faults.ts'
import { writeUsage } from '../openai/usage.ts'
import { collectReply, endingWord, laterUsage, textOf } from '../reply-log.ts'
import { writeLogprobs } from './logprobs.ts'

/** There are no tools on this wire: a call that was made all the same ends the text. */
const words: Readonly<Record<Ending, string>> = {
  stop: 'stop',
  length: 'length',
  calls: 'stop',
  filter: 'content_filter',
}

/** Rejects with what the events throw. */
export async function writeAnswer(events: AsyncIterable<ReplyEvent>, facts: AnswerFacts): Promise<Json> {
  const { answers, usage } = await collectReply(events)
  return {
    ...headOf(facts),
    choices: answers.map((answer) => {
      const echo = echoOf(facts.conversation, answer.choice)
      return {
        text: `${echo}${textOf(answer)}`,
        index: answer.choice,
        logprobs: writeLogprobs(answer.logprobs, echo.length),
        finish_reason: endingWord(answer.ending, 'completions', words),
      }
    }),
    usage: writeUsage(usage),
  }
}
function headOf(facts: AnswerFacts): Json {
  return {
    id: prefixed('cmpl-', facts.id),
    object: 'text_completion',
    created: facts.created,
    model: facts.model,
    system_fingerprint: null,
  }
}
/** What stands before the answer: the prompt, where the caller wants it back. Each prompt has `count` answers. */
function echoOf({ bare, turns, count }: Conversation, choice: number): string {
  if (bare?.echo !== true) return ''
  const prompt = turns.flatMap((turn) => turn.parts)[Math.floor(choice / count)]
  return prompt?.kind === 'text' ? prompt.text : ''
}

export async function* writeStream(events: AsyncIterable<ReplyEvent>, facts: AnswerFacts): AsyncGenerator<string> {
  yield* framesOrFault(chunks(events, facts), (fault) => dataFrame({ error: errorOf(fault) }))
}

async function* chunks(events: AsyncIterable<ReplyEvent>, facts: AnswerFacts): AsyncGenerator<string> {
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
      const echo = echoOf(facts.conversation, choice)
      lengths.set(choice, echo.length)
      if (echo !== '') yield frame(choice, echo, null)
    }
    if (event.kind === 'text') {
      const length = lengths.get(choice) ?? 0
      yield frame(choice, event.text, null, writeLogprobs([event.logprobs], length))
      lengths.set(choice, length + event.text.length)
    } else if (event.kind === 'finish') {
      finished.add(choice)
      yield frame(choice, '', endingWord(event, 'completions', words))
    }
  }
  for (const choice of lengths.keys()) if (!finished.has(choice)) yield frame(choice, '', 'stop')
  if (facts.includeUsage) yield dataFrame({ ...head, choices: [], usage: writeUsage(usage) })
  yield 'data: [DONE]\n\n'
}
