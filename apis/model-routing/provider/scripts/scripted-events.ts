// The events of an answer that a script gives, from which each wire writes its own form.
import { piecesOf } from '../models/built-in/text/pieces.ts'
import { madeCallId } from '../wire/call-id.ts'
import type { ChatRequest } from '../wire/chat-request.ts'
import type { StreamEvent } from '../wire/stream-event.ts'
import type { ScriptedContent } from './script.ts'

interface Tokens {
  readonly prompt: number
  readonly answer: number
}

/** Returns the events of an answer; each choice gets the same. `seed`: of the ids of calls that have none. */
export function scriptedEvents(request: ChatRequest, content: ScriptedContent, seed: string, tokens: Tokens) {
  const events: StreamEvent[] = [{ kind: 'start', model: request.model }]
  // the messages wire says in its first event how long the prompt is
  if (request.wire === 'anthropic' && request.stream) events.push({ kind: 'usage', usage: { prompt: tokens.prompt } })
  for (let choice = 0; choice < request.n; choice++) events.push(...choiceEvents(content, choice, seed))
  const answer = tokens.answer * request.n
  events.push({ kind: 'usage', usage: { prompt: tokens.prompt, answer } }, { kind: 'end' })
  return events
}

function choiceEvents({ blocks, finish }: ScriptedContent, choice: number, seed: string): StreamEvent[] {
  const events: StreamEvent[] = []
  let index = 0
  for (const block of blocks) {
    if (block.kind === 'text') {
      for (const text of piecesOf(block.text)) events.push({ kind: 'text', choice, text })
      continue
    }
    const { id = madeCallId(seed, choice, index), name, input } = block
    events.push({ kind: 'toolCall', choice, index, id, name })
    for (const text of piecesOf(input)) events.push({ kind: 'toolInput', choice, index, text })
    index++
  }
  events.push({ kind: 'finish', choice, reason: finish })
  return events
}

/** Returns the texts of an answer whose tokens count. */
export const countedTexts = ({ blocks }: ScriptedContent): string[] =>
  blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [block.name, block.input]))
