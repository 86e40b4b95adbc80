// Guards the rows of accounts and plans on both databases.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { type Account, createAccountsRepository } from './accounts.ts'

const free = { id: 'free', perMinute: 60, perDay: 5000, createdAt: 1 }
const account = (id: string): Account => ({
  id,
  name: 'Birds',
  planId: 'free',
  isDemo: false,
  provider: null,
  enabled: true,
  createdAt: 2,
})

await eachStore('accounts', (database) => {
  const rows = () => createAccountsRepository(database.store.db)
  beforeEach(() => rows().upsertPlan(free))

  test('an account is read as it was written', async () => {
    const created = { ...account('acc_read'), isDemo: true, provider: null, enabled: false }
    await rows().create(created)
    assert.deepEqual(await rows().get('acc_read'), created)
    assert.equal(await rows().get('acc_none'), undefined)
  })

  test('an account cannot be created twice or on an unknown plan', async () => {
    await rows().create(account('acc_twice'))
    await assert.rejects(rows().create(account('acc_twice')), (error) => database.store.dialect.isDuplicate(error))
    await assert.rejects(rows().create({ ...account('acc_planless'), planId: 'none' }))
    await assert.rejects(rows().update('acc_twice', { planId: 'none' }))
  })

  test('an update changes what it names and nothing else', async () => {
    await rows().create(account('acc_change'))
    await rows().create(account('acc_stay'))
    assert.deepEqual(await rows().update('acc_change', { enabled: false }), {
      ...account('acc_change'),
      enabled: false,
    })
    assert.deepEqual(await rows().update('acc_change', {}), { ...account('acc_change'), enabled: false })
    assert.deepEqual(await rows().get('acc_stay'), account('acc_stay'))
    assert.equal(await rows().update('acc_none', { name: 'x' }), undefined)
  })

  test('a list is in order of id, in pages that skip and repeat nothing', async () => {
    for (const id of ['acc_p3', 'acc_p1', 'acc_p2']) await rows().create(account(id))
    const first = await rows().list({ after: 'acc_p', limit: 2 })
    const second = await rows().list({ after: first.at(-1)?.id, limit: 2 })
    assert.deepEqual([...first, ...second].map((row) => row.id).slice(0, 3), ['acc_p1', 'acc_p2', 'acc_p3'])
    assert.equal((await rows().list({ limit: -5 })).length, 1)
  })

  test('replacing a plan changes its quotas and keeps its creation time', async () => {
    await rows().upsertPlan({ id: 'big', perMinute: 1, perDay: 2, createdAt: 10 })
    await rows().upsertPlan({ id: 'big', perMinute: 600, perDay: 2 ** 33, createdAt: 20 })
    assert.deepEqual(await rows().getPlan('big'), { id: 'big', perMinute: 600, perDay: 2 ** 33, createdAt: 10 })
    assert.deepEqual(await rows().getPlan('free'), free)
    assert.deepEqual(
      (await rows().listPlans()).map((plan) => plan.id),
      ['big', 'free'],
    )
  })
})
