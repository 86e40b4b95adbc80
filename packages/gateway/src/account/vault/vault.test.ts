// Guards the vault by threat: what an attacker with the database, a slip in the code, or bad timing could get out of
// it.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { Failure } from '#define'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { reveal, Secret } from '../../process/secret.ts'
import { openMasterKey } from './open-master-key.ts'
import { SealError, open as unseal } from './seal.ts'
import { addAccounts, openVault } from './test-world.fixture.ts'
import { createVault, type Vault } from './vault.ts'

const textOf = async (secret: ReturnType<Vault['open']>) => {
  const loaded = await secret
  return loaded && reveal(loaded)
}

await eachStore('the vault', (database) => {
  const open = () => openVault(database.store, database.target)
  before(() => addAccounts(database.store, 'acc_a', 'acc_b', 'acc_c', 'acc_d', 'acc_e'))

  test('a stored key opens for its account and slug only, also in another process', async () => {
    const { vault } = await open()
    assert.deepEqual(await vault.put('acc_a', 'weather', new Secret('sk-weather-123456')), { version: 1 })
    assert.equal(await textOf(vault.open('acc_a', 'weather')), 'sk-weather-123456')
    assert.equal(await vault.open('acc_a', 'books'), undefined)
    assert.equal(await vault.open('acc_b', 'weather'), undefined)
    const other = await openVault(await database.another(), database.target)
    assert.equal(await textOf(other.vault.open('acc_a', 'weather')), 'sk-weather-123456')
  })

  test('opening is synchronous once a key, or its absence, is cached', async () => {
    const { vault } = await open()
    await vault.open('acc_a', 'weather')
    await vault.open('acc_a', 'nothing')
    assert.ok(vault.open('acc_a', 'weather') instanceof Secret)
    assert.equal(vault.open('acc_a', 'nothing'), undefined)
  })

  test('a new key replaces the old one at once, and a removed one is gone at once', async () => {
    const { vault } = await open()
    await vault.open('acc_b', 'books')
    for (const [index, text] of ['first-key-0001', 'second-key-002'].entries()) {
      assert.deepEqual(await vault.put('acc_b', 'books', new Secret(text)), { version: index + 1 })
      assert.equal(await textOf(vault.open('acc_b', 'books')), text)
      assert.equal(await textOf(vault.open('acc_b', 'books')), text)
    }
    assert.equal(await vault.remove('acc_b', 'books'), true)
    assert.equal(await vault.open('acc_b', 'books'), undefined)
    assert.equal(await vault.remove('acc_b', 'books'), false)
  })

  test('an invalidation from another process makes this one read again', async () => {
    const here = await open()
    const there = await openVault(await database.another(), database.target)
    await here.vault.put('acc_c', 'maps', new Secret('maps-key-000001'))
    await there.vault.open('acc_c', 'maps')
    await here.vault.put('acc_c', 'maps', new Secret('maps-key-000002'))
    await there.invalidations.publish('vault', 'acc_c/maps')
    assert.equal(await textOf(there.vault.open('acc_c', 'maps')), 'maps-key-000002')
  })

  test('concurrent puts of several processes each get their own version, and the last one opens', async () => {
    const processes = [await open(), await openVault(await database.another(), database.target)]
    const keys = ['parallel-key-0', 'parallel-key-1', 'parallel-key-2', 'parallel-key-3']
    const puts = keys.map(async (text, index) => {
      const { version } = (await processes[index % 2]?.vault.put('acc_d', 'race', new Secret(text))) ?? assert.fail()
      return { version, text }
    })
    const done = (await Promise.all(puts)).sort((a, b) => a.version - b.version)
    assert.deepEqual(
      done.map((put) => put.version),
      [1, 2, 3, 4],
    )
    const { vault } = await open()
    assert.equal(await textOf(vault.open('acc_d', 'race')), done[3]?.text)
  })

  test('swapped record: moved to another account, slug or version, it does not open', async () => {
    const { vault } = await open()
    await vault.put('acc_a', 'one', new Secret('key-of-a-one-01'))
    await vault.put('acc_a', 'two', new Secret('key-of-a-two-02'))
    await vault.put('acc_e', 'one', new Secret('key-of-e-one-03'))
    const { db } = database.store
    const rowOf = (accountId: string, slug: string) =>
      db.selectFrom('provider_keys').selectAll().where('account_id', '=', accountId).where('slug', '=', slug)
    const stolen = await rowOf('acc_a', 'one').executeTakeFirstOrThrow()
    const stolenDataKey = await db
      .selectFrom('data_keys')
      .selectAll()
      .where('account_id', '=', 'acc_a')
      .executeTakeFirstOrThrow()
    const swaps = [
      ['acc_a', 'two', { sealed: stolen.sealed }],
      ['acc_e', 'one', { sealed: stolen.sealed }],
      ['acc_a', 'one', { version: 2 }],
    ] as const
    for (const [accountId, slug, change] of swaps) {
      await db
        .updateTable('provider_keys')
        .set(change)
        .where('account_id', '=', accountId)
        .where('slug', '=', slug)
        .execute()
      const fresh = await open()
      await assert.rejects(async () => fresh.vault.open(accountId, slug), SealError)
    }
    // Not even together with the data key that it was sealed under.
    await db
      .updateTable('data_keys')
      .set({ wrapped: stolenDataKey.wrapped })
      .where('account_id', '=', 'acc_e')
      .execute()
    const fresh = await open()
    await assert.rejects(async () => fresh.vault.open('acc_e', 'one'), SealError)
    assert.ok((await fresh.vault.list('acc_e')).length > 0)
  })

  test('swapped record: a data key is bound to its account and to the version of the master key', async () => {
    const { vault, masterKey } = await open()
    await vault.put('acc_d', 'bound', new Secret('provider-key-bound'))
    const { wrapped, master_version } = await database.store.db
      .selectFrom('data_keys')
      .selectAll()
      .where('account_id', '=', 'acc_d')
      .executeTakeFirstOrThrow()
    const key = (await masterKey.find(master_version)) ?? assert.fail('no key')
    assert.equal(unseal(key, ['data-key', 'acc_d', master_version], wrapped).length, 32)
    for (const label of [
      ['data-key', 'acc_d'],
      ['data-key', 'acc_d', master_version + 1],
      ['data-key', 'acc_a', master_version],
    ])
      assert.throws(() => unseal(key, label, wrapped), SealError)
  })

  test('wrong key: with another master key nothing opens, and the error contains no secret', async () => {
    const { vault } = await open()
    await vault.put('acc_b', 'wrong', new Secret('sk-very-private-1'))
    const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
    const environment = `1:${randomBytes(32).toString('base64')}`
    const masterKey = await openMasterKey({ source: { dataDir, environment }, store: database.store, randomBytes })
    const { invalidations, clock } = await open()
    const stranger = createVault({ store: database.store, masterKey, clock, randomBytes, invalidations })
    await assert.rejects(
      async () => stranger.open('acc_b', 'wrong'),
      (error) =>
        error instanceof SealError &&
        !inspect(error, { depth: 9 }).includes('private') &&
        !inspect(error).includes(environment.slice(2)),
    )
    await assert.rejects(stranger.put('acc_b', 'more', new Secret('sk-0123456789')), SealError)
    await rm(dataDir, { recursive: true })
  })

  test('secret in the database: no column contains the key or the data key in plain text', async () => {
    const { vault } = await open()
    await vault.put('acc_c', 'clear', new Secret('sk-look-for-me-in-the-rows'))
    const { db } = database.store
    const rows = [
      ...(await db.selectFrom('provider_keys').selectAll().execute()),
      ...(await db.selectFrom('data_keys').selectAll().execute()),
    ]
    const bytes = rows.flatMap((row) =>
      Object.values(row).map((value) => Buffer.from(typeof value === 'object' ? (value ?? []) : String(value))),
    )
    assert.ok(!Buffer.concat(bytes).includes('look-for-me'))
  })

  test('a list shows at most the last four characters of long keys', async () => {
    const { vault, clock } = await open()
    await addAccounts(database.store, 'acc_list')
    clock.nowMs = 1000
    await vault.put('acc_list', 'short', new Secret('elevenchars'))
    await vault.put('acc_list', 'long', new Secret('twelve-chars'))
    clock.nowMs = 2000
    await vault.put('acc_list', 'long', new Secret('thirteen-char'))
    assert.equal(await vault.markVerified('acc_list', 'long', 1), false)
    clock.nowMs = 3000
    assert.equal(await vault.markVerified('acc_list', 'long', 2), true)
    assert.deepEqual(
      (await vault.list('acc_list')).map((details) => ({ ...details })),
      [
        { slug: 'long', hint: 'char', version: 2, createdAt: 1000, updatedAt: 2000, verifiedAt: 3000 },
        { slug: 'short', hint: '', version: 1, createdAt: 1000, updatedAt: 1000, verifiedAt: null },
      ],
    )
    await vault.put('acc_list', 'long', new Secret('another-key-1'))
    assert.equal((await vault.list('acc_list'))[0]?.verifiedAt, null)
  })

  test('keys that are empty, too long, or could break out of a header are refused, and the refusal does not repeat them', async () => {
    const { vault } = await open()
    const bad = ['', 'x'.repeat(4097), 'private\r\nx-more: 1', 'private\n', 'private\0', '\x7fprivate', 'private\ud800']
    for (const text of bad) {
      await assert.rejects(
        vault.put('acc_a', 'bad', new Secret(text)),
        (error) =>
          error instanceof Failure &&
          error.code === 'provider_key.refused' &&
          !inspect(error, { depth: 9 }).includes('private'),
      )
    }
    assert.equal(await vault.open('acc_a', 'bad'), undefined)
  })

  test('any well-formed string without control characters comes back unchanged', async () => {
    const { vault } = await open()
    const keys = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !/\p{Cc}/u.test(text))
    await fc.assert(
      fc.asyncProperty(keys, async (text) => {
        await vault.put('acc_a', 'any', new Secret(text))
        assert.equal(await textOf(vault.open('acc_a', 'any')), text)
      }),
      { numRuns: 25, examples: [['é\u{1f511}中文'], ['x'.repeat(4096)]] },
    )
  })

  test('an account that does not exist gets no record', async () => {
    const { vault } = await open()
    await assert.rejects(vault.put('acc_none', 'weather', new Secret('sk-0123456789')))
    await assert.rejects(async () => vault.put('acc_a/x', 'weather', new Secret('sk-0123456789')), RangeError)
  })
})
