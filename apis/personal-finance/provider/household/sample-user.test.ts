// The sample household that all new users share, on each database: stored once, read by all, copied by a change.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Kysely } from 'kysely'
import { eachStore } from '../../../../tests/harness/services.ts'
import type { Tables } from '../../tables.ts'
import { me } from '../../test/ledger-calls.ts'
import { type Calls, type Household, withCalls } from '../../test/world.ts'
import { createHousehold } from './creation.ts'
import { copiedTables, createSampleUsers, sharedOwner } from './sample-user.ts'

const days = 'start_date=2024-11-01&end_date=2026-10-31'
const paths = [
  me,
  `${me}/accounts`,
  `${me}/categories`,
  `${me}/attachments`,
  `${me}/transactions?${days}&per_page=1000`,
  `${me}/transactions?${days}&search=market`,
  `${me}/events?start_date=2026-10-01&end_date=2026-10-31`,
  `${me}/budget_summary?period=months&interval=1&${days}`,
]
/** Links to files name the host and are signed for one account. */
const answersOf = async (home: Household) =>
  Promise.all(paths.map(async (path) => JSON.stringify(await home.ask(`GET`, path)).replace(/https?:[^"]+/g, '')))

const random = { int: () => 0, bytes: (count: number) => randomBytes(count) }

/** The owner of the rows that all new users read. */
async function sharedBy(db: Kysely<Tables>): Promise<string> {
  const user = db.selectFrom('personal_finance_users').select('shared_household').where('owner', '=', sharedOwner())
  return (await user.executeTakeFirstOrThrow()).shared_household ?? ''
}

async function onlyRowsOf(db: Kysely<Tables>, owner: string): Promise<void> {
  for (const table of copiedTables) {
    const rows = db.selectFrom(table).select('owner').where('owner', '<>', owner)
    assert.deepEqual(await rows.execute(), [], table)
  }
}

await eachStore('the sample household', (database) => {
  async function opened(work: (calls: Calls, db: Kysely<Tables>) => Promise<void>): Promise<void> {
    await withCalls(await database.empty(), work)
  }
  async function rowsOf(db: Kysely<Tables>, owner: string): Promise<Record<string, string[]>> {
    const rows: Record<string, string[]> = {}
    for (const table of copiedTables) {
      const own = await db.selectFrom(table).selectAll().where('owner', '=', owner).execute()
      rows[table] = own.map((row) => JSON.stringify({ ...row, owner: '' })).sort()
    }
    return rows
  }

  test('is stored once by first calls at the same time, and reading adds no more than users', () =>
    opened(async (calls, db) => {
      const homes = [await calls.household(), await calls.household(), await calls.household()]
      await Promise.all(homes.map((home) => home.ask('GET', me)))
      const answers = await Promise.all(homes.map(answersOf))
      assert.deepEqual(answers[1], answers[0])
      assert.deepEqual(answers[2], answers[0])
      const owner = await sharedBy(db)
      await onlyRowsOf(db, owner)
      assert.equal((await db.selectFrom('personal_finance_users').select('owner').execute()).length, homes.length + 2)
    }))

  test('is stored by several processes at the same time, and one of theirs remains', () =>
    opened(async (_calls, db) => {
      const kit = { db, now: Date.now, random }
      const processes = ['acc_one', 'acc_two', 'acc_three'].map((account) => createSampleUsers(kit)(account))
      await Promise.all(processes)
      const owner = await sharedBy(db)
      const users = db.selectFrom('personal_finance_users').select(['owner', 'shared_household'])
      const shared = await users.where('shared_household', '=', owner).execute()
      assert.deepEqual(shared.map((user) => user.owner).sort(), ['acc_one', 'acc_three', 'acc_two', sharedOwner()])
      await onlyRowsOf(db, owner)
    }))

  test('replaces what a process stored that was killed an hour ago, and leaves what another may be storing', () =>
    opened(async (_calls, db) => {
      const now = Date.now()
      const ownersLeft = async () =>
        (await db.selectFrom('personal_finance_accounts').select('owner').distinct().execute()).map(
          ({ owner }) => owner,
        )
      await createHousehold(db, `${sharedOwner()} killed`, now - 3_600_001)
      await createHousehold(db, `${sharedOwner()} storing`, now)
      await createSampleUsers({ db, now: () => now, random })('acc_one')
      assert.deepEqual((await ownersLeft()).sort(), [`${sharedOwner()} storing`, await sharedBy(db)].sort())
    }))

  test('becomes the own household of a user who changes something, equal in every row', () =>
    opened(async (calls, db) => {
      const { accountId, key } = await calls.gateway.account()
      const [home, other] = [calls.householdOf(key), await calls.household()]
      const [before, ofOther] = [await answersOf(home), await answersOf(other)]
      await home.ask('PUT', me, { week_start_day: 1 })
      const shared = await rowsOf(db, await sharedBy(db))
      assert.deepEqual(await rowsOf(db, accountId), shared)
      assert.deepEqual((await answersOf(home)).slice(1), before.slice(1))

      await home.ask('PUT', '/transactions/7001', { payee: 'Elsewhere' })
      await home.ask('DELETE', '/accounts/6001')
      assert.deepEqual(await answersOf(other), ofOther)
      assert.deepEqual(await rowsOf(db, await sharedBy(db)), shared)
    }))

  test('is still shared after a change that was refused', () =>
    opened(async (calls, db) => {
      const { accountId, key } = await calls.gateway.account()
      assert.equal((await calls.householdOf(key).call('PUT', '/transactions/1', { payee: 'None' })).status, 404)
      const user = db.selectFrom('personal_finance_users').select('shared_household').where('owner', '=', accountId)
      assert.deepEqual(await user.execute(), [{ shared_household: await sharedBy(db) }])
    }))

  test('is copied by the first of many changes at the same time, and loses none of them', () =>
    opened(async (calls) => {
      const home = await calls.household()
      const titles = Array.from({ length: 8 }, (_, number) => `Own ${number}`)
      await Promise.all(titles.map((title) => home.ask('POST', `${me}/categories`, { title })))
      const found = JSON.stringify(await home.ask('GET', `${me}/categories`))
      for (const title of titles) assert.ok(found.includes(`"${title}"`), title)
    }))
})
