// Marks for a provider's cache on requests of another wire, as Claude takes them, and the channel that requests keep.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { affinityKeyOf } from '../router/routing/affinity.ts'
import { anthropic } from './anthropic.ts'
import type { Json } from './json.ts'
import { openai } from './openai.ts'

const cache_control = { type: 'ephemeral' }
const question = { role: 'user', content: 'q' }
const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
const calling = { role: 'assistant', content: 'a', tool_calls: [call] }
const result = { role: 'tool', tool_call_id: 'c', content: 'r' }
const chat = (messages: readonly object[], more: object = {}) => openai.readRequest({ model: 'm', messages, ...more })
/** Members of a written request, which the test knows. */
const written = (json: Json) => Object(JSON.parse(JSON.stringify(json)))
const sentFor = (messages: readonly object[], more?: object) =>
  written(anthropic.writeRequest(chat(messages, more), 'claude-sonnet-4-5'))

test('a mark within the result of a tool is one of the result, which Claude refuses within', () => {
  const marked = { type: 'text', text: 'r', cache_control }
  const blocks = [marked, { type: 'text', text: 's' }]
  for (const [content, said] of [
    [[marked], 'r'],
    [blocks, blocks.map(({ type, text }) => ({ type, text }))],
  ])
    assert.deepEqual(sentFor([question, calling, { ...result, content }]).messages.at(-1).content, [
      { cache_control, type: 'tool_result', tool_use_id: 'c', content: said },
    ])
})

test('the mark of a message is that of its last block', () => {
  const lastFor = (messages: readonly object[], at: number) => sentFor(messages).messages[at].content.at(-1)
  assert.deepEqual(lastFor([{ ...question, cache_control }], 0), { cache_control, type: 'text', text: 'q' })
  const turns = [question, { ...calling, cache_control }, { ...result, cache_control }]
  assert.deepEqual(lastFor(turns, 1), { cache_control, type: 'tool_use', id: 'c', name: 'f', input: {} })
  assert.deepEqual(lastFor(turns, 2), { cache_control, type: 'tool_result', tool_use_id: 'c', content: 'r' })
  const parts = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ]
  const { system } = sentFor([{ role: 'system', content: parts, cache_control }, question])
  assert.deepEqual(system, [parts[0], { cache_control, ...parts[1] }])
})

test('the mark of a whole request and that of a function reach Claude', () => {
  const tools = [{ type: 'function', function: { name: 'f', cache_control } }]
  const sent = sentFor([question], { cache_control, tools })
  assert.deepEqual(sent.cache_control, cache_control)
  assert.deepEqual(sent.tools[0].cache_control, cache_control)
})

test('requests with the same marked beginning keep their channel, wherever the mark is', () => {
  let ids = 0
  const keyOf = (messages: readonly object[]) => affinityKeyOf({ account: 'a' }, chat(messages), () => String(ids++))
  const marked = [{ type: 'text', text: 's', cache_control }]
  for (const messages of [
    [{ role: 'system', content: marked }, question],
    [{ ...question, cache_control }],
    [question, calling, { ...result, content: marked }],
  ])
    assert.equal(keyOf(messages), keyOf(messages))
  assert.notEqual(keyOf([question]), keyOf([question]))
})
