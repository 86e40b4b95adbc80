// Whole calls with what nobody had tried: ends and calls of servers that copy a wire, answers in other forms, and
// parts that another wire cannot say.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openAsking } from './test/asking.ts'
import { openVendor, type Scripted } from './test/vendor.ts'
import { bodyOf, type KnownJson } from './test/world.ts'

const { ask, world } = await openAsking({ after })
const message = (content: unknown, stop_reason = 'end_turn'): Scripted => ({
  json: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content, stop_reason, usage: {} },
})
const completion = (call: unknown, finish_reason = 'tool_calls'): Scripted => ({
  json: { id: 'x', choices: [{ index: 0, message: { role: 'assistant', tool_calls: [call] }, finish_reason }] },
})
const candidate = (parts: unknown, finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) }],
})
const named = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`

test('calls of a server that ends them like texts are calls to every caller', async () => {
  const answer = message([{ type: 'tool_use', id: 't', name: 'f', input: {} }])
  const { response } = await ask({ kind: 'anthropic', caller: 'chat', answer })
  const { choices } = await bodyOf(response)
  assert.equal(choices[0].finish_reason, 'tool_calls')
})

test('blocks that interleave in a stream of messages keep their own inputs', async () => {
  const piece = (index: number, partial_json: string) =>
    named('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } })
  const begin = (index: number, name: string) =>
    named('content_block_start', { index, content_block: { type: 'tool_use', id: `t${index}`, name, input: {} } })
  const frames = [
    named('message_start', { message: { id: 'msg_1', model: 'm', content: [], usage: {} } }),
    ...[begin(0, 'f'), begin(1, 'g'), piece(1, '{"y":'), piece(0, '{"x":1}'), piece(1, '2}')],
    named('message_delta', { delta: { stop_reason: 'tool_use' }, usage: {} }),
    named('message_stop', {}),
  ]
  const { response } = await ask({ kind: 'anthropic', caller: 'gemini', answer: { frames }, stream: true })
  const calls = (await response.text()).match(/"functionCall":\{.*?\}\}/g)
  assert.deepEqual(calls, [
    '"functionCall":{"id":"t0","name":"f","args":{"x":1}}',
    '"functionCall":{"id":"t1","name":"g","args":{"y":2}}',
  ])
})

test('an input that is no object is never an empty one', async () => {
  const inputOf = async (text: string, caller: string) => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: text } }
    const { response } = await ask({ kind: 'openai', caller, answer: completion(call) })
    const body = await bodyOf(response)
    if (response.status !== 200) return body.error.message
    return caller === 'messages' ? body.content[0].input : body.candidates[0].content.parts[0].functionCall.args
  }
  for (const caller of ['messages', 'gemini']) {
    assert.deepEqual(await inputOf(JSON.stringify('{"a":1}'), caller), { a: 1 })
    assert.deepEqual(await inputOf('', caller), {})
    assert.equal(await inputOf('[1]', caller), 'The answer of the model could not be read.')
  }
})

test('an answer that is a list of answers is read to its end', async () => {
  const json = [candidate([{ text: 'a' }]), candidate([{ text: 'b' }], 'STOP')]
  const { response } = await ask({ kind: 'gemini', caller: 'chat', answer: { json } })
  const { choices } = await bodyOf(response)
  assert.deepEqual([choices[0].message.content, choices[0].finish_reason], ['ab', 'stop'])
})

test('a picture that a wire has no place for leaves a text', async () => {
  const answer = { json: candidate([{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }], 'STOP') }
  const shown = '[image that this API cannot show]'
  const messages = await bodyOf((await ask({ kind: 'gemini', caller: 'messages', answer })).response)
  assert.equal(messages.content[0].text, shown)
  const responses = await bodyOf((await ask({ kind: 'gemini', caller: 'responses', answer })).response)
  assert.equal(responses.output[0].content[0].text, shown)
})

test('results of calls of one name reach Gemini in the order of the calls', async () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
  const { sent } = await ask({
    kind: 'gemini',
    caller: 'chat',
    body: {
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
        { role: 'tool', tool_call_id: 'b', content: 'second' },
        { role: 'tool', tool_call_id: 'a', content: 'first' },
        { role: 'user', content: 'y' },
      ],
    },
  })
  assert.deepEqual(
    sent.contents[2].parts.map((part: KnownJson) => part.functionResponse?.response.result ?? part.text),
    ['first', 'second', 'y'],
  )
})

test('schemas for Gemini allow what they allowed', async () => {
  const parameters = {
    type: 'object',
    properties: { any: true, mixed: { enum: ['a', 1] }, maybe: { enum: ['a', null] } },
    anyOf: [{ required: ['any'] }, { required: ['mixed'] }],
  }
  const { sent } = await ask({
    kind: 'gemini',
    caller: 'chat',
    body: {
      messages: [{ role: 'user', content: 'x' }],
      tools: [{ type: 'function', function: { name: 'f', parameters } }],
    },
  })
  assert.deepEqual(sent.tools[0].functionDeclarations[0].parameters, {
    type: 'OBJECT',
    properties: { any: {}, mixed: {}, maybe: { type: 'STRING', nullable: true, enum: ['a'] } },
  })
})

test('files by address, videos and bare schemas are written as the target can say them', async () => {
  const input = [{ role: 'user', content: [{ type: 'input_file', file_url: 'https://example.com/a.pdf' }] }]
  const file = await ask({ kind: 'anthropic', caller: 'responses', body: { input, store: false } })
  assert.deepEqual(file.sent.messages[0].content[0].source, { type: 'url', url: 'https://example.com/a.pdf' })

  const video = { contents: [{ parts: [{ inlineData: { mimeType: 'video/mp4', data: 'AAAA' } }, { text: 'x' }] }] }
  for (const kind of ['openai', 'anthropic'] as const) {
    const { sent, response } = await ask({ kind, caller: 'gemini', body: video })
    assert.equal(sent.messages[0].content[0].text, '[video that this model cannot see]')
    assert.equal(response.headers.get('x-gateway-left-out'), 'document')
  }

  const tools = [{ type: 'function', name: 'f', parameters: {} }]
  const bare = await ask({ kind: 'openai', caller: 'responses', body: { input: 'x', store: false, tools } })
  assert.deepEqual(bare.sent.tools[0].function.parameters, { type: 'object', properties: {} })
})

const piece = (choice: object) => `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, ...choice }] })}\n\n`
const servers: Readonly<Record<string, readonly string[]>> = {
  'a word for going on': [
    piece({ delta: { content: 'a' }, finish_reason: 'null' }),
    piece({ delta: { content: 'b' }, finish_reason: 'not_finished' }),
    piece({ delta: {}, finish_reason: 'eos_token' }),
  ],
  'whole messages': [piece({ delta: null, message: { content: 'a' } }), piece({ message: { content: 'b' } })],
  'texts like those of completions': [piece({ text: 'a' }), piece({ text: 'b', finish_reason: 'stop' })],
  'a whole message after its pieces': [
    piece({ delta: { content: 'a' } }),
    piece({ delta: { content: 'b' } }),
    piece({ message: { content: 'ab' }, finish_reason: 'stop' }),
  ],
  'nothing now and then': ['data: null\n\n', piece({ delta: { content: 'ab' }, finish_reason: 'stop' })],
}
for (const [what, frames] of Object.entries(servers))
  test(`a stream with ${what} is read whole`, async () => {
    const answer = { frames: [...frames, 'data: [DONE]\n\n'] }
    const { response } = await ask({ kind: 'openai', caller: 'messages', answer, stream: true })
    const text = await response.text()
    assert.equal((text.match(/(?<="text_delta","text":")\w+/g) ?? []).join(''), 'ab')
    assert.match(text, /"end_turn"/)
  })

const ends: Readonly<Record<string, string>> = {
  'content-filter': 'refusal',
  ERROR_TOXIC: 'refusal',
  token_limit: 'max_tokens',
  'tool-calls': 'tool_use',
}
test('words of ends are known however they are spelt', async () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  for (const [word, end] of Object.entries(ends)) {
    const { response } = await ask({ kind: 'openai', caller: 'messages', answer: completion(call, word) })
    assert.equal((await bodyOf(response)).stop_reason, end, word)
  }
})

test('the input of a call that a server of messages gives as text is kept', async () => {
  const answer = message([{ type: 'tool_use', id: 't', name: 'f', input: '{"a":1}' }], 'tool_use')
  const { response } = await ask({ kind: 'anthropic', caller: 'chat', answer })
  assert.equal((await bodyOf(response)).choices[0].message.tool_calls[0].function.arguments, '{"a":1}')
})

test('an error in place of vectors is an error of the call, which another channel answers', async () => {
  const [broken, sound] = [await openVendor({ after }, 'openai'), await openVendor({ after }, 'openai')]
  broken.script(() => ({ json: { error: { message: 'The model is loading', code: 503 } } }))
  sound.script(() => ({ json: { object: 'list', data: [{ index: 0, embedding: [1] }], usage: { prompt_tokens: 1 } } }))
  for (const [name, { base }, priority] of [
    ['broken', broken, 2],
    ['sound', sound, 1],
  ] as const)
    await world.operate('POST', '/channels', { name, base, priority, models: ['embeds'] })
  const { data } = await bodyOf(await world.post('/v1/embeddings', { model: 'embeds', input: 'a' }))
  assert.deepEqual(data[0].embedding, [1])
})
