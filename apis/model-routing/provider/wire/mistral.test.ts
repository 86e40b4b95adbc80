// Requests in the form that Mistral's models and service take, which is stricter than the dialect (SOURCES 10.7, 10.10,
// 10.11).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from './anthropic.ts'
import { leftOut } from './left-out.ts'
import { ollamaChat } from './ollama.ts'
import { openai } from './openai.ts'
import { responsesFormat } from './responses.ts'
import { writeVerbatim } from './verbatim-request.ts'

const served = ['mistral-large-latest', 'mistral-medium-3-5', 'labs-devstral-small-2512', 'open-mixtral-8x22b']
const elsewhere = [
  'mistralai/Mistral-Small-24B',
  'mistral-small:24b',
  'mistral-nemo',
  'gpt-5',
  'llama-mistral-latest/x',
]

const afterTool = [
  { role: 'user', content: 'q' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm', signature: '' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'toolu_1', content: 'low' },
      { type: 'text', text: 'and now?' },
    ],
  },
]
const request = (more: object = {}) =>
  anthropic.readRequest({ model: 'm', max_tokens: 9, messages: afterTool, stream: true, ...more })
const rolesIn = (written: object) => Object(written).messages.map(({ role }: { readonly role: string }) => role)

test('the user never speaks right after the result of a tool, wherever the model runs', () => {
  for (const model of [...served, 'mistralai/Mistral-Small-24B', 'devstral:24b'])
    assert.deepEqual(
      rolesIn(openai.writeRequest(request(), model)),
      ['user', 'assistant', 'tool', 'assistant', 'user'],
      model,
    )
  assert.deepEqual(rolesIn(openai.writeRequest(request(), 'gpt-5')), ['user', 'assistant', 'tool', 'user'])
})

test('of other wires, its service gets no member that it does not know, and what is lost is named', () => {
  const asked = request({
    metadata: { user_id: 'u' },
    thinking: { type: 'enabled', budget_tokens: 1024 },
    max_tokens: 2000,
  })
  for (const model of served) {
    const written = openai.writeRequest(asked, model)
    for (const name of ['user', 'stream_options', 'reasoning_effort', 'seed']) assert.ok(!(name in written), name)
    assert.deepEqual(leftOut(asked, 'openai', written), ['reasoning', 'user'])
    const seeded = openai.writeRequest({ ...asked, sampling: { seed: 7 } }, model)
    assert.equal(seeded.random_seed, 7)
  }
  for (const model of elsewhere) {
    const written = openai.writeRequest(asked, model)
    assert.deepEqual([written.user, written.stream_options], ['u', { include_usage: true }], model)
  }
})

test('responses and Ollama’s chats, which are read as chats, are trimmed as those of other wires', () => {
  const body = {
    model: 'm',
    input: 'q',
    user: 'u',
    prompt_cache_key: 'k',
    metadata: { a: 'b' },
    text: { verbosity: 'low' },
  }
  const items = [{ role: 'user', content: 'q' }]
  const asked = responsesFormat({ body, items, completed: async () => undefined }).readRequest(body)
  const written = JSON.parse(JSON.stringify(openai.writeRequest(asked, 'mistral-large-latest')))
  assert.deepEqual(Object.keys(written), ['model', 'messages'])
  assert.deepEqual(leftOut(asked, 'openai', written), ['user', 'metadata', 'verbosity'])
  assert.deepEqual(leftOut(asked, 'openai', openai.writeRequest(asked, 'gpt-5')), [])
  const warm = ollamaChat.readRequest({ model: 'm', messages: items, options: { temperature: 0.5 } })
  const thinking = openai.writeRequest(warm, 'gpt-5')
  assert.deepEqual([thinking.temperature, leftOut(warm, 'openai', thinking)], [undefined, ['temperature']])
})

test('its service gets its reasoning back in its own form', () => {
  const [, said] = Object(openai.writeRequest(request(), 'magistral-medium-latest')).messages
  assert.deepEqual(said.content, [
    { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
    { type: 'text', text: 'I look.' },
  ])
  assert.equal(said.reasoning_content, undefined)
})

test('a stream of its service, which reports the usage unasked, is asked for nothing', async () => {
  const value = { model: 'a', stream: true }
  const sent = async (model: string) =>
    JSON.parse(String(await writeVerbatim({ wire: 'openai', bytes: Buffer.from(JSON.stringify(value)), value }, model)))
  assert.deepEqual(await sent('codestral-2508'), { model: 'codestral-2508', stream: true })
  assert.deepEqual((await sent('mistral-nemo')).stream_options, { include_usage: true })
  const items = [
    { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c', output: 'low' },
    { role: 'user', content: 'and now?' },
  ]
  const body = { model: 'm', input: items, stream: true }
  const format = responsesFormat({ body, items, completed: async () => undefined })
  const written = openai.writeRequest(format.readRequest(body), 'mistral-large-latest')
  assert.equal(written.stream_options, undefined)
  assert.deepEqual(rolesIn(written), ['assistant', 'tool', 'assistant', 'user'])
})
