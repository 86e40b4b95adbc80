// Work that is put off is done in the turn it came up in, all of it and in order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEndOfTurn } from './end-of-turn.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('nothing is done at once, everything at the end of the turn, in the order in which it came', async () => {
  const done: number[] = []
  const put = createEndOfTurn((item: number) => done.push(item))
  put(1)
  put(2)
  await Promise.resolve()
  put(3)
  assert.deepEqual(done, [])
  await turn()
  assert.deepEqual(done, [1, 2, 3])
})

test('what comes up in the work itself is not lost', async () => {
  const done: number[] = []
  const put = createEndOfTurn((item: number) => {
    done.push(item)
    if (item < 3) put(item + 1)
  })
  put(1)
  for (let count = 0; count < 4; count++) await turn()
  assert.deepEqual(done, [1, 2, 3])
})
