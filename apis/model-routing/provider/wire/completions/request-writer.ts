// A bare prompt, written as a request of text completions (FACTS 3.2).
import { type Conversation, type Json, ModelFault, type Part } from '../conversation.ts'
import { compact } from '../field.ts'
import { writeDrawing, writeStops } from '../openai/request-writer.ts'

/**
 * The body for an upstream that calls the model `model`. The prompt is not asked back (`echo`): the answer's writer puts it before the
 * answer, whatever stands behind. Throws ModelFault 'invalid' for a conversation, which the wire cannot say.
 */
export function writeRequest(conversation: Conversation, model: string): Json {
  const { bare, sampling, stop, count, stream, turns } = conversation
  if (bare === undefined)
    throw new ModelFault('invalid', 'This model continues texts and holds no conversations.', { param: 'messages' })
  const extras = conversation.wire === 'completions' ? conversation.extras : undefined
  const prompts = turns.flatMap((turn) => turn.parts).flatMap(writePrompt)
  return compact({
    ...extras,
    model,
    prompt: prompts.length === 1 ? prompts[0] : prompts,
    suffix: bare.suffix,
    max_tokens: conversation.maxTokens,
    ...writeDrawing(sampling, conversation),
    logprobs: sampling.logprobs,
    n: count === 1 ? undefined : count,
    stop: writeStops(stop),
    stream: stream ? true : undefined,
    stream_options: stream ? { include_usage: true } : undefined,
    user: conversation.user,
  })
}
function writePrompt(part: Part): unknown[] {
  if (part.kind === 'text') return [part.text]
  return part.kind === 'opaque' && part.wire === 'completions' ? [part.block.tokens] : []
}
