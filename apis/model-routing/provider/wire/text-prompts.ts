// Bare prompts on wires of conversations, and requests with several prompts as one call each: n answers to each of k prompts are k calls
// whose answers are numbered on.
import type { ChatRequest } from './chat-request.ts'
import { ModelError } from './model-error.ts'
import { type StreamEvent, type Usage, usageCounts } from './stream-event.ts'

/** Refuses what a wire of conversations cannot say of a bare prompt. Throws ModelError 'invalid'. */
export function refuseUnsupportedPrompt({ textCompletion, messages }: ChatRequest): void {
  if (textCompletion === undefined) return
  const prompts = messages.flatMap((turn) => turn.parts)
  if (textCompletion.suffix !== undefined && textCompletion.suffix !== '')
    throw fault('This model cannot fill in a text before a suffix.', 'suffix')
  if (prompts.some((part) => part.kind === 'opaque'))
    throw fault('This model takes prompts as text, not as tokens.', 'prompt')
  if (prompts.length > 1) throw fault('This model takes one prompt at a time.', 'prompt')
}
function fault(message: string, param: string): ModelError {
  return new ModelError('invalid', message, { param })
}

/** One conversation for each prompt; any other conversation is itself. */
export function splitPrompts(conversation: ChatRequest): readonly ChatRequest[] {
  const prompts = conversation.messages.flatMap((turn) => turn.parts)
  if (conversation.textCompletion === undefined || prompts.length < 2) return [conversation]
  return prompts.map((prompt) => ({ ...conversation, messages: [{ role: 'user', parts: [prompt] }] }))
}

/**
 * The replies to the prompts of one request as one reply, in order: the answers numbered on, the counts of tokens added up. `count` answers
 * come from each. A reply is read when those before it ended.
 */
export async function* joinReplies(
  replies: Iterable<AsyncIterable<StreamEvent>>,
  count: number,
): AsyncGenerator<StreamEvent> {
  let before: Usage = {}
  let place = 0
  for (const reply of replies) {
    let usage: Usage = {}
    for await (const event of reply) {
      if (event.kind === 'usage') {
        usage = { ...usage, ...event.usage }
        yield { kind: 'usage', usage: sum(before, usage) }
      } else if (event.kind === 'start') {
        if (place === 0) yield event
      } else if (event.kind !== 'end') yield { ...event, choice: event.choice + place * count }
    }
    before = sum(before, usage)
    place++
  }
  yield { kind: 'end' }
}

function sum(a: Usage, b: Usage): Usage {
  const told = usageCounts.filter((name) => a[name] !== undefined || b[name] !== undefined)
  return Object.fromEntries(told.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]))
}
