// Guards the Redis counter: the cases of every counter, and a Redis that was emptied.
import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { eachStore, redisUrl } from '../../../../tests/services.ts'
import { admitAll, admitted, counterCases, newSubject, testClock } from './counter.cases.ts'
import { emptyPrefix, openers } from './redis-quota.fixture.ts'

const url = await redisUrl()
after(async () => {
  if (url) await emptyPrefix(url)
})

if (url)
  await eachStore('the Redis counter', (database) => {
    const { open, closeAll } = openers()
    afterEach(closeAll)

    counterCases({
      minuteIsShared: true,
      open: ({ clock, liveProcesses = 1 }) =>
        open(url, { clock, store: database.store, liveProcesses: () => liveProcesses }),
    })

    test('emptying Redis gives back no call of the day', async () => {
      const clock = testClock()
      const subject = newSubject()
      const plan = { perMinute: 10_000, perDay: 400 }
      const quota = await open(url, { clock, store: database.store })
      const before = admitted(await admitAll(quota, subject, { plan, calls: 130 }))
      await emptyPrefix(url)
      const afterwards = admitted(await admitAll(quota, subject, { plan, calls: 1000 }))
      assert.ok(before + afterwards <= 400, `${before + afterwards} of 400`)
      // At most a block of 4 calls may be lost.
      assert.ok(before + afterwards >= 396, `${before + afterwards} of 400`)
    })

    test('emptying Redis gives back no call of the minute', async () => {
      const clock = testClock()
      const subject = newSubject()
      const plan = { perMinute: 40, perDay: 10_000 }
      const quota = await open(url, { clock, store: database.store })
      const before = admitted(await admitAll(quota, subject, { plan, calls: 30 }))
      await emptyPrefix(url)
      assert.equal(before + admitted(await admitAll(quota, subject, { plan, calls: 100 })), 40)
    })
  })
