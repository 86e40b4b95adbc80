// What every counter guarantees, wherever it counts: run by the tests of the memory counter on each database and by
// those of the Redis counter. It is not a test file by itself.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Admission, Plan } from './admission.ts'
import type { Quota } from './quota.ts'

/** Opens the counters that a suite tests. */
interface CounterRig {
  /** Opens another quota on the same storage, as a further process would; the rig closes it after the test. */
  open(options: { clock: () => number; liveProcesses?: number }): Promise<Quota>
}

/** 11:00:00 UTC of a day in the middle of a month. */
export const testStartMs = Date.UTC(2025, 4, 14, 11)
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let subjects = 0
/** A subject that no other test uses. */
export function newSubject(): string {
  return `account:${process.pid}-${++subjects}`
}

/** A clock that moves only when it is set. */
export function testClock(startMs = testStartMs) {
  const clock = () => clock.nowMs
  clock.nowMs = startMs
  return clock
}

/** Makes `calls` calls concurrently and resolves to the admissions in order. */
export function admitAll(quota: Quota, subject: string, { plan, calls }: { plan: Plan; calls: number }) {
  return Promise.all(Array.from({ length: calls }, async () => quota.admit(subject, plan)))
}

export function admitted(admissions: readonly Admission[]): number {
  return admissions.filter(({ ok }) => ok).length
}

export function counterCases(rig: CounterRig): void {
  oneProcess(rig)
  severalProcesses(rig)
  property(rig)
}

