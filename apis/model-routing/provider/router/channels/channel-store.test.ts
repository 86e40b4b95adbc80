// The operator's channels and rules on each database: stored as written, and visible to every process within two
// seconds.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { openStoreWorld, type StoreWorld } from '../../../test/world.ts'
import { readRules } from '../guardrails/rule.ts'
import { createRuleStore } from '../guardrails/rule-store.ts'
import { createChannelStore } from './channel-store.ts'

await eachStore('channels', (database) => {
  let world: StoreWorld
  let kit: StoreWorld['kit']
  let drawn = 0
  before(async () => {
    world = await openStoreWorld(database.store, {
      random: { bytes: (count) => Buffer.alloc(count, ++drawn), int: (min) => min },
    })
    const { secrets } = world.kit
    kit = { ...world.kit, secrets: { ...secrets, names: async () => ['channel.ch_0101010101010101'] } }
  })

  test('a channel is read as written, in another process too', async () => {
    const created = await createChannelStore(kit).create({
      name: 'c',
      kind: 'anthropic',
      models: ['claude-*'],
      mapping: { a: 'b' },
      prices: { 'claude-*': { input: '3', output: '15', cached_input: '0.3', cache_write: '3.75' } },
      limits: { concurrent: 5, first_byte_ms: 1000 },
      headers: { 'x-a': 'b' },
      priority: -3,
      weight: 7,
    })
    const { channels, keyed } = await createChannelStore(kit).list()
    assert.deepEqual(channels, [created])
    assert.deepEqual([...keyed], [created.id])
    assert.equal(created.base, 'https://api.anthropic.com')
    assert.deepEqual(created.prices['claude-*']?.cachedInput, '0.3')
  })

  test('a change takes effect at once in this process, and after two seconds in another', async () => {
    const [here, there] = [createChannelStore(kit), createChannelStore(kit)]
    await there.list()
    const { id } = await here.create({ name: 'd', models: ['m'] })
    assert.equal((await here.list()).channels.length, 2)
    await here.change(id, { enabled: false })
    assert.equal((await here.list()).channels.find((channel) => channel.id === id)?.enabled, false)
    world.clock.advance(1999)
    assert.equal((await there.list()).channels.length, 1)
    world.clock.advance(1)
    assert.equal((await there.list()).channels.length, 2)
    assert.equal(await here.remove(id), true)
    assert.equal(await here.remove(id), false)
    assert.equal(await here.change(id, {}), undefined)
  })

  test('setting the clock back does not keep old channels alive', async () => {
    const [here, there] = [createChannelStore(kit), createChannelStore(kit)]
    await there.list()
    const { id } = await here.create({ name: 'e', models: ['m'] })
    world.clock.advance(-3_600_000)
    assert.ok((await there.list()).channels.some((channel) => channel.id === id))
    await here.remove(id)
  })

  test('concurrent calls read the channels once', async () => {
    let reads = 0
    const names = async () => {
      reads += 1
      return []
    }
    const store = createChannelStore({ ...kit, secrets: { ...kit.secrets, names } })
    await Promise.all(Array.from({ length: 50 }, () => store.list()))
    assert.equal(reads, 1)
  })

  test('a read under way while a channel is created does not hide it', async () => {
    const release = Promise.withResolvers<void>()
    const names = async () => {
      await release.promise
      return []
    }
    const store = createChannelStore({ ...kit, secrets: { ...kit.secrets, names } })
    const reading = store.list()
    const creating = createChannelStore(kit).create({ name: 'late', models: ['m'] })
    const { id } = await creating
    store.invalidate()
    release.resolve()
    await reading
    assert.ok((await store.list()).channels.some((channel) => channel.id === id))
    await store.remove(id)
  })

  test('rules are stored as written', async () => {
    const rules = [{ name: 'r', pattern: 'a', on: 'before' }]
    await createRuleStore(kit).write(rules)
    await createRuleStore(kit).write([...rules, ...rules])
    const other = createRuleStore(kit)
    assert.deepEqual(await other.written(), [...rules, ...rules])
    assert.equal((await other.list()).length, readRules(rules).length * 2)
  })
})
