// Guards the setting of a provider per account and listing on both databases.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { createAccountsRepository } from './accounts.ts'
import { createListingSettingsRepository } from './listing-settings.ts'

await eachStore('listing settings', (database) => {
  const settings = () => createListingSettingsRepository(database.store.db)
  before(async () => {
    const accounts = createAccountsRepository(database.store.db)
    await accounts.upsertPlan({ id: 'free', perMinute: 1, perDay: 1, createdAt: 1 })
    for (const id of ['acc_a', 'acc_b'])
      await accounts.create({
        id,
        name: id,
        planId: 'free',
        isDemo: false,
        provider: null,
        enabled: true,
        createdAt: 1,
      })
  })

  test('the latest setting of a listing applies, to its account only', async () => {
    await settings().set('acc_a', { listing: 'weather', provider: 'embedded', updatedAt: 1 })
    await settings().set('acc_a', { listing: 'weather', provider: 'live', updatedAt: 2 })
    await settings().set('acc_a', { listing: 'books', provider: 'live', updatedAt: 3 })
    const weather = { listing: 'weather', provider: 'live' as const, updatedAt: 2 }
    assert.deepEqual(await settings().get('acc_a', 'weather'), weather)
    assert.deepEqual(
      (await settings().list('acc_a')).map((setting) => setting.listing),
      ['books', 'weather'],
    )
    assert.equal(await settings().get('acc_b', 'weather'), undefined)
    assert.deepEqual(await settings().list('acc_b'), [])
  })

  test('an envelope is chosen beside the provider, for one account, and removing it leaves the provider', async () => {
    const choice = { listing: 'tides', updatedAt: 1 }
    await settings().set('acc_a', { ...choice, provider: 'live' })
    await settings().setEnvelope('acc_a', { ...choice, envelope: 'data' })
    await settings().setEnvelope('acc_a', { ...choice, envelope: 'raw' })
    await settings().setEnvelope('acc_a', { ...choice, listing: 'atlas', envelope: 'data' })
    const both = { atlas: 'data', tides: 'raw' }
    assert.deepEqual(Object.fromEntries([...(await settings().envelopes('acc_a'))].sort()), both)
    assert.deepEqual([...(await settings().envelopes('acc_a', 'tides'))], [['tides', 'raw']])
    assert.equal((await settings().envelopes('acc_b')).size, 0)
    await settings().setEnvelope('acc_a', { ...choice, envelope: undefined })
    assert.deepEqual([...(await settings().envelopes('acc_a')).keys()], ['atlas'])
    assert.equal((await settings().get('acc_a', 'tides'))?.provider, 'live')
  })

  test('a removed setting is gone, and removing reports whether there was one', async () => {
    await settings().set('acc_b', { listing: 'maps', provider: 'live', updatedAt: 1 })
    assert.equal(await settings().remove('acc_b', 'maps'), true)
    assert.equal(await settings().remove('acc_b', 'maps'), false)
    assert.equal(await settings().get('acc_b', 'maps'), undefined)
  })
})
