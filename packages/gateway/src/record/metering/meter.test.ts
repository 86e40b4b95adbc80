// Guards metering on both databases: every call counted once, whatever fails.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterEach, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { until } from '../../../../../tests/harness/until.ts'
import { createMeter, type Meter, type MeterDeps } from './meter.ts'
import { callOf, countOf, newAccount, startMs } from './metered-calls.fixture.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

await eachStore('the meter', (database) => {
  const opened: Meter[] = []
  const lines: string[] = []
  const log = {
    info: (message: string) => void lines.push(message),
    warn: (message: string) => void lines.push(message),
  }
  const usual = { randomBytes, log, keptDays: 400, recordedDays: 7 }
  const open = (options: Partial<MeterDeps> = {}) => {
    const meter = createMeter({ store: database.store, clock: () => startMs, ...usual, ...options })
    opened.push(meter)
    return meter
  }
  afterEach(async () => {
    for (const meter of opened.splice(0)) await meter.close()
    lines.length = 0
  })
  const whileDown = async (work: () => Promise<void>) => {
    await sql`alter table usage rename to usage_away`.execute(database.store.db)
    try {
      await work()
    } finally {
      await sql`alter table usage_away rename to usage`.execute(database.store.db)
    }
  }

  test('every call is counted once, with its bytes and its time', async () => {
    const account = newAccount()
    const meter = open()
    for (let call = 0; call < 1000; call++)
      meter.record(callOf(account, { status: call % 10 === 0 ? 503 : 200, provider: call % 2 ? 'live' : 'embedded' }))
    await meter.flush()
    meter.record(callOf(account))
    await meter.flush()
    await meter.flush()
    const { rows } = await meter.report({ account, from: startMs - dayMs, to: startMs + dayMs, by: 'hour' })
    const at = startMs - (startMs % hourMs)
    assert.deepEqual(rows, [
      ...[{ at, listing: 'exchange-rates', provider: 'embedded', calls: 501, failed: 100 }].map((row) => ({
        ...row,
        bytesIn: 5010,
        bytesOut: 100_200,
        ms: 150 + 600 + 2,
        p50: 1.5,
        p95: 1.95,
        p99: 1.99,
      })),
      {
        at,
        listing: 'exchange-rates',
        provider: 'live',
        calls: 500,
        failed: 0,
        bytesIn: 5000,
        bytesOut: 100_000,
        ms: 750,
        p50: 1.5,
        p95: 1.95,
        p99: 1.99,
      },
    ])
  })

  test('hours that have ended are added up by day between two flushes', async () => {
    const account = newAccount()
    let now = startMs
    const due: (() => void)[] = []
    const timer = { cancel: () => {}, unref: () => timer }
    const every = (_ms: number, work: () => void) => {
      due.push(work)
      return timer
    }
    const timers = { after: () => timer, every }
    const meter = open({ clock: () => now, timers })
    meter.start()
    meter.record(callOf(account))
    await meter.flush()
    now += 2 * hourMs
    await until(async () => {
      for (const work of due) work()
      now += 60_000
      const days = database.store.db.selectFrom('usage_days').select('calls').where('account_id', '=', account)
      return (await days.execute())[0]?.calls === 1
    })
  })

  test('what is recorded during a flush is not lost', async () => {
    const account = newAccount()
    const meter = open()
    for (let round = 0; round < 20; round++) {
      meter.record(callOf(account))
      const flushed = meter.flush()
      meter.record(callOf(account, { endpoint: `other-${round}` }))
      await Promise.all([flushed, meter.flush()])
      assert.equal(await countOf(database.store, account), 2 * (round + 1))
    }
  })

  test('calls are written by themselves, twice a second', async (t) => {
    const account = newAccount()
    const meter = open()
    t.mock.timers.enable({ apis: ['setInterval'] })
    meter.start()
    meter.record(callOf(account))
    t.mock.timers.tick(500)
    await until(async () => (await countOf(database.store, account)) === 1, 'the call is written')
    meter.record(callOf(account))
    // rows are visible before the first write has settled, and a tick during a write is skipped
    await until(async () => {
      t.mock.timers.tick(500)
      return (await countOf(database.store, account)) === 2
    }, 'the second call is written')
  })

  test('two processes add to the same rows concurrently', async () => {
    const account = newAccount()
    const meters = [open(), open({ store: await database.another() })]
    for (let round = 0; round < 10; round++) {
      for (let call = 0; call < 300; call++)
        for (const meter of meters) meter.record(callOf(account, { endpoint: `endpoint-${call % 30}` }))
      await Promise.all(meters.map((meter) => meter.flush()))
    }
    assert.equal(await countOf(database.store, account), 6000)
  })

  test('calls recorded while the database is down are written when it is back', async () => {
    const account = newAccount()
    const meter = open()
    meter.record(callOf(account))
    await whileDown(async () => {
      await meter.flush()
      meter.record(callOf(account))
      meter.record(callOf(account, { listing: 'weather' }))
      await meter.flush()
      assert.equal(meter.totals().waitingRows, 3)
    })
    await meter.flush()
    assert.equal(await countOf(database.store, account), 3)
    assert.equal(meter.totals().waitingRows, 0)
    assert.equal(lines.filter((line) => line.includes('could not be written')).length, 1)
    assert.equal(lines.filter((line) => line.includes('back')).length, 1)
  })

  test('waiting rows are bounded, and dropped calls are counted and logged', async () => {
    const account = newAccount()
    const meter = open({ maxEntries: 10 })
    await whileDown(async () => {
      for (let call = 0; call < 8; call++) meter.record(callOf(account, { endpoint: `endpoint-${call}` }))
      await meter.flush()
      for (let call = 0; call < 8; call++) meter.record(callOf(account, { endpoint: `endpoint-${call}` }))
      assert.deepEqual([meter.totals().waitingRows, meter.totals().dropped], [10, 6])
      await meter.flush()
      assert.ok(lines.some((line) => line.includes('not counted')))
    })
    await meter.flush()
    assert.equal(await countOf(database.store, account), 10)
  })

  test('closing writes what was recorded', async () => {
    const account = newAccount()
    const meter = open()
    meter.record(callOf(account))
    await meter.close()
    assert.equal(await countOf(database.store, account), 1)
  })

  test('closing without a database logs what is lost', async () => {
    const meter = open()
    meter.record(callOf(newAccount()))
    await whileDown(() => meter.close())
    assert.ok(lines.some((line) => line.includes('lost')))
  })

  test('calls beyond the retention period are deleted, those within it are not', async () => {
    const account = newAccount()
    const ages = [0, 1, 29, 30, 31, 45, 400]
    for (const days of ages) {
      const meter = open({ clock: () => startMs - days * dayMs })
      meter.record(callOf(account))
      await meter.flush()
    }
    assert.equal(await countOf(database.store, account), ages.length)
    const meter = open({ keptDays: 30 })
    await meter.flush()
    const report = { account, from: startMs - 500 * dayMs, to: startMs + dayMs, by: 'day' } as const
    const days = (await meter.report(report)).rows.map(({ at = 0 }) => Math.round((startMs - at) / dayMs))
    assert.deepEqual(days, [29, 1, 0])
  })

  test('a writer leaves one batch id behind, and old ids are pruned', async () => {
    await database.store.db.deleteFrom('usage_batches').execute()
    await database.store.db
      .insertInto('usage_batches')
      .values({ id: 'old', flushed_at: startMs - 8 * dayMs })
      .execute()
    const meter = open()
    for (let round = 0; round < 5; round++) {
      meter.record(callOf(newAccount()))
      await meter.flush()
    }
    const ids = await database.store.db.selectFrom('usage_batches').select('id').execute()
    assert.equal(ids.length, 1)
    assert.notEqual(ids[0]?.id, 'old')
  })

  test('numbers that no database accepts do not block the others', async () => {
    const account = newAccount()
    const meter = open()
    meter.record(callOf(account, { ms: Number.NaN, bytesIn: -1, bytesOut: Number.POSITIVE_INFINITY }))
    meter.record(callOf(account, { endpoint: 'other' }))
    await meter.flush()
    assert.equal(await countOf(database.store, account), 2)
  })

  test('reports add up by hour and day, of one listing or all, of one account or all', async () => {
    const account = newAccount()
    let nowMs = startMs
    const meter = open({ clock: () => nowMs })
    meter.record(callOf(account))
    nowMs += 2000
    meter.record(callOf(account))
    meter.record(callOf(account, { listing: 'weather' }))
    nowMs += dayMs
    meter.record(callOf(account))
    meter.record(callOf(newAccount(), { listing: 'only-here' }))
    const counts = async (query: { by: 'hour' | 'day'; listing?: string; account?: string; from?: number }) => {
      const { rows } = await meter.report({ account, from: startMs, to: startMs + 2 * dayMs, ...query })
      return rows.map(({ at = 0, listing, calls }) => [new Date(at).toISOString().slice(0, 13), listing, calls])
    }
    assert.deepEqual(await counts({ by: 'hour' }), [
      ['2025-05-14T11', 'exchange-rates', 1],
      ['2025-05-14T12', 'exchange-rates', 1],
      ['2025-05-14T12', 'weather', 1],
      ['2025-05-15T12', 'exchange-rates', 1],
    ])
    assert.deepEqual(await counts({ by: 'day' }), [
      ['2025-05-14T00', 'exchange-rates', 2],
      ['2025-05-14T00', 'weather', 1],
      ['2025-05-15T00', 'exchange-rates', 1],
    ])
    assert.deepEqual(await counts({ by: 'day', listing: 'weather' }), [['2025-05-14T00', 'weather', 1]])
    assert.deepEqual(await counts({ by: 'hour', from: nowMs }), [['2025-05-15T12', 'exchange-rates', 1]])
    const all = await meter.report({ from: startMs, to: startMs + 2 * dayMs, by: 'day', listing: 'only-here' })
    assert.deepEqual(
      all.rows.map(({ calls }) => calls),
      [1],
    )
    await assert.rejects(meter.report({ from: startMs, to: startMs, by: 'day' }), { code: 'input.invalid' })
  })

  test('totals since the start are counted by listing, provider and status class', async () => {
    const meter = open()
    for (const status of [200, 201, 404]) meter.record(callOf('acc_1', { status }))
    await meter.flush()
    meter.record(callOf('acc_2', { status: 204 }))
    assert.deepEqual(meter.totals().calls, [
      { listing: 'exchange-rates', provider: 'embedded', statusClass: 2, calls: 3 },
      { listing: 'exchange-rates', provider: 'embedded', statusClass: 4, calls: 1 },
    ])
    await meter.flush()
  })

  test('any mix of calls and flushes adds up', async () => {
    const action = fc.oneof(
      { weight: 6, arbitrary: fc.record({ key: fc.nat(2), endpoint: fc.nat(2), status: fc.constantFrom(200, 429) }) },
      { weight: 1, arbitrary: fc.constant('flush' as const) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
        const account = newAccount()
        const meter = createMeter({ store: database.store, clock: () => startMs, ...usual })
        const flushes: Promise<void>[] = []
        for (const step of actions)
          if (step === 'flush') flushes.push(meter.flush())
          else meter.record(callOf(account, { ...step, keyId: `${step.key}`, endpoint: `${step.endpoint}` }))
        await Promise.all([...flushes, meter.close()])
        assert.equal(await countOf(database.store, account), actions.filter((step) => step !== 'flush').length)
      }),
      { numRuns: 30 },
    )
  })
})
