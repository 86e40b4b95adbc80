// Whole calls with further inputs that nobody had tried: media within results and documents, forms of older and newer
// clients, sound, errors of servers that copy a wire.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openAsking } from './test/asking.ts'
import type { VendorKind } from './test/vendor.ts'
import { bodyOf, type KnownJson } from './test/world.ts'

const { ask } = await openAsking({ after })

const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
const shown = { inlineData: { mimeType: 'image/png', data: 'AAAA' } }
const textsIn = (content: unknown) => JSON.stringify(content)

test('pictures within results of Gemini callers reach other vendors, and what they cannot say is named', async () => {
  const body = {
    contents: [
      { role: 'user', parts: [{ text: 'q' }] },
      { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'f', response: { result: 'see' }, parts: [shown], scheduling: 'SILENT' } }],
      },
    ],
    tools: [{ functionDeclarations: [{ name: 'f' }] }],
  }
  for (const kind of ['openai', 'anthropic'] as const) {
    const { sent, leftOut } = await ask({ kind, caller: 'gemini', body })
    assert.match(textsIn(sent.messages), /AAAA/)
    assert.deepEqual(leftOut, ['scheduling'])
  }
})

test('pictures within results are part of them for newer models of Gemini, and beside them for older ones', async () => {
  const body = {
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [picture] }] },
    ],
  }
  const partsFor = async (model: string) => (await ask({ kind: 'gemini', caller: 'messages', body, model })).sent
  const newer = (await partsFor('gemini-3-pro')).contents.at(-1).parts
  assert.deepEqual(newer[0].functionResponse.parts, [shown])
  assert.equal(newer.length, 1)
  assert.deepEqual((await partsFor('gemini-2.5-pro')).contents.at(-1).parts[1], shown)
})

test('a document of several blocks keeps its pictures and its title', async () => {
  const source = { type: 'content', content: [{ type: 'text', text: 'PART' }, picture] }
  const body = { messages: [{ role: 'user', content: [{ type: 'document', title: 'TITLE', source }] }] }
  const openai = await ask({ kind: 'openai', caller: 'messages', body })
  assert.match(textsIn(openai.sent.messages), /TITLE.*PART.*AAAA/)
  const gemini = await ask({ kind: 'gemini', caller: 'messages', body })
  assert.match(textsIn(gemini.sent.contents), /AAAA/)
  assert.deepEqual(gemini.leftOut, ['title'])
})

test('search results within the result of a tool are its text', async () => {
  const found = { type: 'search_result', source: 'https://x', title: 'T', content: [{ type: 'text', text: 'BODY' }] }
  const body = {
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [found] }] },
    ],
  }
  const { sent } = await ask({ kind: 'openai', caller: 'messages', body })
  assert.deepEqual(sent.messages.at(-1), { role: 'tool', tool_call_id: 't', content: 'T\nhttps://x\nBODY' })
})

test('videos and sounds at addresses leave a text for models without them', async () => {
  const parts = [
    { fileData: { fileUri: 'https://www.youtube.com/watch?v=abc' } },
    { fileData: { fileUri: 'https://x/a.mp3', mimeType: 'audio/mpeg' } },
  ]
  for (const kind of ['openai', 'anthropic'] as const) {
    const { sent, leftOut } = await ask({ kind, caller: 'gemini', body: { contents: [{ parts }] } })
    assert.deepEqual(
      sent.messages[0].content.map((part: KnownJson) => part.text),
      ['[video that this model cannot see]', '[sound that this model cannot hear]'],
    )
    assert.deepEqual(leftOut, ['document', 'audio'])
  }
})

test('files of types that Claude does not take leave a text, and are named', async () => {
  const file = { filename: 'a.xlsx', file_data: 'data:application/vnd.ms-excel;base64,AAAA' }
  const body = { messages: [{ role: 'user', content: [{ type: 'file', file }] }] }
  const { sent, leftOut } = await ask({ kind: 'anthropic', caller: 'chat', body })
  assert.equal(sent.messages[0].content, '[a.xlsx that this model cannot read]')
  assert.deepEqual(leftOut, ['document'])
})

test('pictures by id and in original detail do not end a response', async () => {
  const content = [
    { type: 'input_image', file_id: 'file-1', detail: 'auto' },
    { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'original' },
  ]
  const { sent, leftOut } = await ask({
    kind: 'openai',
    caller: 'responses',
    body: { input: [{ role: 'user', content }] },
  })
  assert.equal(sent.messages[0].content[0].text, '[image that this model cannot see]')
  assert.equal(sent.messages[0].content[1].image_url.detail, 'original')
  assert.deepEqual(leftOut, ['input.input_image'])
})

test('the format of an answer is read under its former name', async () => {
  const schema = { type: 'object', properties: {} }
  const body = { output_format: { type: 'json_schema', schema } }
  const { sent, leftOut } = await ask({ kind: 'openai', caller: 'messages', body })
  assert.deepEqual(sent.response_format.json_schema.schema, schema)
  assert.deepEqual(leftOut, [])
})

