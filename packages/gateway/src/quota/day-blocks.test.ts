// Guards the durability of the day quota: kill -9, and a database that goes down and comes back.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { sql } from 'kysely'
import { readReserved, type Store } from '#store'
import { eachStore } from '../../../../tests/services.ts'
import { until } from '../../../../tests/until.ts'
import { dayName, dayOf } from './admission.ts'
import { admitAll, admitted, newSubject, testClock, testStartMs } from './counter.cases.ts'
import { largestBlock } from './day-blocks.ts'
import { createQuota, type Quota } from './quota.ts'

const day = dayName(dayOf(testStartMs))

await eachStore('the day quota', (database) => {
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
      const reserved = await readReserved(database.store.db, { subject, day: dayName(dayOf(Date.now())) })
      assert.ok(reserved >= admitted, `${reserved} reserved, ${admitted} admitted`)
      // blocks double each time half of one is used quickly, so the last is at most four times what was used
      const lost = Math.min(largestBlock(perDay), 4 * tried)
      assert.ok(reserved <= Math.min(perDay, tried + lost), `${reserved} reserved, ${tried} tried`)
    })

  test('a clean shutdown leaves exactly the admitted calls in the row', async () => {
    const subject = newSubject()
    const quota = open(database.store)
    await admitAll(quota, subject, { plan: { perMinute: 1000, perDay: 20_000 }, calls: 257 })
    assert.ok((await readReserved(database.store.db, { subject, day })) > 257)
    await quota.close()
    assert.equal(await readReserved(database.store.db, { subject, day }), 257)
  })

  test('calls go on while the database is down, up to a share, and are written when it is back', async () => {
    const subject = newSubject()
    const plan = { perMinute: 100_000, perDay: 10_000 }
    const quota = open(database.store, 2)
    let total = admitted(await admitAll(quota, subject, { plan, calls: 40 }))
    await quota.flush()
    // 7 of the new block of 10 are left: too many for the next one to be requested.
    total += admitted(await admitAll(quota, subject, { plan, calls: 3 }))
    const reserved = await readReserved(database.store.db, { subject, day })
    assert.equal(reserved, 50)
    await sql`alter table day_counters rename to day_counters_away`.execute(database.store.db)
    try {
      const during = await admitAll(quota, subject, { plan, calls: 6000 })
      const share = Math.floor((plan.perDay - reserved) / 2)
      assert.equal(admitted(during), 7 + share)
      assert.equal(during.at(-1)?.window, 'day')
      total += admitted(during)
      const { databaseAvailable, offlineCalls, unwrittenCalls } = quota.stats()
      assert.deepEqual([databaseAvailable, offlineCalls, unwrittenCalls], [false, share, share])
    } finally {
      await sql`alter table day_counters_away rename to day_counters`.execute(database.store.db)
    }
    await until(() => quota.stats().databaseAvailable, 'the database is back')
    assert.equal(quota.stats().unwrittenCalls, 0)
    assert.equal(await readReserved(database.store.db, { subject, day }), total)
    assert.equal(lines.filter((line) => line.includes('database is down')).length, 1)
    assert.equal(lines.filter((line) => line.includes('database is back')).length, 1)
    total += admitted(await admitAll(quota, subject, { plan, calls: 6000 }))
    assert.equal(total, plan.perDay)
  })

  if (database.name === 'postgres')
    test('a database that hangs holds no call up, and its late reservation is returned', async () => {
      const subject = newSubject()
      const plan = { perMinute: 1000, perDay: 5000 }
      const quota = open(await database.another())
      await database.store.db.transaction().execute(async (trx) => {
        await sql`lock table day_counters in access exclusive mode`.execute(trx)
        // The table stays locked until the call is admitted: it was not the database that answered.
        assert.equal((await quota.admit(subject, plan)).ok, true)
        assert.ok(lines.some((line) => line.includes('a reservation took more than 1000 ms')))
        assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 20 })), 20)
      })
      await until(() => quota.stats().databaseAvailable, 'the database is back')
      await quota.flush()
      assert.equal(await readReserved(database.store.db, { subject, day }), 21)
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
    assert.equal((await quota.admit(newSubject(), plan)).ok, true)
    await quota.close()
    assert.ok(lines.some((line) => line.includes('not written')))
  })

  test('a share that is returned before it was written is never written', async () => {
    const subject = newSubject()
    const plan = { perMinute: 1000, perDay: 10_000 }
    const quota = open(database.store)
    await sql`alter table day_counters rename to day_counters_away`.execute(database.store.db)
    try {
      assert.equal(admitted(await admitAll(quota, subject, { plan, calls: 5 })), 5)
      await quota.flush()
      assert.equal(quota.stats().unwrittenCalls, 5)
    } finally {
      await sql`alter table day_counters_away rename to day_counters`.execute(database.store.db)
    }
    await quota.flush()
    assert.equal(await readReserved(database.store.db, { subject, day }), 5)
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
