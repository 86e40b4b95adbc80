// Schemas in words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyOf, anything, day, file, int, list, nullable, num, obj, oneOf, str } from '#define'
import { kindOf, rulesOf } from './schema-words.ts'

test('kinds are described in words', () => {
  const shapes = [
    str(),
    int(),
    day(),
    file(),
    list(int()),
    nullable(str()),
    obj({}),
    anything(),
    anyOf([str(), int(), str()]),
  ]
  const words = [
    'text',
    'integer',
    'day',
    'file',
    'list of integer',
    'text or null',
    'object',
    'any',
    'text or integer',
  ]
  assert.deepEqual(shapes.map(kindOf), words)
})
test('rules are described one by one', () => {
  assert.deepEqual(rulesOf(int({ min: 1, max: 5, default: 2 })), ['1 to 5.', 'Default `2`.'])
  assert.deepEqual(rulesOf(num({ above: 0, max: 1 })), ['At most 1.', 'Above 0.'])
  assert.deepEqual(rulesOf(num({ min: 0, below: 1 })), ['At least 0.', 'Below 1.'])
  assert.deepEqual(rulesOf(str({ min: 1, max: 9 })), ['At least 1 character.', 'At most 9 characters.'])
  assert.deepEqual(rulesOf(list(oneOf(['a', 'b']), { max: 2 })), ['At most 2 entries.', 'One of `a`, `b`.'])
  assert.deepEqual(rulesOf(str({ pattern: '^[A-Z]{3}$' })), ['3 capital letters.'])
  assert.deepEqual(rulesOf(str({ pattern: '(odd|even)' })), [])
  assert.deepEqual(rulesOf(str()), [])
})
