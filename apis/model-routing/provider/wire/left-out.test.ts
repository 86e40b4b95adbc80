// What another wire cannot say is left out of the request and named, and on the request's own wire nothing is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from './anthropic.ts'
import type { ChatRequest } from './chat-request.ts'
import { batched, details, framesIn } from './fixtures/replies.ts'
import { formats } from './formats.ts'
import { gemini } from './gemini.ts'
import { leftOut } from './left-out.ts'
import { ollamaChat } from './ollama.ts'
import { openai } from './openai.ts'
import { readRequest as readResponse } from './responses/request-reader.ts'
import type { StreamEvent } from './stream-event.ts'

const everything = openai.readRequest({
  model: 'm',
  messages: [{ role: 'user', content: '?' }],
  ...{ n: 2, logprobs: true, seed: 1, presence_penalty: 1, frequency_penalty: 1, logit_bias: { 1: 1 } },
  ...{ temperature: 0.5, top_p: 0.5, top_k: 3, user: 'u', reasoning_effort: 'low', store: true, prediction: null },
})
const leftOutOf = (request: ChatRequest, wire: 'openai' | 'anthropic' | 'gemini', model: string) =>
  leftOut(request, wire, formats[wire].writeRequest(request, model))

test('what is left out is named', () => {
  assert.deepEqual(leftOutOf(everything, 'openai', 'o3'), [])
  const nowhere = ['n', 'logprobs', 'seed', 'presence_penalty', 'frequency_penalty', 'logit_bias']
  // of temperature and top_p some models take one
  assert.deepEqual(leftOutOf(everything, 'anthropic', 'claude-3-5-haiku'), [...nowhere, 'top_p', 'reasoning', 'store'])
  // one that thinks takes neither
  const sampled = ['top_k', 'temperature', 'top_p']
  assert.deepEqual(leftOutOf(everything, 'anthropic', 'claude-sonnet-4-6'), [...nowhere, ...sampled, 'store'])
  const penalties = ['presence_penalty', 'frequency_penalty']
  assert.deepEqual(leftOutOf(everything, 'gemini', 'gemini-2.5-flash'), [...penalties, 'logit_bias', 'user', 'store'])
  assert.deepEqual(leftOutOf(everything, 'gemini', 'gemini-2.0-flash'), ['logit_bias', 'reasoning', 'user', 'store'])
})

test('what only one vendor has is named by its own name, without hints for caches', () => {
  const messages = [{ role: 'user', content: [{ type: 'text', text: '?', cache_control: { type: 'ephemeral' } }] }]
  const asked = formats.anthropic.readRequest({
    ...{ model: 'm', max_tokens: 9, messages, container: 'c', context_management: {}, cache_control: {} },
    ...{ metadata: { user_id: 'u' }, output_config: { effort: 'low' }, tools: [{ type: 'web_search_1', name: 's' }] },
  })
  assert.deepEqual(leftOutOf(asked, 'openai', 'gpt-5'), ['container', 'context_management', 'tools'])
  const generationConfig = { mediaResolution: 'LOW', thinkingConfig: { thinkingBudget: 9 }, temperature: 1 }
  const contents = [{ role: 'user', parts: [{ text: '?' }] }]
  const body = { contents, safetySettings: [{}], generationConfig, 'no\nname': 1 }
  const native = formats.gemini.readRequest(body, { model: 'm', stream: false })
  assert.deepEqual(leftOutOf(native, 'openai', 'gpt-5-chat'), ['safetySettings', 'mediaResolution'])
  assert.deepEqual(leftOutOf(native, 'gemini', 'gemini-3'), [])
})

test('what the formats without a wire of their own cannot carry is named on every wire', () => {
  const body = { model: 'm', input: '?', truncation: 'auto', max_tool_calls: 2, include: ['file_search_call.results'] }
  const items = [{ role: 'user', content: '?' }]
  assert.deepEqual(leftOutOf(readResponse(body, items), 'openai', 'gpt-5'), ['truncation', 'max_tool_calls', 'include'])
  const usual = {
    model: 'm',
    input: '?',
    truncation: 'disabled',
    store: false,
    include: ['reasoning.encrypted_content'],
  }
  assert.deepEqual(leftOutOf(readResponse(usual, items), 'openai', 'gpt-5'), [])
  const options = { num_ctx: 4096, min_p: 0.1, temperature: 1, 'a\r\nb': 1 }
  const chat = ollamaChat.readRequest({ model: 'm', messages: items, options })
  assert.deepEqual(leftOutOf(chat, 'openai', 'gpt-4o'), ['options.min_p'])
})

test('models that think are not told how to sample by callers of other wires', () => {
  const body = { model: 'm', max_tokens: 9, temperature: 0.5, messages: [{ role: 'user', content: '?' }] }
  const request = formats.anthropic.readRequest(body)
  for (const [model, temperature] of [
    ['o3', undefined],
    ['gpt-5-mini', undefined],
    ['gpt-5-chat-latest', 0.5],
    ['gpt-4o', 0.5],
  ] as const) {
    assert.equal(openai.writeRequest(request, model).temperature, temperature, model)
    assert.deepEqual(leftOutOf(request, 'openai', model), temperature === undefined ? ['temperature'] : [])
  }
})

