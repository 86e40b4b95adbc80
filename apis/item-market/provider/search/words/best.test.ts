// The best few are the first ones of a full sort.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../../tests/harness/seed.ts'
import { bestOf } from './best.ts'

test('the indexes are the first of a stable sort by cost, and everything with a cost is counted', () => {
  const cost = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(Number.POSITIVE_INFINITY))
  fc.assert(
    fc.property(fc.array(cost, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (costs, limit) => {
      const costOf = (index: number) => costs[index] ?? Number.POSITIVE_INFINITY
      const sorted = costs
        .map((_, index) => index)
        .filter((index) => costOf(index) !== Number.POSITIVE_INFINITY)
        .sort((a, b) => costOf(a) - costOf(b))
      const best = bestOf(costs.length, limit, costOf)
      assert.deepEqual(best, { count: sorted.length, indexes: sorted.slice(0, limit) })
    }),
    { numRuns: sampled(1000), seed: 5 },
  )
})
