// Percentages are whole, and 100 only at the end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percentOf } from './progress.ts'

test('a percentage is rounded down, at most 100, and 100 where there is nothing to do', () => {
  const shares = [
    percentOf(0, 3),
    percentOf(2, 3),
    percentOf(999, 1000),
    percentOf(3, 3),
    percentOf(5, 3),
    percentOf(0, 0),
  ]
  assert.deepEqual(shares, [0, 66, 99, 100, 100, 100])
})
