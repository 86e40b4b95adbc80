// Members that some models refuse: they are left out for callers of other wires, and named (SOURCES 10.14).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from '../anthropic.ts'
import { gemini } from '../gemini.ts'
import { leftOut } from '../left-out.ts'
import { openai } from '../openai.ts'

const message = { model: 'm', max_tokens: 9, stop_sequences: ['END'], messages: [{ role: 'user', content: 'q' }] }

test('stops are left out and named for the models that refuse them, and written for all others', () => {
  const request = anthropic.readRequest(message)
  for (const model of [
    'gpt-5',
    'openai/gpt-5.2',
    'gpt-5-mini',
    'o3',
    'o4-mini',
    'grok-4',
    'x-ai/grok-4-fast',
    'grok-code-fast-1',
    'xai.grok-3-mini',
  ]) {
    const written = openai.writeRequest(request, model)
    assert.equal(written.stop, undefined, model)
    assert.ok(leftOut(request, 'openai', written).includes('stop'), model)
  }
  for (const model of [
    'gpt-4o',
    'gpt-5-chat-latest',
    'o1',
    'o3-mini',
    'grok-3',
    'llama-3.3',
    'gpt-oss-120b',
    'deepseek-chat',
  ]) {
    const written = openai.writeRequest(request, model)
    assert.deepEqual([written.stop].flat(), ['END'], model)
    assert.ok(!leftOut(request, 'openai', written).includes('stop'), model)
  }
})

test('penalties are left out and named for models that refuse them', () => {
  const generationConfig = { presencePenalty: 0.5, frequencyPenalty: 0.5, temperature: 0.5 }
  const request = gemini.readRequest({ model: 'm', contents: [{ parts: [{ text: 'q' }] }], generationConfig })
  const written = openai.writeRequest(request, 'grok-4-1-fast-non-reasoning')
  assert.deepEqual(
    [written.presence_penalty, written.frequency_penalty, written.temperature],
    [undefined, undefined, 0.5],
  )
  assert.deepEqual(leftOut(request, 'openai', written).toSorted(), ['frequency_penalty', 'presence_penalty'])
  assert.equal(openai.writeRequest(request, 'grok-3').presence_penalty, 0.5)
})

test('a caller of the wire itself is told by the provider', () => {
  const request = openai.readRequest({ model: 'm', stop: ['END'], messages: [{ role: 'user', content: 'q' }] })
  assert.deepEqual([openai.writeRequest(request, 'gpt-5').stop].flat(), ['END'])
})
