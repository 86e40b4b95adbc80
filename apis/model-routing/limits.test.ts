// Limits on what is stored hold with the insert, whoever inserts at the same moment, on each database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../tests/harness/services.ts'
import { createBatchStore } from './provider/batches/batch-store.ts'
import { createChannelStore } from './provider/router/channels/channel-store.ts'
import { openStoreWorld, type StoreWorld } from './test/world.ts'

await eachStore('limits of model routing', (database) => {
  const processes = async () => {
    const one = await openStoreWorld(database.store)
    return [one, await openStoreWorld(await database.another())] as const
  }
  /** The number of creations that succeed, of 30 that two processes begin at once. */
  async function madeAtOnce<T>(make: (world: StoreWorld, at: number) => Promise<T>): Promise<T[]> {
    const worlds = await processes()
    const making = Array.from({ length: 30 }, (_, at) => make(worlds[at % 2 === 0 ? 0 : 1], at))
    return (await Promise.allSettled(making)).flatMap((made) => (made.status === 'fulfilled' ? [made.value] : []))
  }

  test('an account has twenty batches under way', async () => {
    const facts = { endpoint: '/v1/moderations', inputFile: 'file-a', metadata: null, keptS: 1, key: 'k', headers: {} }
    const made = await madeAtOnce(({ kit }, at) =>
      createBatchStore(kit).create({ id: `batch_${at}`, account: 'acc_a', wire: 'openai', facts, runner: null }),
    )
    assert.equal(made.filter(Boolean).length, 20)
    const [{ kit }] = await processes()
    assert.equal(await createBatchStore(kit).countOf('acc_a'), 20)
    const other = { id: 'batch_other', account: 'acc_b', wire: 'openai' as const, facts, runner: null }
    assert.ok(await createBatchStore(kit).create(other))
  })

  test('there are a thousand channels, and one of each name', async () => {
    const [{ kit }] = await processes()
    const stored = Array.from({ length: 995 }, (_, at) => ({ id: `ch_${at}`, name: `n${at}`, facts: '{"models":[]}' }))
    await kit.db
      .insertInto('model_routing_channels')
      .values(stored.map((row) => ({ ...row, created_ms: 0, updated_ms: 0 })))
      .execute()
    const same = await madeAtOnce(({ kit }) => createChannelStore(kit).create({ name: 'same', models: ['m'] }))
    assert.equal(same.length, 1)
    const made = await madeAtOnce(({ kit }, at) => createChannelStore(kit).create({ name: `new${at}`, models: ['m'] }))
    assert.equal(made.length, 4)
  })

  test('there are a thousand budgets', async () => {
    const [{ kit }] = await processes()
    const scope = { account: '', key_id: '', model: '', per: 'all', period: 'day', amount: 1n, created_ms: 0 }
    await kit.db
      .insertInto('model_routing_budgets')
      .values(Array.from({ length: 995 }, (_, at) => ({ id: `bud_${at}`, ...scope })))
      .execute()
    const body = { model: 'm', period: 'day', usd: '1' }
    const made = await madeAtOnce(({ askOperator }) => askOperator('/budgets', { method: 'POST', body }))
    assert.equal(made.length, 5)
    const stored = await kit.db.selectFrom('model_routing_budgets').select('id').execute()
    assert.equal(stored.length, 1000)
  })
})
