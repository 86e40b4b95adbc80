// The operator's endpoints of the router: channels and their keys, a test call, a dry run that explains a route, and
// guardrails.
import {
  anyObject,
  anything,
  body,
  bool,
  defineExamples,
  del,
  get,
  int,
  list,
  map,
  nullable,
  num,
  obj,
  oneOf,
  opt,
  patch,
  post,
  put,
  req,
  str,
} from '#define'
import { channelKinds } from '../channels/channel.ts'

const channel = str({ min: 1, max: 200, doc: 'Id of the channel.', example: 'ch_5b1f0c2a9d3e4f60' })
const time = nullable(str({ format: 'date-time' }))
const ChannelState = obj({
  id: str(),
  name: str(),
  source: oneOf(['operator', 'file'], { doc: 'file: defined in config/model-routing.json, and only changed there.' }),
  kind: oneOf(channelKinds),
  base: str({ doc: 'Address, including the version.' }),
  enabled: bool(),
  priority: int({ doc: 'Higher priorities are tried first.' }),
  weight: int({ doc: 'Share of the calls among channels of one priority.' }),
  models: list(str(), { doc: 'Models that it serves; * stands for any characters.' }),
  mapping: map(str(), { doc: 'Maps a requested name to the name at the provider; chains are followed.' }),
  prices: map(map(str()), {
    doc: 'By name of the model: input, output, cached_input, cache_write, cache_write_1h, reasoning, audio_input, audio_output, image_input, image_output in dollars per million tokens, and search and call in dollars for each. A missing one is that of input or output, cache_write_1h twice that of input, search and call free. A prompt of more than long_from tokens costs long_input, long_output, long_cached_input, long_cache_write, long_cache_write_1h and long_reasoning.',
  }),
  limits: map(int(), { doc: 'concurrent, calls_per_minute, first_byte_ms, idle_ms.' }),
  headers: map(str(), { doc: 'Sent with every call.' }),
  key_stored: bool(),
  state: obj({
    breaker: oneOf(['closed', 'open', 'half-open']),
    open_until: time,
    under_way: int(),
    failures_in_a_row: int(),
    last_fault: nullable(str()),
    first_byte_ms: nullable(num({ doc: 'Moving average.' })),
    tokens_per_second: nullable(num({ doc: 'Moving average.' })),
  }),
})
const fields = {
  name: str({ doc: 'Unique.', example: 'openai-eu' }),
  kind: str({ doc: channelKinds.join(', ') }),
  base: str({ doc: "Address; by default the vendor's own.", example: 'https://api.openai.com/v1' }),
  enabled: bool(),
  priority: int(),
  weight: int(),
  models: list(str()),
  mapping: anyObject(),
  prices: anyObject(),
  limits: anyObject(),
  headers: anyObject(),
  key: str({ secret: true, doc: 'Key at the provider; it is sealed and never shown.' }),
}

