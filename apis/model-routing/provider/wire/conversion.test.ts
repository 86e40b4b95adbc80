// Requests converted from one wire to another, row by row of SOURCES 10, each as the exact body that an upstream gets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'

const plain = (json: unknown) => JSON.parse(JSON.stringify(json))
const toAnthropic = (body: unknown, model = 'claude-sonnet-4-5') =>
  plain(anthropic.writeRequest(openai.readRequest(body), model))
const toOpenai = (body: unknown, model = 'gpt-4o') => plain(openai.writeRequest(anthropic.readRequest(body), model))
const toGemini = (body: unknown, model = 'gemini-2.5-flash') =>
  plain(gemini.writeRequest(openai.readRequest(body), model))

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  $defs: { x: { type: 'string' } },
}
const png = 'iVBORw0KGgo='
/**
 * One conversation with all of it: instructions, pictures, a document, two calls at once, their results, a forced tool.
 */
const full = {
  model: 'any',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Compare' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${png}`, detail: 'low' } },
        { type: 'image_url', image_url: { url: 'https://pictures.test/a.webp' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERg==' } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Bern"}' } },
        { id: 'functions.weather:1', type: 'function', function: { name: 'weather', arguments: '' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'sunny' },
    { role: 'tool', tool_call_id: 'functions.weather:1', content: '{"sky":"rain"}' },
    { role: 'user', content: 'So?' },
  ],
  tools: [{ type: 'function', function: { name: 'weather', description: 'Tells.', parameters } }],
  tool_choice: { type: 'function', function: { name: 'weather' } },
  parallel_tool_calls: false,
  stop: ['END', '\n'],
  max_completion_tokens: 100,
  temperature: 1.5,
  presence_penalty: 1,
  logit_bias: { 1: 2 },
  seed: 7,
  user: 'u-1',
  stream: true,
}

test('chat completions to messages', () => {
  assert.deepEqual(toAnthropic(full), {
    model: 'claude-sonnet-4-5',
    max_tokens: 100,
    system: [
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: 'Be kind.' },
    ],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Compare' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
          { type: 'image', source: { type: 'url', url: 'https://pictures.test/a.webp' } },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' },
            title: 'a.pdf',
          },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'call_1', name: 'weather', input: { city: 'Bern' } },
          { type: 'tool_use', id: 'functions_weather_1', name: 'weather', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: 'sunny' },
          { type: 'tool_result', tool_use_id: 'functions_weather_1', content: '{"sky":"rain"}' },
          { type: 'text', text: 'So?' },
        ],
      },
    ],
    stop_sequences: ['END'],
    stream: true,
    temperature: 1,
    tools: [{ name: 'weather', description: 'Tells.', input_schema: parameters }],
    tool_choice: { type: 'tool', name: 'weather', disable_parallel_tool_use: true },
    metadata: { user_id: 'u-1' },
  })
})

test('chat completions to generateContent', () => {
  const declared = { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] }
  assert.deepEqual(toGemini(full), {
    systemInstruction: { parts: [{ text: 'Be brief.' }, { text: 'Be kind.' }] },
    contents: [
      {
        role: 'user',
        parts: [
          { text: 'Compare' },
          { inlineData: { mimeType: 'image/png', data: png } },
          { fileData: { fileUri: 'https://pictures.test/a.webp', mimeType: 'image/webp' } },
          { inlineData: { mimeType: 'application/pdf', data: 'JVBERg==' } },
        ],
      },
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'weather', args: { city: 'Bern' } } },
          { functionCall: { name: 'weather', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'weather', response: { result: 'sunny' } } },
          { functionResponse: { name: 'weather', response: { sky: 'rain' } } },
          { text: 'So?' },
        ],
      },
    ],
    tools: [{ functionDeclarations: [{ name: 'weather', description: 'Tells.', parameters: declared }] }],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['weather'] } },
    generationConfig: {
      temperature: 1.5,
      seed: 7,
      maxOutputTokens: 100,
      stopSequences: ['END', '\n'],
    },
  })
})

test('messages to chat completions', () => {
  const body = {
    model: 'any',
    max_tokens: 100,
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    stop_sequences: ['END'],
    top_k: 5,
    stream: true,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    metadata: { user_id: 'u-1' },
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
    tools: [
      { name: 'weather', input_schema: parameters },
      { type: 'web_search_20250305', name: 'web_search' },
    ],
    messages: [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
          { type: 'text', text: 'I ' },
          { type: 'text', text: 'look.' },
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Bern' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Here' },
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            content: [
              { type: 'text', text: 'sunny' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
            ],
          },
          { type: 'search_result', title: 'T', source: 'https://a.test', content: [{ type: 'text', text: 'found' }] },
        ],
      },
    ],
  }
  assert.deepEqual(toOpenai({ ...body, max_tokens: 2_000 }, 'o4-mini'), {
    model: 'o4-mini',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ id: 'toolu_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Bern"}' } }],
      },
      { role: 'tool', tool_call_id: 'toolu_1', content: 'sunny' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
          { type: 'text', text: 'Here' },
          { type: 'text', text: 'T\nhttps://a.test\nfound' },
        ],
      },
    ],
    stream: true,
    stream_options: { include_usage: true },
    max_completion_tokens: 2_000,
    tools: [{ type: 'function', function: { name: 'weather', parameters } }],
    tool_choice: 'required',
    parallel_tool_calls: false,
    reasoning_effort: 'low',
    user: 'u-1',
  })
})

