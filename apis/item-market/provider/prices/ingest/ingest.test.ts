// What a reading of a source guarantees: all of it or nothing, whichever process dies, whichever is faster, whatever
// the feed contains.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openStore } from '#store'
import { eachStore, type TestDatabase } from '../../../../../tests/harness/services.ts'
import type { Cleanup } from '../../../../../tests/harness/upstream.ts'
import { csfloatFeed, openMarketplace, skinportFeed } from '../../../test/marketplace.ts'
import { openPriceWorld, type PriceWorld } from '../../../test/world.ts'
import { sourceByKey } from '../connectors/sources.ts'
import { FeedError } from '../feeds/feed-error.ts'
import type { Source } from '../feeds/source.ts'
import { createLatestPrices } from '../store/latest-prices.ts'
import { beginReading, completeReading, removeDaysBefore, stageRows } from '../store/reading-store.ts'
import type { Progress } from './ingest.ts'

const redline = 'AK-47 | Redline (Field-Tested)'
const named = (key: string): Source => {
  const source = sourceByKey(key)
  assert.ok(source)
  return source
}
const skinport = named('skinport')
const csfloat = named('csfloat')
const killed = fileURLToPath(new URL('../../../test/killed-ingest.ts', import.meta.url))

/** A world on its own database, whose marketplace serves `feeds` by path; a missing one is a 500. */
async function open(t: Cleanup, database: TestDatabase, feeds: Record<string, string>) {
  const target = await database.empty()
  const openOn = async (migrated: boolean) => {
    const store = await openStore(target)
    t.after(() => store.close())
    return openPriceWorld(t, { database: store, migrated })
  }
  const another = () => openOn(true)
  const world = await openOn(false)
  const marketplace = await openMarketplace(t, ({ url }) => feeds[url.split('?')[0] ?? ''] ?? { status: 500 })
  world.allow({ config: marketplace.config })
  return { world, marketplace, feeds, target, another }
}
const skinportPath = '/v1/items'
const csfloatPath = '/api/v1/listings/price-list'

async function marketsOf(world: PriceWorld, name = redline): Promise<Record<string, number>> {
  const { body } = await world.ask('markets', { name })
  const rows: unknown = Reflect.get(Object(body), 'markets')
  assert.ok(Array.isArray(rows), JSON.stringify(body))
  return Object.fromEntries(rows.map((row) => [row.market, row.price]))
}
const many = (count: number, dollars: (at: number) => number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`Item ${at}`, dollars(at)]))

