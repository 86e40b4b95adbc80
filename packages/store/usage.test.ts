// Guards usage on both databases: sums of any grouping are those of the calls, whoever wrote them, now or long ago.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { eachStore } from '../../tests/harness/services.ts'
import type { MigrationDb } from './migrate.ts'
import usageSumsMigration from './migrations/0003-usage-sums.ts'
import calls from './migrations/0005-calls.ts'
import { pruneUsage, type UsageRow, writeUsageBatch } from './usage.ts'
import {
  idOf,
  TooManyGroups,
  totalUsage,
  type UsageDimension,
  type UsageQuery,
  type UsageSum,
  usageDimensions,
  usageSums,
} from './usage-groups.ts'
import { noTimes, percentileOf, slotBoundsMs, slotOf, timeSlots } from './usage-times.ts'

const hourMs = 3_600_000
const startMs = Date.UTC(2025, 4, 14)

const rowOf = fc.record({
  bucket: fc.integer({ min: 0, max: 60 }).map((hour) => startMs + hour * hourMs),
  account_id: fc.constantFrom('acc_a', 'acc_b'),
  key_id: fc.constantFrom('key_a', 'key_b'),
  listing: fc.constantFrom('dice', 'rates'),
  endpoint: fc.constantFrom('one', 'two'),
  provider: fc.constantFrom('live', 'embedded'),
  status: fc.constantFrom(200, 404, 503),
  surface: fc.constantFrom('http' as const, 'mcp' as const),
  calls: fc.integer({ min: 1, max: 9 }),
  bytes_in: fc.nat(1000),
  bytes_out: fc.nat(1000),
  ms_total: fc.nat(1000),
  t3: fc.nat(9),
  t24: fc.nat(9),
})
const usageRow = rowOf.map((row): UsageRow => ({ ...noTimes(), ...row }))
const keyOf = ({ bucket, account_id, key_id, listing, endpoint, provider, status, surface }: UsageRow) =>
  JSON.stringify([bucket, account_id, key_id, listing, endpoint, provider, status, surface])
const batches = fc.array(fc.uniqueArray(usageRow, { selector: keyOf, minLength: 1, maxLength: 20 }), { maxLength: 4 })
const batchOf = (id: string, rows: readonly UsageRow[]) => ({
  id,
  previousId: undefined,
  flushedAt: startMs,
  rows,
  recordedFrom: 0,
  chunks: [],
  ids: [],
  errors: [],
})
const columnOf = { account: 'account_id', key: 'key_id' } as const
const memberOf = (row: UsageRow, dimension: UsageDimension) =>
  dimension === 'account' || dimension === 'key' ? row[columnOf[dimension]] : row[dimension]

