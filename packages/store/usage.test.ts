// Guards the hourly sums on both databases: they hold what the counted calls add up to, whoever wrote them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { eachStore } from '../../tests/services.ts'
import type { MigrationDb } from './migrate.ts'
import usageSums from './migrations/0003-usage-sums.ts'
import {
  pruneUsage,
  sumUsage,
  totalUsage,
  type UsagePosition,
  type UsageQuery,
  type UsageRow,
  type UsageSum,
  writeUsageBatch,
} from './usage.ts'

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
  calls: fc.integer({ min: 1, max: 9 }),
  bytes_in: fc.nat(1000),
  bytes_out: fc.nat(1000),
  ms_total: fc.nat(1000),
})
const keyOf = ({ bucket, account_id, key_id, listing, endpoint, provider, status }: UsageRow) =>
  JSON.stringify([bucket, account_id, key_id, listing, endpoint, provider, status])
const batches = fc.array(fc.uniqueArray(rowOf, { selector: keyOf, minLength: 1, maxLength: 20 }), { maxLength: 4 })

await eachStore('usage', (database) => {
  const sumsByGrouping = (account: string | undefined) =>
    sql<Record<string, unknown>>`
      select bucket as at, listing, provider, sum(calls) as calls,
        sum(case when status >= 400 then calls else 0 end) as failed, sum(bytes_in) as bytes_in,
        sum(bytes_out) as bytes_out, sum(ms_total) as ms_total
      from usage where ${account === undefined ? sql`1 = 1` : sql`account_id = ${account}`}
      group by bucket, listing, provider order by bucket, listing, provider`.execute(database.store.db)
  const pagesOf = async (query: UsageQuery, maxRows: number) => {
    const sums: UsageSum[] = []
    for (let after: UsagePosition | undefined; ; after = sums.at(-1)) {
      const page = await sumUsage(database.store.db, query, { maxRows, after })
      assert.ok(page.length <= maxRows)
      sums.push(...page)
      if (page.length < maxRows) return sums
    }
  }
  const assertSums = async () => {
    for (const account of [undefined, 'acc_a', 'acc_b']) {
      const query = { accountId: account, from: 0, to: startMs + 100 * hourMs, stepMs: hourMs }
      const rows = (await sumsByGrouping(account)).rows.map((row) => ({ ...row }))
      assert.deepEqual(await sumUsage(database.store.db, query, { maxRows: 10_000 }), rows)
      assert.deepEqual(await pagesOf(query, 7), rows)
      const total = await totalUsage(database.store.db, query)
      for (const [column, sum] of Object.entries(total))
        assert.equal(
          sum,
          rows.reduce((before, row) => before + Number(row[column]), 0),
          column,
        )
    }
  }
  const clear = async () => {
    for (const table of ['usage', 'usage_sums', 'usage_batches'] as const)
      await database.store.db.deleteFrom(table).execute()
  }

  test('the sums are those of the calls, of one account and of all, written now or found by the migration', async () => {
    const { db, dialect } = database.store
    await fc.assert(
      fc.asyncProperty(batches, async (written) => {
        await clear()
        for (const [number, rows] of written.entries())
          await writeUsageBatch(db, { id: `b${number}`, previousId: undefined, flushedAt: startMs, rows })
        await assertSums()
        await sql`drop table usage_sums`.execute(db)
        await usageSums.up(db as unknown as MigrationDb, dialect)
        await assertSums()
      }),
      { numRuns: 15 },
    )
  })

  test('steps of a day begin at midnight, and a listing can be chosen', async () => {
    const { db } = database.store
    await clear()
    const base = { account_id: 'acc_a', key_id: 'k', endpoint: 'e', provider: 'live', status: 200 }
    const rows = [5, 30].flatMap((hour) =>
      ['dice', 'rates'].map((listing) => ({
        ...{ ...base, listing, bucket: startMs + hour * hourMs },
        ...{ calls: 1, bytes_in: 0, bytes_out: 0, ms_total: 0 },
      })),
    )
    await writeUsageBatch(db, { id: 'days', previousId: undefined, flushedAt: startMs, rows })
    const query = { from: startMs, to: startMs + 48 * hourMs, stepMs: 24 * hourMs }
    const at = (await sumUsage(db, { ...query, listing: 'dice' }, { maxRows: 10 })).map(
      (sum) => (sum.at - startMs) / hourMs,
    )
    assert.deepEqual(at, [0, 24])
    assert.equal((await sumUsage(db, query, { maxRows: 3 })).length, 3)
    assert.deepEqual(await pagesOf(query, 1), await pagesOf(query, 10))
    assert.equal((await totalUsage(db, { ...query, listing: 'dice' })).calls, 2)
  })

  test('old hours go from the calls and from the sums', async () => {
    const { db } = database.store
    await pruneUsage(db, startMs + 30 * hourMs)
    for (const table of ['usage', 'usage_sums'] as const) {
      const buckets = (await db.selectFrom(table).select('bucket').distinct().execute()).map(({ bucket }) => bucket)
      assert.deepEqual(buckets, [startMs + 30 * hourMs], table)
    }
  })
})
