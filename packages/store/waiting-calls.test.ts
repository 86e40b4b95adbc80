// Guards that a call of an agent is approved once, whichever process asks, on both databases.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { createAccountsRepository } from './accounts.ts'
import { createWaitingCallsRepository } from './waiting-calls.ts'

await eachStore('waiting calls', (database) => {
  const calls = () => createWaitingCallsRepository(database.store)
  const row = (id: string, createdAt: number) => ({
    ...{
      id,
      accountId: 'acc_a',
      keyId: 'key_a',
      operation: 'weather.remove',
      arguments: '{}',
      provider: null,
      client: null,
    },
    createdAt,
    expiresAt: createdAt + 100,
  })
  before(async () => {
    const accounts = createAccountsRepository(database.store.db)
    await accounts.upsertPlan({ id: 'free', perMinute: 1, perDay: 1, createdAt: 1 })
    await accounts.create({
      id: 'acc_a',
      name: 'a',
      planId: 'free',
      isDemo: false,
      provider: null,
      enabled: true,
      createdAt: 1,
    })
  })

  test('an approval is taken by one of many concurrent processes', async () => {
    const other = createWaitingCallsRepository(await database.another())
    await calls().add(row('one', 1000), 5)
    assert.equal(await calls().take('one', 1001), 'waits')
    assert.equal(await other.answer('one', 'approved', 1001), true)
    assert.equal(await calls().answer('one', 'declined', 1001), false)
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? calls() : other).take('one', 1002)),
    )
    assert.equal(taken.filter((state) => state === 'approved').length, 1)
    assert.equal(await calls().take('one', 1003), undefined)
  })

  test('a call that is kept is not kept again, and what has expired makes room', async () => {
    await calls().add(row('two', 2000), 2)
    await calls().add(row('two', 2050), 2)
    await calls().add(row('three', 2050), 2)
    await calls().add(row('four', 2050), 2)
    assert.deepEqual(await calls().list('acc_a', 2060), [row('two', 2000), row('three', 2050)])
    assert.equal(await calls().get('two', { now: 2100 }), undefined)
    assert.equal(await calls().answer('two', 'approved', 2100), false)
    await calls().add(row('four', 2110), 2)
    assert.deepEqual(await calls().list('acc_a', 2120), [row('three', 2050), row('four', 2110)])
  })

  test('a refusal holds until the call expires', async () => {
    await calls().add(row('five', 3000), 2)
    assert.equal(await calls().answer('five', 'declined', 3001), true)
    assert.equal(await calls().take('five', 3002), 'declined')
    assert.equal(await calls().take('five', 3003), 'declined')
    assert.equal(await calls().take('five', 3100), undefined)
  })
})
