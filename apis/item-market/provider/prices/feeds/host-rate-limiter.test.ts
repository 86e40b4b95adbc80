// Guarantees of the rate limiter: one request at a time with a gap between, callers first, pauses that grow, bounded
// waits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FeedError } from './feed-error.ts'
import { createHostRateLimiter, type RateLimiterClock, type RequestPriority } from './host-rate-limiter.ts'

interface Clock extends RateLimiterClock {
  /** Lets time pass, running timers in order. */
  pass(ms: number): Promise<void>
}
function createClock(): Clock {
  let nowMs = 0
  let timers: { at: number; callback: () => void }[] = []
  const settle = async () => {
    for (let round = 0; round < 20; round++) await Promise.resolve()
  }
  return {
    now: () => nowMs,
    after(ms, callback) {
      const timer = { at: nowMs + ms, callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    async pass(ms) {
      const end = nowMs + ms
      await settle()
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        nowMs = next.at
        timers = timers.filter((one) => one !== next)
        next.callback()
        await settle()
      }
      nowMs = end
    },
  }
}
const job: RequestPriority = { urgency: 'job', waitMs: 3_600_000 }
const caller: RequestPriority = { urgency: 'caller', waitMs: 5000 }
const limited = (retryAfterMs?: number) => Promise.reject(new FeedError('limited', 'too many', { retryAfterMs }))
const isLimited = (error: unknown) => error instanceof FeedError && error.reason === 'limited'

test('requests run one at a time, with the gap between an end and the next start', async () => {
  const clock = createClock()
  const limiter = createHostRateLimiter(1000, clock)
  const started: number[] = []
  const call = () => {
    started.push(clock.now())
    return new Promise<void>((resolve) => void clock.after(500, resolve))
  }
  const all = Promise.all([limiter.schedule(call, job), limiter.schedule(call, job), limiter.schedule(call, job)])
  await clock.pass(10_000)
  await all
  assert.deepEqual(started, [0, 1500, 3000])
})

test('a caller goes before jobs that have waited longer', async () => {
  const clock = createClock()
  const limiter = createHostRateLimiter(1000, clock)
  const order: string[] = []
  const note = (name: string) => async () => void order.push(name)
  const all = [
    limiter.schedule(note('first'), job),
    limiter.schedule(note('job'), job),
    limiter.schedule(note('caller'), caller),
  ]
  await clock.pass(10_000)
  await Promise.all(all)
  assert.deepEqual(order, ['first', 'caller', 'job'])
})

test('a refusal pauses the host for the time it names, or longer with each one, and slows requests until it answers again', async () => {
  const clock = createClock()
  const limiter = createHostRateLimiter(1000, clock)
  await assert.rejects(
    limiter.schedule(() => limited(7000), job),
    isLimited,
  )
  assert.equal(limiter.pauseMs(), 7000)
  await clock.pass(7000)
  await assert.rejects(
    limiter.schedule(() => limited(), job),
    isLimited,
  )
  assert.equal(limiter.pauseMs(), 60_000)
  await clock.pass(60_000)
  const started: number[] = []
  const call = async () => void started.push(clock.now())
  const all = Promise.all([limiter.schedule(call, job), limiter.schedule(call, job)])
  await clock.pass(60_000)
  await all
  assert.equal(limiter.pauseMs(), 0)
  assert.ok((started[1] ?? 0) - (started[0] ?? 0) > 3000, `the pace after two refusals: ${started}`)
})

test('a pause is never longer than half an hour', async () => {
  const clock = createClock()
  const limiter = createHostRateLimiter(0, clock)
  await assert.rejects(
    limiter.schedule(() => limited(86_400_000), job),
    isLimited,
  )
  assert.equal(limiter.pauseMs(), 30 * 60_000)
})

test('a caller who would wait too long is refused at once, and one who has waited long enough leaves the queue', async () => {
  const clock = createClock()
  const limiter = createHostRateLimiter(1000, clock)
  await assert.rejects(
    limiter.schedule(() => limited(60_000), job),
    isLimited,
  )
  await assert.rejects(
    limiter.schedule(async () => assert.fail('not asked'), caller),
    isLimited,
  )
  await clock.pass(60_000)
  const slow = limiter.schedule(() => new Promise<void>((resolve) => void clock.after(20_000, resolve)), job)
  const impatient = limiter.schedule(async () => assert.fail('not asked'), caller)
  const settled = assert.rejects(impatient, isLimited)
  await clock.pass(30_000)
  await settled
  await slow
})

test('a caller who disconnects leaves the queue', async () => {
  const clock = createClock()
  const limiter = createHostRateLimiter(1000, clock)
  const left = new AbortController()
  const slow = limiter.schedule(() => new Promise<void>((resolve) => void clock.after(2000, resolve)), job)
  const gone = limiter.schedule(async () => assert.fail('not asked'), { ...caller, signal: left.signal })
  left.abort()
  await assert.rejects(gone, isLimited)
  await clock.pass(10_000)
  await slow
})

test('an error other than a refusal neither pauses nor slows the host', async () => {
  const clock = createClock()
  const limiter = createHostRateLimiter(0, clock)
  await assert.rejects(limiter.schedule(() => Promise.reject(new FeedError('shape', 'odd')), job))
  assert.equal(limiter.pauseMs(), 0)
  assert.equal(await limiter.schedule(async () => 'answer', caller), 'answer')
})
