// The price endpoints: answers offline, answers once sources have been read, and what is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Cleanup } from '../../../../tests/harness/upstream.ts'
import { csfloatFeed, openMarketplace, skinportFeed } from '../../test/marketplace.ts'
import { openPriceWorld, type PriceWorld } from '../../test/world.ts'
import { readCatalogue } from '../catalogue/catalogue.ts'
import { sourceByKey } from './connectors/sources.ts'

const catalogue = readCatalogue()

const redline = 'AK-47 | Redline (Field-Tested)'
const asiimov = 'AWP | Asiimov (Field-Tested)'

const field = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce((at, name) => (at === undefined || at === null ? undefined : Reflect.get(Object(at), name)), value)
const list = (value: unknown): unknown[] => {
  assert.ok(Array.isArray(value), JSON.stringify(value))
  return value
}
const open = async (t: Cleanup) => await openPriceWorld(t)
async function read(world: PriceWorld, key: string): Promise<void> {
  const source = sourceByKey(key)
  assert.ok(source)
  await world.ingest(source)
}

test('offline every price row, history and the status say that they are simulated', async (t) => {
  const world = await open(t)
  for (const [id, rows] of [
    ['markets', 'markets'],
    ['deals', 'deals'],
    ['history', 'history'],
  ] as const) {
    const { body } = await world.ask(id, { name: redline })
    assert.equal(field(body, 'simulated'), true)
    assert.ok(list(field(body, rows)).length > 0)
    for (const row of list(field(body, rows))) assert.equal(field(row, 'simulated'), true, id)
  }
  assert.equal(field((await world.ask('items', { name: redline })).body, 'simulated'), true)
  const { body } = await world.ask('status', {})
  assert.equal(field(body, 'prices', 'simulated'), true)
  assert.equal(field(body, 'prices', 'last_ingest'), null)
  assert.equal(field(body, 'status'), 'ok')
})

test('every item of the catalogue has offers or says that it has none, under its exact name', async (t) => {
  const world = await open(t)
  const names = catalogue.items.filter((_, at) => at % 500 === 0).map(({ name }) => name)
  for (const name of names) {
    const { status, body } = await world.ask('markets', { name })
    assert.equal(status, 200)
    assert.equal(field(body, 'market_hash_name'), name)
    assert.equal(list(field(body, 'markets')).length, field(body, 'market_count'))
  }
  const { body } = await world.ask('markets', { name: 'ak-47 | redline (field-tested)' })
  assert.equal(field(body, 'market_hash_name'), redline)
})

test('unknown names, games and currencies are refused with 400 and the field', async (t) => {
  const world = await open(t)
  for (const id of ['markets', 'items', 'history'] as const) {
    for (const [input, code, name] of [
      [{ name: 'Not an item' }, 'item.unknown', 'name'],
      [{ name: redline, game: 'chess' }, 'game.unknown', 'game'],
      [{ name: redline, currency: 'XXX' }, 'currency.unknown', 'currency'],
    ] as const) {
      const { status, body } = await world.ask(id, input)
      assert.equal(status, 400)
      assert.equal(field(body, 'error', 'code'), code)
      assert.equal(field(body, 'error', 'details', 'problems', 0, 'name'), name)
    }
  }
  assert.equal((await world.ask('deals', { game: 'chess' })).status, 400)
  assert.equal((await world.ask('markets', { name: redline, game: 'dota2' })).status, 400)
})

test('any string as name, game or currency is answered or refused with 400, never anything else', async (t) => {
  const world = await open(t)
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 256 }),
    fc.constantFrom(redline, '__proto__', "'; drop table x", '%%', '★'),
  )
  const word = fc.oneof(fc.string(), fc.constantFrom('cs2', 'tf2', 'USD', 'EUR', '__proto__', 'constructor'))
  await fc.assert(
    fc.asyncProperty(name, word, word, async (name, game, currency) => {
      for (const id of ['markets', 'items', 'history'] as const) {
        const { status } = await world.ask(id, { name, game, currency })
        assert.ok(status === 200 || status === 400, `${status}`)
      }
      assert.equal((await world.ask('marketsBatch', { body: { names: [name, redline] } })).status, 200)
    }),
    { numRuns: 150 },
  )
})

