// Calls beyond plain model answers: a web search, and the compaction of a long conversation.
import { anyObject, body, int, list, nullable, obj, oneOf, opt, post, req, str } from '#define'
import { maybeInt, maybeObject, maybeText, textOrParts } from '../schemas/fields.ts'
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
