// When a channel gets no calls, and when it gets them again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ModelError } from '../../wire/model-error.ts'
import type { Channel } from '../channels/channel.ts'
import { channelOf } from './fixtures/channels.ts'
import { createHealth } from './health.ts'

const broken = new ModelError('unavailable', 'Broken', { retry: true })
const limited = (retryAfterS?: number) => new ModelError('limited', 'Slow down', { retry: true, retryAfterS })

function world(facts: Partial<Channel> = {}) {
  let nowMs = 1_000_000
  const health = createHealth(() => nowMs)
  const channel = channelOf(facts)
  const fail = (fault = broken) => health.begin(channel, 'm').failed(fault)
  const succeed = () => {
    const trial = health.begin(channel, 'm')
    trial.answered()
    trial.over()
  }
  const wait = (ms: number) => {
    nowMs += ms
  }
  return {
    health,
    channel,
    fail,
    succeed,
    wait,
    held: () => health.held(channel, 'm'),
    state: () => health.state(channel.id),
  }
}

test('five failures in a row open the breaker, four do not', () => {
  const { fail, succeed, held, state } = world()
  for (let count = 0; count < 4; count++) fail()
  succeed()
  for (let count = 0; count < 4; count++) fail()
  assert.equal(held(), undefined)
  fail()
  assert.match(held()?.why ?? '', /5 failures/)
  assert.equal(state().breaker, 'open')
})

test('after its rest a channel is tried by one call alone, and that call closes or opens the breaker', () => {
  const { health, channel, fail, wait, held, state } = world()
  for (let count = 0; count < 5; count++) fail()
  wait(14_999)
  assert.ok(held())
  wait(1)
  assert.equal(state().breaker, 'half-open')
  assert.equal(held(), undefined)
  const trial = health.begin(channel, 'm')
  assert.match(held()?.why ?? '', /tried by another/)
  trial.failed(broken)
  wait(29_999)
  assert.ok(held(), 'the second rest is twice as long')
  wait(1)
  const second = health.begin(channel, 'm')
  second.answered()
  assert.equal(held(), undefined)
  assert.deepEqual([state().breaker, state().failuresInARow], ['closed', 0])
})

test('a trial that nobody waited for decides nothing and lets the next one try', () => {
  const { health, channel, fail, wait, held, state } = world()
  for (let count = 0; count < 5; count++) fail()
  wait(15_000)
  health.begin(channel, 'm').over()
  assert.equal(held(), undefined)
  assert.equal(state().breaker, 'half-open')
})

test('rests grow to five minutes and no longer', () => {
  const { fail, wait, held } = world()
  for (let count = 0; count < 5; count++) fail()
  for (let rest = 0; rest < 10; rest++) {
    wait(300_000)
    assert.equal(held(), undefined)
    fail()
  }
})

test('what a provider refuses by right is no failure of its channel', () => {
  const { fail, held } = world()
  for (let count = 0; count < 4; count++) fail()
  fail(new ModelError('invalid', 'No'))
  for (let count = 0; count < 4; count++) fail()
  assert.equal(held(), undefined)
})

test('a provider that asks to wait gets no calls of that model until then, and its breaker stays closed', () => {
  const { health, channel, fail, wait, held, state } = world()
  for (let count = 0; count < 9; count++) fail(limited(20))
  assert.deepEqual([held()?.limited, state().breaker], [true, 'closed'])
  assert.equal(health.held(channel, 'other'), undefined)
  wait(20_000)
  assert.equal(held(), undefined)
})

test('a provider that does not say how long is left alone for five seconds, and never for more than an hour', () => {
  const { fail, wait, held } = world()
  fail(limited())
  wait(4_999)
  assert.ok(held())
  wait(1)
  assert.equal(held(), undefined)
  fail(limited(86_400))
  wait(3_600_000)
  assert.equal(held(), undefined)
})

test('a channel has no more calls under way than it may, and a call is over once however often that is said', () => {
  const { health, channel, held } = world({ limits: { concurrent: 2 } })
  const [one, other] = [health.begin(channel, 'm'), health.begin(channel, 'm')]
  assert.equal(held()?.limited, true)
  one.over()
  one.over()
  assert.equal(held(), undefined)
  assert.equal(health.state(channel.id).underWay, 1)
  other.failed(broken)
  other.over()
  assert.equal(health.state(channel.id).underWay, 0)
})

test('no more calls begin within a minute than a channel may have', () => {
  const { succeed, wait, held } = world({ limits: { callsPerMinute: 2 } })
  succeed()
  wait(30_000)
  succeed()
  assert.equal(held()?.untilMs, 1_060_000)
  wait(30_000)
  assert.equal(held(), undefined)
})

test('a channel that the operator changed begins anew', () => {
  const { health, channel, fail, held } = world()
  for (let count = 0; count < 5; count++) fail()
  fail(limited(100))
  health.forget(channel.id)
  assert.equal(held(), undefined)
})