function oneProcess(rig: CounterRig): void {
  const one = async (clock = testClock()) => ({ clock, quota: await rig.open({ clock }), subject: newSubject() })

  describe('one process', () => {
    test('admits exactly the calls of a minute and reports what remains', async () => {
      const { quota, subject } = await one()
      const plan = { perMinute: 3, perDay: 1000 }
      const first = await quota.admit(subject, plan)
      assert.deepEqual(first, {
        ok: true,
        window: null,
        remainingMinute: 2,
        remainingDay: 999,
        minuteResetS: 60,
        dayResetS: 13 * 3600,
        minute: testStartMs / minuteMs,
        day: Math.floor(testStartMs / dayMs),
      })
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 2 })), 2)
      const refused = await quota.admit(subject, plan)
      assert.deepEqual([refused.ok, refused.window, refused.remainingMinute], [false, 'minute', 0])
      assert.equal(refused.remainingDay, 997)
    })

    test('a call that is taken back is as if it had not been made, and is taken back once', async () => {
      const { clock, quota, subject } = await one()
      const plan = { perMinute: 3, perDay: 4 }
      const all = await admitAll(quota, subject, { plan, calls: 5 })
      assert.equal(admitted(all), 3)
      const [first, second] = all
      assert.ok(first && second)
      const state = quota.takeBack(subject, plan, first)
      assert.deepEqual([state.ok, state.remainingMinute, state.remainingDay], [false, 1, 2])
      assert.deepEqual((await quota.state(subject, plan)).remainingMinute, 1)
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 5 })), 1)
      clock.nowMs += minuteMs
      const later = quota.takeBack(subject, plan, second)
      assert.deepEqual([later.remainingMinute, later.remainingDay], [3, 2])
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 5 })), 2)
    })

    test('a call refused for the minute uses nothing of the day', async () => {
      const { clock, quota, subject } = await one()
      const plan = { perMinute: 4, perDay: 6 }
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 50 })), 4)
      clock.nowMs += minuteMs
      const second = await admitAll(quota, subject, { plan, calls: 50 })
      assert.equal(admitted(second), 2)
      assert.equal(second.at(-1)?.window, 'day')
    })

    test('a call refused for the day uses nothing of the minute', async () => {
      const { quota, subject } = await one()
      assert.equal(admitted(await admitAll(quota, subject, { plan: { perMinute: 9, perDay: 2 }, calls: 30 })), 2)
      const raised = await quota.admit(subject, { perMinute: 9, perDay: 3 })
      assert.deepEqual([raised.ok, raised.remainingMinute, raised.remainingDay], [true, 6, 0])
    })

    test('10,000 calls at once on one subject admit exactly the minute', async () => {
      const { quota, subject } = await one()
      const plan = { perMinute: 777, perDay: 5000 }
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 10_000 })), 777)
    })

    test('10,000 calls at once on one subject admit exactly the day', async () => {
      const { quota, subject } = await one()
      const plan = { perMinute: 100_000, perDay: 1234 }
      const admissions = await admitAll(quota, subject, { plan, calls: 10_000 })
      assert.equal(admitted(admissions), 1234)
      assert.deepEqual(new Set(admissions.filter(({ ok }) => !ok).map(({ window }) => window)), new Set(['day']))
    })

    test('a new minute begins on time and not a millisecond earlier', async () => {
      const { clock, quota, subject } = await one()
      const plan = { perMinute: 1, perDay: 100 }
      clock.nowMs = testStartMs + minuteMs - 2000
      assert.equal((await quota.admit(subject, plan)).minuteResetS, 2)
      clock.nowMs = testStartMs + minuteMs - 1
      const before = await quota.admit(subject, plan)
      assert.deepEqual([before.ok, before.minuteResetS], [false, 1])
      clock.nowMs = testStartMs + minuteMs
      assert.equal((await quota.admit(subject, plan)).ok, true)
    })

    test('a new day begins at midnight UTC and not a millisecond earlier', async () => {
      const { clock, quota, subject } = await one()
      const plan = { perMinute: 100, perDay: 2 }
      const midnight = testStartMs + 13 * 60 * minuteMs
      clock.nowMs = midnight - 1
      const before = await admitAll(quota, subject, { plan, calls: 3 })
      assert.equal(admitted(before), 2)
      assert.equal(before.at(-1)?.dayResetS, 1)
      clock.nowMs = midnight
      const after = await admitAll(quota, subject, { plan, calls: 3 })
      assert.equal(admitted(after), 2)
      assert.equal(after.at(-1)?.dayResetS, 24 * 3600)
    })

    test('a clock that goes back never admits a call again', async () => {
      const { clock, quota, subject } = await one()
      const plan = { perMinute: 2, perDay: 4 }
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 5 })), 2)
      clock.nowMs -= minuteMs
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 5 })), 0)
      clock.nowMs += 2 * minuteMs
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 5 })), 2)
      clock.nowMs -= 2 * dayMs
      const back = await quota.admit(subject, plan)
      // The reset is that of the newer minute, by the clock as it is now.
      assert.deepEqual([back.ok, back.minuteResetS], [false, (2 * dayMs + minuteMs) / 1000])
    })

    test('a clock that was wrong is healed with the next minute, and gives back no call of the day', async () => {
      const { clock, quota, subject } = await one()
      const plan = { perMinute: 3, perDay: 10 }
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 3 })), 3)
      clock.nowMs += 2 * dayMs
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 5 })), 3)
      clock.nowMs -= 2 * dayMs
      quota.setBack()
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 5 })), 0)
      let total = 3
      for (let minutes = 0; minutes < 4; minutes++) {
        clock.nowMs += minuteMs
        total += admitted(await admitAll(quota, subject, { plan, calls: 5 }))
        if (minutes === 0) assert.equal(total, 6)
      }
      assert.ok(total <= 10 && total >= 9, `${total} of 10`)
    })

    test('reading the state counts nothing', async () => {
      const { quota, subject } = await one()
      const plan = { perMinute: 5, perDay: 500 }
      const untouched = { remainingMinute: 5, remainingDay: 500, minuteResetS: 60, dayResetS: 13 * 3600 }
      for (let times = 0; times < 10; times++) assert.deepEqual(await quota.state(subject, plan), untouched)
      await quota.admit(subject, plan)
      for (let times = 0; times < 10; times++)
        assert.deepEqual(await quota.state(subject, plan), { ...untouched, remainingMinute: 4, remainingDay: 499 })
      await quota.flush()
      assert.equal((await quota.state(subject, plan)).remainingDay, 499)
    })

    test('a lowered plan applies at once', async () => {
      const { quota, subject } = await one()
      assert.equal(admitted(await admitAll(quota, subject, { plan: { perMinute: 99, perDay: 5000 }, calls: 20 })), 20)
      const byDay = await quota.admit(subject, { perMinute: 99, perDay: 20 })
      assert.deepEqual([byDay.ok, byDay.window], [false, 'day'])
      const byMinute = await quota.admit(subject, { perMinute: 20, perDay: 5000 })
      assert.deepEqual([byMinute.ok, byMinute.window], [false, 'minute'])
    })

    test('a plan without calls admits none', async () => {
      const { quota, subject } = await one()
      assert.equal((await quota.admit(subject, { perMinute: 0, perDay: 10 })).window, 'minute')
      assert.equal((await quota.admit(subject, { perMinute: 10, perDay: 0 })).window, 'day')
    })

    test('subjects do not use up each other', async () => {
      const { quota, subject } = await one()
      const plan = { perMinute: 2, perDay: 2 }
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 3 })), 2)
      assert.equal(admitted(await admitAll(quota, newSubject(), { plan, calls: 3 })), 2)
    })

    test('a restart keeps the count of the day exactly', async () => {
      const { clock, quota, subject } = await one()
      const plan = { perMinute: 10_000, perDay: 2000 }
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 345 })), 345)
      await quota.close()
      const restarted = await rig.open({ clock })
      assert.equal((await restarted.admit(subject, plan)).remainingDay, 2000 - 346)
      assert.equal(admitted(await admitAll(restarted, subject, { plan, calls: 3000 })), 2000 - 346)
    })
  })
}

