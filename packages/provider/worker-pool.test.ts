// A task costs its owner time and nobody else more than one task, and whatever it does, its thread ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorkerPool, type WorkerPoolOptions } from './worker-pool.ts'

const busy = new Error('busy')
const poolOf = (options: Partial<WorkerPoolOptions> = {}) =>
  createWorkerPool({
    entry: new URL('./worker-pool.fixture.ts', import.meta.url),
    threads: 1,
    timeoutMs: 60_000,
    memoryMb: 64,
    waiting: 100,
    waitingPerOwner: 3,
    makeBusyError: () => busy,
    ...options,
  })
const gateOf = () => new Int32Array(new SharedArrayBuffer(4))
const open = (gate: Int32Array) => {
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
}

test('a task of another owner waits for one task at most, however many were there before', async () => {
  const pool = poolOf()
  const gate = gateOf()
  const done: string[] = []
  const run = async (owner: string, name: string, mode = 'post') =>
    void done.push(String(await pool.run(owner, { mode, result: name, gate })))
  const all = [run('one', 'one 1', 'wait'), run('one', 'one 2'), run('one', 'one 3'), run('two', 'two 1')]
  open(gate)
  await Promise.all(all)
  assert.deepEqual(done, ['one 1', 'two 1', 'one 2', 'one 3'])
})

test('one owner never has two threads, and another has one beside it', async () => {
  const pool = poolOf({ threads: 2 })
  const gate = gateOf()
  const first = pool.run('one', { mode: 'wait', result: 1, gate })
  const done: unknown[] = []
  const second = pool.run('one', { mode: 'post', result: 2 }).then((result) => done.push(result))
  done.push(await pool.run('two', { mode: 'post', result: 3 }))
  assert.deepEqual(done, [3])
  open(gate)
  assert.equal(await first, 1)
  await second
})

test('a task that fails or takes too long has no result, and the next one runs', { timeout: 30_000 }, async () => {
  const pool = poolOf({ timeoutMs: 500 })
  assert.equal(await pool.run('one', { mode: 'throw' }), undefined)
  assert.equal(await pool.run('one', { mode: 'hang' }), undefined)
  assert.equal(await poolOf().run('one', { mode: 'post', result: 4 }), 4)
})

test('too many waiting tasks of an owner are refused, and those that are abandoned make room', {
  timeout: 30_000,
}, async () => {
  const pool = poolOf({ waitingPerOwner: 1 })
  const leaving = new AbortController()
  const caught = [pool.run('one', { mode: 'hang' }, leaving.signal), pool.run('one', { mode: 'hang' }, leaving.signal)]
  await assert.rejects(pool.run('one', { mode: 'post' }), busy)
  leaving.abort(new Error('gone'))
  await Promise.all(caught.map((one) => assert.rejects(one, /gone/)))
  assert.equal(await pool.run('one', { mode: 'post', result: 5 }), 5)
})
