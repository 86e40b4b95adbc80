// What a caller sends to a provider of its own wire and this gateway cannot read: it arrives as it was sent. Of another
// wire, or where rules must read it, it is refused in our words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVendor } from './test/vendor.ts'
import { bodyOf, openGatewayWorld } from './test/world.ts'

const ask = [{ role: 'user', content: '?' }]
const said = (...content: object[]) => ({ messages: [{ role: 'user', content }] })
const chats: Readonly<Record<string, object>> = {
  'a video': said({ type: 'video_url', video_url: { url: 'https://x/a.mp4' } }),
  'a sound by address': said({ type: 'audio_url', audio_url: { url: 'https://x/a.mp3' } }),
  'embedded pictures': said({ type: 'image_embeds', image_embeds: 'AAAA' }),
  'a picture without an address': said({ type: 'image_url', image_url: null, uuid: 'img-1' }),
  'a detail': said({ type: 'image_url', image_url: { url: 'https://x/a.png', detail: 'original' } }),
  'a tool of the server': { messages: ask, tools: [{ type: 'builtin_function', function: { name: '$web_search' } }] },
  'a retrieval tool': { messages: ask, tools: [{ type: 'retrieval', retrieval: { knowledge_id: '1' } }] },
  'a word for the choice of tools': { messages: ask, tool_choice: 'any' },
  'six stops': { messages: ask, stop: ['a', 'b', 'c', 'd', 'e', 'f'] },
  'a hundred stops': { messages: ask, stop: Array.from({ length: 100 }, String) },
  'fifty probabilities': { messages: ask, logprobs: true, top_logprobs: 50 },
  'a grammar': { messages: ask, response_format: { type: 'regex', pattern: 'a+' } },
  'no limit': { messages: ask, max_tokens: -1 },
  'a temperature': { messages: ask, temperature: 5 },
  'a role': { messages: [{ role: 'observer', content: '?' }] },
  'many tools': {
    messages: ask,
    tools: Array.from({ length: 200 }, (_, at) => ({ type: 'function', function: { name: `f${at}` } })),
  },
}

const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 }
const end = { index: 0, finish_reason: 'stop' }
const answered = {
  id: 'a',
  object: 'chat.completion',
  model: 'own',
  usage,
  choices: [{ ...end, message: { role: 'assistant', content: 'Yes' } }],
}
const frames = [
  { ...answered, usage: null, choices: [{ ...end, delta: { content: 'Yes' } }] },
  { ...answered, choices: [] },
]

test('a provider of the chat wire gets what only it can read, whole and streamed', async (t) => {
  const vendor = await openVendor(t, 'openai', ({ body }) =>
    body?.stream === true
      ? { frames: [...frames.map((frame) => JSON.stringify(frame)), '[DONE]'].map((data) => `data: ${data}\n\n`) }
      : { json: answered },
  )
  const { post, ledger } = await openGatewayWorld(t, {
    channels: [{ name: 'o', base: vendor.base, models: ['m'], mapping: { m: 'own' } }],
  })
  for (const [what, body] of Object.entries(chats))
    for (const stream of [false, true]) {
      const before = vendor.received.length
      const answer = await post('/v1/chat/completions', { model: 'm', ...body, stream })
      const text = await answer.text()
      assert.equal(answer.status, 200, `${what}: ${text}`)
      if (stream) assert.match(text, /data: \[DONE\]/)
      const { stream_options: _, ...sent } = vendor.received[before]?.body ?? {}
      assert.deepEqual(sent, { model: 'own', ...body, stream }, what)
    }
  assert.ok((await ledger()).every(({ answer }) => answer > 0))
})

test('a provider of messages gets what only it can read', async (t) => {
  const vendor = await openVendor(t, 'anthropic')
  const { post } = await openGatewayWorld(t, {
    channels: [{ name: 'a', kind: 'anthropic', base: vendor.base, models: ['m'] }],
  })
  const bodies = [
    said({ type: 'video', source: { type: 'url', url: 'https://x/a.mp4' } }),
    { messages: ask, thinking: { type: 'enabled', budget_tokens: 9000 } },
    { messages: ask, tool_choice: { type: 'sometimes' } },
  ]
  for (const body of bodies) {
    assert.equal((await post('/v1/messages', { model: 'm', max_tokens: 5, ...body })).status, 200)
    assert.deepEqual(vendor.received.at(-1)?.body, { model: 'm', max_tokens: 5, ...body })
  }
})

