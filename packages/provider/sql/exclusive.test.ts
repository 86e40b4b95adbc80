// Guards that a limit which is counted before an insert holds, whoever inserts at the same moment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { eachStore } from '../../../tests/harness/services.ts'
import { exclusively } from './exclusive.ts'

interface Tables {
  things: { account: string; id: string }
}

await eachStore('a limit', (database) => {
  const most = 5
  async function add({ db, dialect }: { db: Kysely<Tables>; dialect: 'sqlite' | 'postgres' }, thing: Tables['things']) {
    return exclusively({ db, dialect }, `things ${thing.account}`, async (trx) => {
      const { count } = await trx
        .selectFrom('things')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('account', '=', thing.account)
        .executeTakeFirstOrThrow()
      if (Number(count) >= most) return false
      await trx.insertInto('things').values(thing).execute()
      return true
    })
  }

  test('holds for each account, however many processes insert at once', async () => {
    const stores = [database.store, await database.another()]
    const processes = stores.map(({ db, dialect }) => ({
      db: db as unknown as Kysely<Tables>, // a table of this test
      dialect: dialect.name,
    }))
    await sql`create table things (account text not null, id text not null)`.execute(database.store.db)
    const adding = Array.from({ length: 60 }, (_none, at) => {
      const one = processes[at % 2]
      assert.ok(one)
      return add(one, { account: `acc_${at % 3}`, id: String(at) })
    })
    const added = await Promise.all(adding)
    assert.equal(added.filter(Boolean).length, 3 * most)
    const { rows } = await sql<{ count: number }>`select count(*) as count from things group by account`.execute(
      database.store.db,
    )
    assert.deepEqual(
      rows.map(({ count }) => Number(count)),
      [most, most, most],
    )
  })
})
