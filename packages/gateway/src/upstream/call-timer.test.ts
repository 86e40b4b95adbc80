// When a call counts as timed out, by a clock that the test advances.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { CallTimer } from './call-timer.ts'

/** A call that may be silent for 100 ms and last a second, and its timer. */
function start(t: TestContext) {
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const call = {
    done: false,
    lastReadMs: 0,
    timeouts: [] as string[],
    idleBudgetMs: () => call.lastReadMs + 100 - nowMs,
    timedOut: (limit: 'total' | 'idle') => void call.timeouts.push(`${limit} at ${nowMs}`),
  }
  const timer = new CallTimer(call, { deadline: 1000, firstCheckMs: 100 })
  const advance = (ms: number) => {
    nowMs += ms
    t.mock.timers.tick(ms)
  }
  const read = () => {
    call.lastReadMs = nowMs
  }
  return { call, timer, advance, read }
}

test('a call that is silent times out when its idle time is over', async (t) => {
  const { call, advance } = start(t)
  advance(99)
  await nextTick()
  assert.deepEqual(call.timeouts, [])
  advance(1)
  await nextTick()
  assert.deepEqual(call.timeouts, ['idle at 100'])
})

test('a call that is never silent for long times out when its total time is over', async (t) => {
  const { call, advance, read } = start(t)
  for (let count = 0; count < 20; count++) {
    advance(50)
    read()
    await nextTick()
  }
  assert.deepEqual(call.timeouts, ['total at 1000'])
})

test('after a pause of the process, what has arrived is read before the call counts as silent', async (t) => {
  const { call, advance, read } = start(t)
  advance(500)
  read()
  await nextTick()
  assert.deepEqual(call.timeouts, [])
})

test('a call that is done by then does not time out', async (t) => {
  const { call, advance } = start(t)
  advance(500)
  call.done = true
  await nextTick()
  assert.deepEqual(call.timeouts, [])
})

test('a timer that was ended never fires', async (t) => {
  const { call, timer, advance } = start(t)
  timer.end()
  advance(5000)
  await nextTick()
  assert.deepEqual(call.timeouts, [])
})
