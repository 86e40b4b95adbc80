// Guards gateway keys: who is admitted, from which moment on no longer, and that a key is stored nowhere.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { inspect } from 'node:util'
import { Failure } from '#define'
import { createAccountsRepository, openStore, type Store } from '#store'
import { eachStore } from '../../../../tests/services.ts'
import { createLocalInvalidations } from '../invalidations/local.ts'
import type { Invalidations } from '../invalidations/port.ts'
import { reveal, type Secret } from '../secret.ts'
import { openMasterKey } from '../vault/master-key.ts'
import { createMasterSeal } from '../vault/master-seal.ts'
import { addAccounts, createTestClock } from '../vault/test-world.fixture.ts'
import { makeKey } from './key-format.ts'
import { createKeys, type Keys, type NewKey } from './keys.ts'
import { createPeppers, WrongMasterKey } from './peppers.ts'

const invalid = { ok: false, code: 'key.invalid' }
const failure = (code: string) => (error: unknown) => error instanceof Failure && error.code === code
const order = (more: Partial<NewKey> = {}): NewKey => ({
  accountId: 'acc_a',
  surface: 'hosted',
  name: 'laptop',
  ...more,
})

await eachStore('gateway keys', (database) => {
  /** The keys of one process. */
  async function start({
    store = database.store,
    invalidations = createLocalInvalidations(),
  }: {
    store?: Store
    invalidations?: Invalidations
  } = {}) {
    const clock = createTestClock()
    const masterKey = await openMasterKey({ source: { dataDir: database.target.dataDir }, store, randomBytes })
    const masterSeal = createMasterSeal({ store, masterKey, randomBytes })
    const peppers = await createPeppers({ store, masterSeal, clock, randomBytes })
    const keys = createKeys({ store, peppers, clock, randomBytes, invalidations })
    return { keys, peppers, clock, invalidations, accounts: createAccountsRepository(store.db) }
  }
  const codeOf = async (keys: Keys, key: Secret, surface: 'hosted' | 'market' = 'hosted') => {
    const identity = await keys.identify(reveal(key), surface)
    return identity.ok ? 'ok' : identity.code
  }
  before(() => addAccounts(database.store, 'acc_a', 'acc_b', 'acc_off', 'acc_plan'))

  test('a new key identifies its caller, and is revealed only to whoever created it', async () => {
    const { keys } = await start()
    const scopes = [{ slug: 'books', methods: ['GET'] }]
    const { id, key } = await keys.create(order({ scopes, addresses: ['10.0.0.0/8'] }))
    const identity = await keys.identify(reveal(key), 'hosted')
    assert.ok(identity.ok)
    const { addresses, ...caller } = identity.caller
    assert.deepEqual(caller, {
      accountId: 'acc_a',
      accountName: 'Account acc_a',
      keyId: id,
      surface: 'hosted',
      plan: { id: 'free', perMinute: 60, perDay: 5000 },
      scopes,
      expiresAt: null,
      isDemo: false,
    })
    assert.ok(addresses?.has('10.1.2.3') && !addresses.has('11.1.2.3'))
    const rows = await database.store.db.selectFrom('gateway_keys').selectAll().execute()
    const body = reveal(key).slice(8, 38)
    for (const seen of [rows, identity, await keys.list(), await keys.get(id), { id, key }])
      assert.ok(!inspect(seen, { depth: 9 }).includes(body) && !JSON.stringify(seen).includes(body))
  })

  test('missing, malformed, unknown, revoked, foreign-surface and disabled-account keys all get the same answer', async () => {
    const { keys, accounts, invalidations } = await start()
    const revoked = await keys.create(order())
    await keys.revoke(revoked.id)
    const market = await keys.create(order({ surface: 'market' }))
    const off = await keys.create(order({ accountId: 'acc_off' }))
    await accounts.update('acc_off', { enabled: false })
    await invalidations.publish('account', 'acc_off')
    const presented = [
      undefined,
      '',
      'nonsense',
      `${reveal(market.key)} `,
      makeKey('gh_live', randomBytes),
      makeKey('gh_admin', randomBytes),
      reveal(revoked.key),
      reveal(market.key),
      reveal(off.key),
      '\ud800'.repeat(50),
    ]
    for (const text of presented) assert.deepEqual(await keys.identify(text, 'hosted'), invalid, String(text))
    assert.equal(await codeOf(keys, market.key, 'market'), 'ok')
    assert.equal(await codeOf(keys, (await keys.create(order())).key, 'market'), 'key.invalid')
  })

  test('a key belongs to the surface it was created for, even when its row says otherwise', async () => {
    const { keys } = await start()
    const { id, key } = await keys.create(order({ surface: 'market' }))
    assert.deepEqual(keys.identify(reveal(key), 'hosted'), invalid)
    await database.store.db.updateTable('gateway_keys').set({ surface: 'hosted' }).where('id', '=', id).execute()
    assert.deepEqual(keys.identify(reveal(key), 'hosted'), invalid)
    assert.equal(await codeOf(keys, key, 'market'), 'key.invalid')
  })

  test('a malformed key or wrong checksum is refused without asking the database', async () => {
    const store = await database.another()
    const { keys } = await start({ store })
    const good = makeKey('gh_live', randomBytes)
    await store.close()
    assert.deepEqual(await keys.identify(`${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`, 'hosted'), invalid)
    assert.deepEqual(await keys.identify('x'.repeat(1_000_000), 'hosted'), invalid)
    await assert.rejects(async () => keys.identify(good, 'hosted'))
  })

  test('a cached key is identified synchronously, and so is an unknown one for 5 seconds', async () => {
    const { keys, clock } = await start()
    const { key } = await keys.create(order())
    const unknown = makeKey('gh_live', randomBytes)
    assert.ok(keys.identify(reveal(key), 'hosted') instanceof Promise)
    assert.ok(keys.identify(unknown, 'hosted') instanceof Promise)
    await Promise.all([keys.identify(reveal(key), 'hosted'), keys.identify(unknown, 'hosted')])
    assert.ok(!(keys.identify(reveal(key), 'hosted') instanceof Promise))
    clock.nowMs += 4_999
    assert.deepEqual(keys.identify(unknown, 'hosted'), invalid)
    clock.nowMs += 1
    assert.ok(keys.identify(unknown, 'hosted') instanceof Promise)
  })

  test('a revoked key stops working at once, in every process that is notified, and nothing brings it back', async () => {
    const invalidations = createLocalInvalidations()
    const here = await start({ invalidations })
    const there = await start({ invalidations, store: await database.another() })
    const { id, key } = await here.keys.create(order())
    assert.deepEqual([await codeOf(here.keys, key), await codeOf(there.keys, key)], ['ok', 'ok'])
    await here.keys.revoke(id)
    assert.deepEqual([await codeOf(here.keys, key), await codeOf(there.keys, key)], ['key.invalid', 'key.invalid'])
    await assert.rejects(there.keys.update(id, { enabled: true }), failure('thing.conflict'))
    await assert.rejects(there.keys.rotate(id, { graceMs: 1000 }), failure('thing.conflict'))
    await here.keys.revoke(id)
    assert.equal(await codeOf((await start()).keys, key), 'key.invalid')
    assert.equal((await here.keys.get(id))?.enabled, false)
  })

  test('a call whose key is revoked during the look-up is not admitted', async () => {
    const { keys } = await start()
    const { id, key } = await keys.create(order())
    const under = Array.from({ length: 5 }, () => codeOf(keys, key))
    await keys.revoke(id)
    const late = await codeOf(keys, key)
    assert.equal(late, 'key.invalid')
    for (const code of await Promise.all(under)) assert.match(code, /^(ok|key\.invalid)$/)
    assert.equal(await codeOf(keys, key), 'key.invalid')
  })

  test('without a lease, every call asks the database', async () => {
    const local = createLocalInvalidations()
    let heard = true
    const invalidations: Invalidations = { ...local, hasLease: () => heard }
    const { keys } = await start({ invalidations })
    const deaf = await start({ store: await database.another() })
    const { id, key } = await keys.create(order())
    assert.equal(await codeOf(keys, key), 'ok')
    await deaf.keys.revoke(id)
    heard = false
    assert.equal(await codeOf(keys, key), 'key.invalid')
  })

  test('expiry is checked at each call, not only when the key is loaded', async () => {
    const { keys, clock } = await start()
    const { id, key } = await keys.create(order({ expiresAt: clock() + 1000 }))
    assert.equal(await codeOf(keys, key), 'ok')
    clock.nowMs += 999
    assert.equal(await codeOf(keys, key), 'ok')
    clock.nowMs += 1
    assert.equal(await codeOf(keys, key), 'key.expired')
    await keys.update(id, { expiresAt: null })
    assert.equal(await codeOf(keys, key), 'ok')
    await assert.rejects(keys.create(order({ expiresAt: clock() })), failure('input.invalid'))
  })

  test('after a rotation the new key works at once and the old one until its grace period ends', async () => {
    const { keys, clock } = await start()
    const { id, key: first } = await keys.create(order({ scopes: [{ slug: 'books' }] }))
    await codeOf(keys, first)
    const { id: sameId, key: second } = await keys.rotate(id, { graceMs: 10_000 })
    assert.equal(sameId, id)
    assert.deepEqual([await codeOf(keys, first), await codeOf(keys, second)], ['ok', 'ok'])
    clock.nowMs += 9_999
    assert.deepEqual([await codeOf(keys, first), await codeOf(keys, second)], ['ok', 'ok'])
    clock.nowMs += 1
    assert.deepEqual([await codeOf(keys, first), await codeOf(keys, second)], ['key.invalid', 'ok'])
    assert.equal(await codeOf((await start()).keys, second), 'ok')
    const { key: third } = await keys.rotate(id, { graceMs: 0 })
    assert.deepEqual(
      [await codeOf(keys, first), await codeOf(keys, second), await codeOf(keys, third)],
      ['key.invalid', 'key.invalid', 'ok'],
    )
    const identity = await keys.identify(reveal(third), 'hosted')
    assert.deepEqual(identity.ok && identity.caller.scopes, [{ slug: 'books' }])
    for (const graceMs of [-1, 0.5, Number.NaN, 31 * 86_400_000])
      await assert.rejects(keys.rotate(id, { graceMs }), failure('input.invalid'))
  })

  test('revoking a rotated key ends its grace period, too', async () => {
    const { keys } = await start()
    const { id, key: first } = await keys.create(order())
    const { key: second } = await keys.rotate(id, { graceMs: 60_000 })
    assert.deepEqual([await codeOf(keys, first), await codeOf(keys, second)], ['ok', 'ok'])
    await keys.revoke(id)
    assert.deepEqual([await codeOf(keys, first), await codeOf(keys, second)], ['key.invalid', 'key.invalid'])
  })

  test('disabling, new scopes and new addresses apply when the update resolves, and can be lifted', async () => {
    const { keys } = await start()
    const { id, key } = await keys.create(order())
    assert.equal(await codeOf(keys, key), 'ok')
    await keys.update(id, { enabled: false })
    assert.equal(await codeOf(keys, key), 'key.disabled')
    await keys.update(id, { enabled: true, scopes: [{ slug: 'maps' }], addresses: ['192.0.2.1'] })
    const identity = await keys.identify(reveal(key), 'hosted')
    assert.ok(
      identity.ok && identity.caller.scopes?.[0]?.slug === 'maps' && identity.caller.addresses?.has('192.0.2.1'),
    )
    const facts = await keys.update(id, { scopes: null, addresses: null, name: 'renamed' })
    assert.deepEqual([facts.scopes, facts.addresses, facts.name], [null, null, 'renamed'])
    const again = await keys.identify(reveal(key), 'hosted')
    assert.ok(again.ok && again.caller.scopes === null && again.caller.addresses === null)
  })

  test('disabling an account and changing a plan reach cached callers', async () => {
    const { keys, accounts, invalidations } = await start()
    const { key } = await keys.create(order({ accountId: 'acc_plan' }))
    const plan = async () => {
      const identity = await keys.identify(reveal(key), 'hosted')
      return identity.ok ? identity.caller.plan.perMinute : identity.code
    }
    assert.equal(await plan(), 60)
    await accounts.upsertPlan({ id: 'free', perMinute: 61, perDay: 5000, createdAt: 1 })
    await invalidations.publish('plan', 'free')
    assert.equal(await plan(), 61)
    await accounts.upsertPlan({ id: 'big', perMinute: 900, perDay: 9000, createdAt: 1 })
    await accounts.update('acc_plan', { planId: 'big' })
    await invalidations.publish('account', 'acc_plan')
    assert.equal(await plan(), 900)
    await accounts.update('acc_plan', { enabled: false })
    await invalidations.publish('account', 'acc_plan')
    assert.equal(await plan(), 'key.invalid')
  })

  test('invalid settings are refused when a key is created or changed', async () => {
    const { keys } = await start()
    const bad: Partial<NewKey>[] = [
      { name: '' },
      { name: ' ' },
      { name: 'x'.repeat(101) },
      { name: 'a\nb' },
      { scopes: [] },
      { addresses: ['nowhere'] },
      { expiresAt: 1.5 },
    ]
    for (const more of bad)
      await assert.rejects(keys.create(order(more)), failure('input.invalid'), JSON.stringify(more))
    const { id } = await keys.create(order())
    for (const { accountId: _, ...more } of bad)
      await assert.rejects(keys.update(id, more), failure('input.invalid'), JSON.stringify(more))
    await assert.rejects(keys.create(order({ accountId: 'acc_none' })), failure('thing.unknown'))
    await assert.rejects(keys.update('key_none', {}), failure('thing.unknown'))
    await assert.rejects(keys.rotate('key_none', { graceMs: 0 }), failure('thing.unknown'))
    await assert.rejects(keys.revoke('key_none'), failure('thing.unknown'))
    assert.equal(await keys.get('key_none'), undefined)
  })

  test('damaged restrictions in the database fail the call instead of being ignored', async () => {
    const { keys } = await start()
    for (const scopes of ['{', 'null', '[]', '[{"slug":"books","paths":"/"}]']) {
      const { id, key } = await keys.create(order())
      await database.store.db.updateTable('gateway_keys').set({ scopes }).where('id', '=', id).execute()
      await assert.rejects(
        async () => keys.identify(reveal(key), 'hosted'),
        (error) => !(error instanceof Failure),
      )
      await keys.update(id, { scopes: null })
    }
  })

  test('a use is written at most once a minute per key, by flush, and a failed flush loses none', async () => {
    const store = await database.another()
    const { keys, clock } = await start({ store })
    const { id, key } = await keys.create(order())
    const started = clock()
    const lastUsed = async () => (await keys.get(id))?.lastUsedAt
    for (let call = 0; call < 5; call++) {
      await codeOf(keys, key)
      clock.nowMs += 10_000
    }
    assert.equal(await lastUsed(), null)
    await keys.flush()
    assert.equal(await lastUsed(), started)
    await codeOf(keys, key)
    await keys.flush()
    assert.equal(await lastUsed(), started)
    clock.nowMs += 10_000
    await codeOf(keys, key)
    await store.db.schema.alterTable('gateway_keys').renameTo('hidden').execute()
    await assert.rejects(keys.flush())
    await store.db.schema.alterTable('hidden').renameTo('gateway_keys').execute()
    await keys.flush()
    assert.equal(await lastUsed(), started + 60_000)
  })

  test('a list can be limited to one account', async () => {
    const { keys } = await start()
    const { id } = await keys.create(order({ accountId: 'acc_b', name: 'only one' }))
    assert.deepEqual(
      (await keys.list({ accountId: 'acc_b' })).map((facts) => [facts.id, facts.name]),
      [[id, 'only one']],
    )
  })

  test('keys under older and newer peppers work in processes that started before them', async () => {
    const early = await start()
    const { key: old } = await early.keys.create(order())
    const late = await start({ store: await database.another() })
    const version = await late.peppers.renew()
    const { id, key } = await late.keys.create(order())
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
