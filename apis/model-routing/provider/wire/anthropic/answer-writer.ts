// Complete answers of messages, written from events (SOURCES 10).

import { newCallId } from '../call-ids.ts'
import { callInput } from '../field.ts'
import type { AnswerDetails } from '../format.ts'
import { prefixed } from '../frames.ts'
import type { Json } from '../json.ts'
import { type Block, collectReply, hasToolCalls, isCut, metadataFor, unshownImage } from '../reply.ts'
import type { StreamEvent } from '../stream-event.ts'
import { writeCitation } from './citations.ts'
import { writeFinish } from './finish-reasons.ts'
import { writeUsage } from './usage.ts'

/** Writes the first of several choices, because the wire has only one. */
export function writeAnswer(events: readonly StreamEvent[], details: AnswerDetails): Json {
  const { choices, usage, metadata } = collectReply(events)
  const [choice] = choices
  return {
    id: prefixed('msg_', details.id),
    type: 'message',
    role: 'assistant',
    model: details.model,
    content:
      choice?.blocks.flatMap((block, index) =>
        writeBlock(block, citationsAfter(choice.blocks, index), { ...details, isCut: isCut(choice) }),
      ) ?? [],
    ...(choice && writeFinish(choice.finish, hasToolCalls(choice))),
    usage: { ...writeUsage(usage), ...metadataFor(metadata, 'anthropic') },
  }
}

/** Returns the citations of a text, which follow it. */
function citationsAfter(blocks: readonly Block[], index: number): Json[] {
  const citations: Json[] = []
  for (const block of blocks.slice(index + 1)) {
    if (block.kind !== 'citation') break
    citations.push(...writeCitation(block.citation))
  }
  return citations
}

interface BlockDetails extends AnswerDetails {
  /** True if the input of a call may be incomplete. */
  readonly isCut: boolean
}
function writeBlock(block: Block, citations: readonly Json[], { request, id, isCut }: BlockDetails): Json[] {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return [{ type: 'text', text: block.text, ...(citations.length > 0 ? { citations } : {}) }]
    case 'thinking':
      return [{ type: 'thinking', thinking: block.text, signature: block.signature ?? '' }]
    case 'redactedThinking':
      return [{ type: 'redacted_thinking', data: block.data }]
    case 'toolCall':
      return [
        {
          type: 'tool_use',
          id: newCallId(request, block, id),
          name: block.name,
          // as the vendor writes a call that was cut off; the stop reason says so
          input: callInput(block.input, isCut) ?? {},
        },
      ]
    case 'opaque':
      return block.wire === 'anthropic' ? [block.block] : []
    // This wire has no block for a picture in an answer, so a text says what is missing.
    case 'image':
      return [{ type: 'text', text: unshownImage }]
    case 'citation':
      return []
  }
}
