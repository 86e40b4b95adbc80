// What vendors refuse although another wire takes it, made to fit: names and schemas of tools, results, media types,
// users, reasoning. A caller sees its own words again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from './anthropic.ts'
import type { ChatRequest } from './chat-request.ts'
import { withBase64Vectors } from './embedding-format.ts'
import { batched, details, eventsIn, whole } from './fixtures/replies.ts'
import { formats } from './formats.ts'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'
import type { StreamEvent } from './stream-event.ts'
import { withOriginalNames, withTakenNames } from './tool-names.ts'

const hi = { role: 'user', content: 'hi' }
const chat = (more: object): ChatRequest => openai.readRequest({ model: 'm', messages: [hi], ...more })
const messages = (more: object): ChatRequest =>
  anthropic.readRequest({ model: 'm', max_tokens: 9, messages: [hi], ...more })
const plain = { type: 'object', properties: {} }
const fn = (name: string, parameters: object = plain) => ({ type: 'function', function: { name, parameters } })
const called = (name: string) => ({
  role: 'assistant',
  tool_calls: [{ id: 'a', type: 'function', function: { name, arguments: '{}' } }],
})
const answered = (content: string) => ({ role: 'tool', tool_call_id: 'a', content })

const long = `mcp__${'x'.repeat(74)}`
for (const name of ['21st_magic', '-dash', long, 'files.read', 'files:read', 'datei-öffnen', 'a b'])
  test(`a tool named ${name.slice(0, 20)} is called by every vendor, and the caller sees its own name`, async () => {
    const request = chat({
      messages: [hi, called(name), answered('done')],
      tools: [fn(name), fn('other')],
      tool_choice: { type: 'function', function: { name } },
    })
    for (const [wire, rule] of [
      ['anthropic', /^[\w-]{1,64}$/],
      ['gemini', /^[A-Za-z_][\w.:-]{0,63}$/],
    ] as const) {
      const named = withTakenNames(request, wire)
      const [tool] = named.request.tools
      const written = tool?.name ?? ''
      assert.match(written, rule)
      assert.deepEqual(named.request.toolChoice, { kind: 'tool', name: written })
      const text = JSON.stringify(formats[wire].writeRequest(named.request, 'gemini-3'))
      if (written !== name) assert.ok(!text.includes(JSON.stringify(name)), 'the history has the written name too')
      const answer: StreamEvent = { kind: 'toolCall', choice: 0, index: 0, id: 'b', name: written }
      assert.deepEqual(await eventsIn(withOriginalNames(batched([answer]), named.originals)), [{ ...answer, name }])
      assert.equal(withTakenNames(chat({ tools: [fn(name)] }), wire).request.tools[0]?.name, written, 'in every turn')
    }
    assert.equal(withTakenNames(request, 'openai').request, request, 'on its own wire it stays')
  })

test('long names with a common beginning stay apart, and names that fit stay as they are', () => {
  const request = messages({ tools: [`${long}1`, `${long}2`, 'fits'].map((name) => ({ name, input_schema: plain })) })
  const names = withTakenNames(request, 'openai').request.tools.map(({ name }) => name)
  assert.equal(new Set(names).size, 3)
  assert.equal(names[2], 'fits')
})

const either = { anyOf: [{ required: ['a'] }, { required: ['b'] }] }
const branches = (name: string) => ({
  [name]: [{ properties: { a: {}, b: {} }, required: ['b'] }, { properties: { c: {} } }],
})
const schemas: Readonly<Record<string, object>> = {
  'without properties': { type: 'object' },
  'that is empty': {},
  'that is a reference': { $ref: '#/$defs/in', $defs: { in: { type: 'object', properties: { a: {} } } } },
  'with anyOf': { type: 'object', properties: { a: {}, b: {} }, ...either },
  'with oneOf': { type: 'object', ...branches('oneOf') },
  'with allOf': branches('allOf'),
  'with a reference in anyOf': { anyOf: [{ $ref: '#/$defs/x' }], $defs: { x: { properties: { a: {} } } } },
  'with a reference that leads nowhere': { $ref: '#/$defs/none' },
  'that refers to itself': { $ref: '#/$defs/x', $defs: { x: { $ref: '#/$defs/x' } } },
}
for (const [what, schema] of Object.entries(schemas))
  test(`a tool with a schema ${what} has an object at the top for Claude and chat completions`, () => {
    const claude = Object(anthropic.writeRequest(chat({ tools: [fn('f', schema)] }), 'claude')).tools[0].input_schema
    const request = messages({ tools: [{ name: 'f', input_schema: schema }] })
    const written = Object(openai.writeRequest(request, 'm')).tools[0].function.parameters
    for (const one of [claude, written]) {
      assert.equal(one.type, 'object')
      for (const name of ['anyOf', 'oneOf', 'allOf', '$ref']) assert.equal(one[name], undefined, name)
    }
    assert.equal(typeof written.properties, 'object')
  })