function severalProcesses(rig: CounterRig): void {
  describe('two processes', () => {
    test('together never admit a call of the day too many', async () => {
      const clock = testClock()
      const subject = newSubject()
      const plan = { perMinute: 100_000, perDay: 500 }
      const quotas = [await rig.open({ clock, liveProcesses: 2 }), await rig.open({ clock, liveProcesses: 2 })]
      const counts = await Promise.all(quotas.map((quota) => admitAll(quota, subject, { plan, calls: 2000 })))
      assert.equal(admitted(counts.flat()), 500)
    })

    test('together never admit a call of the minute too many', async () => {
      const clock = testClock()
      const subject = newSubject()
      const plan = { perMinute: 41, perDay: 100_000 }
      const quotas = [await rig.open({ clock, liveProcesses: 2 }), await rig.open({ clock, liveProcesses: 2 })]
      const counts = await Promise.all(quotas.map((quota) => admitAll(quota, subject, { plan, calls: 200 })))
      assert.equal(admitted(counts.flat()), 41)
    })

    test('a process that closes returns its unused calls to the other', async () => {
      const clock = testClock()
      const subject = newSubject()
      const plan = { perMinute: 100_000, perDay: 1000 }
      const quotas = [await rig.open({ clock, liveProcesses: 2 }), await rig.open({ clock, liveProcesses: 2 })]
      const [leaving, staying] = quotas
      assert.ok(leaving && staying)
      assert.equal(admitted(await admitAll(leaving, subject, { plan, calls: 1 })), 1)
      await leaving.close()
      assert.equal(admitted(await admitAll(staying, subject, { plan, calls: 1500 })), 999)
    })
  })
}

type Step = { readonly process: number; readonly subject: number; readonly calls: number; readonly moveMs: number }

function property(rig: CounterRig): void {
  const step = fc.record({
    process: fc.nat(1),
    subject: fc.nat(1),
    calls: fc.integer({ min: 1, max: 12 }),
    moveMs: fc.constantFrom(0, 0, 0, 1, 20_000, minuteMs, -minuteMs, 6 * 60 * minuteMs, -dayMs, dayMs),
  })

  test('no interleaving admits a call too many in any minute or day', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
        fc.record({ perMinute: fc.integer({ min: 0, max: 9 }), perDay: fc.integer({ min: 0, max: 25 }) }),
        (rounds, plan) => checkRounds(rig, rounds, plan),
      ),
      { numRuns: 25 },
    )
  })
}

/** All steps of a round run concurrently; the clock moves between rounds. */
async function checkRounds(rig: CounterRig, rounds: readonly (readonly Step[])[], plan: Plan): Promise<void> {
  const clock = testClock()
  const liveProcesses = 2
  const quotas = [await rig.open({ clock, liveProcesses }), await rig.open({ clock, liveProcesses })]
  const names = [newSubject(), newSubject()]
  const used = new Map<string, number>()
  let newestMs = clock.nowMs
  for (const round of rounds) {
    newestMs = Math.max(newestMs, clock.nowMs)
    // Every quota reads the clock, so that all have seen its latest time before it goes back.
    for (const quota of quotas) for (const name of names) await quota.state(name, plan)
    const calls = round.map(async ({ process, subject, calls }) => {
      const [quota, name] = [quotas[process], names[subject]]
      assert.ok(quota && name)
      return { name, count: admitted(await admitAll(quota, name, { plan, calls })) }
    })
    for (const { name, count } of await Promise.all(calls)) {
      for (const [window, limit] of [
        [`${name} minute ${Math.floor(newestMs / minuteMs)}`, plan.perMinute],
        [`${name} day ${Math.floor(newestMs / dayMs)}`, plan.perDay],
      ] as const) {
        const total = (used.get(window) ?? 0) + count
        used.set(window, total)
        assert.ok(total <= limit, `${window}: ${total} of ${limit}`)
      }
    }
    clock.nowMs += round.reduce((sum, { moveMs }) => sum + moveMs, 0)
  }
  for (const quota of quotas) await quota.close()
}
