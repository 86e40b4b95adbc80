// Guards the fences of a process that is alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalFences } from './local.ts'

test('a raised fence reaches every handler of its kind with its target, and no other', async () => {
  const fences = createLocalFences()
  const seen: string[] = []
  fences.on('key', (target) => void seen.push(`first ${target}`))
  fences.on('key', (target) => void seen.push(`second ${target}`))
  fences.on('plan', () => assert.fail('another kind'))
  await fences.raise('key', 'key_1')
  await fences.raise('account', 'acc_1')
  assert.deepEqual(seen, ['first key_1', 'second key_1'])
  assert.equal(fences.mayServe(), true)
})

test('raising resolves only when slow handlers are done, and rejects when one fails, after all have run', async () => {
  const fences = createLocalFences()
  const seen: string[] = []
  fences.on('key', () => {
    throw new Error('failed')
  })
  fences.on('key', async () => {
    await new Promise(setImmediate)
    seen.push('slow')
  })
  await assert.rejects(fences.raise('key', 'key_1'), AggregateError)
  assert.deepEqual(seen, ['slow'])
})
