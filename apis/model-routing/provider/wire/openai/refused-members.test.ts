// Members that some models refuse: they are left out for callers of other wires, and named (SOURCES 10.14, 10.15).
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

test('penalties that Gemini refuses are left out and named, and zero is kept', () => {
  const asking = (penalty: number) =>
    openai.readRequest({ model: 'm', presence_penalty: penalty, messages: [{ role: 'user', content: 'q' }] })
  for (const model of ['gemini-2.5-flash', 'gemini-3-pro-preview', 'gemini-flash-latest']) {
    const [some, none] = [gemini.writeRequest(asking(0.3), model), gemini.writeRequest(asking(0), model)]
    assert.equal(some.generationConfig, undefined, model)
    assert.deepEqual(leftOut(asking(0.3), 'gemini', some), ['presence_penalty'], model)
    assert.deepEqual(leftOut(asking(0), 'gemini', none), [], model)
  }
  assert.deepEqual(gemini.writeRequest(asking(0.3), 'gemini-2.0-flash').generationConfig, { presencePenalty: 0.3 })
})

test('a model that always thinks gets the smallest budget instead of none', () => {
  const request = openai.readRequest({
    model: 'm',
    reasoning_effort: 'none',
    messages: [{ role: 'user', content: 'q' }],
  })
  const budgetOf = (model: string) => gemini.writeRequest(request, model).generationConfig
  assert.deepEqual(budgetOf('gemini-2.5-pro'), { thinkingConfig: { thinkingBudget: 128 } })
  assert.deepEqual(budgetOf('gemini-2.5-flash'), { thinkingConfig: { thinkingBudget: 0 } })
})

test('instructions go into the conversation of a model that knows no others', () => {
  const messages = [
    { role: 'system', content: 'S' },
    { role: 'user', content: 'q' },
  ]
  const request = openai.readRequest({ model: 'm', messages })
  const { contents, ...others } = gemini.writeRequest(request, 'gemma-3-27b-it')
  assert.deepEqual([contents, others], [[{ role: 'user', parts: [{ text: 'S' }, { text: 'q' }] }], {}])
  assert.deepEqual(gemini.writeRequest(request, 'gemma-4-31b-it').systemInstruction, { parts: [{ text: 'S' }] })
})

test('a caller of the wire itself is told by the provider', () => {
  const request = openai.readRequest({ model: 'm', stop: ['END'], messages: [{ role: 'user', content: 'q' }] })
  assert.deepEqual([openai.writeRequest(request, 'gpt-5').stop].flat(), ['END'])
})
