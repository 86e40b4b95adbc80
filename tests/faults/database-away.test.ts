// The database becomes unavailable under a running gateway: calls with cached keys continue, whatever needs the
// database is a 503, and counts of the outage are written when it is back.
import assert from 'node:assert/strict'
import { suite, type TestContext, test } from 'node:test'
import { openStore } from '#store'
import { load } from '../harness/load.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { openRelay } from '../harness/relay.ts'
import { eachStore, type StoreTarget, type TestDatabase } from '../harness/services.ts'
import { until } from '../harness/until.ts'

/** A block of its day is at most 100 calls. */
const plan = { perMinute: 1_000_000, perDay: 100_000 }
const path = '/v1/proxy/randomness/bool'

await eachStore('a database that goes away', (database) => {
  // SQLite is a file: what can happen to it is in full-disk.test.ts
  if (database.name !== 'postgres') return
  suite('under a running gateway', { concurrency: true }, () => {
    test('loses no call of a cached key, and no count', async (t) => {
      const { gateway, relay, calls, target } = await behindRelay(t, database)
      const { accountId, key } = await gateway.account(plan)
      await calls(key, 30)
      await relay.cut()
      // more than the block of daily calls that it has reserved
      await calls(key, 2400)
      assert.match(await textOf(gateway, '/readyz'), /^the database cannot be reached\n$/)
      assert.equal((await fetch(`${gateway.baseUrl}/readyz`)).status, 503)
      assert.equal((await fetch(`${gateway.baseUrl}/healthz`)).status, 200, 'the process itself is well')
      assert.match(await textOf(gateway, '/metrics'), /^gatehouse_database_available 0$/m)
      await relay.mend()
      await isReady(gateway)
      await calls(key, 70)
      await gateway.stop()
      assert.deepEqual(await countsOf(target, accountId), { usage: 2500, reserved: 2500 })
    })

    test('answers calls with keys that are not cached with 503, and they work when it is back', async (t) => {
      const { gateway, relay } = await behindRelay(t, database)
      const { key } = await gateway.account(plan)
      await relay.cut()
      const refusal = await gateway.call(path, { key })
      assert.equal(refusal.status, 503)
      assert.equal(refusal.headers.get('retry-after'), '1')
      const { error } = JSON.parse(await refusal.text())
      assert.equal(error.code, 'store.unavailable')
      assert.doesNotMatch(error.message, /postgres|ECONN|terminated/i)
      assert.equal(
        (await gateway.call(path, { key: `${key.slice(0, -1)}!` })).status,
        401,
        'a malformed key needs no look-up',
      )
      await relay.mend()
      await isReady(gateway)
      assert.equal((await gateway.call(path, { key })).status, 200)
    })

    test('delays no call for longer than 5 s when it hangs, on no thread', async (t) => {
      const { gateway, relay, calls, target } = await behindRelay(t, database)
      const known = await gateway.account(plan)
      const unknown = await gateway.account(plan)
      const books = '/v1/proxy/personal-finance/me'
      assert.equal((await gateway.call(books)).status, 200)
      await calls(known.key, 30)
      relay.mute()
      // more than the database has connections
      const refusals = Array.from({ length: 30 }, () => refusalWithin5s(gateway, path, unknown.key))
      const onThread = refusalWithin5s(gateway, books)
      await calls(known.key, 400)
      await Promise.all([...refusals, onThread])
      await Promise.all([refusalWithin5s(gateway, path, unknown.key), refusalWithin5s(gateway, books)])
      await relay.mend()
      await isReady(gateway)
      assert.equal((await gateway.call(path, { key: unknown.key })).status, 200)
      await gateway.stop()
      assert.deepEqual(await countsOf(target, known.accountId), { usage: 430, reserved: 430 })
    })

    test('stops a gateway from serving before a revocation that it cannot receive takes effect', async (t) => {
      const { gateway, relay, target } = await behindRelay(t, database)
      const environment = { GATEHOUSE_DATABASE_URL: target.url ?? '' }
      const peer = await openGateway(t, { environment, dataDir: target.dataDir })
      const { key, keyId } = await gateway.account(plan)
      for (const { call } of [gateway, peer]) assert.equal((await call(path, { key })).status, 200)
      await until(() => gateway.components.invalidations.liveProcesses() === 2)
      await relay.cut()
      await peer.components.keys.revoke(keyId)
      assert.equal((await gateway.call(path, { key })).status, 503)
      assert.equal((await peer.call(path, { key })).status, 401)
    })
  })
})

/** A gateway with its own database that can be made unavailable. */
async function behindRelay(t: TestContext, database: TestDatabase) {
  const target = await database.empty()
  const relay = await openRelay(target.url ?? '')
  t.after(() => relay.mend()) // a gateway that stops without its database waits for it for a while
  const { dataDir } = target
  const gateway = await openGateway(t, { environment: { GATEHOUSE_DATABASE_URL: relay.url }, dataDir })
  t.after(() => relay.cut())
  const calls = async (key: string, count: number) => {
    const { answers } = await load({ url: gateway.baseUrl + path, key, atOnce: 8, goOn: (started) => started < count })
    assert.deepEqual([answers.length, ...new Set(answers.map(({ status }) => status))], [count, 200])
  }
  return { relay, gateway, calls, target }
}

async function refusalWithin5s(gateway: OpenGateway, path: string, key?: string): Promise<void> {
  const begunMs = performance.now()
  const refusal = await gateway.call(path, key === undefined ? {} : { key })
  const { error } = JSON.parse(await refusal.text())
  assert.deepEqual([refusal.status, error.code], [503, 'store.unavailable'])
  const tookMs = performance.now() - begunMs
  assert.ok(tookMs < 5000, `${path} took ${tookMs} ms`)
}

async function isReady(gateway: OpenGateway): Promise<void> {
  await until(async () => (await textOf(gateway, '/readyz')) === 'ready\n')
}

async function textOf(gateway: OpenGateway, page: string): Promise<string> {
  return (await fetch(gateway.baseUrl + page)).text()
}

async function countsOf(target: StoreTarget, accountId: string) {
  const store = await openStore(target)
  const usage = await store.db.selectFrom('usage').selectAll().where('account_id', '=', accountId).execute()
  const days = await store.db.selectFrom('day_counters').selectAll().where('subject', '=', accountId).execute()
  await store.close()
  return {
    usage: usage.reduce((sum, { calls }) => sum + calls, 0),
    reserved: days.reduce((sum, { reserved }) => sum + reserved, 0),
  }
}