test('a chat that starts with the assistant, or has only instructions, still starts with a user message', () => {
  const prefilled = { model: 'm', messages: [{ role: 'assistant', content: 'Hello  ' }] }
  const dots = { role: 'user', content: '...' }
  assert.deepEqual(toAnthropic(prefilled).messages, [dots, { role: 'assistant', content: 'Hello' }])
  assert.equal(toGemini(prefilled).contents[0].role, 'user')
  const alone = { model: 'm', messages: [{ role: 'system', content: 'Hi' }] }
  assert.deepEqual(toAnthropic(alone).messages, [dots])
  assert.deepEqual(toGemini(alone).contents, [{ role: 'user', parts: [{ text: '...' }] }])
})

test('what the Messages API refuses is not sent: blank texts, schemas that are not objects', () => {
  const blank = {
    role: 'user',
    content: [
      { type: 'text', text: ' \n' },
      { type: 'text', text: 'Hi' },
    ],
  }
  const tools = [{ type: 'function', function: { name: 'look', parameters: { properties: {} } } }]
  const written = toAnthropic({ model: 'm', messages: [blank], tools })
  assert.deepEqual(written.messages, [{ role: 'user', content: 'Hi' }])
  assert.deepEqual(written.tools[0].input_schema, { properties: {}, type: 'object' })
})

test('tool results precede what the user said meanwhile', () => {
  const body = {
    model: 'm',
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }] },
      { role: 'user', content: 'Hurry' },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
    ],
  }
  assert.deepEqual(
    toAnthropic(body).messages[2].content.map(({ type }: { type: string }) => type),
    ['tool_result', 'text'],
  )
  const parts = toGemini(body).contents[2].parts
  assert.deepEqual(parts, [{ functionResponse: { name: 'look', response: { result: 'x' } } }, { text: 'Hurry' }])
})

test('older function calls get their results by name, and called tools stay declared', () => {
  const body = {
    model: 'm',
    messages: [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: null, function_call: { name: 'weather', arguments: '{}' } },
      { role: 'function', name: 'weather', content: 'sunny' },
    ],
  }
  const written = toAnthropic(body)
  assert.deepEqual(written.messages[1].content[0].id, written.messages[2].content[0].tool_use_id)
  assert.deepEqual(written.tools, [{ name: 'weather', input_schema: { type: 'object' } }])
  assert.deepEqual(written.tool_choice, { type: 'none' })
})

test('signed thinking returns to its vendor through chat completions, other thinking does not', () => {
  const said = (reasoning: object) => ({
    model: 'm',
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Yes', ...reasoning },
      { role: 'user', content: 'Go on' },
    ],
  })
  const details = [
    { type: 'reasoning.text', text: 'Hm', signature: 'c2ln', index: 0 },
    { type: 'reasoning.encrypted', data: 'eHg=', index: 1 },
  ]
  assert.deepEqual(toAnthropic(said({ reasoning_details: details })).messages[1].content, [
    { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
    { type: 'redacted_thinking', data: 'eHg=' },
    { type: 'text', text: 'Yes' },
  ])
  assert.equal(toAnthropic(said({ reasoning_content: 'Hm' })).messages[1].content, 'Yes')
  assert.equal(toGemini(said({ reasoning_details: details })).contents[1].parts.length, 1)
})

test('ids that chat completions would refuse are shortened alike for the call and its result', () => {
  const id = `toolu_${'x'.repeat(60)}`
  const body = {
    model: 'm',
    max_tokens: 5,
    messages: [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'look', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x' }] },
    ],
  }
  const [said, result] = toOpenai(body).messages
  assert.ok(said.tool_calls[0].id.length <= 40)
  assert.equal(said.tool_calls[0].id, result.tool_call_id)
})

test('newer Gemini models accept calls of other vendors, which have no signature', () => {
  const parts = toGemini(full, 'gemini-3-pro').contents[1].parts
  assert.deepEqual(
    parts.map((part: { thoughtSignature?: string }) => part.thoughtSignature),
    ['skip_thought_signature_validator', undefined],
  )
})

test('Gemini models get thinking as a level or a budget', () => {
  const thinking = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], reasoning_effort: 'high' }
  const config = (model: string, effort = 'high') =>
    toGemini({ ...thinking, reasoning_effort: effort }, model).generationConfig?.thinkingConfig
  assert.deepEqual(config('gemini-3-pro'), { thinkingLevel: 'high', includeThoughts: true })
  assert.deepEqual(config('gemini-2.5-flash'), { thinkingBudget: 4096, includeThoughts: true })
  assert.deepEqual(config('gemini-2.5-flash', 'none'), { thinkingBudget: 0 })
  assert.equal(config('gemini-2.0-flash'), undefined)
})

test('a stream asks the upstream for its usage, and routing preferences are not forwarded', () => {
  const body = {
    model: 'm',
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
    models: ['a'],
    provider: { order: [] },
  }
  const written = plain(openai.writeRequest(openai.readRequest(body), 'm'))
  assert.deepEqual(written.stream_options, { include_usage: true })
  assert.deepEqual([written.models, written.provider], [undefined, undefined])
})
