// Text completions on chat wires: a request with several prompts becomes one call per prompt. With k prompts and n
// choices each, k calls are joined into one answer with consecutive choices.
import type { Batches } from './batches.ts'
import type { ChatRequest } from './chat-request.ts'
import { ModelError } from './model-error.ts'
import { type StreamEvent, type Usage, usageCounts } from './stream-event.ts'

/** Refuses text completions that a chat wire cannot express. Throws ModelError 'invalid'. */
export function refuseUnsupportedPrompt({ textCompletion, messages }: ChatRequest): void {
  if (textCompletion === undefined) return
  const prompts = messages.flatMap((message) => message.parts)
  if (textCompletion.suffix !== undefined && textCompletion.suffix !== '')
    throw fault('This model cannot fill in a text before a suffix.', 'suffix')
  if (prompts.some((part) => part.kind === 'opaque'))
    throw fault('This model takes prompts as text, not as tokens.', 'prompt')
  if (prompts.length > 1) throw fault('This model takes one prompt at a time.', 'prompt')
}
function fault(message: string, param: string): ModelError {
  return new ModelError('invalid', message, { param })
}

/** Returns one request for each prompt; a chat is returned as it is. */
export function splitPrompts(request: ChatRequest): readonly ChatRequest[] {
  const prompts = request.messages.flatMap((message) => message.parts)
  if (request.textCompletion === undefined || prompts.length < 2) return [request]
  return prompts.map((prompt) => ({ ...request, messages: [{ role: 'user', parts: [prompt] }] }))
}

/**
 * Joins the answers to the prompts of one request in order: choices are numbered consecutively, tokens are added up.
 * Each answer has `n` choices, and is read after the previous ones have ended.
 */
export async function* joinAnswers(answers: Iterable<Batches>, n: number): AsyncGenerator<readonly StreamEvent[]> {
  let before: Usage = {}
  let index = 0
  for (const answer of answers) {
    let usage: Usage = {}
    for await (const batch of answer) {
      const events = batch.flatMap((event): StreamEvent[] => {
        if (event.kind === 'end' || (event.kind === 'start' && index > 0)) return []
        if (event.kind === 'start' || event.kind === 'verbatim') return [event]
        if (event.kind !== 'usage') return [{ ...event, choice: event.choice + index * n }]
        usage = { ...usage, ...event.usage }
        return [{ kind: 'usage', usage: sum(before, usage) }]
      })
      if (events.length > 0) yield events
    }
    before = sum(before, usage)
    index++
  }
  yield [{ kind: 'end' }]
}

function sum(a: Usage, b: Usage): Usage {
  const totals = new Map<string, number>()
  for (const name of usageCounts)
    for (const count of [a[name], b[name]]) if (count !== undefined) totals.set(name, (totals.get(name) ?? 0) + count)
  return Object.fromEntries(totals)
}
