// Guards what happens when Redis is lost, hangs, comes back empty or with older data, on a server of the test's own.
import assert from 'node:assert/strict'
import { after, afterEach, describe, test } from 'node:test'
import { eachStore } from '../../../../tests/services.ts'
import { admitAll, admitted, newSubject, testClock } from './counter.cases.ts'
import { openRedis } from './redis-link.ts'
import { lines, log, onRedis, openers, prefix } from './redis-quota.fixture.ts'
import { ownRedis } from './redis-server.fixture.ts'

const own = await ownRedis()
after(() => own?.kill())

if (own)
  await eachStore('without its Redis', (database) => {
    const { open, closeAll } = openers()
    afterEach(closeAll)
    const waitFor = async (done: () => boolean) => {
      for (let tries = 0; !done() && tries < 200; tries++) await new Promise((resolve) => setTimeout(resolve, 20))
      assert.equal(done(), true)
    }

    describe('a process', () => {
      afterEach(async () => {
        await own.kill()
        await own.start()
      })

      test('goes on with its share, says so once, and goes back by itself', async () => {
        const clock = testClock()
        const subject = newSubject()
        const plan = { perMinute: 30, perDay: 10_000 }
        const options = { clock, store: database.store, liveProcesses: () => 3 }
        const [quota, other] = [await open(own.url, options), await open(own.url, options)]
        assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 4 })), 4)
        lines.length = 0
        await own.kill()
        const during = await admitAll(quota, subject, { plan, calls: 50 })
        // A third of what is left of the minute, as far as this process knows.
        assert.equal(admitted(during), 8)
        assert.deepEqual([quota.stats().redisAvailable, quota.stats().leasedShare], [false, 1 / 3])
        assert.equal(admitted(await admitAll(other, subject, { plan, calls: 50 })), 10)
        await own.start()
        await waitFor(() => quota.stats().redisAvailable === true && other.stats().redisAvailable === true)
        // That Redis has forgotten everything: the minute is ended on the shares, the next one is whole again.
        for (const process of [quota, other])
          assert.equal(admitted(await admitAll(process, subject, { plan, calls: 50 })), 0)
        assert.equal(quota.stats().leasedShare, 1 / 3)
        clock.nowMs += 60_000
        assert.equal(quota.stats().leasedShare, 1)
        assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 50 })), 30)
        assert.equal(admitted(await admitAll(other, subject, { plan, calls: 50 })), 0)
        assert.equal(lines.filter((line) => line.includes('Redis is away')).length, 2)
        assert.equal(lines.filter((line) => line.includes('Redis is back')).length, 2)
      })

      test('loses Redis in the middle of calls and admits no call of the day too many', async () => {
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
        for (const quota of quotas) await waitFor(() => quota.stats().redisAvailable === true)
        counts.push(
          ...(await Promise.all(quotas.map(async (q) => admitted(await admitAll(q, subject, { plan, calls: 2000 }))))),
        )
        const total = counts.reduce((sum, count) => sum + count, 0)
        assert.ok(total <= 3000, `${total} of 3000`)
        assert.ok(total > 2500, `${total} of 3000`)
      })

      test('finds a Redis with older data and lets no call of the day be used again', async () => {
        const clock = testClock()
        const subject = newSubject()
        const plan = { perMinute: 100_000, perDay: 1000 }
        const quota = await open(own.url, { clock, store: database.store })
        let total = admitted(await admitAll(quota, subject, { plan, calls: 1 }))
        const older = await onRedis(own.url, (client) => client.hgetall(prefix + subject))
        assert.equal(older.left, '9')
        total += admitted(await admitAll(quota, subject, { plan, calls: 900 }))
        await own.kill()
        await own.start()
        // More than it ever was, so that a single one of them would show.
        await onRedis(own.url, (client) => client.hset(prefix + subject, { ...older, left: 500 }))
        await waitFor(() => quota.stats().redisAvailable === true)
        clock.nowMs += 60_000
        total += admitted(await admitAll(quota, subject, { plan, calls: 500 }))
        assert.ok(total <= 1000, `${total} of 1000`)
        assert.ok(total >= 980, `${total} of 1000`)
      })

      test('is held up by a hanging Redis for a quarter of a second, once', async () => {
        const quota = await open(own.url, { clock: testClock(), store: database.store })
        const subject = newSubject()
        const plan = { perMinute: 1000, perDay: 10_000 }
        await quota.admit(subject, plan)
        own.freeze()
        try {
          const startMs = performance.now()
          assert.equal((await quota.admit(subject, plan)).ok, true)
          const waitedMs = performance.now() - startMs
          assert.ok(waitedMs > 200 && waitedMs < 900, `${waitedMs} ms`)
          for (let call = 0; call < 20; call++) assert.equal((await quota.admit(subject, plan)).ok, true)
          assert.ok(performance.now() - startMs < waitedMs + 200)
          // Until the first attempt to go back has failed, too.
          await new Promise((resolve) => setTimeout(resolve, 400))
        } finally {
          own.resume()
        }
        await waitFor(() => quota.stats().redisAvailable === true)
      })
    })
  })

test('a Redis that is not there does not hold up the start', async () => {
  await import('ioredis')
  const startMs = performance.now()
  const link = await openRedis('redis://127.0.0.1:1', { log })
  assert.ok(performance.now() - startMs < 200)
  assert.equal(link.ready(), false)
  await link.close()
})
