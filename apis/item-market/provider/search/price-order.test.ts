// The order by price: the cheapest first, entries without a price last, equal ones in their original order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPriceOrder } from './price-order.ts'

const byPrice = createPriceOrder()
const same = (name: string) => name
const lowest = new Map([
  ['expensive', 900],
  ['cheap', 3],
  ['middle', 50],
  ['also cheap', 3],
])

test('the cheapest comes first, equal ones stay in order, and entries without a price come last', () => {
  const names = ['also cheap', 'cheap', 'expensive', 'free?', 'middle', 'unknown']
  assert.deepEqual(byPrice(names, same, lowest), ['also cheap', 'cheap', 'middle', 'expensive', 'free?', 'unknown'])
})

test('another list, or another state of the prices, is sorted again; the same one is not', () => {
  const names = ['expensive', 'cheap']
  const sorted = byPrice(names, same, lowest)
  assert.equal(byPrice(names, same, lowest), sorted)
  assert.deepEqual(byPrice(['middle', 'cheap'], same, lowest), ['cheap', 'middle'])
  assert.deepEqual(byPrice(names, same, new Map([['expensive', 1]])), ['expensive', 'cheap'])
})
