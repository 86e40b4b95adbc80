// The smallest numbers are the first ones after a full sort.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../tests/harness/seed.ts'
import { smallest } from './smallest.ts'

test('the smallest are the first after a full sort, whatever is repeated and whatever the order was', () => {
  const few = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 400 })
  const different = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 400 })
  fc.assert(
    fc.property(
      fc.oneof(few, different),
      fc.nat({ max: 420 }),
      fc.constantFrom('given', 'rising', 'falling'),
      (all, most, order) => {
        const numbers = Float64Array.from(all)
        if (order !== 'given') numbers.sort()
        if (order === 'falling') numbers.reverse()
        assert.deepEqual([...smallest(numbers.slice(), most)], [...numbers.sort().subarray(0, most)])
      },
    ),
    { numRuns: sampled(3000) },
  )
})
