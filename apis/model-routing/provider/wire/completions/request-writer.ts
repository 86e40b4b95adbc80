// Writes a request of text completions (SOURCES 3.2).
import type { ChatRequest, Part } from '../chat-request.ts'
import { compact, type Json } from '../json.ts'
import { ModelError } from '../model-error.ts'
import { userOf, writeDrawing, writeStops } from '../openai/request-writer.ts'

/**
 * The request body for an upstream that names the model `model`. It never requests `echo`: the answer's writer adds the
 * prompt itself. Throws ModelError 'invalid' for a chat, which this wire cannot express.
 */
export function writeRequest(request: ChatRequest, model: string): Json {
  const { textCompletion, sampling, stop, n, stream, messages } = request
  if (textCompletion === undefined)
    throw new ModelError('invalid', 'This model continues texts and holds no conversations.', { param: 'messages' })
  const extras = request.wire === 'completions' ? request.extras : undefined
  const prompts = messages.flatMap((message) => message.parts).flatMap(writePrompt)
  return compact({
    ...extras,
    model,
    prompt: prompts.length === 1 ? prompts[0] : prompts,
    suffix: textCompletion.suffix,
    max_tokens: request.maxTokens,
    ...writeDrawing(sampling, request),
    logprobs: sampling.logprobs,
    n: n === 1 ? undefined : n,
    stop: writeStops(stop),
    stream: stream ? true : undefined,
    stream_options: stream ? { include_usage: true } : undefined,
    user: userOf(request),
  })
}
function writePrompt(part: Part): unknown[] {
  if (part.kind === 'text') return [part.text]
  return part.kind === 'opaque' && part.wire === 'completions' ? [part.block.tokens] : []
}
