// Marks compared with a Set: each number once, in order, and none left afterwards.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createMarks } from './marks.ts'

test('marked numbers are taken once each and in order, and nothing is marked afterwards', () => {
  const count = 200
  const marks = createMarks(count)
  const into = new Uint32Array(count)
  fc.assert(
    fc.property(fc.array(fc.nat({ max: count - 1 })), fc.boolean(), (numbers, isCleared) => {
      const seen = new Set<number>()
      for (const number of numbers) {
        assert.equal(marks.mark(number), !seen.has(number))
        seen.add(number)
      }
      if (isCleared) marks.clear()
      const taken = [...into.subarray(0, marks.takeAll(into))]
      assert.deepEqual(taken, isCleared ? [] : [...seen].sort((a, b) => a - b))
      assert.equal(marks.takeAll(into), 0)
    }),
  )
})

test('numbers beyond the room of the table are not taken, and are no longer marked', () => {
  const marks = createMarks(100)
  for (const number of [3, 40, 41, 99]) marks.mark(number)
  const into = new Uint32Array(2)
  assert.deepEqual([marks.takeAll(into), ...into], [2, 3, 40])
  assert.equal(marks.takeAll(into), 0)
})
