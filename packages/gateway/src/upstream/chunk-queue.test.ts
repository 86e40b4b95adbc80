// What the reader of a queue gets of what was pushed, and when the source is paused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChunkQueue } from './chunk-queue.ts'

function open() {
  const events: string[] = []
  const queue = new ChunkQueue({
    pause: () => void events.push('pause'),
    resume: () => void events.push('resume'),
    abort: () => void events.push('abort'),
  })
  return { queue, events }
}

test('chunks that wait together are read in one piece', async () => {
  const { queue } = open()
  for (const part of ['one ', 'two ', 'three']) queue.push(Buffer.from(part))
  queue.end()
  assert.equal(String((await queue.next()).value), 'one two three')
  assert.equal((await queue.next()).done, true)
})

test('a reader that waits gets a chunk as soon as it is pushed', async () => {
  const { queue } = open()
  const next = queue.next()
  queue.push(Buffer.from('one'))
  assert.equal(String((await next).value), 'one')
})

test('the source is paused beyond 64 KiB and resumed when all of it was read', async () => {
  const { queue, events } = open()
  queue.push(Buffer.alloc(64 * 1024))
  assert.deepEqual(events, [])
  queue.push(Buffer.alloc(1))
  queue.push(Buffer.alloc(1))
  assert.deepEqual(events, ['pause'])
  assert.equal((await queue.next()).value?.length, 64 * 1024 + 2)
  assert.deepEqual(events, ['pause'])
  void queue.next()
  assert.deepEqual(events, ['pause', 'resume'])
})

test('a reader of the whole is never kept waiting by a pause', async () => {
  const { queue, events } = open()
  queue.push(Buffer.alloc(100 * 1024))
  const whole = queue.whole()
  queue.push(Buffer.alloc(200 * 1024))
  queue.end()
  assert.equal((await whole).length, 300 * 1024)
  assert.deepEqual(events, ['pause', 'resume'])
})

test('a failure is thrown once, after what arrived before it', async () => {
  const { queue } = open()
  queue.push(Buffer.from('half'))
  queue.end(new Error('cut'))
  assert.equal(String((await queue.next()).value), 'half')
  await assert.rejects(queue.next(), /cut/)
  assert.equal((await queue.next()).done, true)
})

test('a reader that stops early aborts the source, but not one that has ended', async () => {
  const early = open()
  early.queue.push(Buffer.from('one'))
  for await (const _chunk of early.queue) break
  assert.deepEqual(early.events, ['abort'])
  const late = open()
  late.queue.end()
  await late.queue.return()
  assert.deepEqual(late.events, [])
})
