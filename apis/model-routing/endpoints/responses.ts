// Calls beyond plain model answers: a web search, and the compaction of a long conversation.
import { anyObject, body, bool, del, get, int, list, nullable, num, obj, oneOf, opt, post, req, str } from '#define'
import {
  maybeBool,
  maybeInt,
  maybeNumber,
  maybeObject,
  maybeObjects,
  maybeText,
  maybeTexts,
  model,
  quick,
  textOrObject,
  textOrParts,
} from '../schemas/fields.ts'
import { TokenUsage } from '../schemas/usage.ts'

export const searchWeb = post('/v1/alpha/search', 'Web search by a model', {
  effect: 'spend',
  body: body({
    id: maybeText('Id of the conversation.'),
    model: maybeText('Name of the model.'),
    query: maybeText('What to search for, in the short form.'),
    input: nullable(textOrParts, { doc: 'The purpose of the search.' }),
    commands: maybeObject('Searches to run: search_query is a list of objects with q.'),
    settings: maybeObject('Such as external_web_access and allowed_callers.'),
    max_output_tokens: maybeInt('Maximum number of tokens in the answer.'),
  }),
  invalid: 'provider',
  returns: obj({
    output: str(),
    encrypted_output: opt(nullable(str())),
    results: opt(nullable(list(obj({ url: str(), title: opt(nullable(str())), snippet: opt(nullable(str())) })))),
  }),
  doc: 'It never streams.',
})

export const compactResponse = post('/v1/responses/compact', 'Compacted form of a long conversation', {
  effect: 'spend',
  body: body({
    model: req.of(nullable(str({ doc: 'Name of the model.', example: 'gpt-5-mini' }))),
    input: nullable(textOrParts, { doc: 'Text or items of the conversation.' }),
    instructions: maybeText('System instructions.'),
    previous_response_id: maybeText('Response that the conversation continues.'),
    prompt_cache_key: maybeText('Groups calls that share a prefix.'),
    prompt_cache_options: maybeObject(),
    prompt_cache_retention: maybeText('in_memory or 24h.'),
    service_tier: maybeText('Service tier at the upstream.'),
  }),
  invalid: 'provider',
  returns: obj({
    id: str(),
    object: oneOf(['response.compaction']),
    created_at: int({ doc: 'Unix seconds.' }),
    output: list(anyObject(), {
      doc: 'Messages that are kept, then one item of type compaction to be sent back as input.',
    }),
    usage: TokenUsage,
  }),
  doc: 'It never streams. Only the upstream can read the content of the compaction item.',
})

const id = { response_id: str({ doc: 'Id of a response.', example: 'resp_66f0a1b2c3d4e5f607182930' }) }

const Response = obj({
  id: str(),
  object: oneOf(['response']),
  created_at: int({ doc: 'Unix seconds.' }),
  completed_at: opt(nullable(int())),
  status: str({ doc: 'completed, incomplete, failed or in_progress.' }),
  error: nullable(obj({ code: str(), message: str() })),
  incomplete_details: nullable(obj({ reason: str({ doc: 'max_output_tokens or content_filter.' }) })),
  model: str(),
  output: list(anyObject(), {
    doc: 'Items of type message, reasoning, function_call and custom_tool_call.',
  }),
  background: opt(nullable(bool())),
  instructions: opt(nullable(textOrParts)),
  max_output_tokens: opt(nullable(int())),
  max_tool_calls: opt(nullable(int())),
  metadata: opt(nullable(anyObject())),
  parallel_tool_calls: opt(bool()),
  previous_response_id: opt(nullable(str())),
  prompt_cache_key: opt(nullable(str())),
  reasoning: opt(nullable(anyObject())),
  safety_identifier: opt(nullable(str())),
  service_tier: opt(nullable(str())),
  store: opt(bool()),
  temperature: opt(nullable(num())),
  text: opt(nullable(anyObject())),
  tool_choice: opt(textOrObject),
  tools: opt(list(anyObject())),
  top_logprobs: opt(nullable(int())),
  top_p: opt(nullable(num())),
  truncation: opt(nullable(str())),
  user: opt(nullable(str())),
  usage: nullable(TokenUsage),
})

