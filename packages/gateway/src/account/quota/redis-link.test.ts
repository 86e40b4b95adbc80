// Guards what happens when Redis is lost, hangs, or comes back empty or with older data, on its own server.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, afterEach, describe, test } from 'node:test'
import { openRelay } from '../../../../../tests/harness/relay.ts'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { until } from '../../../../../tests/harness/until.ts'
import { admitAll, admitted, newSubject, testClock } from './counter.cases.ts'
import type { Quota } from './quota.ts'
import { openRedis, redisScript } from './redis-link.ts'
import { lines, log, onRedis, openers, prefix } from './redis-quota.fixture.ts'
import { ownRedis } from './redis-server.fixture.ts'

const own = await ownRedis()
after(() => own?.kill())

if (own)
  await eachStore('without its Redis', (database) => {
    const { open, closeAll } = openers()
    afterEach(closeAll)
    const reconnected = (...quotas: Quota[]) =>
      until(() => quotas.every((quota) => quota.stats().redisAvailable === true), 'Redis is counted on again')

    describe('a process', () => {
      afterEach(async () => {
        await own.kill()
        await own.start()
      })

      test('reserves by itself without Redis, logs it once, and returns to Redis by itself', async () => {
        const clock = testClock()
        const subject = newSubject()
        const plan = { perMinute: 30, perDay: 100_000 }
        const options = { clock, store: database.store, liveProcesses: () => 3 }
        const [quota, other] = [await open(own.url, options), await open(own.url, options)]
        assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 4 })), 4)
        lines.length = 0
        await own.kill()
        let total = 4 + admitted(await admitAll(quota, subject, { plan, calls: 50 }))
        total += admitted(await admitAll(other, subject, { plan, calls: 50 }))
        // Only what was in Redis is lost, and is not admitted again when Redis is back, in whatever state.
        assert.ok(total <= 30 && total >= 15, `${total} of 30`)
        assert.equal(quota.stats().redisAvailable, false)
        await own.start()
        await reconnected(quota, other)
        for (const process of [quota, other]) total += admitted(await admitAll(process, subject, { plan, calls: 50 }))
        assert.ok(total <= 30, `${total} of 30`)
        clock.nowMs += 60_000
        assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 50 })), 30)
        assert.equal(admitted(await admitAll(other, subject, { plan, calls: 50 })), 0)
        assert.equal(lines.filter((line) => line.includes('Redis is down')).length, 2)
        assert.equal(lines.filter((line) => line.includes('Redis is back')).length, 2)
      })

      test('loses Redis during calls and admits no call of the day too many', async () => {
        const clock = testClock()
        const subject = newSubject()
        const plan = { perMinute: 1_000_000, perDay: 3000 }
        const options = { clock, store: database.store, liveProcesses: () => 2 }
        const quotas = [await open(own.url, options), await open(own.url, options)]
        const calls = quotas.map(async (quota) => {
          let count = 0
          for (let round = 0; round < 60; round++)
            count += admitted(await admitAll(quota, subject, { plan, calls: 50 }))
          return count
        })
        await own.kill()
        await own.start()
        const counts = await Promise.all(calls)
        await reconnected(...quotas)
        counts.push(
          ...(await Promise.all(quotas.map(async (q) => admitted(await admitAll(q, subject, { plan, calls: 2000 }))))),
        )
        const total = counts.reduce((sum, count) => sum + count, 0)
        assert.ok(total <= 3000, `${total} of 3000`)
        assert.ok(total > 2500, `${total} of 3000`)
      })

      test('finds a Redis with older data and admits no call of the day again', async () => {
        const clock = testClock()
        const subject = newSubject()
        const plan = { perMinute: 100_000, perDay: 10_000 }
        const quota = await open(own.url, { clock, store: database.store, liveProcesses: () => 2 })
        let total = admitted(await admitAll(quota, subject, { plan, calls: 30 }))
        const older = await onRedis(own.url, (client) => client.hgetall(prefix + subject))
        assert.ok('day_left' in older)
        total += admitted(await admitAll(quota, subject, { plan, calls: 9900 }))
        await own.kill()
        await own.start()
        // More than there ever were, so that using a single one of them would show.
        await onRedis(own.url, (client) => client.hset(prefix + subject, { ...older, day_left: 500, minute_left: 500 }))
        await reconnected(quota)
        clock.nowMs += 60_000
        total += admitted(await admitAll(quota, subject, { plan, calls: 500 }))
        assert.ok(total <= 10_000, `${total} of 10,000`)
        assert.ok(total >= 9900, `${total} of 10,000`)
      })

      test('waits for a Redis that is far away once per lease, not once per call', async (t) => {
        const relay = await openRelay(own.url, { delayMs: 50 })
        t.after(() => relay.cut())
        const subject = newSubject()
        const plan = { perMinute: 1_000_000, perDay: 10_000_000 }
        const options = { clock: testClock(), store: database.store, liveProcesses: () => 2 }
        const [quota] = [await open(relay.url, options), await open(own.url, options)]
        assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 500 })), 500)
        let waited = 0
        for (let call = 0; call < 1000; call++) {
          const admission = quota.admit(subject, plan)
          if (admission instanceof Promise) waited++
          assert.equal((await admission).ok, true)
        }
        assert.ok(waited <= 10, `${waited} of 1,000 calls waited`)
        assert.equal(quota.stats().redisAvailable, true)
      })

      test('is held up by a hanging Redis only once, and goes on without it', async () => {
        const quota = await open(own.url, { clock: testClock(), store: database.store, liveProcesses: () => 2 })
        const subject = newSubject()
        const plan = { perMinute: 1000, perDay: 10_000 }
        await quota.admit(subject, plan)
        own.freeze()
        try {
          assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 60 })), 60)
          assert.equal(quota.stats().redisAvailable, false)
          for (let call = 0; call < 20; call++) {
            const begunMs = performance.now()
            assert.equal((await quota.admit(subject, plan)).ok, true)
            const tookMs = performance.now() - begunMs
            assert.ok(tookMs < 200, `a call took ${tookMs} ms`)
          }
        } finally {
          own.resume()
        }
        await reconnected(quota)
      })
    })
  })

if (own)
  test('the round trip to a Redis that is far away is measured, and reported once', async (t) => {
    const relay = await openRelay(own.url, { delayMs: 50 })
    t.after(() => relay.cut())
    const reported: string[] = []
    const silent = { info: () => undefined, warn: (message: string) => void reported.push(message) }
    const link = await openRedis(relay.url, { log: silent, prefix })
    t.after(() => link.close())
    await until(() => link.ready(), 'Redis answers')
    assert.equal(link.latencyMs(), 0)
    const one = redisScript('return 1')
    for (let trips = 0; trips < 3; trips++) await link.evaluate(one, 'far', [])
    assert.ok(link.latencyMs() >= 100, `${link.latencyMs()} ms`)
    assert.deepEqual(reported, ['Redis is slow: each time a process takes calls from there it waits that long'])
  })

test('opening a link does not wait for Redis', async () => {
  // Loaded beforehand, so that opening needs no I/O but the connection.
  await import('ioredis')
  let connections = 0
  const silent = createServer((socket) => {
    connections++
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  assert.ok(typeof address === 'object' && address)
  const link = await openRedis(`redis://127.0.0.1:${address.port}`, { log })
  assert.deepEqual([connections, link.ready()], [0, false])
  await link.close()
  silent.close()
})
