import assert from 'node:assert/strict'
import { test } from 'node:test'
import { yieldToEventLoop } from './event-loop.ts'

test('what was already scheduled runs before the work goes on', async () => {
  const order: string[] = []
  setImmediate(() => order.push('scheduled'))
  await yieldToEventLoop()
  order.push('work')
  assert.deepEqual(order, ['scheduled', 'work'])
})
