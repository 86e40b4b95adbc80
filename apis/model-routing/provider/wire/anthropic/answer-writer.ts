// Answers of messages, whole and streamed, written from events (FACTS 3.10, 4 and 10).
import type { Json, ReplyEvent } from '../conversation.ts'
import { objectIn } from '../field.ts'
import type { AnswerFacts } from '../format.ts'
import { framesOrFault, namedFrame, prefixed } from '../frames.ts'
import { type Answer, type Block, calls, collectReply, servedBy } from '../reply-log.ts'
import { writeCitation } from './citations.ts'
import { writeEnding } from './endings.ts'
import { errorOf } from './faults.ts'
import { MessageFrames } from './message-frames.ts'
import { writeUsage } from './usage.ts'

/** Rejects with what the events throw. Of several answers the first is written, as the wire has no more. */
export async function writeAnswer(events: AsyncIterable<ReplyEvent>, facts: AnswerFacts): Promise<Json> {
  const { answers, usage, served } = await collectReply(events)
  const [answer] = answers
  return {
    id: prefixed('msg_', facts.id),
    type: 'message',
    role: 'assistant',
    model: facts.model,
    content: answer?.blocks.flatMap((block, place) => writeBlock(block, citationsAfter(answer.blocks, place))) ?? [],
    ...endingOf(answer),
    usage: { ...writeUsage(usage), ...servedBy(served, 'anthropic') },
  }
}
function endingOf(answer: Answer | undefined): Json {
  return answer === undefined ? {} : writeEnding(answer.ending, calls(answer))
}

/** The sources that a text has, which stand after it. */
function citationsAfter(blocks: readonly Block[], place: number): Json[] {
  const citations: Json[] = []
  for (const block of blocks.slice(place + 1)) {
    if (block.kind !== 'citation') break
    citations.push(...writeCitation(block.citation))
  }
  return citations
}

function writeBlock(block: Block, citations: readonly Json[]): Json[] {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return [{ type: 'text', text: block.text, citations: citations.length > 0 ? citations : null }]
    case 'thinking':
      return [{ type: 'thinking', thinking: block.text, signature: block.signature ?? '' }]
    case 'sealedThinking':
      return [{ type: 'redacted_thinking', data: block.data }]
    case 'call':
      return [{ type: 'tool_use', id: block.id, name: block.name, input: objectIn(block.input) }]
    case 'opaque':
      return block.wire === 'anthropic' ? [block.block] : []
    case 'citation':
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
