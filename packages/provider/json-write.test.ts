// Guards that values with long strings are written as `JSON.stringify` writes them, in turns.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { longJsonBytes } from './json-write.ts'

const long = 300 * 1024
const units = fc.constantFrom('"', '\\', '\n', '\u0001', 'a', 'é', '😀', '\ud83d')
const longStrings = fc.string({ unit: units, maxLength: 5 }).map((part) => `${part}ab😀`.repeat(long / 4))

test('a value with long strings is written as it is otherwise, wherever they are', async () => {
  await fc.assert(
    fc.asyncProperty(longStrings, fc.jsonValue(), async (text, other) => {
      const value = { other, list: [text, other, { '"': text }], none: undefined }
      const bytes = await longJsonBytes(value)
      assert.deepEqual(JSON.parse(String(bytes)), JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 10 },
  )
  assert.equal(String(await longJsonBytes('x'.repeat(long))), JSON.stringify('x'.repeat(long)))
})

test('values without long strings are left to the caller', () => {
  for (const value of [null, 1, 'x', { a: ['x'.repeat(1000)] }, Buffer.alloc(long)])
    assert.equal(longJsonBytes(value), undefined)
})

test('each megabyte is written in a turn of its own', async () => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  await longJsonBytes({ text: 'x'.repeat(8 * 1024 * 1024) })
  clearImmediate(next)
  assert.ok(turns >= 8, `${turns}`)
})
