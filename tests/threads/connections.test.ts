// How many connections to PostgreSQL a process opens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openGateway } from '../harness/open-gateway.ts'
import { eachStore } from '../harness/services.ts'

await eachStore('connections', (database) => {
  if (database.name !== 'postgres') return
  test('are no more than the setting, and a quarter of that, but 2, for a thread', async (t) => {
    const { url = '', dataDir } = database.target
    const environment = { GATEHOUSE_DATABASE_URL: url, GATEHOUSE_DATABASE_CONNECTIONS: '8' }
    const gateway = await openGateway(t, { environment, dataDir })
    const key = async () => (await gateway.account()).key
    const keys = await Promise.all(Array.from({ length: 40 }, key))
    const books = async () => (await gateway.call('/v1/proxy/personal-finance/me')).status
    assert.equal(await books(), 200)
    const looked = async (key: string) => (await gateway.call('/v1/proxy/randomness/bool', { key })).status
    const calls = Promise.all(keys.flatMap((key) => [looked(key), books()]))
    let [most, done] = [0, false]
    void calls.finally(() => {
      done = true
    })
    const count = async () => {
      const { rows } = await sql<{ opened: number }>`
        select count(*) as opened from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(database.store.db)
      most = Math.max(most, rows[0]?.opened ?? 0)
    }
    while (!done) await count()
    // idle ones stay for a while
    await count()
    assert.deepEqual([...new Set(await calls)], [200])
    const [ofGateway, ofApiThread, ofScheduledWork, ofThisSuite] = [8, 2, 2, 1]
    const limit = ofGateway + ofApiThread + ofScheduledWork + ofThisSuite
    assert.ok(most > ofGateway && most <= limit, `${most} connections`)
  })
})
