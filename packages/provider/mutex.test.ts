import assert from 'node:assert/strict'
import { test } from 'node:test'
import { yieldToEventLoop } from './event-loop.ts'
import { keyedMutex } from './mutex.ts'

test('work on one key runs one at a time, in the order of its requests', async () => {
  const mutex = keyedMutex<string>()
  const events: string[] = []
  const work = (name: string) => async () => {
    events.push(`${name} begins`)
    await yieldToEventLoop()
    events.push(`${name} ends`)
    return name
  }
  const done = await Promise.all([mutex.run('k', work('a')), mutex.run('k', work('b')), mutex.run('k', work('c'))])
  assert.deepEqual(done, ['a', 'b', 'c'])
  assert.deepEqual(events, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

test('work on other keys is not held up', async () => {
  const mutex = keyedMutex<string>()
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = mutex.run('slow', () => promise)
  assert.equal(await mutex.run('quick', async () => 1), 1)
  resolve()
  await held
})

test('failed work rejects its own request alone and lets the next one run', async () => {
  const mutex = keyedMutex<number>()
  const failed = mutex.run(1, () => Promise.reject(new Error('broken')))
  const next = mutex.run(1, async () => 'runs')
  await assert.rejects(failed, /broken/)
  assert.equal(await next, 'runs')
})

test('a request to a full queue is rejected and leaves the queue unchanged', async () => {
  const mutex = keyedMutex<string>({ maxWaiting: 1, makeBusyError: () => new Error('busy') })
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = mutex.run('k', () => promise)
  const waiting = mutex.run('k', async () => 'second')
  await assert.rejects(
    mutex.run('k', async () => 'third'),
    /busy/,
  )
  resolve()
  await running
  assert.equal(await waiting, 'second')
  assert.equal(await mutex.run('k', async () => 'later'), 'later')
})

test('a key without work uses no memory', async () => {
  const mutex = keyedMutex<string>()
  const running = mutex.run('k', () => yieldToEventLoop())
  assert.equal(mutex.size, 1)
  await running
  assert.equal(mutex.size, 0)
})
