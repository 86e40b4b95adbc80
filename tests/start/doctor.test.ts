// What `gatehouse doctor` finds before a start, with real services: each problem is named, with exit code 1.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openStore } from '#store'
import { captured } from '../../packages/cli/captured-io.fixture.ts'
import { onRedis } from '../../packages/gateway/src/account/quota/redis-quota.fixture.ts'
import { ownRedis } from '../../packages/gateway/src/account/quota/redis-server.fixture.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { newFolder } from '../harness/program.ts'
import { eachStore, type StoreTarget } from '../harness/services.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'

const masterKey = () => randomBytes(32).toString('base64')

async function examined({ url, dataDir }: StoreTarget, settings: Readonly<Record<string, string>>) {
  const database = url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url }
  const env = { PATH: process.env.PATH ?? '', GATEHOUSE_PORT: '1', ...database, ...settings }
  const { code, json } = await captured(['--data', dataDir, '--json', 'doctor'], { env })
  const { checks } = json()
  assert.ok(Array.isArray(checks))
  const findings = checks.filter(({ ok }) => !ok).map(({ name, finding }) => `${name}: ${finding}`)
  return { code, findings }
}

await eachStore('doctor', (database) => {
  test('finds nothing wrong with an empty database, nor with one and its key, and changes neither', async (t) => {
    const target = await database.empty()
    const key = masterKey()
    assert.deepEqual(await examined(target, { GATEHOUSE_MASTER_KEY: key }).then(({ code }) => code), 0)
    await sealedUnder(t, target, key)
    const sound = await examined(target, { GATEHOUSE_MASTER_KEY: key })
    assert.deepEqual([sound.code, sound.findings], [0, []])
  })

  test('names a master key that is not that of the database', async (t) => {
    const target = await database.empty()
    await sealedUnder(t, target, masterKey())
    const { code, findings } = await examined(target, { GATEHOUSE_MASTER_KEY: masterKey() })
    assert.equal(code, 1)
    assert.match(findings.join(), /^master key: The master key is not the one this database was sealed with/)
  })

  test('names a database that is newer than the program', async () => {
    const target = await database.empty()
    const store = await openStore(target)
    await store.db.insertInto('migrations').values({ name: 'core/9999-future', applied_at: 1 }).execute()
    await store.close()
    const { code, findings } = await examined(target, { GATEHOUSE_MASTER_KEY: masterKey() })
    assert.equal(code, 1)
    assert.match(findings.join(), /^database: The database is newer than this program: it has core\/9999-future/)
  })

  test('names a database that does not exist', async () => {
    if (database.name !== 'postgres') return
    const { url = '', dataDir } = database.target
    const { code, findings } = await examined({ url: `${url}_missing`, dataDir }, {})
    assert.equal(code, 1)
    assert.match(findings.join(), /^database: The database at .*_missing cannot be used: .*does not exist.*createdb/)
  })
})

test('names a Redis that is none, and one that forgets', async (t) => {
  const target = { url: undefined, dataDir: newFolder(t) }
  const other = await openUpstream(t, (_request, response) => sendJson(response, {}))
  const none = await examined(target, { GATEHOUSE_REDIS_URL: other.url.replace('http:', 'redis:') })
  assert.equal(none.code, 1)
  assert.match(none.findings.join(), /^redis: 127\.0\.0\.1:\d+ does not answer as Redis/)
  const redis = await ownRedis()
  if (!redis) return
  t.after(() => redis.kill())
  assert.equal((await examined(target, { GATEHOUSE_REDIS_URL: redis.url })).code, 0)
  await onRedis(redis.url, (client) => client.config('SET', 'maxmemory-policy', 'allkeys-lru'))
  const evicting = await examined(target, { GATEHOUSE_REDIS_URL: redis.url })
  assert.equal(evicting.code, 1)
  assert.match(evicting.findings.join(), /^redis: .*its maxmemory-policy is allkeys-lru; set it to noeviction/)
})

/** Starts a gateway on the database, which seals its first records, and stops it. */
async function sealedUnder(t: Parameters<typeof openGateway>[0], { url, dataDir }: StoreTarget, key: string) {
  const database = url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url }
  const gateway = await openGateway(t, { dataDir, environment: { GATEHOUSE_MASTER_KEY: key, ...database } })
  await gateway.stop()
}
