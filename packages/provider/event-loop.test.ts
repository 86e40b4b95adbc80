import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPacer, yieldToEventLoop } from './event-loop.ts'

test('what was already scheduled runs before the work continues', async () => {
  const order: string[] = []
  setImmediate(() => order.push('scheduled'))
  await yieldToEventLoop()
  order.push('work')
  assert.deepEqual(order, ['scheduled', 'work'])
})

test('paced work yields once its 10 ms have passed, and then has 10 ms again', async () => {
  let nowMs = 0
  const order: string[] = []
  const pause = createPacer(() => nowMs)
  nowMs = 9
  assert.equal(pause(), undefined)
  nowMs = 10
  setImmediate(() => order.push('scheduled'))
  await pause()
  order.push('work')
  assert.deepEqual(order, ['scheduled', 'work'])
  nowMs = 19
  assert.equal(pause(), undefined)
})