test('a temperature beyond the range of a vendor is named, and so are efforts made to fit', async () => {
  const warm = await ask({ kind: 'anthropic', caller: 'chat', body: { temperature: 1.7 } })
  assert.deepEqual([warm.sent.temperature, warm.leftOut], [1, ['temperature']])
  const effortFor = async (model: string) =>
    (await ask({ kind: 'anthropic', caller: 'chat', model, body: { reasoning_effort: 'xhigh' } })).sent.output_config
  assert.deepEqual(await effortFor('claude-sonnet-4-6'), { effort: 'high' })
  assert.deepEqual(await effortFor('claude-opus-4-7'), { effort: 'xhigh' })
})

test('schemas for Gemini say what alternatives for null and constants mean', async () => {
  const parameters = {
    type: 'object',
    properties: {
      maybe: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'd' },
      more: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
      three: { const: 3 },
      rates: { enum: [0.5, 1] },
      on: { enum: [true] },
    },
  }
  const tools = [{ type: 'function', function: { name: 'f', parameters } }]
  const { sent } = await ask({ kind: 'gemini', caller: 'chat', body: { tools } })
  assert.deepEqual(sent.tools[0].functionDeclarations[0].parameters.properties, {
    maybe: { type: 'STRING', nullable: true, description: 'd' },
    more: { anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }], nullable: true },
    three: { type: 'INTEGER' },
    rates: { type: 'NUMBER' },
    on: { type: 'BOOLEAN' },
  })
})

test('a spoken answer is its transcript for callers without sound, and the sound is named', async () => {
  const message = { role: 'assistant', content: null, audio: { id: 'a', data: 'AAAA', transcript: 'hello there' } }
  const answer = { json: { id: 'x', choices: [{ index: 0, message, finish_reason: 'stop' }] } }
  for (const caller of ['messages', 'gemini', 'responses', 'ollama']) {
    const { response, leftOut } = await ask({ kind: 'openai', caller, answer })
    assert.match(await response.text(), /hello there/, caller)
    assert.deepEqual(leftOut, ['answer.audio'], caller)
  }
  const { response } = await ask({ kind: 'openai', caller: 'chat', answer })
  assert.deepEqual((await bodyOf(response)).choices[0].message, message)
})

test('a call that was cut off is no call with an empty input', async () => {
  const named = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const frames = [
    named('message_start', { message: { id: 'msg_1', model: 'm', content: [], usage: {} } }),
    named('content_block_start', { index: 0, content_block: { type: 'tool_use', id: 't', name: 'f', input: {} } }),
    named('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: '{"a":"b' } }),
    named('message_delta', { delta: { stop_reason: 'max_tokens' }, usage: {} }),
    named('message_stop', {}),
  ]
  for (const caller of ['gemini', 'ollama']) {
    const { response } = await ask({ kind: 'anthropic', caller, answer: { frames }, stream: true })
    const text = await response.text()
    assert.doesNotMatch(text, /functionCall|tool_calls/)
    assert.match(text, /MAX_TOKENS|"length"/)
  }
})

test('errors that stand in a stream by themselves keep their words', async () => {
  const chunk = { id: 'x', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] }
  for (const error of [{ object: 'error', message: 'CUDA is out of memory', code: 500 }, { detail: 'engine died' }]) {
    const frames = [chunk, error].map((one) => `data: ${JSON.stringify(one)}\n\n`)
    const { response } = await ask({ kind: 'openai', caller: 'messages', answer: { frames }, stream: true })
    assert.match(await response.text(), /CUDA is out of memory|engine died/)
  }
})

const bodies: readonly (readonly [about: string, kind: VendorKind, body: unknown, expected: RegExp])[] = [
  ['Mistral', 'openai', { message: { detail: [{ loc: ['body', 'n'], msg: 'Extra inputs' }] } }, /^n: Extra inputs$/],
  ['Cloudflare', 'openai', { errors: [{ message: 'Bad input', code: 5006 }], success: false }, /^Bad input$/],
  ['Spring', 'openai', { status: 400, error: 'Bad Request', message: 'real reason' }, /^real reason$/],
  ['SageMaker', 'openai', { ErrorCode: 'X', Message: 'the reason' }, /^the reason$/],
  ['a problem document', 'anthropic', { title: 'Bad Request', detail: 'the detail' }, /^the detail$/],
  ['a text', 'gemini', 'plain words', /^plain words$/],
  [
    'OpenRouter',
    'openai',
    { error: { message: 'Provider returned error', metadata: { raw: '{"error":{"message":"the reason"}}' } } },
    /^Provider returned error: the reason$/,
  ],
]
for (const [about, kind, json, expected] of bodies)
  test(`the reason of a refusal is told to callers: ${about}`, async () => {
    const { response } = await ask({ kind, caller: 'chat', answer: { status: 400, json } })
    assert.match((await bodyOf(response)).error.message, expected)
  })

test('a refused key or an empty account is no mistake of the caller, whatever the status', async () => {
  const refused: readonly (readonly [VendorKind, string])[] = [
    ['gemini', 'API key not valid. Please pass a valid API key.'],
    ['anthropic', 'Your credit balance is too low to access the Anthropic API.'],
    ['openai', 'Incorrect API key provided: xa***yz.'],
  ]
  for (const [kind, message] of refused) {
    const { response } = await ask({ kind, caller: 'chat', answer: { status: 400, json: { error: { message } } } })
    const { error } = await bodyOf(response)
    assert.deepEqual([response.status, error.code], [502, 'channel_refused'])
  }
})