test('a provider of another wire, the own models and a rule that reads prompts get none of it', async (t) => {
  const claude = await openVendor(t, 'anthropic')
  const chat = await openVendor(t, 'openai')
  const channels = [
    { name: 'a', kind: 'anthropic', base: claude.base, models: ['c'] },
    { name: 'o', base: chat.base, models: ['m'] },
  ]
  const { post, operate } = await openGatewayWorld(t, { channels })
  const video = chats['a video']
  for (const model of ['c', 'gatehouse/echo-1']) {
    const answer = await post('/v1/chat/completions', { model, ...video })
    assert.equal(answer.status, 400)
    assert.match((await bodyOf(answer)).error.param, /messages\[0\]\.content\[0\]\.type/)
  }
  const rule = { name: 'r', on: 'before', pattern: 'secret', message: 'No.' }
  const made = await operate('PUT', '/guardrails', { guardrails: [rule] })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  assert.equal((await post('/v1/chat/completions', { model: 'm', ...video })).status, 400)
  assert.equal(claude.received.length + chat.received.length, 0)
})

const png = 'data:image/png;base64,iVBORw0KGgo='
const calls = ['c1', 'c2'].map((id) => ({ id, type: 'function', function: { name: 'shot', arguments: '{}' } }))
const result = (id: string) => ({
  ...{ role: 'tool', tool_call_id: id },
  content: [
    { type: 'text', text: `done ${id}` },
    { type: 'image_url', image_url: { url: png } },
  ],
})
const tools = [{ type: 'function', function: { name: 'shot', parameters: { type: 'object', properties: {} } } }]
const chatOfPictures = {
  tools,
  messages: [...ask, { role: 'assistant', content: null, tool_calls: calls }, result('c1'), result('c2')],
}
const itemsOfPictures = [
  { type: 'message', role: 'user', content: '?' },
  ...['c1', 'c2'].map((call_id) => ({ type: 'function_call', call_id, name: 'shot', arguments: '{}' })),
  ...['c1', 'c2'].map((call_id) => ({
    ...{ type: 'function_call_output', call_id },
    output: [
      { type: 'input_text', text: `done ${call_id}` },
      { type: 'input_image', image_url: png },
    ],
  })),
]

test('pictures in results of tools reach every provider, in an order that it takes', async (t) => {
  const kinds = ['openai', 'anthropic', 'gemini'] as const
  const vendors = await Promise.all(kinds.map((kind) => openVendor(t, kind)))
  const channels = kinds.map((kind, at) => ({ name: kind, kind, base: vendors[at]?.base, models: [kind] }))
  const { post } = await openGatewayWorld(t, { channels })
  const responseTools = [{ type: 'function', name: 'shot', parameters: { type: 'object', properties: {} } }]
  for (const [at, model] of kinds.entries()) {
    const sent: string[] = []
    for (const [path, body] of [
      ['/v1/chat/completions', chatOfPictures],
      ['/v1/responses', { input: itemsOfPictures, tools: responseTools }],
    ] as const) {
      const answer = await post(path, { model, ...body })
      assert.equal(answer.status, 200, `${path} to ${model}: ${await answer.text()}`)
      sent.push(vendors[at]?.received.at(-1)?.text ?? '')
    }
    for (const text of sent) assert.equal(text.split('iVBORw0KGgo=').length, 3, model)
  }
  const converted = Object(vendors[0]?.received.at(-1)?.body).messages as { role: string; content: unknown }[]
  assert.deepEqual(
    converted.map(({ role }) => role),
    ['user', 'assistant', 'tool', 'tool', 'user'],
  )
})

test('stops beyond what the vendor takes are left out and named, others are sent', async (t) => {
  const kinds = ['openai', 'anthropic', 'gemini'] as const
  const vendors = await Promise.all(kinds.map((kind) => openVendor(t, kind)))
  const channels = kinds.map((kind, at) => ({ name: kind, kind, base: vendors[at]?.base, models: [kind] }))
  const { post } = await openGatewayWorld(t, { channels })
  const six = ['a', 'b', 'c', 'd', 'e', 'f']
  const stopsOf = (at: number) => {
    const { stop, stop_sequences, generationConfig } = Object(vendors[at]?.received.at(-1)?.body)
    return (stop ?? stop_sequences ?? generationConfig.stopSequences).length
  }
  const sent = async (at: number, path: string, body: object) => {
    const answer = await post(path, { model: kinds[at], messages: ask, ...body })
    return [answer.status, stopsOf(at), answer.headers.get('x-gateway-left-out')]
  }
  const message = { max_tokens: 5, stop_sequences: six }
  assert.deepEqual(await sent(0, '/v1/messages', message), [200, 4, 'stop'])
  assert.deepEqual(await sent(1, '/v1/messages', message), [200, 6, null])
  assert.deepEqual(await sent(2, '/v1/messages', message), [200, 5, 'stop'])
  assert.deepEqual(await sent(0, '/v1/chat/completions', { stop: six }), [200, 6, null])
  assert.deepEqual(await sent(1, '/v1/chat/completions', { stop: six }), [200, 6, null])
  assert.deepEqual(await sent(2, '/v1/chat/completions', { stop: six.slice(0, 5) }), [200, 5, null])
})