/** Returns the expected sums, added up row by row. */
function expected(rows: readonly UsageRow[], { from, to, stepMs, group, where }: UsageQuery) {
  const sums = new Map<string, Record<string, number>>()
  for (const row of rows) {
    if (row.bucket < from || row.bucket >= to) continue
    if (usageDimensions.some((one) => where[one] !== undefined && where[one] !== memberOf(row, one))) continue
    const at = stepMs === null ? 0 : row.bucket - (row.bucket % stepMs)
    const id = `${at} ${idOf(Object.fromEntries(group.map((one) => [one, memberOf(row, one)])))}`
    const sum = sums.get(id) ?? { calls: 0, failed: 0, ms_total: 0, t3: 0, t24: 0 }
    for (const column of ['calls', 'ms_total', 't3', 't24'] as const) sum[column] = (sum[column] ?? 0) + row[column]
    if (row.status >= 400) sum.failed = (sum.failed ?? 0) + row.calls
    sums.set(id, sum)
  }
  return Object.fromEntries([...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)))
}
const shown = (sums: readonly UsageSum[]) =>
  Object.fromEntries(
    sums
      .map(({ at, members, calls: count, failed, ms_total, t3, t24 }): [string, object] => [
        `${at} ${idOf(members)}`,
        { calls: count, failed, ms_total, t3, t24 },
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

await eachStore('usage', (database) => {
  const clear = async () => {
    for (const table of ['usage', 'usage_sums', 'usage_endpoints', 'usage_batches'] as const)
      await database.store.db.deleteFrom(table).execute()
  }
  const read = async (query: UsageQuery) => {
    const steps: UsageSum[] = []
    for await (const step of usageSums(database.store.db, query)) steps.push(...step)
    return steps
  }
  const queries = fc.record({
    from: fc.constantFrom(startMs, startMs + 30 * hourMs),
    to: fc.constantFrom(startMs + 40 * hourMs, startMs + 90 * hourMs),
    stepMs: fc.constantFrom(hourMs, 24 * hourMs, null),
    group: fc.subarray(usageDimensions.filter((one) => one !== 'account')),
    where: fc.record(
      { account: fc.constant('acc_a'), listing: fc.constant('dice'), status: fc.constant(503) },
      { requiredKeys: [] },
    ),
  })

  test('sums of any grouping are those of the calls', async () => {
    const { db } = database.store
    await fc.assert(
      fc.asyncProperty(batches, fc.array(queries, { minLength: 4, maxLength: 4 }), async (written, asked) => {
        await clear()
        for (const [number, rows] of written.entries()) await writeUsageBatch(db, batchOf(`b${number}`, rows))
        for (const query of asked) {
          assert.deepEqual(shown(await read(query)), expected(written.flat(), query))
          const total = expected(written.flat(), { ...query, group: [], stepMs: null })
          const { calls: count, failed, ms_total, t3, t24 } = await totalUsage(db, query)
          const zero = { calls: 0, failed: 0, ms_total: 0, t3: 0, t24: 0 }
          assert.deepEqual({ calls: count, failed, ms_total, t3, t24 }, Object.values(total)[0] ?? zero)
        }
      }),
      { numRuns: 12 },
    )
  })

  test('the sums of a step come in one order and together, however many hours a day has', async () => {
    await clear()
    const rows = [1, 9, 23, 25].flatMap((hour) =>
      ['b', 'a'].map((key_id) => ({ ...noTimes(), ...rowAt(startMs + hour * hourMs), key_id })),
    )
    await writeUsageBatch(database.store.db, batchOf('days', rows))
    const sums = await read({
      from: startMs,
      to: startMs + 48 * hourMs,
      stepMs: 24 * hourMs,
      group: ['key'],
      where: { account: 'acc_a' },
    })
    assert.deepEqual(
      sums.map(({ at, members, calls: count }) => [(at - startMs) / hourMs, members.key, count]),
      [
        ...[0, 24].flatMap((at) => [
          [at, 'a', at === 0 ? 3 : 1],
          [at, 'b', at === 0 ? 3 : 1],
        ]),
      ],
    )
  })

  test('hours from before the histogram and the surface keep their sums', async () => {
    const { db, dialect } = database.store
    const untyped = db as unknown as MigrationDb
    for (const table of ['usage', 'usage_sums', 'usage_endpoints', 'call_chunks', 'call_ids', 'call_errors'])
      await sql`drop table ${sql.table(table)}`.execute(db)
    for (const index of ['keys_name', 'keys_expiry', 'keys_use', 'keys_revoked', 'keys_disabled', 'keys_market'].map(
      (name) => `gateway_${name}`,
    ))
      await sql`drop index ${sql.table(index)}`.execute(db)
    for (const index of ['accounts_name', 'day_counters_day', 'audit_actor', 'audit_action', 'audit_target'])
      await sql`drop index ${sql.table(index)}`.execute(db)
    await sql`create table usage (bucket bigint, account_id text, key_id text, listing text, endpoint text,
      provider text, status integer, calls bigint, bytes_in bigint, bytes_out bigint, ms_total bigint)`.execute(db)
    for (const [status, count] of [
      [200, 5],
      [503, 2],
    ])
      await sql`insert into usage values
        (${startMs}, 'acc_a', 'k', 'dice', 'one', 'live', ${status}, ${count}, 10, 20, 30)`.execute(db)
    await usageSumsMigration.up(untyped, dialect)
    await calls.up(untyped, dialect)
    for (const group of [['listing'], ['surface'], ['key']] as const) {
      const where = group[0] === 'surface' ? {} : { account: 'acc_a' }
      const [sum] = await read({ from: startMs, to: startMs + hourMs, stepMs: hourMs, group, where })
      assert.deepEqual([sum?.calls, sum?.failed, sum && percentileOf(sum, 0.5)], [7, 2, null])
    }
  })

  test('old hours go from the calls and from the sums', async () => {
    const { db } = database.store
    await clear()
    const rows = [5, 30].map((hour) => ({ ...noTimes(), ...rowAt(startMs + hour * hourMs) }))
    await writeUsageBatch(db, batchOf('old', rows))
    await pruneUsage(db, startMs + 30 * hourMs)
    for (const table of ['usage', 'usage_sums', 'usage_endpoints'] as const) {
      const buckets = (await db.selectFrom(table).select('bucket').distinct().execute()).map(({ bucket }) => bucket)
      assert.deepEqual(buckets, [startMs + 30 * hourMs], table)
    }
  })

  test('more groups than fit into memory are refused', async () => {
    await clear()
    const rows = Array.from({ length: 11 }, (_none, at) => ({ ...noTimes(), ...rowAt(startMs), key_id: `k${at}` }))
    await writeUsageBatch(database.store.db, batchOf('many', rows))
    const query = { from: startMs, to: startMs + hourMs, stepMs: hourMs, where: { account: 'acc_a' } }
    const sums = async (group: UsageDimension[]) => {
      const steps: UsageSum[] = []
      for await (const step of usageSums(database.store.db, { ...query, group }, 10)) steps.push(...step)
      return steps
    }
    await assert.rejects(sums(['key']), TooManyGroups)
    assert.equal((await sums(['endpoint']))[0]?.calls, 11)
  })
})

function rowAt(bucket: number) {
  return {
    bucket,
    account_id: 'acc_a',
    key_id: 'k',
    listing: 'dice',
    endpoint: 'one',
    provider: 'live',
    status: 200,
    surface: 'http' as const,
    calls: 1,
    bytes_in: 0,
    bytes_out: 0,
    ms_total: 0,
  }
}

test('a percentile is within the slot of the call that has it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 40_000, noNaN: true }), { minLength: 1, maxLength: 200 }),
      fc.constantFrom(0.5, 0.95, 0.99),
      (times, share) => {
        const columns = noTimes()
        for (const ms of times) {
          const slot = timeSlots[slotOf(ms)]
          assert.ok(slot)
          columns[slot]++
        }
        const exact = times.sort((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? 0
        const slot = slotOf(exact)
        const value = percentileOf(columns, share) ?? -1
        const least = slotBoundsMs[slot - 1] ?? 0
        const most = slotBoundsMs[slot] ?? least
        // shown with three digits
        assert.ok(value >= least * 0.995 && value <= most * 1.005, `${value} for ${exact}`)
      },
    ),
  )
  assert.equal(percentileOf(noTimes(), 0.5), null)
})
