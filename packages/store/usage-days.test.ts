// Guards the sums of usage by day on both databases: whenever they are read, they are what the hours add up to, in
// whatever order calls are written, late ones and those of wrong clocks included, and however far the sums are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { eachStore } from '../../tests/harness/services.ts'
import type { MigrationDb } from './migrate.ts'
import usageDays from './migrations/0011-usage-days.ts'
import { pruneUsage, type UsageRow, writeUsageBatch } from './usage.ts'
import { sumNextPiece } from './usage-days.ts'
import { idOf, type UsageDimension, usageSums } from './usage-groups.ts'
import { noTimes } from './usage-times.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const startMs = Date.UTC(2025, 4, 14)
/** Later than all hours of these tests have ended. */
const laterMs = startMs + 5 * dayMs
const tables = ['usage', 'usage_sums', 'usage_endpoints', 'usage_batches', 'usage_days', 'usage_endpoint_days'] as const

const rowAt = (hour: number, more: Partial<UsageRow> = {}): UsageRow => ({
  ...noTimes(),
  bucket: startMs + hour * hourMs,
  account_id: 'acc_a',
  key_id: 'k',
  listing: 'dice',
  endpoint: 'one',
  provider: 'live',
  status: 200,
  surface: 'http',
  calls: 1,
  bytes_in: 0,
  bytes_out: 0,
  ms_total: 0,
  t3: 1,
  ...more,
})
const someRow = fc
  .record({
    hour: fc.integer({ min: 0, max: 50 }),
    account_id: fc.constantFrom('acc_a', 'acc_b'),
    key_id: fc.constantFrom('k', 'l'),
    endpoint: fc.constantFrom('one', 'two'),
    status: fc.constantFrom(200, 503),
    calls: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ hour, ...more }) => rowAt(hour, more))
const identity = ({ bucket, account_id, key_id, endpoint, status }: UsageRow) =>
  [bucket, account_id, key_id, endpoint, status].join(' ')
/** An event: calls are written, or the sums go on by some pieces after some hours. */
const events = fc.array(
  fc.oneof(
    fc.record({ write: fc.uniqueArray(someRow, { selector: identity, minLength: 1, maxLength: 8 }) }),
    fc.record({ pieces: fc.integer({ min: 1, max: 40 }), afterHours: fc.integer({ min: 2, max: 60 }) }),
  ),
  { minLength: 4, maxLength: 14 },
)

