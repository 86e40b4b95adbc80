// The end of an idle provider's thread: it frees its memory, loses nothing, and comes back with the next call.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../harness/until.ts'
import { openHostile } from './hostile-calls.ts'

const idleMs = 500
/** Keeps the thread of jobs, where the provider is opened and closed as well. */
const backgroundIdleMs = 600_000
const closed = (logged: readonly string[]) => logged.filter((line) => line.includes('is closed')).length

test('an idle thread is closed, and the next call starts another', async (t) => {
  const { gateway, call } = await openHostile(t, { threadLimits: { idleMs, backgroundIdleMs } })
  for (let rounds = 1; rounds <= 2; rounds++) {
    await until(() => closed(gateway.logged) === rounds, 'the end of the thread')
    const begunMs = performance.now()
    const { status } = await call('/seen')
    t.diagnostic(`a call that starts the thread took ${Math.round(performance.now() - begunMs)} ms`)
    assert.equal(status, 200)
  }
  assert.ok(!gateway.logged.some((line) => line.includes('a thread of embedded providers ended')))
})

test('a thread with work that no call waits for is kept until it is done', async (t) => {
  const { gateway, call } = await openHostile(t, { threadLimits: { idleMs, backgroundIdleMs } })
  // longer than several idle times: that nothing ends meanwhile can only be seen by waiting
  assert.equal((await call(`/work?ms=${6 * idleMs}`)).status, 200)
  await wait(4 * idleMs)
  assert.equal(closed(gateway.logged), 0)
  await until(() => closed(gateway.logged) === 1, 'the end of the thread')
})

test('a thread that draws from a seed is kept: another would draw the same values again', async (t) => {
  const { gateway, call } = await openHostile(t, {
    environment: { GATEHOUSE_SEED: 'idle' },
    threadLimits: { idleMs, backgroundIdleMs },
  })
  const draw = async () => (await call('/seen')).body.draw
  const first = await draw()
  await wait(4 * idleMs)
  assert.notEqual(await draw(), first)
  assert.equal(closed(gateway.logged), 0)
})

test('an idle thread is closed earlier while many run', async (t) => {
  const limits = { backgroundIdleMs, idleMs: 60_000, crowdedIdleMs: idleMs }
  const crowded = await openHostile(t, { threadLimits: { ...limits, roomyThreads: 0 } })
  const roomy = await openHostile(t, { threadLimits: { ...limits, roomyThreads: 1 } })
  await until(() => closed(crowded.gateway.logged) === 1, 'the end of the thread')
  await wait(2 * idleMs)
  assert.equal(closed(roomy.gateway.logged), 0)
})
