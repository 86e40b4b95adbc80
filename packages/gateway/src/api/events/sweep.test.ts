// What the sweep announces: each crossing once, whichever process looks and however often, on both databases.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import type { BudgetTables } from '#provider/budgets'
import { beginOutage, createWaitingCallsRepository, endOutage, insertProcess } from '#store'
import { testSeed } from '../../../../../tests/harness/seed.ts'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { addAccounts } from '../../account/vault/test-world.fixture.ts'
import { type EventsWorld, openEventsWorld } from './events-world.fixture.ts'

const dayMs = 24 * 3_600_000

await eachStore('the sweep', (database) => {
  let world: EventsWorld
  beforeEach(async () => {
    world = await openEventsWorld(database)
    await world.store.db.deleteFrom('events').execute()
    await world.store.db.deleteFrom('claims').execute()
    await world.store.db.deleteFrom('day_counters').execute()
    await world.store.db.deleteFrom('waiting_calls').execute()
    await world.store.db.deleteFrom('gateway_keys').execute()
  })
  afterEach(() => world.deliverer.stop())
  const types = async () => (await world.happened()).map(({ type, data }) => [type, JSON.parse(data)])
  const shares = async () =>
    (await types()).map(([type, data]) => `${type} ${data.key ?? data.surface ?? data.budget} ${data.percent}`).sort()

  test('a limit is told at 80, 95 and 100 %, once, and again on the next day', async () => {
    const sweep = async (calls: number) => {
      await world.count('acc_a', calls)
      await world.sweep()
      await world.sweep()
      return shares()
    }
    assert.deepEqual(await sweep(3999), [])
    assert.deepEqual(await sweep(1), ['limit.near hosted 80'])
    assert.deepEqual(await sweep(1000), ['limit.near hosted 80', 'limit.near hosted 95', 'limit.reached hosted 100'])
    world.clock.nowMs += dayMs
    assert.equal((await sweep(4000)).length, 4)
  })

  test('a limit that was reached before midnight is told after it; one that was only near is not', async () => {
    await world.count('acc_a', 5000)
    await world.count('market:acc_b', 4999)
    world.clock.nowMs += dayMs / 2 + 60_000
    await world.sweep()
    assert.deepEqual(await shares(), ['limit.reached hosted 100'])
  })

  test('each account that crosses a budget or its calls is told, and each key, however many were told before', async () => {
    const { db } = world.store
    const most = 1000
    const names = Array.from({ length: most + 10 }, (_none, at) => `acc_x${String(at).padStart(4, '0')}`)
    await addAccounts(world.store, ...names)
    const spent = Object.fromEntries(names.map((name, at) => [name, at % 505 === 0 ? 79 : 80]))
    const endsAt = (Math.floor(world.clock() / dayMs) + 1) * dayMs
    // another process has announced those who come first
    const claims = names
      .slice(0, most)
      .flatMap((name) => [`budget/each/${name}//${endsAt}/80`, `limit/hosted:${name}/${endsAt}/80`])
    for (let at = 0; at < claims.length; at += 500)
      await db
        .insertInto('claims')
        .values(claims.slice(at, at + 500).map((name) => ({ name, at: 1, expires_at: endsAt })))
        .execute()
    for (const [at, name] of names.entries()) await world.count(name, at % 505 === 0 ? 3999 : 4000)
    const usdPerDay = '0.57'
    const limits = { perMinute: null, perDay: null, usdPerDay }
    const own = await world.keys.create({ accountId: 'acc_a', surface: 'hosted', name: 'CI', limits })
    await world.spend({ id: 'each', per: 'account', cents: 100, spent })
    // 95 % of 57 cents and no less, which is another number in binary fractions
    const start_ms = Math.floor(world.clock() / dayMs) * dayMs
    const budgets = db.withTables<Pick<BudgetTables, keyof BudgetTables>>()
    const row = { budget: 'key', who: own.id, start_ms, held: 0n, spent: 541_500_000_000n }
    await budgets.insertInto('model_routing_spent').values(row).execute()
    await world.sweep()
    await world.sweep()
    const told = (await db.selectFrom('events').select(['account_id', 'data']).execute()).map(
      ({ account_id, data }) => {
        const { budget, account, key, percent, used } = JSON.parse(data)
        assert.equal(account, account_id)
        return [budget ?? 'calls', account, key, percent, used].join(' ')
      },
    )
    const expected = names
      .slice(most)
      .flatMap((name, at) => ((most + at) % 505 === 0 ? [] : [`each ${name}  80 0.8`, `calls ${name}  80 4000`]))
    const ofKey = [80, 95].map((share) => `key acc_a ${own.id} ${share} 0.5415`)
    assert.deepEqual(told.sort(), [...expected, ...ofKey].sort())
    await budgets.deleteFrom('model_routing_spent').execute()
    await budgets.deleteFrom('model_routing_budgets').execute()
  })

  test('a budget that was used up before the end of its period is told after it; one that was only near is not', async () => {
    await world.spend({ id: 'each', per: 'account', cents: 100, spent: { acc_a: 100, acc_b: 99 } })
    world.clock.nowMs += dayMs / 2 + 60_000
    await world.sweep()
    const told = (await types()).map(([type, { account, percent }]) => [type, account, percent])
    assert.deepEqual(told, [['budget.reached', 'acc_a', 100]])
    world.clock.nowMs -= dayMs / 2 + 60_000
    await world.spend({ id: 'each', per: 'account', cents: 100, spent: {} })
  })

  test('a key with a limit of its own is reported beside its account', async () => {
    const limits = { perMinute: null, perDay: 100, usdPerDay: null }
    const { id } = await world.keys.create({ accountId: 'acc_a', surface: 'hosted', name: 'CI', limits })
    await world.count(`key:${id}`, 96)
    await world.sweep()
    const [[type, data] = []] = await types()
    assert.deepEqual(
      [type, data.account, data.key, data.surface, data.used, data.limit],
      ['limit.near', 'acc_a', id, null, 96, 100],
    )
    assert.deepEqual(await shares(), [`limit.near ${id} 80`, `limit.near ${id} 95`])
  })

  test('many processes that look at once tell it once', async () => {
    const others = await Promise.all(
      [1, 2, 3].map(async () => openEventsWorld(database, { store: await database.another() })),
    )
    await world.count('market:acc_a', 5000)
    await Promise.all([world, ...others].flatMap(({ sweep }) => [sweep(), sweep()]))
    assert.deepEqual(await shares(), ['limit.near market 80', 'limit.near market 95', 'limit.reached market 100'])
    for (const { deliverer } of others) await deliverer.stop()
  })

  test('a key is told 14 days and 3 days before it expires, and when it has', async () => {
    const expiresAt = world.clock() + 20 * dayMs
    const { id } = await world.keys.create({ accountId: 'acc_a', surface: 'hosted', name: 'CI', expiresAt })
    const told: string[][] = []
    for (const days of [0, 7, 10, 3.5, 2]) {
      world.clock.nowMs += days * dayMs
      await world.sweep()
      told.push((await types()).map(([type, data]) => `${type} ${data.days ?? ''}`))
    }
    const [first, second, third] = ['key.expiring 14', 'key.expiring 3', 'key.expired ']
    assert.deepEqual(told, [[], [first], [first, second], [first, second, third], [first, second, third]])
    const [[, data] = []] = await types()
    assert.deepEqual(data, { account: 'acc_a', key: id, name: 'CI', expiresAt, days: 14 })
  })

  test('a call that waits is told with where to answer, and without its arguments', async () => {
    const at = world.clock()
    const call = { id: `wait_${at}`, accountId: 'acc_a', keyId: 'key_a', operation: 'finance.remove', provider: null }
    const more = { arguments: '{"secret":1}', client: 'x', createdAt: at, expiresAt: at + 300_000 }
    await createWaitingCallsRepository(world.store).add({ ...call, ...more }, 5)
    await world.sweep()
    await world.sweep()
    const { id, keyId: key, operation } = call
    const url = 'http://127.0.0.1:8787/console/agents'
    assert.deepEqual(await types(), [
      ['call.waiting', { account: 'acc_a', id, key, operation, expiresAt: at + 300_000, url }],
    ])
  })

  test('a listing is down after 30 s in any process, and up after 30 s without an open circuit in any', async () => {
    const { db } = world.store
    for (const id of ['p1', 'p2']) await insertProcess(db, { id, seenAt: world.clock(), acknowledged: 0 })
    const step = async (ms: number, change?: () => Promise<void>) => {
      world.clock.nowMs += ms
      await change?.()
      await world.sweep()
      return (await types()).map(([type]) => type)
    }
    const begin = (processId: string) => beginOutage(db, { processId, listing: 'weather', since: world.clock() })
    const end = (processId: string) => endOutage(db, { processId, listing: 'weather', at: world.clock() })
    assert.deepEqual(await step(0, () => begin('p1')), [])
    assert.deepEqual(await step(29_999, () => begin('p2')), [])
    assert.deepEqual(await step(1), ['listing.down'])
    assert.deepEqual(await step(0, () => end('p1')), ['listing.down'])
    assert.deepEqual(await step(60_000), ['listing.down'])
    assert.deepEqual(await step(0, () => end('p2')), ['listing.down'])
    assert.deepEqual(await step(29_999), ['listing.down'])
    assert.deepEqual(await step(1), ['listing.down', 'listing.up'])
    await step(0, () => begin('p1'))
    assert.deepEqual(await step(30_000), ['listing.down', 'listing.up', 'listing.down'])
    await db.deleteFrom('processes').where('id', '=', 'p1').execute()
    assert.equal((await step(30_000)).length, 4, 'a process that is gone ends its outages')
  })

  test('for any series of calls and spending, the events are the crossings', { timeout: 600_000 }, async () => {
    const subjects = ['acc_a', 'acc_b', 'market:acc_a'] as const
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('calls' as const),
        who: fc.constantFrom(...subjects),
        by: fc.integer({ min: 1, max: 2500 }),
      }),
      fc.record({ kind: fc.constant('spend' as const), by: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ kind: fc.constant('sweep' as const) }),
      fc.record({ kind: fc.constant('day' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await world.store.db.deleteFrom('events').execute()
        await world.store.db.deleteFrom('claims').execute()
        await world.store.db.deleteFrom('day_counters').execute()
        const used = new Map<string, number>()
        const expected = new Set<string>()
        let cents = 0
        let day = 0
        for (const one of steps) {
          if (one.kind === 'calls') {
            used.set(one.who, (used.get(one.who) ?? 0) + one.by)
            await world.count(one.who, one.by)
          } else if (one.kind === 'spend') cents += one.by
          else if (one.kind === 'day') {
            world.clock.nowMs += dayMs
            day++
            used.clear()
            cents = 0
          }
          await world.spend({ id: 'team', per: 'all', cents: 100, spent: { '': cents } })
          if (one.kind !== 'sweep') continue
          await world.sweep()
          for (const share of [80, 95, 100]) {
            for (const [who, calls] of used) if (calls * 100 >= 5000 * share) expected.add(`${day} ${who} ${share}`)
            if (cents >= share) expected.add(`${day} budget ${share}`)
          }
        }
        const start = Math.floor(world.clock() / dayMs) - day
        const happened = (await world.happened()).map(({ at, data }) => {
          const { account, surface, budget, percent } = JSON.parse(data)
          const who = budget === undefined ? (surface === 'market' ? `market:${account}` : account) : 'budget'
          return `${Math.floor(at / dayMs) - start} ${who} ${percent}`
        })
        assert.deepEqual(happened.sort(), [...expected].sort())
      }),
      { seed: testSeed, numRuns: database.name === 'sqlite' ? 150 : 30 },
    )
  })
})
