// A contraction consists of prefixes of two or more consecutive words, in order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContractions } from './contractions.ts'

const { of } = createContractions([
  [
    ['dragon', 'lore'],
    ['awp', 'dragon', 'lore'],
  ],
  [['case', 'hardened']],
  [['blood', 'in', 'the', 'water']],
  [],
])

test('a contraction of consecutive words is found at its index', () => {
  for (const text of ['dl', 'dlor', 'dralore', 'awpdl', 'dragonlore']) assert.ok(of(text).includes(0), text)
  assert.deepEqual(of('ch'), [1])
  assert.deepEqual(of('bitw'), [2])
  assert.deepEqual(of('inthe'), [2])
})

test('a prefix of one word, another order, a gap or a remainder is not a contraction', () => {
  for (const text of ['d', 'dr', 'dragon', 'ld', 'al', 'bwater', 'dlx', 'xdl', '', 'dragonlore'.padEnd(17, 'e')])
    assert.deepEqual(of(text), [], text)
})
