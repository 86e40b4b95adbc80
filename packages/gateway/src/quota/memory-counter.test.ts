// Guards the memory counter on both databases: the cases every counter must keep, and what only it promises.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Store } from '#store'
import { eachStore } from '../../../../tests/services.ts'
import { admitAll, admitted, counterCases, newSubject, testClock } from './counter.cases.ts'
import { createQuota, type Quota, type QuotaOptions } from './quota.ts'

const log = { info: () => {}, warn: () => {} }

await eachStore('the memory counter', (database) => {
  const opened: Quota[] = []
  let second: Store | undefined
  afterEach(async () => {
    for (const quota of opened.splice(0)) await quota.close()
  })
  const open = (options: Partial<QuotaOptions> & Pick<QuotaOptions, 'clock'>) => {
    const quota = createQuota({ store: database.store, log, liveProcesses: () => 1, ...options })
    opened.push(quota)
    return quota
  }

  counterCases({
    minuteIsShared: false,
    open: async ({ clock, liveProcesses = 1 }) => {
      // Every other process has a connection of its own.
      second ??= await database.another()
      const store = opened.length % 2 === 1 ? second : database.store
      return open({ clock, store, liveProcesses: () => liveProcesses })
    },
  })

  test('a call whose block is there is decided without waiting', async () => {
    const quota = open({ clock: testClock() })
    const subject = newSubject()
    const plan = { perMinute: 1000, perDay: 100_000 }
    await quota.admit(subject, plan)
    for (let call = 0; call < 40; call++) assert.equal(quota.admit(subject, plan) instanceof Promise, false)
  })

  test('the next block is reserved before the first is used up', async () => {
    const quota = open({ clock: testClock() })
    const subject = newSubject()
    const plan = { perMinute: 1000, perDay: 100_000 }
    await quota.admit(subject, plan)
    for (let call = 0; call < 500; call++) {
      assert.equal(quota.admit(subject, plan) instanceof Promise, false, `call ${call} waited`)
      // As long as a caller's next request takes, and far less than 50 of them.
      if (call % 25 === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })

  test('a full table forgets the subject used longest ago and keeps its count of the day', async () => {
    const clock = testClock()
    const quota = open({ clock, maxSubjects: 3 })
    const plan = { perMinute: 50, perDay: 1000 }
    const names = [newSubject(), newSubject(), newSubject(), newSubject()]
    const [first = '', second = '', third = '', fourth = ''] = names
    // Fewer than half of a block, so that no reservation is under way: a subject with one is not forgotten.
    for (const name of [first, second, third]) await admitAll(quota, name, { plan, calls: 3 })
    clock.nowMs += 60_000
    await quota.admit(first, plan)
    await quota.admit(fourth, plan)
    assert.equal(quota.stats().subjects, 3)
    // The second was dropped; its reserved calls were given back and its count is where it was.
    assert.equal((await quota.admit(second, plan)).remainingDay, 1000 - 4)
    assert.equal((await quota.admit(first, plan)).remainingDay, 1000 - 5)
  })

  test('a subject with calls in this minute is never forgotten: those calls would be admitted again', async () => {
    const quota = open({ clock: testClock(), maxSubjects: 2 })
    const plan = { perMinute: 1, perDay: 1000 }
    const names = [newSubject(), newSubject()]
    for (const name of names) assert.equal((await quota.admit(name, plan)).ok, true)
    assert.equal((await quota.admit(newSubject(), plan)).ok, false)
    for (const name of names) assert.equal((await quota.admit(name, plan)).ok, false)
    assert.equal(quota.stats().subjects, 2)
  })

  test('a used-up day is looked at again, because another process may have given calls back', async () => {
    const clock = testClock()
    const subject = newSubject()
    const plan = { perMinute: 100_000, perDay: 200 }
    const holding = open({ clock })
    assert.equal((await holding.admit(subject, plan)).ok, true)
    const other = open({ clock })
    const before = admitted(await admitAll(other, subject, { plan, calls: 300 }))
    assert.ok(before < 199)
    await holding.flush()
    clock.nowMs += 5000
    assert.equal((await other.admit(subject, plan)).ok, false)
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(before + admitted(await admitAll(other, subject, { plan, calls: 300 })), 199)
  })
})
