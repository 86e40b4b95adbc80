import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNearWords } from './near-words.ts'

const near = createNearWords(['fraud', 'football', 'glossari', 'calendar', 'cat'])

test('other inflections and words with one letter wrong are near', () => {
  assert.deepEqual(near.of('fraudul'), ['fraud'])
  assert.deepEqual(near.of('footbal'), ['football'])
  assert.deepEqual(near.of('calandar'), ['calendar'])
  assert.deepEqual(near.of('calednar'), ['calendar'])
})

test('short words, numbers and words that only begin alike are not', () => {
  assert.deepEqual(near.of('car'), [])
  assert.deepEqual(near.of('glosbi'), [])
  assert.deepEqual(near.of('calend4r'), [])
})
