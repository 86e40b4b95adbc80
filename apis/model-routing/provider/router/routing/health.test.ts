// When a channel stops getting calls, and when it gets them again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ModelError } from '../../wire/model-error.ts'
import type { Channel } from '../channels/channel.ts'
import { channelOf } from './fixtures/channels.ts'
import { createHealth } from './health.ts'

const broken = new ModelError('unavailable', 'Broken', { retry: true })
const limited = (retryAfterS?: number) => new ModelError('limited', 'Slow down', { retry: true, retryAfterS })

function world(settings: Partial<Channel> = {}) {
  let nowMs = 1_000_000
  const health = createHealth(() => nowMs)
  const channel = channelOf(settings)
  const fail = (error = broken) => health.begin(channel, 'm').failed(error)
  const succeed = () => {
    const attempt = health.begin(channel, 'm')
    attempt.answered()
    attempt.ended()
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
    pause: () => health.pauseOf(channel, 'm'),
    state: () => health.state(channel.id),
  }
}

test('five failures in a row open the breaker, four do not', () => {
  const { fail, succeed, pause, state } = world()
  for (let count = 0; count < 4; count++) fail()
  succeed()
  for (let count = 0; count < 4; count++) fail()
  assert.equal(pause(), undefined)
  fail()
  assert.match(pause()?.reason ?? '', /5 failures/)
  assert.equal(state().breaker, 'open')
})

test('a half-open breaker lets one call through, and that call closes or opens it', () => {
  const { health, channel, fail, wait, pause, state } = world()
  for (let count = 0; count < 5; count++) fail()
  wait(14_999)
  assert.ok(pause())
  wait(1)
  assert.equal(state().breaker, 'half-open')
  assert.equal(pause(), undefined)
  const attempt = health.begin(channel, 'm')
  assert.match(pause()?.reason ?? '', /probed by another/)
  attempt.failed(broken)
  wait(29_999)
  assert.ok(pause(), 'it stays open twice as long the second time')
  wait(1)
  const second = health.begin(channel, 'm')
  second.answered()
  assert.equal(pause(), undefined)
  assert.deepEqual([state().breaker, state().failuresInARow], ['closed', 0])
})

test('an abandoned probe decides nothing and lets the next one through', () => {
  const { health, channel, fail, wait, pause, state } = world()
  for (let count = 0; count < 5; count++) fail()
  wait(15_000)
  health.begin(channel, 'm').ended()
  assert.equal(pause(), undefined)
  assert.equal(state().breaker, 'half-open')
})

test('a breaker stays open for five minutes at most', () => {
  const { fail, wait, pause } = world()
  for (let count = 0; count < 5; count++) fail()
  for (let round = 0; round < 10; round++) {
    wait(300_000)
    assert.equal(pause(), undefined)
    fail()
  }
})

test("a caller's mistake is not a failure of the channel", () => {
  const { fail, pause } = world()
  for (let count = 0; count < 4; count++) fail()
  fail(new ModelError('invalid', 'No'))
  for (let count = 0; count < 4; count++) fail()
  assert.equal(pause(), undefined)
})

test('a channel lacks a model for a minute after its provider has said so, and only that model', () => {
  const { health, channel, fail, wait, pause } = world()
  const lacks = (model: string) => health.lacks(channel, model)
  fail(new ModelError('missing', 'No such file: a.pdf', { retry: true }))
  assert.equal(lacks('m'), false, 'a 404 that names neither the model nor its code says nothing of the model')
  fail(new ModelError('missing', 'Not found', { code: 'model_not_found', retry: true }))
  assert.deepEqual([lacks('m'), lacks('n'), pause()], [true, false, undefined])
  wait(60_000)
  assert.equal(lacks('m'), false)
  fail(new ModelError('missing', "model 'm' not found", { retry: true }))
  assert.equal(lacks('m'), true)
  health.reset(channel.id)
  assert.equal(lacks('m'), false)
})

test('what callers misspell does not grow without bound', () => {
  const { health, channel } = world()
  for (let number = 0; number < 1_001; number++)
    health.begin(channel, `m${number}`).failed(new ModelError('missing', '', { code: 'model_not_found' }))
  assert.deepEqual(
    ['m0', 'm1', 'm1000'].map((model) => health.lacks(channel, model)),
    [false, true, true],
  )
})

test('a provider that sends a retry delay gets no calls for that model until then, and its breaker stays closed', () => {
  const { health, channel, fail, wait, pause, state } = world()
  for (let count = 0; count < 9; count++) fail(limited(20))
  assert.deepEqual([pause()?.isRateLimit, state().breaker], [true, 'closed'])
  assert.equal(health.pauseOf(channel, 'other'), undefined)
  wait(20_000)
  assert.equal(pause(), undefined)
})

test('a rate limit without a delay pauses for five seconds, and none pauses for more than an hour', () => {
  const { fail, wait, pause } = world()
  fail(limited())
  wait(4_999)
  assert.ok(pause())
  wait(1)
  assert.equal(pause(), undefined)
  fail(limited(86_400))
  wait(3_600_000)
  assert.equal(pause(), undefined)
})

test('a channel never has more calls under way than its limit, and an attempt that ends twice counts once', () => {
  const { health, channel, pause } = world({ limits: { concurrent: 2 } })
  const [one, other] = [health.begin(channel, 'm'), health.begin(channel, 'm')]
  assert.equal(pause()?.isRateLimit, true)
  one.ended()
  one.ended()
  assert.equal(pause(), undefined)
  assert.equal(health.state(channel.id).underWay, 1)
  other.failed(broken)
  other.ended()
  assert.equal(health.state(channel.id).underWay, 0)
})

test("no more calls begin within a minute than the channel's limit", () => {
  const { succeed, wait, pause } = world({ limits: { callsPerMinute: 2 } })
  succeed()
  wait(30_000)
  succeed()
  assert.equal(pause()?.untilMs, 1_060_000)
  wait(30_000)
  assert.equal(pause(), undefined)
})

test('a channel that the operator changed starts with a closed breaker and no pauses', () => {
  const { health, channel, fail, pause } = world()
  for (let count = 0; count < 5; count++) fail()
  fail(limited(100))
  health.reset(channel.id)
  assert.equal(pause(), undefined)
})
