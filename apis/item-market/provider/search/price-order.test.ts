// The order by price: the cheapest first, what has no price last, equals as they came.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byPrice } from './price-order.ts'

const same = (name: string) => name
const lowest = new Map([
  ['dear', 900],
  ['cheap', 3],
  ['middle', 50],
  ['also cheap', 3],
])

test('the cheapest comes first, equals stay in order, and what has no price comes last', () => {
  const names = ['also cheap', 'cheap', 'dear', 'free?', 'middle', 'unknown']
  assert.deepEqual(byPrice(names, same, lowest), ['also cheap', 'cheap', 'middle', 'dear', 'free?', 'unknown'])
})

test('another list, or another state of the prices, is ordered anew; the same one is kept', () => {
  const names = ['dear', 'cheap']
  const sorted = byPrice(names, same, lowest)
  assert.equal(byPrice(names, same, lowest), sorted)
  assert.deepEqual(byPrice(['middle', 'cheap'], same, lowest), ['cheap', 'middle'])
  assert.deepEqual(byPrice(names, same, new Map([['dear', 1]])), ['dear', 'cheap'])
})
