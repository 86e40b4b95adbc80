// Guards invalidations within one process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalInvalidations } from './local.ts'

test('an invalidation reaches every handler of its kind with its target, and no other handler', async () => {
  const invalidations = createLocalInvalidations()
  const received: string[] = []
  invalidations.on('key', (target) => void received.push(`first ${target}`))
  invalidations.on('key', (target) => void received.push(`second ${target}`))
  invalidations.on('plan', () => assert.fail('another kind'))
  await invalidations.publish('key', 'key_1')
  await invalidations.publish('account', 'acc_1')
  assert.deepEqual(received, ['first key_1', 'second key_1'])
  assert.equal(invalidations.hasLease(), true)
})

test('publishing waits for slow handlers, and rejects when one fails, after all have run', async () => {
  const invalidations = createLocalInvalidations()
  const received: string[] = []
  invalidations.on('key', () => {
    throw new Error('failed')
  })
  invalidations.on('key', async () => {
    await new Promise(setImmediate)
    received.push('slow')
  })
  await assert.rejects(invalidations.publish('key', 'key_1'), AggregateError)
  assert.deepEqual(received, ['slow'])
})
