// A column returns what was stored, whatever the item ids, and a copy is independent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createColumn, type StoredRow } from './price-column.ts'

const count = fc.option(fc.nat(2_000_000_000))
const amount = fc.integer({ min: 1, max: 1_000_000_000_000 })
const row = fc.record({
  price: amount,
  quantity: count,
  bid: fc.option(amount),
  volume: count,
  median: fc.option(amount),
  at_ms: fc.nat(2_000_000_000),
})

test('every row is read as it was last written, and there are no others', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 5000 }), row)), (rows) => {
      const column = createColumn('steam')
      const expected = new Map<number, StoredRow>()
      for (const [item, written] of rows) {
        column.set(item, written)
        expected.set(item, written)
      }
      assert.equal(column.size, expected.size)
      assert.deepEqual(
        [...column.items()],
        [...expected.keys()].sort((a, b) => a - b),
      )
      for (const [item, { price, quantity, bid, volume, median, at_ms }] of expected)
        assert.deepEqual(column.get(item), {
          market: 'steam',
          price,
          quantity,
          bid: bid ?? undefined,
          volume: volume ?? undefined,
          median: median ?? undefined,
          atMs: at_ms,
          simulated: false,
        })
      for (const item of [0, 5001, 1_000_000]) assert.equal(column.has(item), false)
      assert.equal(column.get(5001), undefined)
    }),
  )
})

test('a copy has the same rows, and changes to it do not affect the original', () => {
  const first = createColumn('steam')
  const stored = { price: 5, quantity: null, bid: null, volume: 0, median: 7, at_ms: 1 }
  first.set(3, stored)
  const copy = createColumn('steam', { from: first })
  assert.deepEqual(copy.get(3), first.get(3))
  copy.set(4, stored)
  assert.equal(first.has(4), false)
})