await eachStore('reading a source', (database) => {
  test('its rows replace the simulated market, then its own previous ones, and nothing else', async (t) => {
    const { world, feeds } = await open(t, database, { [skinportPath]: skinportFeed({ [redline]: 11, Gone: 2 }) })
    assert.equal(Object.keys(await marketsOf(world)).length, 7)
    await world.ingest(skinport)
    assert.deepEqual(await marketsOf(world), { skinport: 11 })
    feeds[csfloatPath] = csfloatFeed({ [redline]: 10.5 })
    feeds[skinportPath] = skinportFeed({ [redline]: 12, New: 3 })
    await world.ingest(csfloat)
    await world.ingest(skinport)
    assert.deepEqual(await marketsOf(world), { skinport: 12, csfloat: 10.5 })
    assert.deepEqual(await marketsOf(world, 'Gone'), {})
    assert.deepEqual(await marketsOf(world, 'New'), { skinport: 3 })
  })

  test('progress is reported from the first row to the last', async (t) => {
    const feed = skinportFeed({ ...many(6_000, () => 1), 'Item 0': null })
    const { world } = await open(t, database, { [skinportPath]: feed })
    const reported: Progress[] = []
    await world.ingest(skinport, { progress: (progress) => void reported.push(progress) })
    assert.deepEqual([...new Set(reported.map(({ phase }) => phase))], ['reading', 'checking', 'storing', 'done'])
    assert.deepEqual(reported.at(-1), { source: 'skinport', rows: 5_999, items: 5_999, stored: 5_999, phase: 'done' })
    assert.ok(reported.filter(({ phase }) => phase === 'storing').length >= 2)
  })

  test('a feed that fails, is cut off or makes no sense leaves the last complete reading and appears in the status', async (t) => {
    const whole = skinportFeed({ [redline]: 11, ...many(100, () => 5) })
    const { world, feeds } = await open(t, database, { [skinportPath]: whole })
    await world.ingest(skinport)
    const bad: [string, string][] = [
      ['<html>', 'shape'],
      [whole.slice(0, -200), 'cut'],
      ['[]', 'implausible'],
      [skinportFeed({ [redline]: 12 }), 'implausible'],
    ]
    for (const [feed, reason] of bad) {
      feeds[skinportPath] = feed
      await assert.rejects(world.ingest(skinport), (error) => error instanceof FeedError && error.reason === reason)
      assert.deepEqual(await marketsOf(world), { skinport: 11 })
      const { body } = await world.ask('status', {})
      const { status, sources } = body as { status: string; sources: { source: string; last_error: string | null }[] }
      assert.equal(status, 'degraded')
      assert.ok(sources.find(({ source }) => source === 'skinport')?.last_error?.startsWith(`${reason}:`))
    }
    feeds[skinportPath] = whole
    await world.ingest(skinport)
    assert.equal(
      (await world.ask('status', {})).body && Reflect.get(Object((await world.ask('status', {})).body), 'status'),
      'ok',
    )
  })

  test('names that no database could store are skipped, and the others are read', async (t) => {
    const odd = ['a\u0000b', '\ud800', 'line\nbreak', 'x'.repeat(201), '']
    const even = [redline, 'Bob\'s "Quote" \\ {1,2} $1', '★ ™ 龍王', '\u{1f600}', 'null', '__proto__']
    const feed = Object.fromEntries([...odd, ...even].map((name, at) => [name, at + 1]))
    const { world } = await open(t, database, { [skinportPath]: skinportFeed(feed) })
    const { items } = await world.ingest(skinport)
    assert.equal(items, even.length)
    const latest = await world.latestPrices.read()
    assert.deepEqual(latest.namesOf('cs2'), [...even].sort())
    for (const [at, name] of even.entries())
      assert.equal(latest.row('cs2', name, 'skinport')?.price, (odd.length + at + 1) * 10_000, name)
  })

  test('a feed whose prices are ten times those of the others is refused whole, in either direction', async (t) => {
    const prices = many(50, (at) => 1 + at)
    const times = (factor: number) =>
      Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, price * factor]))
    const { world, feeds } = await open(t, database, { [skinportPath]: skinportFeed(prices) })
    await world.ingest(skinport)
    for (const factor of [10, 0.1, 100]) {
      feeds[csfloatPath] = csfloatFeed(times(factor))
      await assert.rejects(
        world.ingest(csfloat),
        (error) => error instanceof FeedError && error.reason === 'implausible',
      )
    }
    feeds[csfloatPath] = csfloatFeed(times(1.6))
    await world.ingest(csfloat)
    assert.deepEqual(await marketsOf(world, 'Item 9'), { skinport: 10, csfloat: 16 })
  })

  for (const [phase, times] of [
    ['reading', 1],
    ['checking', 1],
    ['storing', 1],
    ['storing', 2],
  ] as const) {
    test(`kill -9 while ${phase} (${times}) leaves the last complete reading, and the next one is whole`, async (t) => {
      const first = { [redline]: 11, ...many(6_000, () => 1) }
      const { world, feeds, marketplace, target, another } = await open(t, database, {
        [skinportPath]: skinportFeed(first),
      })
      await world.ingest(skinport)
      feeds[skinportPath] = skinportFeed({ ...many(6_000, () => 2), [redline]: 13 })
      const childArguments = [JSON.stringify(target), JSON.stringify(marketplace.config), phase, String(times)]
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', killed, ...childArguments], {
        stdio: 'inherit',
      })
      const [, signal] = await once(child, 'exit')
      assert.equal(signal, 'SIGKILL')
      world.setClock(60_000)
      assert.deepEqual(await marketsOf(world), { skinport: 11 })
      // And in a newly started process.
      const restarted = await another()
      assert.deepEqual(await marketsOf(restarted), { skinport: 11 })
      assert.deepEqual(await marketsOf(restarted, 'Item 5999'), { skinport: 1 })
      await world.ingest(skinport)
      assert.deepEqual(await marketsOf(world), { skinport: 13 })
      const rows = await world.kit.db
        .selectFrom('item_market_current')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      assert.equal(Number(rows.count), 6_001)
      const day = await world.kit.db
        .selectFrom('item_market_days')
        .selectAll()
        .orderBy('item')
        .limit(1)
        .executeTakeFirstOrThrow()
      assert.equal(day.samples, 2)
    })
  }

  test('a reading overtaken by one that began later changes nothing', async (t) => {
    const { world } = await open(t, database, {})
    const { db, now } = world.kit
    const { ids } = await world.latestPrices.read()
    const item = (await ids.assign(world.kit, 'cs2', [redline])).get(redline) ?? 0
    const rows = (price: number) => [{ item, price, quantity: 1, bid: null, volume: null, median: null, odd: 0 }]
    const startReading = async () => ({
      source: skinport.id,
      nowMs: now(),
      snapshot: await beginReading(db, skinport.id, now()),
    })
    const [slow, quick] = [await startReading(), await startReading()]
    await stageRows(world.kit, slow, rows(110_000))
    await stageRows(world.kit, quick, rows(120_000))
    assert.equal(await completeReading(db, quick, { rows: [item], items: 1 }), true)
    assert.equal(await completeReading(db, slow, { rows: [item], items: 1 }), false)
    await world.latestPrices.refresh()
    assert.deepEqual(await marketsOf(world), { skinport: 12 })
    const [day, ...others] = await db.selectFrom('item_market_days').selectAll().execute()
    assert.deepEqual([day?.samples, day?.total, others.length], [1, 120_000, 0])
  })

  test('another process answers the new reading a second later at most', async (t) => {
    const { world, another } = await open(t, database, {
      [skinportPath]: skinportFeed({ [redline]: 11, 'Only now': 4 }),
    })
    const there = await another()
    assert.equal(Object.keys(await marketsOf(there)).length, 7)
    await world.ingest(skinport)
    there.setClock(1000)
    assert.deepEqual(await marketsOf(there), { skinport: 11 })
    assert.deepEqual(await marketsOf(there, 'Only now'), { skinport: 4 })
  })

  test('a reading that becomes valid while another process reads the previous one is never seen half', async (t) => {
    const { world, feeds } = await open(t, database, { [skinportPath]: skinportFeed(many(5000, () => 1)) })
    await world.ingest(skinport)
    feeds[skinportPath] = skinportFeed(many(5000, () => 2))
    let pages = 0
    const slow = world.kit.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // The first page of rows has been read when the next reading becomes valid and the former one is removed.
        if (result.rows.length === 1000 && 'at_ms' in (result.rows[0] ?? {}) && ++pages === 1)
          await world.ingest(skinport)
        return result
      },
    })
    const store = createLatestPrices({ db: slow, now: world.kit.now })
    const { ids } = await store.read()
    assert.equal(pages > 0, true)
    const latest = await store.read()
    assert.equal(latest.namesOf('cs2').length, 5000)
    assert.ok(ids.namesOf('cs2').every((name) => latest.row('cs2', name, 'skinport')?.price === 20_000))
  })

  test('ids that another process assigned below the highest one known here are found', async (t) => {
    const { world, another } = await open(t, database, {})
    const there = await another()
    const here = await world.latestPrices.read()
    const rows = [30, 10].map((id) => ({ id, game: 'cs2', name: `Item ${id}` }))
    await there.kit.db.insertInto('item_market_names').values(rows.slice(0, 1)).execute()
    await here.ids.refresh(world.kit.db)
    await there.kit.db.insertInto('item_market_names').values(rows.slice(1)).execute()
    const assigned = await here.ids.assign(world.kit, 'cs2', ['Item 10', 'Item 30'])
    assert.deepEqual(
      assigned,
      new Map([
        ['Item 30', 30],
        ['Item 10', 10],
      ]),
    )
  })

  test('days record the lowest, highest and mean of their readings; odd prices and days long past are dropped', async (t) => {
    const { world, feeds } = await open(t, database, {
      [skinportPath]: skinportFeed({ [redline]: 10 }),
      [csfloatPath]: csfloatFeed({ [redline]: 9 }),
    })
    await world.ingest(skinport)
    await world.ingest(csfloat)
    feeds['/api/v2/prices/USD.json'] = JSON.stringify({
      items: [{ market_hash_name: redline, price: '95', volume: '1' }],
    })
    await world.ingest(named('market_csgo'))
    feeds[skinportPath] = skinportFeed({ [redline]: 11 })
    await world.ingest(skinport)
    world.setClock('2026-11-05T12:00:00Z')
    await world.ingest(csfloat)
    const { body } = await world.ask('history', { name: redline, days: 5 })
    const { history, gaps } = body as { history: unknown; gaps: unknown }
    assert.deepEqual(history, [
      { date: '2026-11-02', price: 9.75, min: 9, max: 11, volume: 10, sources: 2 },
      { date: '2026-11-05', price: 9, min: 9, max: 9, volume: 3, sources: 1 },
    ])
    assert.deepEqual(gaps, [
      { from: '2026-11-01', to: '2026-11-01' },
      { from: '2026-11-03', to: '2026-11-04' },
    ])
    const day = Math.floor(Date.parse('2026-11-05T00:00:00Z') / 86_400_000)
    assert.equal(await removeDaysBefore(world.kit.db, day), 2)
    assert.equal(await removeDaysBefore(world.kit.db, day), 0)
  })
})