test('games are known by their aliases, and the other games have some names offline', async (t) => {
  const world = await open(t)
  for (const game of ['cs2', 'CSGO', '730'])
    assert.equal(field((await world.ask('markets', { name: redline, game })).body, 'game'), 'cs2')
  for (const game of ['dota2', 'rust', 'tf2']) {
    const [name = ''] = await world.prices.namesSeen(game)
    assert.equal((await world.ask('markets', { name, game })).status, 200)
    assert.equal(field((await world.ask('deals', { game, min_discount: 0 })).body, 'game'), game)
  }
})

test('amounts in another currency are dollars at the reference rate, rounded to hundredths', async (t) => {
  const world = await open(t)
  const dollars = (await world.ask('markets', { name: redline })).body
  for (const [currency, rate] of [
    ['eur', 0.9],
    ['JPY', 150.25],
  ] as const) {
    const { body } = await world.ask('markets', { name: redline, currency })
    assert.equal(field(body, 'currency'), currency.toUpperCase())
    for (const [at, row] of list(field(body, 'markets')).entries())
      assert.equal(
        field(row, 'price'),
        Math.round(Number((Number(field(dollars, 'markets', at, 'price')) * rate * 100).toFixed(6))) / 100,
      )
  }
})

test('without reference rates dollars still work and other currencies are 503', async (t) => {
  const world = await open(t)
  Object.assign(world.kit, { ask: () => Promise.reject(new Error('gone')) })
  await assert.rejects(world.prices.currencyOf('EUR'), { status: 503 })
  assert.equal((await world.prices.currencyOf('USD')).amount(12_345), 1.23)
})

test('a batch keeps the order of its names, duplicates included, with each error in its position', async (t) => {
  const world = await open(t)
  const names = [asiimov, 'Nothing', redline, asiimov, ' ']
  const { status, body } = await world.ask('marketsBatch', { body: { names } })
  assert.equal(status, 200)
  const items = list(field(body, 'items'))
  assert.equal(field(body, 'count'), 5)
  assert.deepEqual(
    items.map((item) => field(item, 'market_hash_name')),
    names,
  )
  assert.deepEqual(
    items.map((item) => field(item, 'error', 'code')),
    [undefined, 'item.unknown', undefined, undefined, 'item.unknown'],
  )
  const alone = (await world.ask('markets', { name: redline })).body
  assert.deepEqual(items[2], alone)
})

test('history offline has every day up to today, without gaps, and advances with the clock', async (t) => {
  const world = await open(t)
  const { body } = await world.ask('history', { name: redline, days: 365 })
  const history = list(field(body, 'history'))
  assert.equal(history.length, 365)
  assert.equal(field(history[0], 'date'), '2025-11-03')
  assert.equal(field(history[364], 'date'), '2026-11-02')
  assert.deepEqual(field(body, 'gaps'), [])
  for (const day of history) {
    const [min, price, max] = ['min', 'price', 'max'].map((name) => Number(field(day, name)))
    assert.ok(Number(min) <= Number(price) && Number(price) <= Number(max))
  }
  world.setClock('2026-11-04T00:30:00Z')
  const later = list(field((await world.ask('history', { name: redline, days: 3 })).body, 'history'))
  assert.deepEqual(
    later.map((day) => field(day, 'date')),
    ['2026-11-02', '2026-11-03', '2026-11-04'],
  )
  assert.deepEqual(
    list(field((await world.ask('history', { name: redline, days: 4 })).body, 'history'))[0],
    history[363],
  )
})

test('deals are below the primary marketplace by at least the discount, greatest first, one for each item', async (t) => {
  const world = await open(t)
  const { body } = await world.ask('deals', { min_discount: 0.3, limit: 500 })
  const deals = list(field(body, 'deals'))
  assert.ok(deals.length > 10)
  assert.equal(new Set(deals.map((deal) => field(deal, 'market_hash_name'))).size, deals.length)
  let before = 1
  for (const deal of deals) {
    const [discount, price, reference] = ['discount', 'price', 'reference_price'].map((name) =>
      Number(field(deal, name)),
    )
    assert.ok(discount !== undefined && discount <= before && discount >= 0.3)
    assert.ok(Math.abs(1 - Number(price) / Number(reference) - discount) < 0.0001, JSON.stringify(deal))
    const unified = (await world.ask('markets', { name: field(deal, 'market_hash_name') })).body
    const row = list(field(unified, 'markets')).find((one) => field(one, 'market') === field(deal, 'market'))
    assert.equal(field(row, 'is_outlier'), false)
    assert.equal(field(row, 'is_stale'), false)
    before = discount
  }
  // The first 500 of all: at least that many have the discount of the last one, and fewer have a greater one.
  const all = list(field((await world.ask('deals', { min_discount: 0, limit: 500 })).body, 'deals'))
  const last = Number(field(all.at(-1), 'discount'))
  const totalFrom = async (min_discount: number) =>
    Number(field((await world.ask('deals', { min_discount, limit: 1 })).body, 'total'))
  assert.equal(all.length, 500)
  assert.ok((await totalFrom(last)) >= 500 && (await totalFrom(last + 0.00005)) < 500)
  assert.equal(field((await world.ask('deals', { min_discount: 0.3, limit: 2 })).body, 'count'), 2)
  assert.equal(field((await world.ask('deals', { min_discount: 0.3, limit: 2 })).body, 'total'), field(body, 'total'))
  assert.equal(field((await world.ask('deals', { min_discount: 0.95 })).body, 'count'), 0)
})

