// Guards the memory counter on both databases: the cases of every counter, and what only this one promises.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { readReserved, type Store } from '#store'
import { eachStore } from '../../../../tests/services.ts'
import { until } from '../../../../tests/until.ts'
import { dayName, dayOf } from './admission.ts'
import { admitAll, admitted, counterCases, newSubject, testClock, testStartMs } from './counter.cases.ts'
import { createQuota, type Quota, type QuotaDeps } from './quota.ts'

const day = dayName(dayOf(testStartMs))
const log = { info: () => {}, warn: () => {} }

await eachStore('the memory counter', (database) => {
  const opened: Quota[] = []
  let second: Store | undefined
  afterEach(async () => {
    for (const quota of opened.splice(0)) await quota.close()
  })
  const open = (options: Partial<QuotaDeps> & Pick<QuotaDeps, 'clock'>) => {
    const quota = createQuota({ store: database.store, log, liveProcesses: () => 1, ...options })
    opened.push(quota)
    return quota
  }

  counterCases({
    minuteIsShared: false,
    open: async ({ clock, liveProcesses = 1 }) => {
      // Every second process has its own connection.
      second ??= await database.another()
      const store = opened.length % 2 === 1 ? second : database.store
      return open({ clock, store, liveProcesses: () => liveProcesses })
    },
  })

  test('a call that finds reserved calls is decided without waiting', async () => {
    const quota = open({ clock: testClock() })
    const subject = newSubject()
    const plan = { perMinute: 1000, perDay: 100_000 }
    // blocks have grown to 100 calls, at least 50 of which are left
    await admitAll(quota, subject, { plan, calls: 300 })
    await until(async () => (await readReserved(database.store.db, { subject, day })) > 350)
    for (let call = 0; call < 40; call++) assert.equal(quota.admit(subject, plan) instanceof Promise, false)
  })

  test('the next block is reserved before the current one is used up', async () => {
    const quota = open({ clock: testClock() })
    const subject = newSubject()
    // A block grows to 100 calls, and the next one is reserved when 50 are left.
    const plan = { perMinute: 1000, perDay: 100_000 }
    await admitAll(quota, subject, { plan, calls: 300 })
    for (let call = 301; call <= 800; call++) {
      assert.equal(quota.admit(subject, plan) instanceof Promise, false, `call ${call} waited`)
      const isAhead = async () => (await readReserved(database.store.db, { subject, day })) - call > 50
      if (call % 10 === 0) await until(isAhead, 'the next block is reserved')
    }
  })

  test('a full table evicts the oldest idle subject and keeps its count of the day', async () => {
    const clock = testClock()
    const quota = open({ clock, maxEntries: 3 })
    const plan = { perMinute: 50, perDay: 1000 }
    const names = [newSubject(), newSubject(), newSubject(), newSubject()]
    const [first = '', second = '', third = '', fourth = ''] = names
    // Fewer than half of a block, so that no reservation is in progress: its subject would not be evicted.
    for (const name of [first, second, third]) await admitAll(quota, name, { plan, calls: 3 })
    clock.nowMs += 60_000
    await quota.admit(first, plan)
    await quota.admit(fourth, plan)
    assert.equal(quota.stats().entries, 3)
    // The second was evicted: its reserved calls are returned and its count is what it was.
    await until(
      async () => (await readReserved(database.store.db, { subject: second, day })) === 3,
      'calls are returned',
    )
    assert.equal((await quota.admit(second, plan)).remainingDay, 1000 - 4)
    assert.equal((await quota.admit(first, plan)).remainingDay, 1000 - 5)
  })

  test('a subject with calls in this minute is never evicted: those calls would be admitted again', async () => {
    const quota = open({ clock: testClock(), maxEntries: 2 })
    const plan = { perMinute: 1, perDay: 1000 }
    const names = [newSubject(), newSubject()]
    for (const name of names) assert.equal((await quota.admit(name, plan)).ok, true)
    assert.equal((await quota.admit(newSubject(), plan)).ok, false)
    for (const name of names) assert.equal((await quota.admit(name, plan)).ok, false)
    assert.equal(quota.stats().entries, 2)
  })

  test('an exhausted day is read again, because another process may have returned calls', async () => {
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
    await until(async () => (await other.admit(subject, plan)).ok, 'a returned call is admitted')
    assert.equal(before + 1 + admitted(await admitAll(other, subject, { plan, calls: 300 })), 199)
  })
})