/** One event of a stream; its `event:` line repeats the type. */
const ResponseEvent = obj({
  type: str({ doc: 'Such as response.created, response.output_text.delta and response.completed.' }),
  sequence_number: int({ min: 0 }),
  response: opt(Response),
  output_index: opt(int({ min: 0 })),
  item_id: opt(str()),
  item: opt(anyObject()),
  content_index: opt(int({ min: 0 })),
  part: opt(anyObject()),
  delta: opt(str()),
})

export const responses = {
  createResponse: post('/v1/responses', 'Answer to a conversation, as items', {
    effect: 'spend',
    beyond: true,
    body: body({
      model,
      input: nullable(textOrParts, { doc: 'Text, or the items of the conversation.' }),
      instructions: maybeText('System instructions.'),
      previous_response_id: maybeText('Response that the conversation continues.'),
      stream: maybeBool('Streams the answer as server-sent events.'),
      store: maybeBool('Whether the answer is kept for 30 days, which is the default.'),
      max_output_tokens: maybeInt('Maximum number of tokens in the answer, reasoning included.'),
      temperature: maybeNumber('0 to 2.'),
      top_p: maybeNumber('0 to 1.'),
      top_logprobs: maybeInt('0 to 20 alternatives for each token.'),
      tools: maybeObjects('Functions and custom tools the model may call.'),
      tool_choice: nullable(textOrObject, { doc: 'none, auto, required, or an object that names a tool.' }),
      parallel_tool_calls: maybeBool('Whether one answer may call several tools.'),
      text: maybeObject('Format of the answer: text, json_object or json_schema.'),
      reasoning: maybeObject('Effort and summary.'),
      include: maybeTexts('Further members of the answer.'),
      metadata: maybeObject('Up to 16 pairs stored with the answer.'),
      service_tier: maybeText('Service tier at the upstream.'),
      safety_identifier: maybeText('Stable identifier of the end user.'),
      prompt_cache_key: maybeText('Groups calls that share a prefix.'),
      truncation: maybeText('auto or disabled.'),
      user: maybeText('Identifies the end user to the upstream.'),
    }),
    invalid: 'provider',
    returns: Response,
    streams: ResponseEvent,
    doc: 'Any chat model answers it. Tools that run at a vendor are left out.',
  }),
  countResponseTokens: post('/v1/responses/input_tokens', 'Number of input tokens of a response request', {
    effect: 'read',
    beyond: true,
    body: body({
      model: maybeText('Name of the model.'),
      input: nullable(textOrParts, { doc: 'Text, or the items of the conversation.' }),
      instructions: maybeText('System instructions.'),
      previous_response_id: maybeText('Response that the conversation continues.'),
      tools: maybeObjects('Functions and custom tools the model may call.'),
    }),
    invalid: 'provider',
    returns: obj({ object: oneOf(['response.input_tokens']), input_tokens: int({ min: 0 }) }),
    idempotent: true,
    doc: 'Runs no model.',
  }),
  getResponse: get('/v1/responses/{response_id}', 'A kept response', {
    beyond: true,
    params: {
      ...id,
      stream: bool({ doc: 'Refused if true: only responses in the background can be streamed again.' }),
    },
    returns: Response,
    limits: quick,
  }),
  deleteResponse: del('/v1/responses/{response_id}', 'Removal of a kept response', {
    beyond: true,
    params: id,
    limits: quick,
    returns: obj({ id: str(), object: oneOf(['response']), deleted: bool() }),
  }),
  listResponseItems: get('/v1/responses/{response_id}/input_items', 'Input of a kept response', {
    beyond: true,
    params: {
      ...id,
      limit: int({ min: 1, max: 100, doc: 'Items in one page; 20 by default.' }),
      order: oneOf(['asc', 'desc'], { doc: 'desc by default.' }),
      after: str({ doc: 'Id of the item before the page.' }),
    },
    returns: obj({
      object: oneOf(['list']),
      data: list(anyObject()),
      first_id: nullable(str()),
      last_id: nullable(str()),
      has_more: bool(),
    }),
    limits: quick,
  }),
}
