// The channels of an operator on each database: kept as they were written, the same for every process within a moment.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bareKit, type Kit } from '#define'
import { eachStore } from '../../../../../tests/services.ts'
import { namedMigrations } from '../../../migrations/list.ts'
import type { Tables } from '../../../tables.ts'
import { readRules } from '../guardrails/rule.ts'
import { createRuleStore } from '../guardrails/rule-store.ts'
import { createChannelStore } from './channel-store.ts'

await eachStore('channels', (database) => {
  let kit: Kit<Tables>
  let drawn = 0
  before(async () => {
    await database.store.migrate('model-routing', namedMigrations)
    const random = { ...bareKit.random, bytes: (count: number) => Buffer.alloc(count, ++drawn) }
    const secrets = { ...bareKit.secrets, names: async () => ['channel.ch_0101010101010101'] }
    kit = { ...bareKit, random, secrets, now: () => 1, db: database.store.db.withTables<Pick<Tables, keyof Tables>>() }
  })

  test('a channel is read as it was written, in another process as well', async () => {
    const one = createChannelStore()
    const made = await one.create(kit, {
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
    const { channels, keyed } = await createChannelStore().list(kit)
    assert.deepEqual(channels, [made])
    assert.deepEqual([...keyed], [made.id])
    assert.equal(made.base, 'https://api.anthropic.com')
    assert.deepEqual(made.prices['claude-*']?.cachedInput, '0.3')
  })

  test('a change here counts at once, one of another process within three seconds', async () => {
    const [here, there] = [createChannelStore(), createChannelStore()]
    await there.list(kit)
    const made = await here.create(kit, { name: 'd', models: ['m'] })
    assert.equal((await here.list(kit)).channels.length, 2)
    await here.change(kit, made.id, { enabled: false })
    assert.equal((await here.list(kit)).channels.find(({ id }) => id === made.id)?.enabled, false)
    await sleep(2100)
    assert.equal((await there.list(kit)).channels.length, 2)
    assert.equal(await here.remove(kit, made.id), true)
    assert.equal(await here.remove(kit, made.id), false)
    assert.equal(await here.change(kit, made.id, {}), undefined)
  })

  test('many calls at once read the channels once', async () => {
    const store = createChannelStore()
    let reads = 0
    const names = async () => {
      reads += 1
      return []
    }
    const secrets = { ...kit.secrets, names }
    await Promise.all(Array.from({ length: 50 }, () => store.list({ ...kit, secrets })))
    assert.equal(reads, 1)
  })

  test('a reading that was under way while a channel was made does not hide it', async () => {
    const store = createChannelStore()
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const names = async () => {
      await held
      return []
    }
    const reading = store.list({ ...kit, secrets: { ...kit.secrets, names } })
    const { id } = await store.create(kit, { name: 'late', models: ['m'] })
    goOn()
    await reading
    assert.ok((await store.list(kit)).channels.some((channel) => channel.id === id))
    await store.remove(kit, id)
  })

  test('rules are kept as they were written', async () => {
    const rules = [{ name: 'r', pattern: 'a', on: 'before' }]
    await createRuleStore().write(kit, rules)
    await createRuleStore().write(kit, [...rules, ...rules])
    const other = createRuleStore()
    assert.deepEqual(await other.written(kit), [...rules, ...rules])
    assert.equal((await other.list(kit)).length, readRules(rules).length * 2)
  })
})
