// The sample household goes on with the clock, for those who have changed nothing in it; on each database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Kysely } from 'kysely'
import { eachStore } from '../../../../tests/harness/services.ts'
import type { Tables } from '../../tables.ts'
import { me } from '../../test/ledger-calls.ts'
import { type Calls, type Household, withCalls } from '../../test/world.ts'
import { createHousehold } from './creation.ts'
import { createSampleDays } from './sample-days.ts'
import { copiedTables, createSampleUsers, sharedOwner } from './sample-user.ts'

interface Dated {
  readonly date: string
  readonly needs_review: boolean
}
/** The days of the transactions since October 2026, first to last. */
async function transactionsOf(home: Household): Promise<Dated[]> {
  const days = 'start_date=2026-10-01&end_date=2029-12-31&per_page=1000'
  const list = await home.ask<Dated[]>('GET', `${me}/transactions?${days}`)
  return list.map(({ date, needs_review }) => ({ date, needs_review })).toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
const random = { int: () => 0, bytes: (count: number) => Buffer.alloc(count, 7) }

await eachStore('the days of the sample household', (database) => {
  async function opened(moment: string, work: (calls: Calls, db: Kysely<Tables>) => Promise<void>): Promise<void> {
    await withCalls(await database.empty(), work, moment)
  }
  async function rowsOf(db: Kysely<Tables>, owner: string): Promise<Record<string, string[]>> {
    const rows: Record<string, string[]> = {}
    for (const table of copiedTables) {
      const own = await db.selectFrom(table).selectAll().where('owner', '=', owner).execute()
      rows[table] = own.map((row) => JSON.stringify({ ...row, owner: '', created_at: 0, updated_at: 0 })).sort()
    }
    return rows
  }
  async function shared(db: Kysely<Tables>): Promise<string> {
    const users = db.selectFrom('personal_finance_users').select('shared_household').where('owner', '=', sharedOwner())
    return (await users.executeTakeFirstOrThrow()).shared_household ?? ''
  }

  test('reach up to the last evening, and more come with each', () =>
    opened('2027-02-10T06:59:00Z', async (calls) => {
      const home = await calls.household()
      assert.equal((await transactionsOf(home)).at(-1)?.date, '2027-02-08')
      calls.setClock('2027-02-10T07:00:00Z')
      const next = await transactionsOf(home)
      assert.equal(next.at(-1)?.date, '2027-02-10')
      assert.deepEqual(
        [...new Set(next.filter((one) => one.needs_review).map(({ date }) => date))].sort()[0],
        '2027-01-28',
      )
      assert.ok(next.every(({ date, needs_review }) => needs_review === date >= '2027-01-28'))
    }))

  test('are the same rows, with the same sums, whether stored at once or day after day', () =>
    opened('2026-11-01T12:00:00Z', async (calls, db) => {
      const home = await calls.household()
      for (const moment of ['2026-11-02T12:00:00Z', '2026-11-03T12:00:00Z', '2027-06-30T12:00:00Z']) {
        calls.setClock(moment)
        await transactionsOf(home)
      }
      await createHousehold(db, 'acc_at_once', Date.parse('2027-06-30T12:00:00Z'))
      assert.deepEqual(await rowsOf(db, await shared(db)), await rowsOf(db, 'acc_at_once'))
    }))

  test('are added once by several processes at the same time', () =>
    opened('2026-11-01T12:00:00Z', async (_calls, db) => {
      let nowMs = Date.parse('2026-11-01T12:00:00Z')
      const now = () => nowMs
      await createSampleUsers({ db, now, random })('acc_one')
      nowMs = Date.parse('2027-03-01T12:00:00Z')
      await Promise.all([1, 2, 3].map(() => createSampleDays({ db, now })()))
      await createHousehold(db, 'acc_at_once', nowMs)
      assert.deepEqual(await rowsOf(db, await shared(db)), await rowsOf(db, 'acc_at_once'))
    }))

  test('are not added to the household of a user who has changed something', () =>
    opened('2026-11-20T12:00:00Z', async (calls) => {
      const [home, other] = [await calls.household(), await calls.household()]
      await home.ask('PUT', me, { week_start_day: 1 })
      const before = await transactionsOf(home)
      calls.setClock('2026-12-25T12:00:00Z')
      assert.deepEqual(await transactionsOf(home), before)
      assert.equal((await transactionsOf(other)).at(-1)?.date, '2026-12-25')
    }))
})
