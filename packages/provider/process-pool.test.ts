// A task costs its owner time and nobody else more than one task, and whatever it does, its process ends and the
// gateway's stays as it is.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createProcessPool, type ProcessFailure, type ProcessPoolOptions } from './process-pool.ts'

const busy = new Error('busy')
const poolOf = (options: Partial<ProcessPoolOptions> = {}) =>
  createProcessPool({
    entry: new URL('./process-pool.fixture.ts', import.meta.url),
    processes: 1,
    timeoutMs: 60_000,
    memoryMb: 512,
    waiting: 100,
    waitingPerOwner: 3,
    makeBusyError: () => busy,
    ...options,
  })

/** A file that waiting tasks look for. */
function gateOf(t: TestContext): { readonly gate: string; open(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-gate-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const gate = join(folder, 'open')
  return { gate, open: () => writeFileSync(gate, '') }
}

test('a task of another owner waits for one task at most, however many were there before', async (t) => {
  const pool = poolOf()
  const { gate, open } = gateOf(t)
  const done: string[] = []
  const run = async (owner: string, name: string, mode = 'return') =>
    void done.push(String(await pool.run(owner, { mode, result: name, gate })))
  const all = [run('one', 'one 1', 'wait'), run('one', 'one 2'), run('two', 'two 1')]
  open()
  await Promise.all(all)
  assert.deepEqual(done, ['one 1', 'two 1', 'one 2'])
})

test('one owner never has two processes, and another has one beside it', async (t) => {
  const pool = poolOf({ processes: 2 })
  const { gate, open } = gateOf(t)
  const first = pool.run('one', { mode: 'wait', result: 1, gate })
  const done: unknown[] = []
  const second = pool.run('one', { mode: 'return', result: 2 }).then((result) => done.push(result))
  done.push(await pool.run('two', { mode: 'return', result: 3 }))
  assert.deepEqual(done, [3])
  open()
  assert.equal(await first, 1)
  await second
})

test('a task that throws, crashes, hangs or takes too much memory has no result, and the next one runs', async () => {
  const failures: ProcessFailure[] = []
  const pool = poolOf({ timeoutMs: 3000, onFailure: (reason) => failures.push(reason) })
  const before = process.resourceUsage().maxRSS
  for (const mode of ['throw', 'crash', 'hang']) assert.equal(await pool.run('one', { mode }), undefined, mode)
  assert.deepEqual(failures, ['failed', 'failed', 'slow'])
  if (process.platform === 'linux') {
    const patient = poolOf({ memoryMb: 256, onFailure: (reason) => failures.push(reason) })
    assert.equal(await patient.run('one', { mode: 'grow' }), undefined)
    assert.equal(failures.at(-1), 'memory')
    assert.ok(process.resourceUsage().maxRSS - before < 50_000, 'the process of the gateway grew')
  }
  assert.equal(await poolOf().run('one', { mode: 'return', result: 4 }), 4)
})

test('bytes cross both ways, and the environment of the gateway does not', async () => {
  const bytes = new Uint8Array([1, 2, 3])
  assert.deepEqual(await poolOf().run('one', { mode: 'return', result: { bytes } }), { bytes })
  process.env.GATEHOUSE_TEST_ONLY = 'secret'
  const environment = Object(await poolOf().run('one', { mode: 'environment' }))
  delete process.env.GATEHOUSE_TEST_ONLY
  assert.equal(environment.GATEHOUSE_TEST_ONLY, undefined)
})

test('too many waiting tasks of an owner are refused, and those that are abandoned make room', async () => {
  const pool = poolOf({ waitingPerOwner: 1 })
  const leaving = new AbortController()
  const caught = [pool.run('one', { mode: 'hang' }, leaving.signal), pool.run('one', { mode: 'hang' }, leaving.signal)]
  await assert.rejects(pool.run('one', { mode: 'return' }), busy)
  leaving.abort(new Error('gone'))
  await Promise.all(caught.map((one) => assert.rejects(one, /gone/)))
  assert.equal(await pool.run('one', { mode: 'return', result: 5 }), 5)
})
