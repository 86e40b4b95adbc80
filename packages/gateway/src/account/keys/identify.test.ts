// Guards who is admitted with a gateway key, and from which moment on no longer.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { inspect } from 'node:util'
import { Failure } from '#define'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { reveal } from '../../process/secret.ts'
import { createLocalInvalidations } from '../invalidations/local.ts'
import type { Invalidations } from '../invalidations/port.ts'
import { makeKey } from './key-format.ts'
import { addKeyOwners, codeOf, newKey, startKeys } from './keys-world.fixture.ts'

const invalid = { ok: false, code: 'key.invalid' }
const failure = (code: string) => (error: unknown) => error instanceof Failure && error.code === code

await eachStore('identifying', (database) => {
  before(() => addKeyOwners(database.store))

  test('a new key identifies its caller, and is revealed only to whoever created it', async () => {
    const { keys } = await startKeys(database)
    const scopes = [{ slug: 'books', methods: ['GET'] }]
    const { id, key } = await keys.create(newKey({ scopes, addresses: ['10.0.0.0/8'] }))
    const identity = await keys.identify(reveal(key), 'hosted')
    assert.ok(identity.ok)
    const { addresses, ...caller } = identity.caller
    assert.deepEqual(caller, {
      accountId: 'acc_a',
      accountName: 'Account acc_a',
      keyId: id,
      surface: 'hosted',
      agent: 'read',
      plan: { id: 'free', perMinute: 60, perDay: 5000 },
      scopes,
      expiresAt: null,
      isDemo: false,
      sandbox: null,
      provider: null,
      limits: null,
    })
    assert.ok(addresses?.has('10.1.2.3') && !addresses.has('11.1.2.3'))
    const rows = await database.store.db.selectFrom('gateway_keys').selectAll().execute()
    const body = reveal(key).slice(8, 38)
    for (const seen of [rows, identity, await keys.list(), await keys.get(id), { id, key }])
      assert.ok(!inspect(seen, { depth: 9 }).includes(body) && !JSON.stringify(seen).includes(body))
  })

  test('missing, malformed, unknown, revoked, foreign-surface and disabled-account keys all get the same answer', async () => {
    const { keys, accounts, invalidations } = await startKeys(database)
    const revoked = await keys.create(newKey())
    await keys.revoke(revoked.id)
    const market = await keys.create(newKey({ surface: 'market' }))
    const off = await keys.create(newKey({ accountId: 'acc_off' }))
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
    assert.equal(await codeOf(keys, (await keys.create(newKey())).key, 'market'), 'key.invalid')
  })

  test('a key belongs to the surface it was created for, even when its row says otherwise', async () => {
    const { keys } = await startKeys(database)
    const { id, key } = await keys.create(newKey({ surface: 'market' }))
    assert.deepEqual(keys.identify(reveal(key), 'hosted'), invalid)
    await database.store.db.updateTable('gateway_keys').set({ surface: 'hosted' }).where('id', '=', id).execute()
    assert.deepEqual(keys.identify(reveal(key), 'hosted'), invalid)
    assert.equal(await codeOf(keys, key, 'market'), 'key.invalid')
  })

  test('a malformed key or wrong checksum is refused without asking the database', async () => {
    const store = await database.another()
    const { keys } = await startKeys(database, { store })
    const good = makeKey('gh_live', randomBytes)
    await store.close()
    assert.deepEqual(await keys.identify(`${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`, 'hosted'), invalid)
    assert.deepEqual(await keys.identify('x'.repeat(1_000_000), 'hosted'), invalid)
    await assert.rejects(async () => keys.identify(good, 'hosted'))
  })

  test('a cached key is identified synchronously, and so is an unknown one for 5 seconds', async () => {
    const { keys, clock } = await startKeys(database)
    const { key } = await keys.create(newKey())
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

  test('a call whose key is revoked during the look-up is not admitted', async () => {
    const { keys } = await startKeys(database)
    const { id, key } = await keys.create(newKey())
    const under = Array.from({ length: 5 }, () => codeOf(keys, key))
    await keys.revoke(id)
    const late = await codeOf(keys, key)
    assert.equal(late, 'key.invalid')
    for (const code of await Promise.all(under)) assert.match(code, /^(ok|key\.invalid)$/)
    assert.equal(await codeOf(keys, key), 'key.invalid')
  })

  test('without a lease, every call asks the database', async () => {
    const local = createLocalInvalidations()
    let isNotified = true
    const invalidations: Invalidations = { ...local, hasLease: () => isNotified }
    const { keys } = await startKeys(database, { invalidations })
    const deaf = await startKeys(database, { store: await database.another() })
    const { id, key } = await keys.create(newKey())
    assert.equal(await codeOf(keys, key), 'ok')
    await deaf.keys.revoke(id)
    isNotified = false
    assert.equal(await codeOf(keys, key), 'key.invalid')
  })

  test('expiry is checked at each call, not only when the key is loaded', async () => {
    const { keys, clock } = await startKeys(database)
    const { id, key } = await keys.create(newKey({ expiresAt: clock() + 1000 }))
    assert.equal(await codeOf(keys, key), 'ok')
    clock.nowMs += 999
    assert.equal(await codeOf(keys, key), 'ok')
    clock.nowMs += 1
    assert.equal(await codeOf(keys, key), 'key.expired')
    await keys.update(id, { expiresAt: null })
    assert.equal(await codeOf(keys, key), 'ok')
    await assert.rejects(keys.create(newKey({ expiresAt: clock() })), failure('input.invalid'))
  })

  test('disabling an account and changing a plan reach cached callers', async () => {
    const { keys, accounts, invalidations } = await startKeys(database)
    const { key } = await keys.create(newKey({ accountId: 'acc_plan' }))
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

  test('damaged restrictions in the database fail the call instead of being ignored', async () => {
    const { keys } = await startKeys(database)
    for (const scopes of ['{', 'null', '[]', '[{"slug":"books","paths":"/"}]']) {
      const { id, key } = await keys.create(newKey())
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
    const { keys, clock } = await startKeys(database, { store })
    const { id, key } = await keys.create(newKey())
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
})
