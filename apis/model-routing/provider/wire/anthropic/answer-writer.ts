// Answers of messages, whole and streamed, written from events (FACTS 3.10, 4 and 10).

import { objectIn } from '../field.ts'
import type { AnswerDetails } from '../format.ts'
import { framesOrError, namedFrame, prefixed } from '../frames.ts'
import type { Json } from '../json.ts'
import { type Block, type Choice, collectReply, hasToolCalls, metadataFor } from '../reply.ts'
import type { StreamEvent } from '../stream-event.ts'
import { writeCitation } from './citations.ts'
import { errorOf } from './errors.ts'
import { writeFinish } from './finish-reasons.ts'
import { MessageFrames } from './message-frames.ts'
import { writeUsage } from './usage.ts'

/** Rejects with what the events throw. Of several answers the first is written, as the wire has no more. */
export async function writeAnswer(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): Promise<Json> {
  const { choices, usage, metadata } = await collectReply(events)
  const [answer] = choices
  return {
    id: prefixed('msg_', facts.id),
    type: 'message',
    role: 'assistant',
    model: facts.model,
    content: answer?.blocks.flatMap((block, place) => writeBlock(block, citationsAfter(answer.blocks, place))) ?? [],
    ...endingOf(answer),
    usage: { ...writeUsage(usage), ...metadataFor(metadata, 'anthropic') },
  }
}
function endingOf(answer: Choice | undefined): Json {
  return answer === undefined ? {} : writeFinish(answer.finish, hasToolCalls(answer))
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
    case 'redactedThinking':
      return [{ type: 'redacted_thinking', data: block.data }]
    case 'toolCall':
      return [{ type: 'tool_use', id: block.id, name: block.name, input: objectIn(block.input) }]
    case 'opaque':
      return block.wire === 'anthropic' ? [block.block] : []
    case 'citation':
    // No block of an answer holds a picture on this wire.
    case 'image':
      return []
  }
}

export async function* writeStream(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): AsyncGenerator<string> {
  yield* framesOrError(frames(events, facts), (fault) => namedFrame('error', errorOf(fault)))
}
async function* frames(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): AsyncGenerator<string> {
  const writer = new MessageFrames(facts)
  for await (const event of events) yield* writer.write(event)
  yield* writer.close()
}
