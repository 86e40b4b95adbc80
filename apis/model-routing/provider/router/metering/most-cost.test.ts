// What is held of budgets for a call: as if each token were of the most expensive kind that the call can have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anthropic } from '../../wire/anthropic.ts'
import { openai } from '../../wire/openai.ts'
import { mostCostOf } from './most-cost.ts'

const price = {
  ...{ input: '3', output: '15', cachedInput: '0.3', cacheWrite: '3.75', cacheWriteHour: '6', reasoning: '20' },
  ...{ audioInput: '40', imageInput: '5' },
}
const counts = { prompt: 1_000, answer: 100 }
const reasoned = 100n * 20_000_000n
const asked = (content: unknown) => openai.readRequest({ model: 'm', messages: [{ role: 'user', content }] })
const marked = (ttl: string) => {
  const content = [{ type: 'text', text: 'q', cache_control: { type: 'ephemeral', ttl } }]
  return anthropic.readRequest({ model: 'm', max_tokens: 100, messages: [{ role: 'user', content }] })
}
const sound = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }
const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }

test('a hold covers what is written to a cache, sound, pictures and reasoning', () => {
  assert.equal(mostCostOf(price, asked('q'), counts), 1_000n * 3_750_000n + reasoned)
  assert.equal(mostCostOf(price, marked('5m'), counts), 1_000n * 3_750_000n + reasoned)
  assert.equal(mostCostOf(price, marked('1h'), counts), 1_000n * 6_000_000n + reasoned)
  assert.equal(mostCostOf(price, asked([picture]), counts), 1_000n * 5_000_000n + reasoned)
  assert.equal(mostCostOf(price, asked([picture, sound]), counts), 1_000n * 40_000_000n + reasoned)
})

test('a hold is that of the input and the output where nothing else has a price', () => {
  const plain = { input: '3', output: '15' }
  const expected = 1_000n * 3_000_000n + 100n * 15_000_000n
  for (const call of [['a'], asked('q'), marked('5m'), asked([picture, sound])])
    assert.equal(mostCostOf(plain, call, counts), expected)
})
