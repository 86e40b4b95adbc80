// Answers of messages, whole and streamed, written from events (FACTS 3.10, 4 and 10).
import type { Json, ReplyEvent } from '../../conversation.ts'
import { objectIn } from '../field.ts'
import type { AnswerFacts } from '../format.ts'
import { framesOrFault, namedFrame, prefixed } from '../frames.ts'
import { type Answer, type Block, calls, collectReply } from '../reply-log.ts'
import { writeEnding } from './endings.ts'
import { errorOf } from './faults.ts'
import { MessageFrames } from './message-frames.ts'
import { writeUsage } from './usage.ts'

/** Rejects with what the events throw. Of several answers the first is written, as the wire has no more. */
export async function writeAnswer(events: AsyncIterable<ReplyEvent>, facts: AnswerFacts): Promise<Json> {
  const { answers, usage } = await collectReply(events)
  const [answer] = answers
  return {
    id: prefixed('msg_', facts.id),
    type: 'message',
    role: 'assistant',
    model: facts.model,
    content: answer?.blocks.flatMap(writeBlock) ?? [],
    ...endingOf(answer),
    usage: writeUsage(usage),
  }
}
function endingOf(answer: Answer | undefined): Json {
  return answer === undefined ? {} : writeEnding(answer.ending, calls(answer))
}

function writeBlock(block: Block): Json[] {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return [{ type: 'text', text: block.text, citations: null }]
    case 'thinking':
      return [{ type: 'thinking', thinking: block.text, signature: block.signature ?? '' }]
    case 'sealedThinking':
      return [{ type: 'redacted_thinking', data: block.data }]
    case 'call':
      return [{ type: 'tool_use', id: block.id, name: block.name, input: objectIn(block.input) }]
    case 'opaque':
      return block.wire === 'anthropic' ? [block.block] : []
    // No block of an answer holds a picture on this wire.
    case 'image':
      return []
  }
}

export async function* writeStream(events: AsyncIterable<ReplyEvent>, facts: AnswerFacts): AsyncGenerator<string> {
  yield* framesOrFault(frames(events, facts), (fault) => namedFrame('error', errorOf(fault)))
}
async function* frames(events: AsyncIterable<ReplyEvent>, facts: AnswerFacts): AsyncGenerator<string> {
  const writer = new MessageFrames(facts)
  for await (const event of events) yield* writer.write(event)
  yield* writer.close()
}
