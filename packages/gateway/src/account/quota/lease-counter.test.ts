// Guards the counter on both databases: the cases of every counter, and what only this one promises.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { systemTimers } from '#provider'
import { readReserved, type Store } from '#store'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { until } from '../../../../../tests/harness/until.ts'
import { dayName, dayOf, minuteOf } from './admission.ts'
import { admitAll, admitted, counterCases, newSubject, testClock, testStartMs } from './counter.cases.ts'
import { createQuota, type Quota, type QuotaDeps } from './quota.ts'

const log = { info: () => {}, warn: () => {} }

await eachStore('the counter', (database) => {
  const windows = { day: dayName(dayOf(testStartMs)), minute: minuteOf(testStartMs) }
  const dayReserved = async (subject: string) => (await readReserved(database.store.db, { subject, ...windows })).perDay
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
    open: async ({ clock, liveProcesses = 1 }) => {
      // Every second process has its own connection.
      second ??= await database.another()
      const store = opened.length % 2 === 1 ? second : database.store
      return open({ clock, store, liveProcesses: () => liveProcesses })
    },
  })

  test('a call that finds reserved calls is decided without waiting', async () => {
    const quota = open({ clock: testClock(), monotonic: () => 0 })
    const subject = newSubject()
    const plan = { perMinute: 10_000, perDay: 100_000 }
    let calls = 0
    // blocks grow to 100 calls
    await until(async () => {
      calls += admitted(await admitAll(quota, subject, { plan, calls: 11 }))
      return (await dayReserved(subject)) - calls > 80
    })
    for (let call = 0; call < 40; call++) assert.equal(quota.admit(subject, plan) instanceof Promise, false)
  })

  test('the next block is reserved before the current one is used up', async () => {
    const quota = open({ clock: testClock(), monotonic: () => 0 })
    const subject = newSubject()
    // A block grows to 100 calls, and the next one is reserved when 50 are left.
    const plan = { perMinute: 10_000, perDay: 100_000 }
    let calls = 0
    await until(async () => {
      calls += admitted(await admitAll(quota, subject, { plan, calls: 11 }))
      return (await dayReserved(subject)) - calls > 80
    })
    const first = calls + 1
    for (let call = first; call < first + 500; call++) {
      assert.equal(quota.admit(subject, plan) instanceof Promise, false, `call ${call} waited`)
      const isAhead = async () => (await dayReserved(subject)) - call > 50
      if (call % 10 === first % 10) await until(isAhead, 'the next block is reserved')
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
    await until(async () => (await dayReserved(second)) === 3, 'calls are returned')
    assert.equal((await quota.admit(second, plan)).remainingDay, 1000 - 4)
    assert.equal((await quota.admit(first, plan)).remainingDay, 1000 - 5)
  })

  test('calls of a subject that was evicted within the minute are not admitted again', async () => {
    const quota = open({ clock: testClock(), maxEntries: 2 })
    const plan = { perMinute: 2, perDay: 1000 }
    const names = Array.from({ length: 6 }, newSubject)
    for (const name of names) assert.equal(admitted(await admitAll(quota, name, { plan, calls: 3 })), 2)
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

  for (const [processes, perMinute] of [
    [2, 777],
    [3, 60],
    [3, 1],
  ] as const)
    test(`one of ${processes} processes admits all ${perMinute} calls of a minute when the others have none`, async () => {
      const clock = testClock()
      const subject = newSubject()
      const plan = { perMinute, perDay: 100_000 }
      const quotas = await Promise.all(
        Array.from({ length: processes }, async (_, index) =>
          open({ clock, liveProcesses: () => processes, store: index % 2 ? await database.another() : database.store }),
        ),
      )
      const [busy, ...idle] = quotas
      assert.ok(busy)
      let total = 0
      for (let call = 0; call < perMinute + 20; call++) total += (await busy.admit(subject, plan)).ok ? 1 : 0
      assert.equal(total, perMinute)
      for (const quota of idle) assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 5 })), 0)
    })

  test('what a process has taken of a minute and does not use, the others get after a second or two', async () => {
    const clock = testClock()
    const subject = newSubject()
    const plan = { perMinute: 60, perDay: 100_000 }
    const seconds: (() => void)[] = []
    const timers = {
      ...systemTimers,
      every: (_ms: number, work: () => void) => {
        seconds.push(work)
        return systemTimers.every(1e9, work)
      },
    }
    const two = { clock, timers, liveProcesses: () => 2 }
    const [idle, busy] = [open(two), open({ ...two, store: await database.another() })]
    assert.equal((await idle.admit(subject, plan)).ok, true)
    let total = 1
    await until(async () => {
      clock.nowMs += 1000
      for (const pass of seconds) pass()
      total += admitted(await admitAll(busy, subject, { plan, calls: 60 }))
      return total === 60 || clock.nowMs >= testStartMs + 50_000
    }, 'the rest is admitted')
    assert.equal(total, 60)
  })
})
