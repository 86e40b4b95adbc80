// What another wire cannot say is left out of the request and named, and on the request's own wire nothing is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batched, details, framesIn } from './fixtures/replies.ts'
import { formats } from './formats.ts'
import { gemini } from './gemini.ts'
import { leftOut } from './left-out.ts'
import { openai } from './openai.ts'
import type { StreamEvent } from './stream-event.ts'

const everything = openai.readRequest({
  model: 'm',
  messages: [{ role: 'user', content: '?' }],
  ...{ n: 2, logprobs: true, seed: 1, presence_penalty: 1, frequency_penalty: 1, logit_bias: { 1: 1 } },
  ...{ temperature: 0.5, top_p: 0.5, top_k: 3 },
})

test('what is left out is named', () => {
  assert.deepEqual(leftOut(everything, 'openai', 'o3'), [])
  assert.deepEqual(leftOut(everything, 'anthropic', 'claude-sonnet-4-5'), [
    ...['n', 'logprobs', 'seed', 'presence_penalty', 'frequency_penalty', 'logit_bias'],
  ])
  assert.deepEqual(leftOut(everything, 'gemini', 'gemini-2.5-flash'), ['logit_bias'])
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
    assert.deepEqual(leftOut(request, 'openai', model), temperature === undefined ? ['temperature'] : [])
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
