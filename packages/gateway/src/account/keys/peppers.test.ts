// Guards peppers: keys work under all of them, and only with the master key of their database.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { openStore } from '#store'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { createMasterSeal } from '../vault/master-seal.ts'
import { openMasterKey } from '../vault/open-master-key.ts'
import { createTestClock } from '../vault/test-world.fixture.ts'
import { addKeyOwners, codeOf, newKey, startKeys } from './keys-world.fixture.ts'
import { createPeppers, WrongMasterKey } from './peppers.ts'

await eachStore('peppers', (database) => {
  before(() => addKeyOwners(database.store))

  test('keys under older and newer peppers work in processes that started before them', async () => {
    const early = await startKeys(database)
    const { key: old } = await early.keys.create(newKey())
    const late = await startKeys(database, { store: await database.another() })
    const version = await late.peppers.renew()
    const { id, key } = await late.keys.create(newKey())
    const row = await database.store.db
      .selectFrom('gateway_keys')
      .select('pepper_version')
      .where('id', '=', id)
      .executeTakeFirst()
    assert.equal(row?.pepper_version, version)
    assert.deepEqual(
      [await codeOf(early.keys, key), await codeOf(late.keys, old), await codeOf(early.keys, old)],
      ['ok', 'ok', 'ok'],
    )
  })

  test('a copy of the database is useless without its master key, and starting with another one says so', async () => {
    const peppers = await database.store.db.selectFrom('peppers').selectAll().execute()
    assert.ok(peppers.length > 0)
    const store = database.store
    const environment = `1:${randomBytes(32).toString('base64')}`
    const masterKey = await openMasterKey({ source: { dataDir: '.', environment }, store, randomBytes })
    const masterSeal = createMasterSeal({ store, masterKey, randomBytes })
    const opening = createPeppers({ store, masterSeal, clock: createTestClock(), randomBytes })
    await assert.rejects(opening, (error) => error instanceof WrongMasterKey && /sealed with/.test(error.message))
  })

  test('two processes that start on an empty database at once end up with one pepper', async () => {
    const target = await database.empty()
    const open = async () => {
      const store = await openStore(target)
      const masterKey = await openMasterKey({ source: { dataDir: target.dataDir }, store, randomBytes })
      const masterSeal = createMasterSeal({ store, masterKey, randomBytes })
      const peppers = await createPeppers({ store, masterSeal, clock: createTestClock(), randomBytes })
      await store.close()
      return peppers.hash('x').hash
    }
    const [one, two] = await Promise.all([open(), open()])
    assert.equal(one, two)
  })
})
