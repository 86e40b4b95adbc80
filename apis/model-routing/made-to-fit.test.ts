// Calls through a channel of another wire, whose vendor refuses what the caller's wire takes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVendor, toolInput } from './test/vendor.ts'
import { bodyOf, openGatewayWorld } from './test/world.ts'

const name = `mcp__${'x'.repeat(74)}`
const tools = [{ name, description: 'The tide.', input_schema: { type: 'object' as const } }]
const question = {
  model: 'm',
  max_tokens: 50,
  tools,
  messages: [{ role: 'user' as const, content: 'How is the tide?' }],
}

test('a tool with a name that a vendor refuses is called by the caller’s own name, whole and streamed', async (t) => {
  const vendor = await openVendor(t, 'openai')
  const { anthropic } = await openGatewayWorld(t, { channels: [{ name: 'only', base: vendor.base, models: ['m'] }] })
  for (const { content } of [
    await anthropic.messages.create(question),
    await anthropic.messages.stream(question).finalMessage(),
  ]) {
    const call = content.find((block) => block.type === 'tool_use')
    assert.deepEqual([call?.name, call?.input], [name, toolInput])
  }
  for (const { text } of vendor.received) assert.match(text, /"name":"[\w-]{1,64}"/)
})

test('vectors are base64 where the caller asks for it and the provider knows only numbers', async (t) => {
  const vendor = await openVendor(t, 'openai', () => ({
    json: {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [1, -0.5] }],
      usage: { prompt_tokens: 1 },
    },
  }))
  const channel = { name: 'only', kind: 'ollama', base: vendor.base, models: ['e'] }
  const { post } = await openGatewayWorld(t, { channels: [channel] })
  const encoded = await bodyOf(await post('/v1/embeddings', { model: 'e', input: 'a', encoding_format: 'base64' }))
  assert.equal(encoded.data[0].embedding, Buffer.from(Float32Array.of(1, -0.5).buffer).toString('base64'))
  const numbers = await bodyOf(await post('/v1/embeddings', { model: 'e', input: 'a' }))
  assert.deepEqual(numbers.data[0].embedding, [1, -0.5])
})

