// The thread that engines of texts run on: whose turn it is, and when a text is refused.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createTextThread } from './provider/engines/text-thread.ts'
import type { SlowTask } from './test/text-thread-program.ts'

const longMs = 60_000

function openThread(t: TestContext, times: { readonly timeoutMs?: number; readonly waitMs?: number } = {}) {
  const thread = createTextThread<SlowTask>({
    ...{ entry: new URL('./test/text-thread-program.ts', import.meta.url), name: 'test', workerData: undefined },
    ...{ heapMb: 64, timeoutMs: longMs, waitMs: longMs, idleMs: longMs, ...times },
    onFailure: ({ text }, cause) => new Error(`${text}: ${cause instanceof Error ? cause.message : cause}`),
  })
  t.after(() => thread.close())
  const done: string[] = []
  return {
    thread,
    done,
    run: async (account: string, text: string, { ms = 0, signal = new AbortController().signal } = {}) => {
      const answer = await thread.run({ text, ms }, { account, signal })
      done.push(text)
      return answer
    },
  }
}

test('accounts take turns: many texts of one delay the text of another by the one that is under way', async (t) => {
  const { run, done } = openThread(t)
  const texts = ['a1', 'a2', 'a3', 'a4'].map((text) => run('a', text, { ms: 20 }))
  assert.equal(await run('b', 'b1'), 'B1')
  assert.deepEqual(done, ['a1', 'b1'])
  await Promise.all(texts)
  assert.deepEqual(done, ['a1', 'b1', 'a2', 'a3', 'a4'])
})

test('an account has 20 texts waiting, all have 200, and further ones get 503 with retry-after at once', async (t) => {
  const { run, thread } = openThread(t)
  const texts = [run('a', 'first', { ms: longMs })]
  for (let count = 0; count < 20; count += 1) texts.push(run('a', 'waits'))
  const busy = { status: 503, headers: { 'retry-after': '1' } }
  await assert.rejects(run('a', 'one more'), busy)
  for (let account = 0; account < 9; account += 1)
    for (let count = 0; count < 20; count += 1) texts.push(run(`b${account}`, 'waits'))
  await assert.rejects(run('c', 'one more of all'), busy)
  const settled = Promise.allSettled(texts)
  await thread.close()
  assert.ok((await settled).every(({ status }) => status === 'rejected'))
})

test('a text whose caller leaves is no longer waited for and never reaches the thread', async (t) => {
  const { run, done } = openThread(t)
  const leaving = new AbortController()
  const first = run('a', 'a1', { ms: 100 })
  const left = run('a', 'fail', { signal: leaving.signal })
  const behind = run('a', 'a2')
  leaving.abort(new Error('the caller left'))
  await assert.rejects(left, /the caller left/)
  assert.deepEqual(done, [])
  await assert.rejects(run('b', 'b1', { signal: leaving.signal }), /the caller left/)
  assert.deepEqual([await first, await behind], ['A1', 'A2'])
})

test('a text that waits too long gets 503 with retry-after, however long the one before it takes', async (t) => {
  const { run } = openThread(t, { waitMs: 50 })
  const first = run('a', 'a1', { ms: 500 })
  await assert.rejects(run('b', 'b1'), { status: 503, headers: { 'retry-after': '1' } })
  // its own time begins when it is on the thread
  assert.equal(await first, 'A1')
})

test('a text that takes too long or breaks the program is refused, and the next has a new thread', async (t) => {
  const { run } = openThread(t, { timeoutMs: 3000 })
  const slow = run('a', 'slow', { ms: longMs })
  const broken = run('a', 'fail')
  const behind = run('a', 'behind')
  await assert.rejects(slow, /slow: it took too long/)
  await assert.rejects(broken, /fail: the program has failed/)
  assert.equal(await behind, 'BEHIND')
})

test('texts that wait when the gateway ends are refused, and later ones too', async (t) => {
  const { run, thread } = openThread(t)
  const texts = [run('a', 'a1', { ms: longMs }), run('a', 'a2'), run('b', 'b1')]
  const settled = Promise.allSettled(texts)
  await wait(20)
  await thread.close()
  for (const one of await settled) assert.match(one.status === 'rejected' ? String(one.reason) : '', /the gateway ends/)
  await assert.rejects(run('a', 'a3'), /the gateway ends/)
})