test('a schema whose alternatives were joined still has their members, and says their rule', () => {
  const written = Object(anthropic.writeRequest(chat({ tools: [fn('f', { ...branches('allOf') })] }), 'claude'))
  const { properties, required, description } = written.tools[0].input_schema
  assert.deepEqual([Object.keys(properties), required], [['a', 'b', 'c'], ['b']])
  assert.match(description, /allOf/)
})

test('a result with a member $ref at any depth is text for Gemini, others are objects', () => {
  const resultOf = (content: string) => {
    const request = chat({ messages: [hi, called('f'), answered(content)], tools: [fn('f')] })
    return Object(gemini.writeRequest(request, 'gemini-2.5-pro')).contents.at(-1).parts[0].functionResponse.response
  }
  for (const value of [{ $ref: '#/a' }, { a: [{ b: { $ref: 1 } }] }, { a: { '\u0024ref': null } }]) {
    const text = JSON.stringify(value)
    assert.deepEqual(resultOf(text), { result: text })
  }
  assert.deepEqual(resultOf('{"ref":"$ref"}'), { ref: '$ref' })
})

test('tools beside an answer in JSON are refused in our words for older Gemini, unless none may be called', () => {
  const asked = { tools: [fn('f')], response_format: { type: 'json_object' } }
  for (const model of ['gemini-1.5-pro', 'gemini-2.0-flash', 'gemini-2.5-pro']) {
    assert.throws(() => gemini.writeRequest(chat(asked), model), { kind: 'invalid', param: 'response_format' })
    assert.equal(Object(gemini.writeRequest(chat({ ...asked, tool_choice: 'none' }), model)).tools, undefined)
    assert.notEqual(Object(gemini.writeRequest(chat({ tools: [fn('f')] }), model)).tools, undefined)
  }
  for (const model of ['gemini-3-pro', 'my-model'])
    assert.notEqual(Object(gemini.writeRequest(chat(asked), model)).tools, undefined)
})

test('reasoning that a server gave without a signature goes back to servers, and signed reasoning does not', () => {
  const assistant = (signature: string) => ({
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm', signature },
      { type: 'text', text: 'yes' },
    ],
  })
  const reasoningFor = (request: ChatRequest, model: string) =>
    Object(openai.writeRequest(request, model)).messages.map(
      (one: { reasoning_content?: string }) => one.reasoning_content,
    )
  const unsigned = messages({ messages: [hi, assistant(''), hi] })
  assert.deepEqual(reasoningFor(unsigned, 'deepseek-reasoner'), [undefined, 'hm', undefined])
  assert.deepEqual(reasoningFor(unsigned, 'gpt-5'), [undefined, undefined, undefined])
  assert.deepEqual(reasoningFor(messages({ messages: [hi, assistant('signed'), hi] }), 'deepseek-reasoner'), [
    ...[undefined, undefined, undefined],
  ])
  const contents = [
    { role: 'user', parts: [{ text: 'hi' }] },
    { role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'yes' }] },
    { role: 'user', parts: [{ text: 'hi' }] },
  ]
  assert.deepEqual(reasoningFor(gemini.readRequest({ contents }, { model: 'm', stream: false }), 'qwen'), [
    undefined,
    'hm',
    undefined,
  ])
})

