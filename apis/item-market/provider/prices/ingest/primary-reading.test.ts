// The primary marketplace, read item by item: for callers, and in the scheduled round.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '#store'
import { eachStore, type TestDatabase } from '../../../../../tests/harness/services.ts'
import type { Cleanup, Received } from '../../../../../tests/harness/upstream.ts'
import { csfloatFeed, openMarketplace, skinportFeed } from '../../../test/marketplace.ts'
import { openPriceWorld, type PriceWorld } from '../../../test/world.ts'
import { sourceByKey } from '../connectors/sources.ts'

const redline = 'AK-47 | Redline (Field-Tested)'
const asiimov = 'AWP | Asiimov (Field-Tested)'

const field = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce((at, name) => (at === undefined || at === null ? undefined : Reflect.get(Object(at), name)), value)
const list = (value: unknown): unknown[] => {
  assert.ok(Array.isArray(value), JSON.stringify(value))
  return value
}
async function read(world: PriceWorld, key: string): Promise<void> {
  const source = sourceByKey(key)
  assert.ok(source)
  await world.ingest(source)
}

async function onStore(
  t: Cleanup,
  database: TestDatabase,
  answer: (request: Received) => string | { status: number; headers?: Record<string, string>; text?: string },
) {
  const store = await openStore(await database.empty())
  t.after(() => store.close())
  const world = await openPriceWorld(t, { database: store })
  const marketplace = await openMarketplace(t, answer)
  world.allow({ config: marketplace.config, mayCallOut: true })
  return { world, marketplace }
}

await eachStore('the primary marketplace', (database) => {
  const overview = (lowest: string) =>
    JSON.stringify({ success: true, lowest_price: lowest, volume: '1,234', median_price: '$11.90' })

  test('an item without a fresh price is requested there, then answered from the store for an hour', async (t) => {
    let price = '$12.34'
    const { world, marketplace } = await onStore(t, database, () => overview(price))
    const ask = async () => (await world.ask('items', { name: redline })).body
    const live = await ask()
    assert.deepEqual(live, {
      market_hash_name: redline,
      game: 'cs2',
      currency: 'USD',
      price: 12.34,
      lowest_price: 12.34,
      median_price: 11.9,
      volume: 1234,
      source: 'live',
      market: 'steam',
      updated_at: '2026-11-02T12:00:00.000Z',
      image: field(live, 'image'),
    })
    assert.equal(
      marketplace.received[0]?.url,
      `/market/priceoverview/?appid=730&currency=1&market_hash_name=${new URLSearchParams({ n: redline }).toString().slice(2)}`,
    )
    price = '$13.00'
    world.setClock(3_599_000)
    assert.deepEqual(await ask(), { ...Object(live), source: 'cache' })
    assert.equal(marketplace.received.length, 1)
    world.setClock(1000)
    assert.equal(field(await ask(), 'price'), 13)
    // A single price is not a reading of the market: the rest stays simulated, and separate.
    assert.equal(field((await world.ask('markets', { name: redline })).body, 'simulated'), true)
  })

  test('when it is unreachable, the known price is returned, and an item without any price is a 404', async (t) => {
    const { world, marketplace } = await onStore(t, database, () => ({ status: 429, headers: { 'retry-after': '60' } }))
    const { body } = await world.ask('items', { name: asiimov })
    assert.equal(field(body, 'simulated'), true)
    assert.equal(field(body, 'source'), 'cache')
    assert.equal(marketplace.received.length, 1)
    // the host is paused: no further requests, and no waiting
    assert.equal((await world.ask('items', { name: 'M4A4 | Asiimov (Field-Tested)' })).status, 200)
    assert.equal(marketplace.received.length, 1)
    assert.equal((await world.ask('items', { name: 'M4A4 | Howl (Minimal Wear)' })).status, 404)
  })

  test('an item it does not have is not requested again for an hour', async (t) => {
    const { world, marketplace } = await onStore(t, database, () => ({ status: 500, text: '{"success":false}' }))
    for (let round = 0; round < 3; round++) await world.ask('items', { name: 'P250 | Sand Dune (Field-Tested)' })
    assert.equal(marketplace.received.length, 1)
    world.setClock(3_600_000)
    await world.ask('items', { name: 'P250 | Sand Dune (Field-Tested)' })
    assert.equal(marketplace.received.length, 2)
  })

  test('a round requests items without a price there first, most offered first, twelve at a time, and the status shows the result', async (t) => {
    const answers: Record<string, string | { status: number; text?: string }> = {}
    const { world, marketplace } = await onStore(t, database, ({ url }) => {
      if (url.startsWith('/v1/items'))
        return skinportFeed(Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`Item ${at}`, 5])))
      if (url.startsWith('/api')) return csfloatFeed({ 'Item 14': 5 })
      return answers[new URL(url, 'http://x').searchParams.get('market_hash_name') ?? ''] ?? overview('$6.00')
    })
    const requestedNames = () =>
      marketplace.received.flatMap(({ url }) => new URL(url, 'http://x').searchParams.get('market_hash_name') ?? [])
    await world.runJob('primary marketplace')
    assert.deepEqual(requestedNames(), [])
    await read(world, 'skinport')
    await read(world, 'csfloat')
    answers['Item 14'] = { status: 500, text: '{"success":false}' }
    await world.runJob('primary marketplace')
    assert.equal(requestedNames().length, 12)
    assert.equal(requestedNames()[0], 'Item 14')
    await world.runJob('primary marketplace')
    assert.equal(new Set(requestedNames()).size, 15)
    assert.equal(requestedNames().length, 15)
    const steamOf = async () =>
      list(field((await world.ask('status', {})).body, 'sources')).find((one) => field(one, 'source') === 'steam')
    assert.equal(field(await steamOf(), 'items'), 14)
    assert.equal(field(await steamOf(), 'last_error'), null)
    world.setClock(13 * 3_600_000)
    answers['Item 14'] = { status: 403 }
    await world.runJob('primary marketplace')
    assert.equal(requestedNames().length, 16)
    assert.equal(field(await steamOf(), 'last_error'), 'refused: the marketplace answered 403')
    assert.equal(field((await world.ask('status', {})).body, 'status'), 'degraded')
  })

  test("it is never asked for unknown names, nor without the operator's permission", async (t) => {
    const { world, marketplace } = await onStore(t, database, () => overview('$1.00'))
    assert.equal((await world.ask('items', { name: 'Not an item' })).status, 400)
    world.allow({ mayCallOut: false })
    assert.equal((await world.ask('items', { name: 'P90 | Sand Spray (Field-Tested)' })).status, 200)
    assert.equal(marketplace.received.length, 0)
  })
})