test('a simulated marketplace that cannot be read for half a day has stale rows from the sixth hour on', async (t) => {
  const world = await open(t)
  let ages: [number, boolean][] = []
  for (let hours = 0; hours < 24 * 120 && !ages.some(([age]) => age > 21_600); hours++) {
    world.setClock(3_600_000)
    const rows = list(field((await world.ask('markets', { name: redline })).body, 'markets'))
    ages = rows.map((row) => [Number(field(row, 'age_seconds')), field(row, 'is_stale') === true])
  }
  assert.ok(
    ages.some(([age]) => age > 21_600),
    'one is found',
  )
  for (const [age, stale] of ages) assert.equal(stale, age >= 21_600, String(age))
})

test('a price from a source is never mixed with a simulated one, in lists neither', async (t) => {
  const world = await open(t)
  const feed = { [redline]: 8, [asiimov]: 80 }
  const marketplace = await openMarketplace(t, ({ url }) =>
    url.startsWith('/latest')
      ? JSON.stringify({ [redline]: { last_24h: 10 }, [asiimov]: { last_24h: 90 } })
      : skinportFeed(feed),
  )
  world.allow({ config: marketplace.config })
  await read(world, 'skinport')
  assert.equal(field((await world.ask('deals', {})).body, 'count'), 0)
  assert.deepEqual(list(field((await world.ask('history', { name: redline })).body, 'history')).length, 1)
  assert.equal((await world.ask('items', { name: redline })).status, 404)
  await read(world, 'csgo_trader')
  const deals = (await world.ask('deals', { min_discount: 0.15 })).body
  assert.deepEqual(
    list(field(deals, 'deals')).map((deal) => [field(deal, 'market_hash_name'), field(deal, 'discount')]),
    [[redline, 0.2]],
  )
  assert.equal(field((await world.ask('items', { name: redline })).body, 'price'), 10)
  const prices = world.prices
  assert.deepEqual(
    await prices.priceOf([redline, 'Nothing'], 'USD'),
    new Map([
      [redline, { price: 10, source: 'cache', market: 'steam' }],
      ['Nothing', undefined],
    ]),
  )
  assert.deepEqual([redline, asiimov, 'Nothing'].map(await prices.lowestIn('EUR')), [7.2, 72, undefined])
  assert.deepEqual(await prices.namesSeen('cs2'), [redline, asiimov])
  for (const id of ['markets', 'deals', 'history', 'items', 'status'] as const)
    assert.ok(!JSON.stringify((await world.ask(id, { name: redline })).body).includes('simulated'), id)
  // Another game stays simulated until one of its own feeds has been read.
  assert.equal(field((await world.ask('markets', { name: 'Name Tag', game: 'tf2' })).body, 'simulated'), true)
})

test('an implausibly low price is shown as an outlier and is not a deal', async (t) => {
  const world = await open(t)
  const marketplace = await openMarketplace(t, ({ url }) => {
    if (url.startsWith('/latest')) return JSON.stringify({ [redline]: { last_24h: 10 } })
    if (url.startsWith('/api/v2'))
      return JSON.stringify({ items: [{ market_hash_name: redline, price: '9', volume: '1' }] })
    return url.startsWith('/api') ? csfloatFeed({ [redline]: 1 }) : skinportFeed({ [redline]: 8 })
  })
  world.allow({ config: marketplace.config })
  for (const key of ['skinport', 'csfloat', 'market_csgo', 'csgo_trader']) await read(world, key)
  const { body } = await world.ask('markets', { name: redline })
  assert.deepEqual(
    list(field(body, 'markets')).map((row) => [field(row, 'market'), field(row, 'is_outlier')]),
    [
      ['csfloat', true],
      ['skinport', false],
      ['market_csgo', false],
      ['steam', false],
    ],
  )
  assert.deepEqual(field(body, 'lowest'), { market: 'skinport', price: 8 })
  const deals = list(field((await world.ask('deals', {})).body, 'deals'))
  assert.deepEqual(
    deals.map((deal) => [field(deal, 'market'), field(deal, 'discount')]),
    [['skinport', 0.2]],
  )
  assert.equal((await world.prices.lowestIn('USD'))(redline), 8)
})

