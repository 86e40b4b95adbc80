// Transactions of an import stay short, whatever an item costs, and leave room for other writers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWriteSlices, inSlices } from './write-slices.ts'

test('transactions settle at some 40 ms, and grow at most twofold', async () => {
  let nowMs = 0
  const slices = createWriteSlices({ first: 100, most: 1000, now: () => nowMs })
  const runAt = async (msPerItem: number) => {
    await slices.run(slices.size, async () => {
      nowMs += slices.size * msPerItem
    })
    return slices.size
  }
  assert.deepEqual(
    [await runAt(1), await runAt(0.1), await runAt(0.1), await runAt(0.1), await runAt(0.1)],
    [40, 80, 160, 320, 400],
  )
  assert.deepEqual([await runAt(0.001), await runAt(0.001), await runAt(100)], [800, 1000, 10])
})

test('a transaction that fails rejects as it does', async () => {
  await assert.rejects(
    createWriteSlices().run(1, () => Promise.reject(new Error('full'))),
    /full/,
  )
})

test('others run between two transactions', async () => {
  const slices = createWriteSlices()
  const order: string[] = []
  setTimeout(() => order.push('other'), 1)
  for (const name of ['one', 'two']) await slices.run(1, async () => void order.push(name))
  assert.deepEqual(order, ['one', 'other', 'two'])
})

test('items are cut by the current size', () => {
  let size = 1
  const slices = {
    get size() {
      return size++
    },
  }
  assert.deepEqual(
    [...inSlices(['a', 'b', 'c', 'd', 'e', 'f', 'g'], slices)],
    [['a'], ['b', 'c'], ['d', 'e', 'f'], ['g']],
  )
})
