// What a provider on its own thread does wrong affects only its own calls.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../harness/until.ts'
import { openHostile } from './hostile-calls.ts'

const codeOf = ({ body }: { body: { error?: { code: string } } }) => body.error?.code

test('an endless loop is terminated, while others are served and the next call starts a new thread', async (t) => {
  const { gateway, call, callOther } = await openHostile(t, { threadLimits: { longestSliceMs: 4000 } })
  const caught = [call('/wait')]
  await until(async () => (await call('/seen')).body.seen.includes('waiting'), 'the call beside it')
  caught.push(call('/loop'))
  await callOther()
  for (const answer of await Promise.all(caught))
    assert.deepEqual(
      [answer.status, codeOf(answer), answer.headers.get('retry-after')],
      [503, 'provider.restarted', '1'],
    )
  assert.equal((await call('/refuse')).status, 409)
  assert.ok(
    gateway.logged.some((line) => line.includes('"thread":"hostile"') && line.includes('event loop was blocked')),
  )
  const metrics = await (await gateway.call('/metrics')).text()
  assert.match(metrics, /gatehouse_threads_lost_total\{thread="hostile"\} 1/)
})

test('a provider that fills its memory loses its thread, not the process', async (t) => {
  const { call, callOther } = await openHostile(t)
  const growing = call('/grow')
  await callOther()
  assert.equal(codeOf(await growing), 'provider.restarted')
  assert.equal((await call('/refuse')).status, 409)
})

test('an uncaught error ends only the thread', async (t) => {
  const { gateway, call, callOther } = await openHostile(t)
  const beside = call('/wait')
  await until(async () => (await call('/seen')).body.seen.includes('waiting'), 'the call beside it')
  const caught = await Promise.all([call('/throw-later'), beside])
  assert.deepEqual(caught.map(codeOf), ['provider.restarted', 'provider.restarted'])
  await callOther()
  assert.ok(gateway.logged.some((line) => line.includes('nobody catches this')))
})

test('a thread that is lost three times in a minute is restarted only after a pause', async (t) => {
  const { gateway, call, callOther } = await openHostile(t)
  for (let times = 0; times < 3; times++) assert.equal(codeOf(await call('/throw-later')), 'provider.restarted')
  const lost = await call('/seen')
  assert.deepEqual([lost.status, codeOf(lost)], [503, 'provider.restarted'])
  assert.match(lost.headers.get('retry-after') ?? '', /^[1-9]/)
  assert.match(await metricsOf(gateway), /^gatehouse_thread_resting\{thread="hostile"\} 1$/m)
  await callOther()
  await until(async () => (await call('/seen')).status === 200, 'the next thread')
})

test('a call that takes longer than declared is ended by its deadline', async (t) => {
  const { call } = await openHostile(t, { deadlineMs: 5000 })
  const slow = await call('/wait')
  assert.deepEqual([slow.status, codeOf(slow)], [504, 'provider.deadline'])
  await until(async () => (await call('/seen')).body.seen.includes('aborted'), 'the end of the handler')
})

test('accounts take turns, and one with too many waiting calls is refused', async (t) => {
  const { gateway, call } = await openHostile(t)
  const { key } = await gateway.account()
  const leaving = new AbortController()
  const codes: (string | undefined)[] = []
  const greedy = Array.from({ length: 260 }, () =>
    call('/wait', { key, signal: leaving.signal }).then(
      (answer) => codes.push(codeOf(answer)),
      () => undefined,
    ),
  )
  await until(async () => (await call('/seen')).body.seen.includes('waiting'), 'the first of them')
  // two of the account run and hundreds wait; another account is served at once
  assert.equal((await call('/refuse')).status, 409)
  await until(() => codes.length >= 50, 'the refusals')
  leaving.abort()
  await Promise.all(greedy)
  assert.deepEqual(new Set(codes.slice(0, 50)), new Set(['provider.busy']))
})

test('a stopping program does not wait for a hung thread', async (t) => {
  const { gateway, call } = await openHostile(t)
  const caught = assert.rejects(call('/loop'), /fetch failed/)
  await until(
    async () => /gatehouse_thread_calls\{thread="hostile",state="running"\} 1/.test(await metricsOf(gateway)),
    'the loop',
  )
  await gateway.stop()
  await caught
})

const metricsOf = async (gateway: { call(path: string): Promise<Response> }) => (await gateway.call('/metrics')).text()
