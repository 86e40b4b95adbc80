import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byKey, compare, descending, inOrder } from './order.ts'

test('numbers ascend by value and strings by code unit', () => {
  assert.deepEqual([10, 9, -1].toSorted(compare), [-1, 9, 10])
  assert.deepEqual(['b', 'a', 'Z', 'ä'].toSorted(compare), ['Z', 'a', 'b', 'ä'])
})

test('orders combine: the next one breaks the ties of the first', () => {
  const rows = [
    { name: 'b', score: 1 },
    { name: 'a', score: 1 },
    { name: 'c', score: 2 },
  ]
  const order = inOrder<(typeof rows)[number]>(
    descending(byKey(({ score }) => score)),
    byKey(({ name }) => name),
  )
  assert.deepEqual(
    rows.toSorted(order).map(({ name }) => name),
    ['c', 'a', 'b'],
  )
})