await eachStore('usage by day', (database) => {
  let batch = 0
  const write = (rows: readonly UsageRow[]) =>
    writeUsageBatch(database.store.db, {
      id: `b${++batch}`,
      previousId: undefined,
      flushedAt: startMs,
      rows,
      recordedFrom: 0,
      chunks: [],
      ids: [],
      errors: [],
    })
  const clear = async () => {
    for (const table of [...tables, 'usage_hours'] as const) await database.store.db.deleteFrom(table).execute()
    const idle = { holder: '', held_until: 0, bucket: null, after: null, clearing: null, cleared_at: 0 }
    await database.store.db.updateTable('usage_day_work').set(idle).execute()
  }
  const sum = async (pieces: number, nowMs: number, holder = 'one') => {
    let done = 0
    while (done < pieces && (await sumNextPiece(database.store.db, { holder, nowMs }))) done++
    return done
  }
  const days = async (group: UsageDimension[], more: { from?: number; to?: number; stepMs?: number | null } = {}) => {
    const { from = startMs, to = startMs + 4 * dayMs, stepMs = dayMs } = more
    const where = group.includes('key') ? { account: 'acc_a' } : {}
    const found: [string, number, number, number][] = []
    for await (const step of usageSums(database.store.db, { from, to, stepMs, group, where }))
      for (const { at, members, calls, failed, t3 } of step) found.push([`${at} ${idOf(members)}`, calls, failed, t3])
    return found
  }
  /** Returns the sum of the rows. */
  const expected = (rows: readonly UsageRow[], group: UsageDimension[], from: number, to: number, stepMs = dayMs) => {
    const byId = new Map<string, [string, number, number, number]>()
    for (const row of rows) {
      if (row.bucket < from || row.bucket >= to || (group.includes('key') && row.account_id !== 'acc_a')) continue
      const member = (one: UsageDimension) => (one === 'key' ? row.key_id : one === 'account' ? '' : row[one])
      const members = Object.fromEntries(group.map((one) => [one, member(one)]))
      const id = `${row.bucket - (row.bucket % stepMs)} ${idOf(members)}`
      const [, calls, failed, t3] = byId.get(id) ?? [id, 0, 0, 0]
      byId.set(id, [id, calls + row.calls, failed + (row.status >= 400 ? row.calls : 0), t3 + row.t3])
    }
    return [...byId.values()].sort(([a], [b]) => (a < b ? -1 : 1))
  }
  const summed = async () => (await database.store.db.selectFrom('usage_days').selectAll().execute()).length

  test('days equal their hours, whatever is written and summed in whatever order', async () => {
    let daysRead = 0
    await fc.assert(
      fc.asyncProperty(events, async (happened) => {
        await clear()
        const written: UsageRow[] = []
        for (const [turn, event] of happened.entries()) {
          if ('write' in event) {
            await write(event.write)
            written.push(...event.write)
          } else await sum(event.pieces, startMs + event.afterHours * hourMs + turn * hourMs)
          const [from, to] = [startMs + (turn % 3) * 5 * hourMs, startMs + (40 + turn) * hourMs]
          for (const group of [['key'], ['endpoint', 'status']] satisfies UsageDimension[][]) {
            assert.deepEqual(await days(group, { from, to }), expected(written, group, from, to))
          }
        }
        await sum(10_000, laterMs)
        await sum(10_000, laterMs + hourMs)
        daysRead += await summed()
        const group: UsageDimension[] = ['endpoint', 'key']
        assert.deepEqual(await days(group), expected(written, group, startMs, laterMs))
      }),
      { numRuns: 10 },
    )
    assert.ok(daysRead > 0)
  })

  test('a day that is summed is read from its sums, and from its hours once one of them is written again', async () => {
    await clear()
    await write([rowAt(1), rowAt(2, { calls: 5 }), rowAt(30)])
    assert.ok((await sum(100, laterMs)) > 0)
    // nobody else changes them: whoever reads the hours does not see it
    await database.store.db.updateTable('usage_days').set({ calls: 100 }).execute()
    const calls = async () => (await days(['key'])).map(([, count]) => count)
    assert.deepEqual(await calls(), [100, 100])
    await write([rowAt(2)])
    assert.deepEqual(await calls(), [7, 100])
    await sum(100, laterMs + hourMs)
    assert.deepEqual(await calls(), [7, 100])
    await database.store.db.updateTable('usage_days').set({ calls: 50 }).execute()
    assert.deepEqual(await calls(), [50, 50], 'the day is made again')
  })

  test('an hour goes into its day in pieces; a call that comes between them is not lost', async () => {
    await clear()
    const many = Array.from({ length: 450 }, (_none, at) => rowAt(1, { key_id: `k${at}` }))
    await write(many)
    let pieces = 0
    for (; await sumNextPiece(database.store.db, { holder: 'one', nowMs: laterMs }); pieces++) {
      assert.equal((await days(['key'])).length, 450)
      const before = await summed()
      assert.ok(before <= (pieces + 1) * 200, 'a piece is small')
      if (pieces === 3) await write([rowAt(1, { key_id: 'k0' })])
    }
    assert.ok(pieces > 4)
    const total = async () => (await days(['endpoint', 'key'])).reduce((all, [, calls]) => all + calls, 0)
    assert.equal(await total(), 451)
    await sum(1000, laterMs + hourMs)
    assert.equal(await total(), 451)
    const { all } = await database.store.db
      .selectFrom('usage_days')
      .select(({ fn }) => fn.sum<number>('calls').as('all'))
      .executeTakeFirstOrThrow()
    assert.equal(Number(all), 451)
  })

  test('one process sums at a time; another goes on where it stopped', async () => {
    await clear()
    await write([rowAt(1), rowAt(2)])
    assert.equal(await sum(1, laterMs, 'one'), 1)
    assert.equal(await sum(5, laterMs, 'two'), 0)
    assert.ok((await sum(50, laterMs + 120_000, 'two')) > 0)
    assert.equal(await sum(5, laterMs + 120_000, 'one'), 0)
    await database.store.db.updateTable('usage_days').set({ calls: 9 }).execute()
    assert.deepEqual(
      (await days(['key'])).map(([, calls]) => calls),
      [9],
    )
  })

  test('an hour that may still be written waits, and a day is made again at most every ten minutes', async () => {
    await clear()
    await write([rowAt(1)])
    assert.equal(await sum(5, startMs + 2 * hourMs), 0)
    assert.ok((await sum(50, startMs + 2 * hourMs + 300_000)) > 0)
    await write([rowAt(1)])
    assert.ok((await sum(50, laterMs)) > 0)
    await write([rowAt(1)])
    assert.equal(await sum(50, laterMs + 60_000), 0)
    assert.deepEqual(
      (await days(['key'])).map(([, calls]) => calls),
      [3],
    )
    assert.ok((await sum(50, laterMs + 600_000)) > 0)
  })

  test('days go when all their hours are too old', async () => {
    await clear()
    await write([rowAt(1), rowAt(30)])
    await sum(100, laterMs)
    await pruneUsage(database.store.db, startMs + 29 * hourMs)
    for (const table of ['usage_days', 'usage_endpoint_days', 'usage_hours'] as const) {
      const left = await database.store.db.selectFrom(table).select('bucket').execute()
      assert.deepEqual(
        left.map(({ bucket }) => bucket),
        [startMs + (table === 'usage_hours' ? 30 : 24) * hourMs],
      )
    }
  })

  test('hours from before there were days are summed later, not at the start', async () => {
    await clear()
    await write([rowAt(1), rowAt(2)])
    for (const table of ['usage_days', 'usage_endpoint_days', 'usage_hours', 'usage_day_work'])
      await sql`drop table ${sql.table(table)}`.execute(database.store.db)
    await usageDays.up(database.store.db as unknown as MigrationDb, database.store.dialect)
    assert.equal(await summed(), 0)
    assert.deepEqual(
      (await days(['key'])).map(([, calls]) => calls),
      [2],
    )
    assert.ok((await sum(100, laterMs)) > 0)
    assert.equal(await summed(), 1)
  })
})
