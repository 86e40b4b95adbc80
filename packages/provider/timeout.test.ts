import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withTimeout } from './timeout.ts'

const never = () => new Promise<never>(() => undefined)
const late = () => new Error('late')

test('work that settles in time decides the outcome and leaves no timer behind', async () => {
  const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  assert.equal(await withTimeout(Promise.resolve('done'), 60_000, late), 'done')
  await assert.rejects(withTimeout(Promise.reject(new Error('broken')), 60_000, late), /broken/)
  assert.equal(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length, before)
})

test('work that is late rejects with the error made at the deadline', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let errors = 0
  const waiting = withTimeout(never(), 5000, () => {
    errors += 1
    return late()
  })
  context.mock.timers.tick(4999)
  assert.equal(errors, 0)
  context.mock.timers.tick(1)
  await assert.rejects(waiting, /late/)
})

test('a rejection after the deadline is ignored', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { promise, reject } = Promise.withResolvers<never>()
  const waiting = withTimeout(promise, 10, late)
  context.mock.timers.tick(10)
  await assert.rejects(waiting, /late/)
  reject(new Error('ignored'))
})

test('a limit longer than the maximum timer delay means no limit', async () => {
  assert.equal(await withTimeout(Promise.resolve(1), Number.POSITIVE_INFINITY, late), 1)
})
