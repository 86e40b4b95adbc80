// Turns between owners of work.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns, type TurnsOptions } from './turns.ts'

const busy = () => new Error('busy')

/** Work that ends when the test says so; `started` lists what has started. */
function openTurns(options: Partial<TurnsOptions> = {}) {
  const turns = createTurns({
    running: 2,
    runningPerOwner: 1,
    waiting: 10,
    waitingPerOwner: 5,
    makeBusyError: busy,
    ...options,
  })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const order = (owner: string, name: string, signal?: AbortSignal) =>
    turns.run(
      owner,
      () => {
        started.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      },
      signal,
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { turns, started, order, end }
}

test('an owner with much work delays another by the job that runs, and no other', async () => {
  const { started, order, end } = openTurns({ running: 1 })
  const all = [order('a', 'a1'), order('a', 'a2'), order('a', 'a3'), order('b', 'b1')]
  assert.deepEqual(started, ['a1'])
  await end('a1')
  assert.deepEqual(started, ['a1', 'b1'])
  await end('b1')
  await end('a2')
  await end('a3')
  assert.deepEqual(started, ['a1', 'b1', 'a2', 'a3'])
  await Promise.all(all)
})

test('one owner never takes all slots', async () => {
  const { turns, started, order, end } = openTurns()
  const all = [order('a', 'a1'), order('a', 'a2'), order('b', 'b1')]
  await end('')
  assert.deepEqual(started, ['a1', 'b1'])
  assert.equal(turns.waiting, 1)
  await end('a1')
  await end('a2')
  await end('b1')
  await Promise.all(all)
  assert.deepEqual([turns.running, turns.waiting], [0, 0])
})

test('work beyond the limits is refused at once, per owner and in total', async () => {
  const { order, end } = openTurns({ running: 1, waiting: 2, waitingPerOwner: 1 })
  const all = [order('a', 'a1'), order('a', 'a2')]
  await assert.rejects(order('a', 'a3'), /busy/)
  all.push(order('b', 'b1'))
  await assert.rejects(order('c', 'c1'), /busy/)
  for (const name of ['a1', 'b1', 'a2']) await end(name)
  await Promise.all(all)
})

test('work that is aborted while waiting never starts and leaves its queue', async () => {
  const { turns, started, order, end } = openTurns({ running: 1 })
  const leaving = new AbortController()
  const first = order('a', 'a1')
  const second = order('a', 'a2', leaving.signal)
  leaving.abort(new Error('gone'))
  await assert.rejects(second, /gone/)
  assert.equal(turns.waiting, 0)
  await end('a1')
  await first
  assert.deepEqual(started, ['a1'])
})

test('failed work makes room for the next', async () => {
  const { turns } = openTurns({ running: 1 })
  const failing = turns.run('a', () => Promise.reject(new Error('no')))
  const next = turns.run('a', () => Promise.resolve('yes'))
  await assert.rejects(failing, /no/)
  assert.equal(await next, 'yes')
})