const calls: readonly StreamEvent[] = [
  { kind: 'start', model: 'm' },
  { kind: 'toolCall', choice: 0, index: 0, id: 'a', name: 'f' },
  { kind: 'toolCall', choice: 0, index: 1, id: 'b', name: 'g' },
  { kind: 'toolInput', choice: 0, index: 0, text: '{"x":' },
  { kind: 'toolInput', choice: 0, index: 1, text: '{"y":2' },
  { kind: 'toolInput', choice: 0, index: 0, text: '1}' },
  { kind: 'toolInput', choice: 0, index: 1, text: '}' },
  { kind: 'finish', choice: 0, reason: 'toolCalls' },
  { kind: 'end' },
]

test('interleaved deltas of parallel calls keep their arguments on the native wire', async () => {
  const frames = await framesIn(gemini.writeStream(batched(calls), details))
  const parts = frames
    .filter((frame) => frame.startsWith('data: '))
    .flatMap((frame) => JSON.parse(frame.slice('data: '.length)).candidates[0].content.parts)
  assert.deepEqual(
    parts.flatMap(({ functionCall }) => (functionCall ? [functionCall.args] : [])),
    [{ x: 1 }, { y: 2 }],
  )
})

test('pages that an answer of another wire cites are its grounding on the native wire', async () => {
  const citation = { wire: 'anthropic', native: {}, url: 'https://a.example', title: 'A' } as const
  const events: StreamEvent[] = [
    { kind: 'start', model: 'm' },
    { kind: 'text', choice: 0, text: 'low' },
    { kind: 'citation', choice: 0, citation },
    { kind: 'finish', choice: 0, reason: 'stop' },
    { kind: 'end' },
  ]
  const grounding = { groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }] }
  const whole = JSON.parse(JSON.stringify(gemini.writeAnswer(events, details)))
  assert.deepEqual(whole.candidates[0].groundingMetadata, grounding)
  const text = (await framesIn(gemini.writeStream(batched(events), details))).join('')
  assert.ok(text.includes(JSON.stringify(grounding)), text)
})

const inMessages = (content: readonly unknown[], role = 'user') =>
  anthropic.readRequest({
    model: 'm',
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'Hi' },
      { role, content },
    ],
  })
const byFile = { type: 'image', source: { type: 'file', file_id: 'file_1' } }
const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
const upload = { type: 'container_upload', file_id: 'file_1' }
const searched = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }
const resultOf = (content: readonly unknown[], more = {}) => ({
  type: 'tool_result',
  tool_use_id: 'a',
  content,
  ...more,
})

for (const [what, request, target, names] of [
  ['a picture by id', inMessages([byFile]), openai, ['image']],
  ['a picture by id in a result', inMessages([resultOf([byFile])]), openai, ['image']],
  ['an upload, for chat completions', inMessages([upload]), openai, ['container_upload']],
  ['an upload, for generateContent', inMessages([upload]), gemini, ['container_upload']],
  ['a call of a vendor’s tool', inMessages([searched], 'assistant'), openai, ['server_tool_use']],
  ['a picture of the assistant', inMessages([picture], 'assistant'), openai, ['image']],
  ['the failure of a tool', inMessages([resultOf([], { is_error: true })]), openai, ['is_error']],
  [
    'the context of a document',
    inMessages([{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' }, context: 'c' }]),
    openai,
    ['context'],
  ],
  [
    'sound',
    openai.readRequest({
      model: 'm',
      messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }] }],
    }),
    anthropic,
    ['audio'],
  ],
  [
    'the detail of a picture',
    openai.readRequest({
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: 'https://a.example/b.png', detail: 'high' } }],
        },
      ],
    }),
    gemini,
    ['detail'],
  ],
  [
    'the name of a speaker',
    openai.readRequest({ model: 'm', messages: [{ role: 'user', name: 'ann', content: 'Hi' }] }),
    anthropic,
    ['name'],
  ],
  [
    'a stop that is white space',
    openai.readRequest({ model: 'm', stop: '\n', messages: [{ role: 'user', content: 'Hi' }] }),
    anthropic,
    ['stop'],
  ],
  [
    'a part of another vendor',
    gemini.readRequest(
      {
        contents: [
          { role: 'model', parts: [{ executableCode: { code: '1' } }] },
          { role: 'user', parts: [{ text: 'Hi' }] },
        ],
      },
      { model: 'm', stream: false },
    ),
    openai,
    ['executableCode'],
  ],
] as const)
  test(`${what} is named where the wire cannot say it, and on its own wire nothing is`, () => {
    assert.deepEqual(leftOut(request, target.wire, target.writeRequest(request, 'm')), names)
    const own = request.wire === 'anthropic' ? anthropic : request.wire === 'gemini' ? gemini : openai
    assert.deepEqual(leftOut(request, own.wire, own.writeRequest(request, 'm')), [])
  })