test('an empty answer that ended badly is an error for the caller of another wire, whole and streamed', async (t) => {
  const json = {
    candidates: [{ content: {}, finishReason: 'MALFORMED_FUNCTION_CALL', index: 0 }],
    usageMetadata: { promptTokenCount: 10, totalTokenCount: 10 },
  }
  const vendor = await openVendor(t, 'gemini', ({ path }) =>
    path.includes('stream') ? { frames: [`data: ${JSON.stringify(json)}\n\n`] } : { json },
  )
  const channel = { name: 'only', kind: 'gemini', base: vendor.base, models: ['m'] }
  const { post, ledger } = await openGatewayWorld(t, { channels: [channel] })
  const asked = { model: 'm', messages: question.messages }
  const whole = await post('/v1/chat/completions', asked)
  assert.deepEqual([whole.status, (await bodyOf(whole)).error.code], [503, 'failed_answer'])
  const streamed = await (await post('/v1/chat/completions', { ...asked, stream: true })).text()
  assert.match(streamed, /failed_answer/)
  assert.doesNotMatch(streamed, /"finish_reason":"/)
  assert.deepEqual(
    (await ledger()).map(({ ended }) => ended),
    ['failed', 'failed'],
  )
})

test('an answer that failed is not kept: the same call is answered by the model again', async (t) => {
  const ended = (finishReason: string, parts: readonly object[]) => ({
    json: { candidates: [{ content: { parts }, finishReason, index: 0 }], usageMetadata: { totalTokenCount: 1 } },
  })
  const vendor = await openVendor(t, 'gemini', () => ended('OTHER', []))
  const channel = { name: 'only', kind: 'gemini', base: vendor.base, models: ['m'] }
  const { post } = await openGatewayWorld(t, { channels: [channel] })
  const asked = { model: 'm', messages: question.messages }
  const ask = () => post('/v1/chat/completions', asked, { 'x-gateway-cache': 'on' })
  assert.equal((await ask()).status, 503)
  vendor.script(() => ended('STOP', [{ text: 'Low.' }]))
  assert.equal((await bodyOf(await ask())).choices[0].message.content, 'Low.')
})

const [text, picture] = [{ text: 'Twice a day.' }, { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }]
const losses: Readonly<Record<string, readonly [parts: readonly object[], names: string | null]>> = {
  'a sound': [[text, { inlineData: { mimeType: 'audio/L16;rate=24000', data: 'AAAA' } }], 'answer.audio'],
  'a sound alone': [[{ inline_data: { mime_type: 'audio/wav', data: 'AAAA' } }], 'answer.audio'],
  'a video': [[text, { inlineData: { mimeType: 'video/mp4', data: 'AAAA' } }], 'answer.video'],
  'a document': [[text, { inlineData: { mimeType: 'application/pdf', data: 'JVBERg==' } }], 'answer.inlineData'],
  'code and its result': [
    [{ executableCode: { code: '1' } }, { codeExecutionResult: { output: '1' } }, text],
    'answer.executableCode, answer.codeExecutionResult',
  ],
  'a file': [[text, { fileData: { fileUri: 'https://example.com/a', mimeType: 'audio/wav' } }], 'answer.fileData'],
  'two sounds': [
    [{ inlineData: { mimeType: 'audio/wav', data: 'AAAA' } }, { inlineData: { mimeType: 'audio/mp3', data: 'AAAA' } }],
    'answer.audio',
  ],
  'a signed sound': [
    [text, { thoughtSignature: 'c2ln', inlineData: { mimeType: 'audio/wav', data: 'AAAA' } }],
    'answer.audio',
  ],
  'a part that is not known yet': [[text, { hologram: { depth: 1 } }], 'answer.hologram'],
  'a text': [[text], null],
  'a picture': [[text, picture], null],
  'a signed text': [[{ ...text, thoughtSignature: 'c2ln' }], null],
}
for (const [what, [parts, names]] of Object.entries(losses))
  test(`${what} in a whole answer of another wire is kept or named`, async (t) => {
    const candidate = { content: { role: 'model', parts }, finishReason: 'STOP', index: 0, safetyRatings: [] }
    const vendor = await openVendor(t, 'gemini', () => ({ json: { candidates: [candidate] } }))
    const channel = { name: 'only', kind: 'gemini', base: vendor.base, models: ['m'] }
    const { post } = await openGatewayWorld(t, { channels: [channel] })
    const asked = { model: 'm', messages: question.messages }
    for (const [path, body] of [
      ['/v1/chat/completions', asked],
      ['/v1/messages', { ...asked, max_tokens: 9 }],
      ['/v1/responses', { model: 'm', input: 'How is the tide?' }],
    ] as const) {
      const answer = await post(path, body)
      assert.deepEqual([answer.status, answer.headers.get('x-gateway-left-out')], [200, names], path)
      await answer.text()
    }
    const own = await post('/v1beta/models/m:generateContent', { contents: [{ role: 'user', parts: [text] }] })
    assert.deepEqual([own.status, own.headers.get('x-gateway-left-out')], [200, null])
    assert.deepEqual((await bodyOf(own)).candidates[0].content.parts, parts)
  })

test('a tool with an input that a vendor refuses is called with the caller’s own name, whole and streamed', async (t) => {
  const vendor = await openVendor(t, 'anthropic', ({ body }) => {
    const [written] = Object.keys(Object(body).tools[0].input_schema.properties)
    const usage = { input_tokens: 1, output_tokens: 1 }
    const block = { type: 'tool_use', id: 'toolu_1', name: 'find' }
    const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', usage }
    if (!Object(body).stream)
      return { json: { ...head, content: [{ ...block, input: { [String(written)]: 'a' } }], stop_reason: 'tool_use' } }
    const json = JSON.stringify({ [String(written)]: 'a' })
    const frames = [
      { type: 'message_start', message: { ...head, content: [] } },
      { type: 'content_block_start', index: 0, content_block: { ...block, input: {} } },
      ...[json.slice(0, 4), json.slice(4)].map((partial_json) => ({
        ...{ type: 'content_block_delta', index: 0 },
        delta: { type: 'input_json_delta', partial_json },
      })),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage },
      { type: 'message_stop' },
    ]
    return { frames: frames.map((frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`) }
  })
  const channel = { name: 'only', kind: 'anthropic', base: vendor.base, models: ['m'] }
  const { openai } = await openGatewayWorld(t, { channels: [channel] })
  const parameters = { type: 'object', properties: { $filter: { type: 'string' }, 'user.name': { type: 'string' } } }
  const asked = {
    model: 'm',
    messages: question.messages,
    tools: [{ type: 'function' as const, function: { name: 'find', parameters } }],
  }
  const whole = await openai.chat.completions.create(asked)
  const streamed = await openai.chat.completions.stream({ ...asked, stream: true }).finalChatCompletion()
  for (const { choices } of [whole, streamed])
    assert.deepEqual(Object(choices[0]?.message.tool_calls?.[0]).function.arguments, '{"$filter":"a"}')
  for (const { text } of vendor.received) assert.match(text, /"properties":\{"_filter_\w{8}":.*"user\.name":/)
})
