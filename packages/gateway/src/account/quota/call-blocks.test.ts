// Guards the durability of the day quota: kill -9, and a database that goes down and comes back.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { sql } from 'kysely'
import { readReserved, type Store } from '#store'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { until } from '../../../../../tests/harness/until.ts'
import { dayName, dayOf, minuteOf } from './admission.ts'
import { largestBlock } from './call-blocks.ts'
import { admitAll, admitted, newSubject, testClock, testStartMs } from './counter.cases.ts'
import { createQuota, type Quota } from './quota.ts'

await eachStore('the blocks of calls', (database) => {
  /** The calls of the day that are reserved, at a time. */
  const dayReserved = async (subject: string, atMs = testStartMs) => {
    const counter = { subject, day: dayName(dayOf(atMs)), minute: minuteOf(atMs) }
    return (await readReserved(database.store.db, counter)).perDay
  }
  const lines: string[] = []
  const log = {
    info: (message: string) => void lines.push(message),
    warn: (message: string, fields?: Record<string, unknown>) => void lines.push(`${message} ${fields?.err ?? ''}`),
  }
  const opened: Quota[] = []
  const open = (store: Store, liveProcesses = 1) => {
    const quota = createQuota({ store, log, clock: testClock(), liveProcesses: () => liveProcesses })
    opened.push(quota)
    return quota
  }
  afterEach(async () => {
    for (const quota of opened.splice(0)) await quota.close()
    lines.length = 0
  })

  for (const perDay of [50, 1_000_000])
    test(`kill -9 gives back no call and costs at most a block, with ${perDay} calls a day`, async () => {
      const subject = newSubject()
      const { url, dataDir } = database.target
      const { admitted, tried } = await killWhileCounting([subject, `${perDay}`, dataDir, ...(url ? [url] : [])])
      assert.ok(admitted >= 20, `only ${admitted} calls before the kill`)
      const reserved = await dayReserved(subject, Date.now())
      assert.ok(reserved >= admitted, `${reserved} reserved, ${admitted} admitted`)
      // blocks double each time half of one is used quickly, so the last is at most four times what was used
      const lost = Math.min(largestBlock(perDay), 4 * tried)
      assert.ok(reserved <= Math.min(perDay, tried + lost), `${reserved} reserved, ${tried} tried`)
    })

  test('a clean shutdown leaves exactly the admitted calls in the row', async () => {
    const subject = newSubject()
    const quota = open(database.store)
    await admitAll(quota, subject, { plan: { perMinute: 1000, perDay: 20_000 }, calls: 257 })
    assert.ok((await dayReserved(subject)) > 257)
    await quota.close()
    assert.equal(await dayReserved(subject), 257)
  })

  test('a process that is alone goes on while the database is down, and writes its calls when it is back', async () => {
    const subject = newSubject()
    const plan = { perMinute: 100_000, perDay: 10_000 }
    const quota = open(database.store)
    let total = admitted(await admitAll(quota, subject, { plan, calls: 40 }))
    await sql`alter table day_counters rename to day_counters_away`.execute(database.store.db)
    try {
      const during = await admitAll(quota, subject, { plan, calls: 6000 })
      total += admitted(during)
      assert.equal(admitted(during), 6000)
      const { databaseAvailable, offlineCalls, unwrittenCalls } = quota.stats()
      assert.equal(databaseAvailable, false)
      assert.ok(offlineCalls > 5900 && offlineCalls === unwrittenCalls)
    } finally {
      await sql`alter table day_counters_away rename to day_counters`.execute(database.store.db)
    }
    await until(() => quota.stats().databaseAvailable, 'the database is back')
    assert.equal(quota.stats().unwrittenCalls, 0)
    await quota.flush()
    assert.equal(await dayReserved(subject), total)
    assert.equal(lines.filter((line) => line.includes('database is down')).length, 1)
    assert.equal(lines.filter((line) => line.includes('database is back')).length, 1)
    total += admitted(await admitAll(quota, subject, { plan, calls: 6000 }))
    assert.equal(total, plan.perDay)
  })

  test('calls of a minute taken without the database are written, even if those of the day were reserved', async () => {
    const subject = newSubject()
    const plan = { perMinute: 40, perDay: 100_000 }
    let nowMs = testStartMs
    const quota = createQuota({
      store: database.store,
      log,
      clock: () => nowMs,
      monotonic: () => nowMs,
      liveProcesses: () => 1,
    })
    opened.push(quota)
    // leaves calls of the day reserved beyond those of the minute
    assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 60 })), 40)
    nowMs += 60_000
    await sql`alter table day_counters rename to day_counters_away`.execute(database.store.db)
    try {
      assert.equal((await quota.admit(subject, plan)).ok, true)
      assert.equal(quota.stats().offlineCalls, 0)
    } finally {
      await sql`alter table day_counters_away rename to day_counters`.execute(database.store.db)
    }
    await until(() => quota.stats().databaseAvailable, 'the database is back')
    await quota.flush()
    const counter = { subject, day: dayName(dayOf(nowMs)), minute: minuteOf(nowMs) }
    assert.equal((await readReserved(database.store.db, counter)).perMinute, 1)
  })

  test('while the database is down, a process that is not alone admits what it holds and no more', async () => {
    const subject = newSubject()
    const plan = { perMinute: 100_000, perDay: 10_000 }
    const quotas = [open(database.store, 2), open(await database.another(), 2)]
    let total = 0
    for (const quota of quotas) total += admitted(await admitAll(quota, subject, { plan, calls: 1 }))
    const reserved = await dayReserved(subject)
    await sql`alter table day_counters rename to day_counters_away`.execute(database.store.db)
    try {
      for (const quota of quotas)
        for (let call = 0; call < 100; call++) {
          const outcome = await Promise.resolve(quota.admit(subject, plan)).catch((error: unknown) => error)
          if (outcome instanceof Error) assert.match(outcome.message, /database cannot be reached/)
          else total++
        }
      assert.equal(total, reserved)
    } finally {
      await sql`alter table day_counters_away rename to day_counters`.execute(database.store.db)
    }
    await until(() => quotas.every((quota) => quota.stats().databaseAvailable), 'the database is back')
    for (const quota of quotas) assert.equal((await quota.admit(subject, plan)).ok, true)
  })

  if (database.name === 'postgres')
    test('a database that hangs holds no call up, and its late reservation is returned', async () => {
      const subject = newSubject()
      const plan = { perMinute: 1000, perDay: 5000 }
      const quota = open(await database.another())
      assert.equal((await quota.admit(subject, { ...plan, perDay: 1 })).ok, true)
      await database.store.db.transaction().execute(async (trx) => {
        await sql`lock table day_counters in access exclusive mode`.execute(trx)
        // The table stays locked until the calls are admitted: it was not the database that answered.
        assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 20 })), 20)
        assert.ok(lines.some((line) => line.includes('a reservation took more than 1000 ms')))
      })
      await until(() => quota.stats().databaseAvailable, 'the database is back')
      await quota.flush()
      assert.equal(await dayReserved(subject), 21)
    })

  test('closing the store under a quota refuses nobody who has calls left', async () => {
    const subject = newSubject()
    const plan = { perMinute: 1000, perDay: 500 }
    const store = await database.another()
    const quota = open(store)
    await admitAll(quota, subject, { plan, calls: 3 })
    await quota.flush()
    await store.close()
    assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 400 })), 400)
    // Of a subject that it has not seen, it does not know what was reserved before it started.
    await assert.rejects(async () => quota.admit(newSubject(), plan), /database cannot be reached/)
    await quota.close()
    assert.ok(lines.some((line) => line.includes('not written')))
  })

  test('calls that are returned before they were written are never written', async () => {
    const subject = newSubject()
    const plan = { perMinute: 1000, perDay: 10_000 }
    const quota = open(database.store)
    assert.equal((await quota.admit(subject, plan)).ok, true)
    await quota.flush()
    await sql`alter table day_counters rename to day_counters_away`.execute(database.store.db)
    try {
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 5 })), 5)
      await quota.flush()
      assert.equal(quota.stats().unwrittenCalls, 5)
    } finally {
      await sql`alter table day_counters_away rename to day_counters`.execute(database.store.db)
    }
    await quota.flush()
    assert.equal(await dayReserved(subject), 6)
  })
})

async function killWhileCounting(args: string[]): Promise<{ admitted: number; tried: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'counting.fixture.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let marks = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    marks += chunk
    if (marks.length > 60 && !child.killed) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  assert.equal(child.signalCode, 'SIGKILL')
  return { admitted: marks.replaceAll('t', '').length, tried: marks.replaceAll('a', '').length }
}