test('where sources are read on schedule, one that is overdue is reported, however fresh the others are', async (t) => {
  const world = await open(t)
  const marketplace = await openMarketplace(t, ({ url }) =>
    url.startsWith('/api') ? csfloatFeed({ [redline]: 9 }) : skinportFeed({ [redline]: 8 }),
  )
  world.allow({ config: marketplace.config, mayCallOut: true })
  const statusAfter = async (ms: number) => {
    world.setClock(ms)
    await read(world, 'skinport')
    return field((await world.ask('status', {})).body, 'status')
  }
  await read(world, 'csfloat')
  assert.equal(await statusAfter(3 * 3_600_000), 'ok')
  assert.equal(await statusAfter(1), 'degraded')
  world.allow({ mayCallOut: false })
  assert.equal(await statusAfter(1), 'ok')
})

test('rows grow stale with the clock: they leave lowest and deals, and the status shows it', async (t) => {
  const world = await open(t)
  const marketplace = await openMarketplace(t, ({ url }) =>
    url.startsWith('/latest') ? JSON.stringify({ [redline]: { last_24h: 10 } }) : skinportFeed({ [redline]: 8 }),
  )
  world.allow({ config: marketplace.config })
  await read(world, 'skinport')
  await read(world, 'csgo_trader')
  world.setClock(2 * 3_600_000 + 1)
  assert.equal(field((await world.ask('status', {})).body, 'status'), 'degraded')
  assert.equal(field((await world.ask('status', {})).body, 'prices', 'age_seconds'), 7200)
  world.setClock(5 * 3_600_000)
  const { body } = await world.ask('markets', { name: redline })
  assert.deepEqual(
    list(field(body, 'markets')).map((row) => [
      field(row, 'market'),
      field(row, 'is_stale'),
      field(row, 'age_seconds'),
    ]),
    [
      ['skinport', true, 25_200],
      ['steam', false, 25_200],
    ],
  )
  assert.deepEqual(field(body, 'lowest'), { market: 'steam', price: 10 })
  assert.equal(field((await world.ask('deals', {})).body, 'total'), 0)
})

test('the status reports a database that is gone', async (t) => {
  const world = await open(t)
  await world.ask('status', {})
  const gone = await openPriceWorld(t)
  await gone.kit.db.destroy()
  const { status, body } = await gone.ask('status', {})
  assert.equal(status, 200)
  assert.equal(field(body, 'status'), 'down')
  assert.deepEqual(field(body, 'database'), { status: 'down', latency_ms: null })
})

test('a csfloat row and a skinport row are unified into one price', async (t) => {
  const world = await open(t)
  const marketplace = await openMarketplace(t, ({ url }) =>
    url.startsWith('/api') ? csfloatFeed({ [redline]: 10.5 }) : skinportFeed({ [redline]: 11.25 }),
  )
  world.allow({ config: marketplace.config })
  await read(world, 'skinport')
  world.setClock(60_000)
  await read(world, 'csfloat')
  const { body } = await world.ask('markets', { name: redline })
  assert.deepEqual(body, {
    market_hash_name: redline,
    game: 'cs2',
    currency: 'USD',
    lowest: { market: 'csfloat', price: 10.5 },
    median: 10.88,
    average: 10.88,
    volume: 10,
    market_count: 2,
    markets: [
      {
        market: 'csfloat',
        price: 10.5,
        quantity: 3,
        url: `https://csfloat.com/search?market_hash_name=${encodeURIComponent(redline)}`,
        updated_at: '2026-11-02T12:01:00.000Z',
        age_seconds: 0,
        is_stale: false,
        is_outlier: false,
      },
      {
        market: 'skinport',
        price: 11.25,
        quantity: 7,
        url: `https://skinport.com/market?search=${encodeURIComponent(redline)}`,
        updated_at: '2026-11-02T12:00:00.000Z',
        age_seconds: 60,
        is_stale: false,
        is_outlier: false,
      },
    ],
    updated_at: '2026-11-02T12:01:00.000Z',
  })
})
