// The messages format of a second vendor. Its version and beta headers are passed on.
import { body, bool, int, nullable, obj, post, req, str } from '#define'
import {
  maybeBool,
  maybeInt,
  maybeNumber,
  maybeObject,
  maybeObjects,
  maybeText,
  maybeTexts,
  textOrObject,
  textOrParts,
} from '../schemas/fields.ts'
import { Message, MessageEvent } from '../schemas/messages.ts'

const params = { beta: bool({ beyond: true, doc: 'Sent by SDKs that use beta features.' }) }
const conversation = {
  model: req.str({ doc: 'Name of the model.', example: 'claude-sonnet-4-5' }),
  messages: req.list(obj({ role: str(), content: textOrParts }), {
    doc: 'Alternating messages of user and assistant; text or content blocks.',
  }),
  system: nullable(textOrParts, { doc: 'System instructions.' }),
  tools: maybeObjects('Tools the model may call.'),
  tool_choice: maybeObject('auto, any, tool or none.'),
  thinking: maybeObject('enabled with a budget, disabled or adaptive.'),
  output_config: maybeObject(),
  cache_control: maybeObject(),
}

export const messages = {
  createMessage: post('/v1/messages', 'Answer to a conversation, in the messages format', {
    effect: 'spend',
    params,
    body: body({
      ...conversation,
      max_tokens: req.int({ doc: 'Maximum number of tokens in the answer.', example: 1024 }),
      stream: maybeBool('Streams the answer as server-sent events.'),
      stop_sequences: maybeTexts('Strings that end the answer.'),
      temperature: maybeNumber('0 to 1.'),
      top_p: maybeNumber('0 to 1.'),
      top_k: maybeInt('Number of likeliest tokens to sample from.'),
      metadata: maybeObject('user_id identifies the end user.'),
      service_tier: maybeText('Service tier at the upstream.'),
      container: nullable(textOrObject, { doc: 'Container to reuse.' }),
    }),
    invalid: 'provider',
    returns: Message,
    streams: MessageEvent,
  }),
  countMessageTokens: post('/v1/messages/count_tokens', 'Number of input tokens of a message request', {
    effect: 'read',
    params,
    body: body(conversation),
    invalid: 'provider',
    returns: obj({ input_tokens: int({ min: 0 }) }),
    idempotent: true,
    doc: 'Runs no model.',
  }),
}