test('other names of media types become those that vendors take', () => {
  for (const [type, known] of [
    ['image/jpg', 'image/jpeg'],
    ['IMAGE/JPG', 'image/jpeg'],
    ['image/pjpeg', 'image/jpeg'],
    ['image/x-png', 'image/png'],
    ['image/gif', 'image/gif'],
  ] as const) {
    const image = { type: 'image_url', image_url: { url: `data:${type};base64,AAAA` } }
    const request = chat({ messages: [{ role: 'user', content: [image] }] })
    assert.equal(Object(anthropic.writeRequest(request, 'claude')).messages[0].content[0].source.media_type, known)
    assert.equal(Object(gemini.writeRequest(request, 'gemini')).contents[0].parts[0].inlineData.mimeType, known)
    const block = { type: 'image', source: { type: 'base64', media_type: type, data: 'AAAA' } }
    const other = Object(openai.writeRequest(messages({ messages: [{ role: 'user', content: [block] }] }), 'm'))
    assert.match(other.messages[0].content[0].image_url.url, new RegExp(`^data:${known};`))
  }
})

test('a user of more than 64 characters is a digest for chat completions, the same in every call', () => {
  const userOf = (request: ChatRequest): unknown => Object(openai.writeRequest(request, 'm')).user
  const by = (user_id: string) => userOf(messages({ metadata: { user_id } }))
  assert.match(String(by('u'.repeat(159))), /^[0-9a-f]{64}$/)
  assert.equal(by('u'.repeat(65)), by('u'.repeat(65)))
  assert.notEqual(by('u'.repeat(65)), by('u'.repeat(66)))
  assert.equal(by('u'.repeat(64)), 'u'.repeat(64))
  assert.equal(userOf(chat({ user: 'u'.repeat(65) })), 'u'.repeat(65))
})

test('the stop that vLLM and SGLang report is the stop sequence of messages, and a token or a word is none', async () => {
  const stopFor = (more: object, finish_reason = 'stop') => {
    const choice = { index: 0, message: { content: 'Hi' }, finish_reason, ...more }
    const { stop_reason, stop_sequence } = Object(
      anthropic.writeAnswer(openai.readAnswer({ choices: [choice] }), details),
    )
    return [stop_reason, stop_sequence]
  }
  assert.deepEqual(stopFor({ stop_reason: 'END' }), ['stop_sequence', 'END'])
  assert.deepEqual(stopFor({ matched_stop: 'END' }), ['stop_sequence', 'END'])
  for (const more of [{ stop_reason: 128009 }, { stop_reason: null }, { matched_stop: 2 }, { stop_reason: 'end_turn' }])
    assert.deepEqual(stopFor(more), ['end_turn', null])
  assert.deepEqual(stopFor({ stop_reason: 'END' }, 'length'), ['max_tokens', null])
  const chunk = { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop', stop_reason: 'END' }] }
  const events = await eventsIn(openai.readStream(whole(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)))
  assert.equal(Object(anthropic.writeAnswer(events, details)).stop_sequence, 'END')
})

test('vectors in numbers become base64 of 32-bit floats, and others stay as they came', () => {
  const usage = { prompt_tokens: 1 }
  const data = [{ index: 0, embedding: [1, -0.5] }, { index: 1, embedding: 'AAAA' }, { index: 2 }]
  const encoded = Buffer.from(Float32Array.of(1, -0.5).buffer).toString('base64')
  assert.deepEqual(withBase64Vectors({ data, usage }), {
    data: [{ index: 0, embedding: encoded }, data[1], data[2]],
    usage,
  })
})

test('ids of calls are nine letters and digits for models of Mistral, alike for a call and its result', () => {
  const history = (ids: readonly string[]) =>
    messages({
      messages: [
        hi,
        { role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id, name: 'f', input: {} })) },
        { role: 'user', content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: id })) },
      ],
    })
  const ids = ['toolu_01A09q90qw90lq917835lq9', 'call_0', 'abc123XYZ', 'f:0', 'f:1']
  const idsFor = (model: string) => {
    const { messages: written } = Object(openai.writeRequest(history(ids), model))
    const calls = written[1].tool_calls.map(({ id }: { readonly id: string }) => id)
    const results = written.slice(2).map((one: { readonly tool_call_id: string }) => one.tool_call_id)
    assert.deepEqual(calls, results)
    return calls as readonly string[]
  }
  for (const model of ['mistral-large-latest', 'mistralai/devstral-2', 'open-mixtral-8x7b', 'Ministral-8B']) {
    const written = idsFor(model)
    assert.ok(
      written.every((id) => /^[A-Za-z0-9]{9}$/.test(id)),
      model,
    )
    assert.equal(new Set(written).size, ids.length)
    assert.equal(written[2], 'abc123XYZ')
  }
  assert.deepEqual(idsFor('gpt-5'), ids)
})
