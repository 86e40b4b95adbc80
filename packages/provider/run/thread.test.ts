// A task costs its owner time and nobody else more than one task, and whatever it does, its thread or process ends and
// the gateway's stays as it is.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestTask } from './thread.fixture.ts'
import { createThread, type OwnersOptions, type ThreadOptions } from './thread.ts'

const busy = new Error('busy')
type TestOptions = Partial<Omit<ThreadOptions, 'owners' | 'entry'>> & { readonly owners?: Partial<OwnersOptions> }

function open(t: TestContext, { owners, ...options }: TestOptions = {}) {
  const thread = createThread<TestTask, unknown>({
    entry: new URL('./thread.fixture.ts', import.meta.url),
    timeoutMs: 60_000,
    memoryMb: options.process ? 512 : 64,
    ...options,
    owners: { makeBusyError: () => busy, ...owners },
  })
  t.after(() => thread.close())
  return thread
}

/** A file that waiting tasks look for. */
function gateOf(t: TestContext): { readonly gate: string; open(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-gate-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const gate = join(folder, 'open')
  return { gate, open: () => writeFileSync(gate, '') }
}

const kinds = [
  ['a thread', {}],
  ['a kept thread', { keepMs: 60_000 }],
  ['a process', { process: true }],
  ['a kept process', { process: true, keepMs: 60_000 }],
] as const

for (const [kind, options] of kinds) {
  test(`${kind}: a task of another owner waits for one task at most`, async (t) => {
    const thread = open(t, options)
    const { gate, open: openGate } = gateOf(t)
    const done: unknown[] = []
    const run = async (owner: string, result: string, mode: TestTask['mode'] = 'return') =>
      void done.push(await thread.run({ mode, result, gate }, { owner }))
    const all = [run('one', 'one 1', 'wait'), run('one', 'one 2'), run('one', 'one 3'), run('two', 'two 1')]
    openGate()
    await Promise.all(all)
    assert.deepEqual(done, ['one 1', 'two 1', 'one 2', 'one 3'])
  })

  test(`${kind}: one owner never has two at once, and another has one beside it`, async (t) => {
    const thread = open(t, { ...options, owners: { running: 2 } })
    const { gate, open: openGate } = gateOf(t)
    const first = thread.run({ mode: 'wait', result: 1, gate }, { owner: 'one' })
    const done: unknown[] = []
    const second = thread.run({ mode: 'return', result: 2 }, { owner: 'one' }).then((result) => done.push(result))
    done.push(await thread.run({ mode: 'return', result: 3 }, { owner: 'two' }))
    assert.deepEqual(done, [3])
    openGate()
    assert.equal(await first, 1)
    await second
  })

  test(`${kind}: a task that throws, hangs or cannot be sent has no result, and the next one runs`, async (t) => {
    const thread = open(t, options)
    const by = { owner: 'one' }
    await assert.rejects(thread.run({ mode: 'throw' }, by), { name: 'Error', reason: 'failed' })
    await assert.rejects(thread.run({ mode: 'hang' }, { ...by, timeoutMs: 500 }), { reason: 'slow' })
    if (!('process' in options)) await assert.rejects(thread.run({ mode: 'return', result: () => 0 }, by), /cloned/)
    assert.equal(await thread.run({ mode: 'return', result: 4 }, by), 4)
  })

  test(`${kind}: bytes cross both ways, and the environment of the gateway does not`, async (t) => {
    const thread = open(t, options)
    const bytes = new Uint8Array([1, 2, 3])
    assert.deepEqual(await thread.run({ mode: 'return', result: { bytes } }, { owner: 'one' }), { bytes })
    process.env.GATEHOUSE_TEST_ONLY = 'secret'
    const environment = Object(await thread.run({ mode: 'environment' }, { owner: 'one' }))
    delete process.env.GATEHOUSE_TEST_ONLY
    assert.equal(environment.GATEHOUSE_TEST_ONLY, undefined)
  })

  test(`${kind}: tasks that wait or run when it is closed are rejected, and later ones too`, async (t) => {
    const thread = open(t, options)
    const tasks = ['one', 'one', 'two'].map((owner) => thread.run({ mode: 'hang' }, { owner }))
    const settled = Promise.allSettled(tasks)
    await wait(20)
    await thread.close()
    for (const one of await settled) assert.equal(one.status === 'rejected' && one.reason.reason, 'closed')
    await assert.rejects(thread.run({ mode: 'return' }, { owner: 'one' }), { reason: 'closed' })
  })
}

test('a task that takes too much memory ends its thread or process and nothing else', async (t) => {
  const before = process.resourceUsage().maxRSS
  await assert.rejects(open(t).run({ mode: 'fill' }, { owner: 'one' }), { reason: 'memory' })
  if (process.platform === 'linux') {
    const thread = open(t, { process: true, memoryMb: 256 })
    await assert.rejects(thread.run({ mode: 'grow' }, { owner: 'one' }), { reason: 'memory' })
  }
  assert.ok(process.resourceUsage().maxRSS - before < 150_000, 'the process of the gateway grew')
})

test('a native crash ends the process of the task alone', async (t) => {
  const thread = open(t, { process: true })
  await assert.rejects(thread.run({ mode: 'crash' }, { owner: 'one' }), { reason: 'failed' })
  assert.equal(await thread.run({ mode: 'return', result: 1 }, { owner: 'one' }), 1)
})

test('a module that cannot be started refuses its tasks', async (t) => {
  for (const isProcess of [false, true]) {
    const entry = new URL('./missing.fixture.ts', import.meta.url)
    const thread = createThread({ entry, memoryMb: 64, timeoutMs: 60_000, process: isProcess })
    t.after(() => thread.close())
    await assert.rejects(thread.run(1, { owner: 'one' }), { reason: 'failed' })
  }
})

test('too many waiting tasks of an owner are refused, and those that are abandoned make room', async (t) => {
  for (const isProcess of [false, true]) {
    const thread = open(t, { process: isProcess, owners: { waitingPerOwner: 1 } })
    const leaving = new AbortController()
    const by = { owner: 'one', signal: leaving.signal }
    const caught = [thread.run({ mode: 'hang' }, by), thread.run({ mode: 'hang' }, by)]
    await assert.rejects(thread.run({ mode: 'return' }, { owner: 'one' }), busy)
    leaving.abort(new Error('gone'))
    await Promise.all(caught.map((one) => assert.rejects(one, /gone/)))
    assert.equal(await thread.run({ mode: 'return', result: 5 }, { owner: 'one' }), 5)
  }
})

test('without other bounds 20 tasks of an owner wait and 200 of all', async (t) => {
  const thread = open(t)
  const leaving = new AbortController()
  const hang = (owner: string) => thread.run({ mode: 'hang' }, { owner, signal: leaving.signal })
  const tasks = [hang('a')]
  for (let owner = 0; owner < 10; owner += 1)
    for (let count = 0; count < 20; count += 1) tasks.push(hang(owner === 0 ? 'a' : `b${owner}`))
  await assert.rejects(hang('a'), busy)
  await assert.rejects(hang('c'), busy)
  const settled = Promise.allSettled(tasks)
  leaving.abort(new Error('gone'))
  assert.ok((await settled).every(({ status }) => status === 'rejected'))
})

test('a task that waits too long is refused, and its own time begins when it runs', async (t) => {
  const thread = open(t, { timeoutMs: 30_000, owners: { waitMs: 50 } })
  const first = thread.run({ mode: 'return', result: 1, ms: 500 }, { owner: 'one' })
  await assert.rejects(thread.run({ mode: 'return' }, { owner: 'two' }), busy)
  assert.equal(await first, 1)
})

test('a kept thread does task after task, goes on when a caller leaves, and ends when it is idle', async (t) => {
  const thread = open(t, { keepMs: 300 })
  const count = (signal?: AbortSignal) =>
    thread.run({ mode: 'count', ms: 50 }, { owner: 'one', ...(signal && { signal }) })
  assert.deepEqual([await count(), await count()], [1, 2])
  const leaving = new AbortController()
  const under = count(leaving.signal)
  const behind = thread.run({ mode: 'throw' }, { owner: 'two', signal: leaving.signal })
  leaving.abort(new Error('gone'))
  await assert.rejects(behind, /gone/)
  assert.equal(await under, 3)
  await wait(1000)
  assert.equal(await count(), 1)
})
