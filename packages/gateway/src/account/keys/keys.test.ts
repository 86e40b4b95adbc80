// Guards changes of gateway keys: from which moment on they hold, and that nothing undoes a revocation.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Failure } from '#define'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { reveal } from '../../process/secret.ts'
import { createLocalInvalidations } from '../invalidations/local.ts'
import type { NewKey } from './keys.ts'
import { addKeyOwners, codeOf, newKey, startKeys } from './keys-world.fixture.ts'

const failure = (code: string) => (error: unknown) => error instanceof Failure && error.code === code

await eachStore('gateway keys', (database) => {
  before(() => addKeyOwners(database.store))

  test('a revoked key stops working at once, in every process that is notified, and nothing brings it back', async () => {
    const invalidations = createLocalInvalidations()
    const here = await startKeys(database, { invalidations })
    const there = await startKeys(database, { invalidations, store: await database.another() })
    const { id, key } = await here.keys.create(newKey())
    assert.deepEqual([await codeOf(here.keys, key), await codeOf(there.keys, key)], ['ok', 'ok'])
    await here.keys.revoke(id)
    assert.deepEqual([await codeOf(here.keys, key), await codeOf(there.keys, key)], ['key.invalid', 'key.invalid'])
    await assert.rejects(there.keys.update(id, { enabled: true }), failure('thing.conflict'))
    await assert.rejects(there.keys.rotate(id, { graceMs: 1000 }), failure('thing.conflict'))
    await here.keys.revoke(id)
    assert.equal(await codeOf((await startKeys(database)).keys, key), 'key.invalid')
    assert.equal((await here.keys.get(id))?.enabled, false)
  })

  test('after a rotation the new key works at once and the old one until its grace period ends', async () => {
    const { keys, clock } = await startKeys(database)
    const { id, key: first } = await keys.create(newKey({ scopes: [{ slug: 'books' }] }))
    await codeOf(keys, first)
    const { id: sameId, key: second } = await keys.rotate(id, { graceMs: 10_000 })
    assert.equal(sameId, id)
    assert.deepEqual([await codeOf(keys, first), await codeOf(keys, second)], ['ok', 'ok'])
    clock.nowMs += 9_999
    assert.deepEqual([await codeOf(keys, first), await codeOf(keys, second)], ['ok', 'ok'])
    clock.nowMs += 1
    assert.deepEqual([await codeOf(keys, first), await codeOf(keys, second)], ['key.invalid', 'ok'])
    assert.equal(await codeOf((await startKeys(database)).keys, second), 'ok')
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
    const { keys } = await startKeys(database)
    const { id, key: first } = await keys.create(newKey())
    const { key: second } = await keys.rotate(id, { graceMs: 60_000 })
    assert.deepEqual([await codeOf(keys, first), await codeOf(keys, second)], ['ok', 'ok'])
    await keys.revoke(id)
    assert.deepEqual([await codeOf(keys, first), await codeOf(keys, second)], ['key.invalid', 'key.invalid'])
  })

  test('disabling, new scopes and new addresses apply when the update resolves, and can be lifted', async () => {
    const { keys } = await startKeys(database)
    const { id, key } = await keys.create(newKey())
    assert.equal(await codeOf(keys, key), 'ok')
    await keys.update(id, { enabled: false })
    assert.equal(await codeOf(keys, key), 'key.disabled')
    await keys.update(id, { enabled: true, scopes: [{ slug: 'maps' }], addresses: ['192.0.2.1'] })
    const identity = await keys.identify(reveal(key), 'hosted')
    assert.ok(
      identity.ok && identity.caller.scopes?.[0]?.slug === 'maps' && identity.caller.addresses?.has('192.0.2.1'),
    )
    const renamed = await keys.update(id, { scopes: null, addresses: null, name: 'renamed' })
    assert.deepEqual([renamed.scopes, renamed.addresses, renamed.name], [null, null, 'renamed'])
    const again = await keys.identify(reveal(key), 'hosted')
    assert.ok(again.ok && again.caller.scopes === null && again.caller.addresses === null)
  })

  test('invalid settings are refused when a key is created or changed', async () => {
    const { keys } = await startKeys(database)
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
      await assert.rejects(keys.create(newKey(more)), failure('input.invalid'), JSON.stringify(more))
    const { id } = await keys.create(newKey())
    for (const { accountId: _, ...more } of bad)
      await assert.rejects(keys.update(id, more), failure('input.invalid'), JSON.stringify(more))
    await assert.rejects(keys.create(newKey({ accountId: 'acc_none' })), failure('thing.unknown'))
    await assert.rejects(keys.update('key_none', {}), failure('thing.unknown'))
    await assert.rejects(keys.rotate('key_none', { graceMs: 0 }), failure('thing.unknown'))
    await assert.rejects(keys.revoke('key_none'), failure('thing.unknown'))
    assert.equal(await keys.get('key_none'), undefined)
  })

  test('a list can be limited to one account', async () => {
    const { keys } = await startKeys(database)
    const { id } = await keys.create(newKey({ accountId: 'acc_b', name: 'only one' }))
    assert.deepEqual(
      (await keys.list({ accountId: 'acc_b' })).keys.map((key) => [key.id, key.name]),
      [[id, 'only one']],
    )
  })
})
