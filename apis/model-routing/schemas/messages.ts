// Answers and stream events of the second vendor's messages format.
import { anyObject, anything, int, list, nullable, obj, oneOf, opt, str } from '#define'

const count = int({ min: 0 })

/** Input tokens do not include cached ones. */
const MessageUsage = obj({
  input_tokens: count,
  output_tokens: count,
  cache_creation_input_tokens: opt(nullable(count)),
  cache_read_input_tokens: opt(nullable(count)),
  cache_creation: opt(nullable(obj({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }))),
  output_tokens_details: opt(nullable(obj({ thinking_tokens: opt(count) }))),
  server_tool_use: opt(nullable(anyObject())),
  service_tier: opt(nullable(str())),
})

/** A part of an answer; its members depend on `type`. */
const Block = obj({
  type: str({ doc: 'text, thinking, redacted_thinking, tool_use, server_tool_use and results of server tools.' }),
  text: opt(str()),
  citations: opt(nullable(list(anyObject()))),
  thinking: opt(str()),
  signature: opt(str()),
  data: opt(str()),
  id: opt(str()),
  name: opt(str()),
  input: opt(anything({ doc: 'Arguments of a tool call.' })),
})

export const Message = obj({
  id: str(),
  type: oneOf(['message']),
  role: oneOf(['assistant']),
  model: str(),
  content: list(Block),
  stop_reason: nullable(
    str({
      doc: 'end_turn, max_tokens, stop_sequence, tool_use, pause_turn, refusal or model_context_window_exceeded.',
    }),
  ),
  stop_sequence: nullable(str()),
  stop_details: opt(nullable(anyObject())),
  container: opt(nullable(anyObject())),
  usage: MessageUsage,
})

/** One event of a streamed message; its `event:` line repeats the type. */
export const MessageEvent = obj({
  type: str({
    doc: 'message_start, ping, content_block_start, content_block_delta, content_block_stop, message_delta, message_stop or error.',
  }),
  message: opt(Message),
  index: opt(count),
  content_block: opt(Block),
  delta: opt(anyObject()),
  usage: opt(anyObject({ doc: 'Counts so far.' })),
  error: opt(obj({ type: str(), message: str() })),
})
