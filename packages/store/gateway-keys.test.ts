// Guards the rows of keys on both databases, above all that a revoked one stays revoked.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { createAccountsRepository } from './accounts.ts'
import { type KeySearch, keyStates, searchKeys } from './gateway-key-search.ts'
import { createGatewayKeysRepository, type NewKeyRow } from './gateway-keys.ts'

const newKey = (id: string, hash: string): NewKeyRow => ({
  id,
  accountId: 'acc_a',
  surface: 'hosted',
  name: 'laptop',
  scopes: null,
  addresses: null,
  expiresAt: null,
  createdAt: 5,
  hash: { hash, pepperVersion: 1 },
})

const few = { unrevoked: 5, all: 7 }

await eachStore('rows of keys', (database) => {
  const keys = () => createGatewayKeysRepository(database.store)
  before(async () => {
    const accounts = createAccountsRepository(database.store.db)
    await accounts.upsertPlan({ id: 'free', perMinute: 60, perDay: 5000, createdAt: 1 })
    await accounts.create({
      id: 'acc_a',
      name: 'Birds',
      planId: 'free',
      isDemo: true,
      provider: null,
      enabled: true,
      createdAt: 1,
    })
  })

  test('a key is found by its hash together with its account and plan', async () => {
    await keys().insert(newKey('key_found', 'hash-found'))
    const match = await keys().match(['hash-other', 'hash-found'])
    assert.equal(match?.key.id, 'key_found')
    assert.equal(match?.matchedPrevious, false)
    assert.deepEqual(match?.account, { id: 'acc_a', name: 'Birds', enabled: true, isDemo: true, provider: null })
    assert.deepEqual(match?.plan, { id: 'free', perMinute: 60, perDay: 5000 })
    assert.equal(await keys().match(['hash-none']), undefined)
    assert.equal(await keys().match([]), undefined)
  })

  test('a rotated key is found by both hashes, and the match says by which one', async () => {
    await keys().insert(newKey('key_rotated', 'hash-old'))
    assert.equal(
      await keys().rotate('key_rotated', { hash: 'hash-new', pepperVersion: 2 }, { previousUntil: 900 }),
      true,
    )
    assert.equal((await keys().match(['hash-new']))?.matchedPrevious, false)
    const old = await keys().match(['hash-old'])
    assert.deepEqual([old?.key.id, old?.matchedPrevious, old?.key.previousUntil], ['key_rotated', true, 900])
    assert.equal(
      await keys().rotate('key_rotated', { hash: 'hash-newest', pepperVersion: 2 }, { previousUntil: null }),
      true,
    )
    assert.equal(await keys().match(['hash-old', 'hash-new']), undefined)
  })

  test('a key works until it expires, is disabled or revoked, or its account is disabled', async () => {
    const works = (id: string, at = 50) => keys().works(id, at)
    await keys().insert({ ...newKey('key_works', 'hash-works'), expiresAt: 100 })
    assert.deepEqual(await Promise.all([works('key_works'), works('key_works', 100), works('key_none')]), [
      true,
      false,
      false,
    ])
    await keys().update('key_works', { enabled: false, expiresAt: null })
    assert.equal(await works('key_works'), false)
    await keys().update('key_works', { enabled: true })
    assert.equal(await works('key_works', 100), true)
    const accounts = createAccountsRepository(database.store.db)
    await accounts.update('acc_a', { enabled: false })
    assert.equal(await works('key_works'), false)
    await accounts.update('acc_a', { enabled: true })
    await keys().revoke('key_works', 60)
    assert.equal(await works('key_works'), false)
  })

  test('nothing brings a revoked key back: not update, rotate, a second revoke, nor a write past the repository', async () => {
    await keys().insert(newKey('key_revoked', 'hash-revoked'))
    assert.deepEqual((await keys().revoke('key_revoked', 77))?.revoked, ['key_revoked'])
    assert.equal(await keys().match(['hash-revoked']), undefined)
    assert.equal(await keys().update('key_revoked', { enabled: true }), undefined)
    assert.equal(
      await keys().rotate('key_revoked', { hash: 'hash-again', pepperVersion: 1 }, { previousUntil: 99 }),
      false,
    )
    assert.deepEqual(await keys().revoke('key_revoked', 78), { revoked: [], all: ['key_revoked'], remaining: [] })
    assert.equal(await keys().revoke('key_none', 78), undefined)
    const { db } = database.store
    const forced = db
      .updateTable('gateway_keys')
      .set({ hash: 'hash-revoked' })
      .where('id', '=', 'key_revoked')
      .execute()
    await assert.rejects(forced)
    assert.equal((await keys().get('key_revoked'))?.revokedAt, 77)
  })

  test('an update changes what it names and nothing else', async () => {
    await keys().insert(newKey('key_updated', 'hash-updated'))
    await keys().update('key_updated', { enabled: false, scopes: '[1]', expiresAt: 12 })
    await keys().update('key_updated', { name: 'desk', scopes: null })
    const row = await keys().get('key_updated')
    assert.deepEqual([row?.name, row?.enabled, row?.scopes, row?.expiresAt], ['desk', false, null, 12])
    assert.equal((await keys().update('key_updated', {}))?.name, 'desk')
    assert.equal((await keys().get('key_found'))?.name, 'laptop')
  })

  test('the time of last use never goes back', async () => {
    await keys().insert(newKey('key_used_1', 'hash-used-1'))
    await keys().insert(newKey('key_used_2', 'hash-used-2'))
    const at = Date.UTC(2030, 0)
    await keys().touch([
      { id: 'key_used_1', at },
      { id: 'key_used_2', at: at + 1 },
      { id: 'key_none', at },
    ])
    await keys().touch([
      { id: 'key_used_1', at: at - 1 },
      { id: 'key_used_2', at: at + 2 },
    ])
    await keys().touch([])
    assert.equal((await keys().get('key_used_1'))?.lastUsedAt, at)
    assert.equal((await keys().get('key_used_2'))?.lastUsedAt, at + 2)
    assert.equal((await keys().get('key_found'))?.lastUsedAt, null)
  })

  test('a list can be limited to one account, and continues after an id', async () => {
    const page = await searchKeys(database.store, { accountId: 'acc_a', after: 'key_u', limit: 2 })
    assert.deepEqual(
      page.keys.map((key) => key.id),
      ['key_updated', 'key_used_1'],
    )
    assert.equal(page.next, 'key_used_1')
    assert.deepEqual(await searchKeys(database.store, { accountId: 'acc_none' }), { keys: [] })
  })

  test('pages in any order, of any state and name, hold each key once', async () => {
    const now = 1_800_000_000_000
    const accounts = createAccountsRepository(database.store.db)
    await accounts.create({
      ...{ id: 'acc_s', name: 's', planId: 'free' },
      isDemo: false,
      provider: null,
      enabled: true,
      createdAt: 0,
    })
    const names = ['Ärger', 'alpha', 'ALPHA 2', 'al%', 'al_', 'beta', 'be\\ta', 'Alphabet', 'zz']
    for (const [at, name] of names.entries()) {
      const id = `key_s${at}`
      await keys().insert({
        id,
        accountId: 'acc_s',
        surface: at % 4 === 0 ? 'market' : 'hosted',
        name,
        scopes: null,
        addresses: null,
        expiresAt: at % 3 === 0 ? null : now + (at % 3 === 1 ? -at : at),
        createdAt: at,
        hash: { hash: `hash-s${at}`, pepperVersion: 1 },
      })
      if (at % 2 === 0) await keys().touch([{ id, at: now - at }])
      if (at === 5) await keys().update(id, { enabled: false })
      if (at === 8) await keys().revoke(id, now)
    }
    const found = async (search: KeySearch) => {
      const all: string[] = []
      for (let after: string | undefined; ; ) {
        const page = await searchKeys(database.store, { accountId: 'acc_s', now, limit: 2, ...search, after })
        all.push(...page.keys.map(({ id }) => id.slice(5)))
        after = page.next
        if (after === undefined) return all.join('')
      }
    }
    assert.equal(await found({}), '012345678')
    assert.equal(await found({ sort: 'newest' }), '876543210')
    assert.equal(await found({ sort: 'used' }), '135786420')
    assert.equal(await found({ sort: 'expires' }), '741258')
    assert.equal(await found({ search: 'al' }), '34127')
    assert.equal(await found({ search: 'AL%' }), '3')
    assert.equal(await found({ search: 'key_s4' }), '4')
    assert.equal(await found({ search: 'Är' }), '0')
    assert.equal(await found({ surface: 'market' }), '048')
    assert.equal(await found({ ids: ['key_s7', 'key_s2', 'key_found', 'key_none'], sort: 'newest' }), '72')
    assert.equal(await found({ ids: [] }), '')
    const states = { works: '0236', disabled: '5', expired: '741', revoked: '8' } as const
    for (const state of keyStates) assert.equal(await found({ state }), states[state], state)
    await assert.rejects(searchKeys(database.store, { sort: 'used', after: 'key_s1' }), RangeError)
  })

  test('an account never has more keys than it may, however many processes make them at once', async () => {
    await createAccountsRepository(database.store.db).create({
      id: 'acc_limit',
      name: 'Limit',
      planId: 'free',
      isDemo: false,
      provider: null,
      enabled: true,
      createdAt: 1,
    })
    const processes = [keys(), createGatewayKeysRepository(await database.another())]
    const made = await Promise.all(
      Array.from({ length: 24 }, (_none, at) =>
        processes[at % 2]?.insert({ ...newKey(`key_l${at}`, `hash-l${at}`), accountId: 'acc_limit' }, few),
      ),
    )
    assert.equal(made.filter((outcome) => outcome === 'made').length, few.unrevoked)
    assert.equal(made.filter((outcome) => outcome === 'full').length, 24 - few.unrevoked)
    const first = `key_l${made.indexOf('made')}`
    await keys().revoke(first, 1)
    const insert = (id: string) => keys().insert({ ...newKey(id, `hash-${id}`), accountId: 'acc_limit' }, few)
    assert.deepEqual([await insert('key_more'), await insert('key_most')], ['made', 'full'])
    assert.equal(
      await keys().insert({ ...newKey('key_any', 'hash-any'), accountId: 'acc_limit' }),
      'made',
      'the operator has no limit',
    )
  })

  test('a revoked key has made nothing that its revocation does not name, whenever it was made', async () => {
    const other = createGatewayKeysRepository(await database.another())
    for (let round = 0; round < 10; round++) {
      const maker = `key_maker${round}`
      await keys().insert(newKey(maker, `hash-${maker}`))
      const make = (at: number) =>
        (at % 2 === 0 ? keys() : other).insert({
          ...newKey(`key_${round}made${at}`, `hash-${round}made${at}`),
          madeBy: at > 5 ? `key_${round}made${at - 5}` : maker,
        })
      const making = Array.from({ length: 12 }, (_none, at) => make(at))
      const [done] = await Promise.all([other.revoke(maker, 9, () => true), ...making])
      const outcomes = await Promise.all(making)
      assert.deepEqual(done?.remaining, [])
      for (const [at, outcome] of outcomes.entries()) {
        const id = `key_${round}made${at}`
        if (outcome === 'made') assert.equal((await keys().get(id))?.revokedAt, 9, `${id} survived`)
        else assert.equal(outcome, 'maker_ended')
      }
      assert.equal(await make(20), 'maker_ended')
      assert.equal(
        await keys().rotate('key_a', { hash: 'hash-x', pepperVersion: 1 }, { previousUntil: null, key: maker }),
        false,
      )
    }
  })

  test('keys made by keys that a key made, and those that it rotated, are found, revoked ones and circles included', async () => {
    const made = (id: string, madeBy?: string) => keys().insert({ ...newKey(id, `hash-${id}`), madeBy })
    await made('key_1')
    await made('key_11', 'key_1')
    await made('key_111', 'key_11')
    await made('key_12', 'key_1')
    await made('key_2')
    await keys().rotate('key_2', { hash: 'hash-2b', pepperVersion: 1 }, { previousUntil: null, key: 'key_111' })
    await keys().rotate('key_1', { hash: 'hash-1b', pepperVersion: 1 }, { previousUntil: null, key: 'key_2' })
    await keys().revoke('key_11', 5)
    const left = await keys().revoke('key_1', 6)
    assert.deepEqual(left?.remaining.map(({ id }) => id).sort(), ['key_111', 'key_12', 'key_2'])
    const done = await keys().revoke('key_1', 7, ({ id }) => id !== 'key_12')
    assert.deepEqual([...(done?.revoked ?? [])].sort(), ['key_111', 'key_2'])
    assert.deepEqual(
      done?.remaining.map(({ id }) => id),
      ['key_12'],
    )
  })
})
