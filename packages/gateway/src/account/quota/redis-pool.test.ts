// Guards the counter with a pool in Redis: the cases of every counter, and a Redis that was emptied.
import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { sql } from 'kysely'
import { eachStore, redisUrl } from '../../../../../tests/harness/services.ts'
import { until } from '../../../../../tests/harness/until.ts'
import { admitAll, admitted, counterCases, newSubject, testClock } from './counter.cases.ts'
import { emptyPrefix, onRedis, openers, prefix } from './redis-quota.fixture.ts'

const url = await redisUrl()
after(async () => {
  if (url) await emptyPrefix(url)
})

if (url)
  await eachStore('the counter with Redis', (database) => {
    const { open, closeAll } = openers()
    afterEach(closeAll)

    counterCases({
      open: ({ clock, liveProcesses = 1 }) =>
        open(url, { clock, store: database.store, liveProcesses: () => liveProcesses }),
    })

    test('emptying Redis gives back no call of the day and none of the minute', async () => {
      for (const plan of [
        { perMinute: 10_000, perDay: 4000 },
        { perMinute: 400, perDay: 100_000 },
      ]) {
        const clock = testClock()
        const subject = newSubject()
        let elapsedMs = 0
        const two = { clock, monotonic: () => elapsedMs, store: database.store, liveProcesses: () => 2 }
        const quotas = [await open(url, two), await open(url, two)]
        let total = 0
        for (let rounds = 0; rounds < 20; rounds++) {
          elapsedMs += 4000
          for (const quota of quotas) total += admitted(await admitAll(quota, subject, { plan, calls: 7 }))
          if (rounds % 5 === 0) await emptyPrefix(url)
        }
        await emptyPrefix(url)
        for (const quota of quotas) total += admitted(await admitAll(quota, subject, { plan, calls: 5000 }))
        const limit = Math.min(plan.perMinute, plan.perDay)
        // each time at most what was ahead of use is lost
        assert.ok(total <= limit && total >= limit / 2, `${total} of ${limit}`)
      }
    })

    test('what one process has reserved for all, the others admit without the database', async () => {
      const clock = testClock()
      const subject = newSubject()
      const plan = { perMinute: 100_000, perDay: 1_000_000 }
      const two = { clock, store: database.store, liveProcesses: () => 2 }
      const [first, second] = [await open(url, two), await open(url, two)]
      assert.equal(admitted(await admitAll(first, subject, { plan, calls: 40 })), 40)
      let pooled = 0
      await until(async () => {
        const pool = await onRedis(url, (client) => client.hgetall(prefix + subject))
        pooled = Math.min(Number(pool.minute_left), Number(pool.day_left))
        return pooled > 0
      }, 'calls are in the pool')
      await sql`alter table day_counters rename to day_counters_away`.execute(database.store.db)
      try {
        for (let call = 0; call < pooled; call++) assert.equal((await second.admit(subject, plan)).ok, true)
      } finally {
        await sql`alter table day_counters_away rename to day_counters`.execute(database.store.db)
      }
    })
  })