export const channelEndpoints = {
  channels: get('/channels', 'Channels and their health', { returns: obj({ channels: list(ChannelState) }) }),
  createChannel: post('/channels', 'New channel', {
    body: body({ ...fields, name: req.str({ doc: 'Unique.', example: 'openai-eu' }) }),
    returns: ChannelState,
    status: 201,
  }),
  channel: get('/channels/{channel}', 'One channel', { params: { channel }, returns: ChannelState }),
  changeChannel: patch('/channels/{channel}', 'Changes the given members of a channel', {
    params: { channel },
    body: body(fields),
    returns: ChannelState,
  }),
  removeChannel: del('/channels/{channel}', 'Removes a channel and its key', {
    params: { channel },
    returns: obj({ removed: bool() }),
  }),
  storeChannelKey: put('/channels/{channel}/key', 'Seals the key of a channel', {
    params: { channel },
    body: body({ key: req.str({ min: 1, max: 4096, secret: true }) }),
    returns: ChannelState,
  }),
  forgetChannelKey: del('/channels/{channel}/key', 'Removes the key of a channel', {
    params: { channel },
    returns: ChannelState,
  }),
  testChannel: post('/channels/{channel}/test', 'Asks the provider for its models, or a model for one word', {
    params: { channel, model: str({ doc: 'Asks this model for one word, which may cost a little.' }) },
    returns: obj({
      ok: bool(),
      status: nullable(int({ doc: "The provider's; null when there was no answer." })),
      milliseconds: num(),
      message: str(),
      models: opt(list(str(), { doc: 'The models that the provider lists.' })),
    }),
  }),
  explainRoute: post('/routes/explain', 'Which channel a call would go to, and why; nothing is sent', {
    body: body({
      model: req.str({ example: 'gpt-4o-mini' }),
      ability: oneOf(['chat', 'embeddings', 'moderations', 'rerank', 'audio', 'images', 'responses', 'native'], {
        doc: 'What is requested of the model; chat by default.',
      }),
      models: list(str(), { doc: 'Models to fall back to.' }),
      provider: anyObject({
        doc: 'Routing preferences of a caller: order, only, ignore, sort, max_price, allow_fallbacks.',
      }),
      cache_key: str({ doc: 'Calls of an account with the same key go to the same channel.' }),
      account: str({ doc: 'Id of the account that would call with this cache key.' }),
    }),
    returns: obj({
      answered_by: oneOf(['channel', 'built-in', 'nobody']),
      steps: list(
        obj({
          model: str(),
          candidates: list(
            obj({
              place: nullable(int({ doc: 'Position in the order of attempts, from 1; null when it is skipped.' })),
              channel: str(),
              name: str(),
              upstream_model: str(),
              priority: int(),
              weight: int(),
              price: map(str()),
              passed_over: nullable(str({ doc: 'Why it does not get this call.' })),
              until: time,
            }),
          ),
        }),
      ),
    }),
  }),
  guardrails: get('/guardrails', 'Rules over requests to models and their answers', {
    returns: obj({ guardrails: list(anything()), of_the_file: int({ doc: 'Rules that the file adds before these.' }) }),
  }),
  storeGuardrails: put('/guardrails', 'Replaces the rules', {
    body: body({
      guardrails: req.list(anyObject(), {
        doc: 'Each has name, on (before, after, both), action (deny, redact), a pattern with flags or a schema, replacement, message, models, accounts.',
      }),
    }),
    returns: obj({ guardrails: list(anything()), of_the_file: int() }),
  }),
}

const shown = {
  id: 'ch_5b1f0c2a9d3e4f60',
  name: 'openai-eu',
  source: 'operator',
  kind: 'openai',
  base: 'https://api.openai.com/v1',
  enabled: true,
  priority: 10,
  weight: 1,
  models: ['gpt-4o*'],
  mapping: {},
  prices: { 'gpt-4o-mini': { input: '0.15', output: '0.6', cached_input: '0.075' } },
  limits: { concurrent: 200 },
  headers: {},
  key_stored: true,
  state: {
    breaker: 'closed',
    open_until: null,
    under_way: 0,
    failures_in_a_row: 0,
    last_fault: null,
    first_byte_ms: null,
    tokens_per_second: null,
  },
}
const params = { channel: shown.id }
const rules = [{ name: 'card numbers', on: 'both', action: 'redact', pattern: '\\b(?:\\d[ -]?){15,16}\\b' }]

export const channelExamples = defineExamples(channelEndpoints, {
  channels: { output: { channels: [shown] } },
  createChannel: {
    body: {
      name: shown.name,
      kind: 'openai',
      models: shown.models,
      prices: shown.prices,
      priority: 10,
      key: 'example-key',
    },
    output: shown,
  },
  channel: { params, output: shown },
  changeChannel: { params, body: { weight: 3 }, output: { ...shown, weight: 3 } },
  removeChannel: { params, output: { removed: true } },
  storeChannelKey: { params, body: { key: 'example-key' }, output: shown },
  forgetChannelKey: { params, output: { ...shown, key_stored: false } },
  testChannel: {
    params,
    output: { ok: true, status: 200, milliseconds: 142.5, message: 'The provider answers.', models: ['gpt-4o-mini'] },
  },
  explainRoute: {
    body: { model: 'gpt-4o-mini' },
    output: {
      answered_by: 'channel',
      steps: [
        {
          model: 'gpt-4o-mini',
          candidates: [
            {
              place: 1,
              channel: shown.id,
              name: shown.name,
              upstream_model: 'gpt-4o-mini',
              priority: 10,
              weight: 1,
              price: { input: '0.15', output: '0.6', cached_input: '0.075' },
              passed_over: null,
              until: null,
            },
          ],
        },
      ],
    },
  },
  guardrails: { output: { guardrails: rules, of_the_file: 0 } },
  storeGuardrails: { body: { guardrails: rules }, output: { guardrails: rules, of_the_file: 0 } },
})
