// Each connector against a local server that answers in the marketplace's documented shape (SOURCES 5.1; every figure
// is invented): the right address and parameters, the right unit, and rows that are not offers skipped.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cleanup, Received } from '../../../../../tests/harness/upstream.ts'
import { openMarketplace } from '../../../test/marketplace.ts'
import { openPriceWorld } from '../../../test/world.ts'
import { createCurrencies } from '../feeds/currency.ts'
import { createFeedAccess } from '../feeds/feed-access.ts'
import { FeedError } from '../feeds/feed-error.ts'
import { createHostRateLimiters } from '../feeds/host-rate-limiter.ts'
import type { FeedRow } from '../feeds/source.ts'
import { sourceByKey, sources } from './sources.ts'

const redline = 'AK-47 | Redline (Field-Tested)'
const knife = '★ Karambit | Doppler (Factory New)'

interface Case {
  /** Path and query of the first request. */
  readonly url: string
  readonly pages: readonly unknown[]
  readonly rows: readonly FeedRow[]
}
const row = (name: string, dollars: number, overrides: Partial<FeedRow> = {}): FeedRow => ({
  quantity: null,
  ...overrides,
  name,
  price: Math.round(dollars * 10_000),
})

const skinportPages = [
  [
    {
      market_hash_name: redline,
      version: null,
      currency: 'USD',
      suggested_price: 14.2,
      min_price: 12.34,
      max_price: 99,
      mean_price: 15,
      median_price: 14,
      quantity: 91,
      created_at: 1,
      updated_at: 2,
    },
    { market_hash_name: knife, version: 'Phase 2', min_price: 801.5, quantity: 2 },
    { market_hash_name: 'Not on offer', version: null, min_price: null, quantity: 0 },
  ],
]
const skinportRows = [row(redline, 12.34, { quantity: 91 }), row(knife, 801.5, { quantity: 2, phase: 'Phase 2' })]

const cases: Record<string, Case> = {
  skinport: { url: '/v1/items?app_id=730&currency=USD&tradable=0', pages: skinportPages, rows: skinportRows },
  skinport_rust: { url: '/v1/items?app_id=252490&currency=USD&tradable=0', pages: skinportPages, rows: skinportRows },
  skinport_dota2: { url: '/v1/items?app_id=570&currency=USD&tradable=0', pages: skinportPages, rows: skinportRows },
  skinport_tf2: { url: '/v1/items?app_id=440&currency=USD&tradable=0', pages: skinportPages, rows: skinportRows },
  csfloat: {
    url: '/api/v1/listings/price-list',
    pages: [
      [
        { market_hash_name: redline, min_price: 1187, quantity: 210 },
        { market_hash_name: 'Nothing', min_price: 0, quantity: 0 },
      ],
      {
        data: [
          { market_hash_name: knife, paint_index: 418, min_price: 81_250 },
          { market_hash_name: '★ Butterfly Knife | Doppler (Factory New)', paint_index: 619, min_price: 999_900 },
          { market_hash_name: knife, paint_index: 44, min_price: 1 },
          { market_hash_name: redline, paint_index: 415, min_price: 1 },
          { market_hash_name: knife, paint_index: 415 },
        ],
      },
    ],
    rows: [
      row(redline, 11.87, { quantity: 210 }),
      row(knife, 812.5, { phase: 'Phase 1' }),
      row('★ Butterfly Knife | Doppler (Factory New)', 9999, { phase: 'Sapphire' }),
    ],
  },
  market_csgo: {
    url: '/api/v2/prices/USD.json',
    pages: [
      {
        success: true,
        time: 1_793_620_000,
        currency: 'USD',
        items: [
          { market_hash_name: redline, volume: '412', price: '11.915' },
          { market_hash_name: knife, volume: '1', price: '' },
        ],
      },
    ],
    rows: [row(redline, 11.915, { quantity: 412 })],
  },
  waxpeer: {
    url: '/v1/prices?game=csgo&minified=0',
    pages: [
      {
        success: true,
        items: [{ name: redline, count: 33, min: 11_905, steam_price: 14_800, img: 'x', type: 'Rifle' }],
      },
    ],
    rows: [row(redline, 11.905, { quantity: 33 })],
  },
  bitskins: {
    url: '/market/insell/730',
    pages: [
      {
        list: [
          {
            skin_id: 1,
            name: '★ Karambit | Doppler Ruby (Factory New)',
            price_min: 5_400_100,
            price_max: 9_000_000,
            price_avg: 6_000_000,
            quantity: 1,
          },
          { skin_id: 2, name: redline, price_min: 12_010, quantity: 8 },
        ],
      },
    ],
    rows: [row(knife, 5400.1, { quantity: 1, phase: 'Ruby' }), row(redline, 12.01, { quantity: 8 })],
  },
  dmarket: {
    url: '/price-aggregator/v1/aggregated-prices?Limit=10000&Offset=0',
    pages: [
      {
        AggregatedTitles: [
          { Title: redline, GameID: 'a8db', Markets: { dmarket: { Offers: { BestPrice: '12.05' } } } },
          { Title: knife, Offers: { BestPrice: '790', Count: 4 }, Orders: { BestPrice: '700.5', Count: 9 } },
          { Title: 'Of another game', GameID: '9a92', Offers: { BestPrice: '1' } },
        ],
        Total: '3',
      },
    ],
    rows: [row(redline, 12.05, { bid: undefined }), row(knife, 790, { quantity: 4, bid: 7_005_000 })],
  },
  cs_deals: {
    url: '/API/IPricing/GetLowestPrices/v1?appid=730',
    pages: [{ success: true, response: { items: [{ marketname: redline, lowest_price: '12.6' }] } }],
    rows: [row(redline, 12.6)],
  },
  lis_skins: {
    url: '/market_export_json/api_csgo_full.json',
    pages: [
      {
        status: 'success',
        items: [
          { id: 1, name: redline, price: 12.2, created_at: 'x' },
          { id: 2, name: redline, price: 12.1, unlock_at: null },
        ],
      },
    ],
    rows: [row(redline, 12.2, { quantity: 1 }), row(redline, 12.1, { quantity: 1 })],
  },
  loot_farm: {
    url: '/fullprice.json',
    pages: [
      [
        { name: redline, price: 1290, have: 12, max: 40, rate: 100, tr: 1, res: 0 },
        { name: knife, price: 80_000, have: 0, max: 3 },
      ],
    ],
    rows: [row(redline, 12.9, { quantity: 12 })],
  },
  csgo_trader: {
    url: '/latest/steam.json',
    pages: [
      {
        [redline]: { last_24h: null, last_7d: 14.91, last_30d: 15 },
        [knife]: { last_24h: 1010.5, last_7d: 1000 },
        'Never sold': { last_24h: null, last_7d: null, last_30d: null, last_90d: null },
      },
    ],
    rows: [row(redline, 14.91), row(knife, 1010.5)],
  },
  buff163: {
    url: '/api/market/goods?game=csgo&page_num=1&page_size=80',
    pages: [
      {
        code: 'OK',
        data: {
          items: [
            {
              id: 1,
              market_hash_name: redline,
              sell_min_price: '72',
              sell_num: 900,
              buy_max_price: '70.56',
              buy_num: 4,
            },
          ],
          total_page: 1,
        },
      },
    ],
    // 7.2 yuan are a dollar in the rates of these tests.
    rows: [row(redline, 10, { quantity: 900, bid: 98_000 })],
  },
}

async function read(
  t: Cleanup,
  key: string,
  answer: (request: Received) => Parameters<typeof openMarketplace>[1] extends (r: never) => infer P ? P : never,
) {
  const source = sourceByKey(key)
  assert.ok(source, key)
  const world = await openPriceWorld(t)
  const marketplace = await openMarketplace(t, answer)
  world.allow({ config: marketplace.config })
  world.secrets.set('buff163', 'session=abc')
  const rows = async () => {
    const list: FeedRow[] = []
    for await (const one of source.rows(
      createFeedAccess(
        { kit: world.kit, currencies: createCurrencies(world.kit), limiters: createHostRateLimiters() },
        source,
      ),
    ))
      list.push(one)
    return list
  }
  return { world, marketplace, rows }
}

for (const source of sources) {
  test(`${source.key} reads what its marketplace documents, in the right unit`, async (t) => {
    const expected = cases[source.key]
    assert.ok(expected, 'every source has a case')
    const pages = [...expected.pages]
    const { marketplace, rows } = await read(t, source.key, () => JSON.stringify(pages.shift()))
    assert.deepEqual(await rows(), expected.rows)
    assert.equal(marketplace.received[0]?.url, expected.url)
    assert.equal(pages.length, 0)
  })
}

test('pages of DMarket are read until one is not full', async (t) => {
  const page = (count: number) =>
    JSON.stringify({
      AggregatedTitles: Array.from({ length: count }, (_, at) => ({ Title: `Item ${at}`, Offers: { BestPrice: '1' } })),
      Total: '10001',
    })
  const pages = [page(10_000), page(1)]
  const { marketplace, rows } = await read(t, 'dmarket', () => pages.shift() ?? '')
  assert.equal((await rows()).length, 10_001)
  assert.deepEqual(
    marketplace.received.map(({ url }) => new URL(url, 'http://x').searchParams.get('Offset')),
    ['0', '10000'],
  )
})

test('a key is sent where the marketplace expects it, and only once it is stored', async (t) => {
  const { world, marketplace, rows } = await read(t, 'csfloat', () => '[]')
  await rows()
  world.secrets.set('csfloat', 'sealed-key')
  await rows()
  assert.deepEqual(
    marketplace.received.map(({ headers }) => headers.authorization),
    // twice each time: names, then phases
    [undefined, undefined, 'sealed-key', 'sealed-key'],
  )
})

test('without its list of phases CSFloat still has its names, and the operator is informed', async (t) => {
  for (const [page, reason] of [
    [{ status: 404 }, 'unknown'],
    ['{"data":[{"market_hash_name":"★ Karambit | Doppler (Factory New)","paint_index":415,"min_price":5},', 'cut'],
    ['[]', 'shape'],
  ] as const) {
    const names = JSON.stringify([{ market_hash_name: redline, min_price: 1187, quantity: 210 }])
    const { world, rows } = await read(t, 'csfloat', ({ url }) => (url.endsWith('/doppler') ? page : names))
    assert.deepEqual(await rows(), [row(redline, 11.87, { quantity: 210 })])
    assert.match(world.logged.join(), new RegExp(`a part of a feed was left out.*csfloat.*phases.*${reason}:`))
  }
})

test('a source that needs a cookie is not requested without one', async (t) => {
  const { world, marketplace, rows } = await read(t, 'buff163', () => '{}')
  world.secrets.clear()
  await assert.rejects(rows(), (error) => error instanceof FeedError && error.reason === 'secret')
  assert.equal(marketplace.received.length, 0)
})

test('a response other than the feed becomes an error with its reason', async (t) => {
  const answers: [Parameters<typeof openMarketplace>[1] extends (r: never) => infer P ? P : never, string][] = [
    [{ status: 403, text: '<html>blocked</html>' }, 'refused'],
    [{ status: 401, text: '{}' }, 'refused'],
    [{ status: 404 }, 'unknown'],
    [{ status: 500 }, 'status'],
    [{ status: 302, headers: { location: 'https://elsewhere.test/' } }, 'status'],
    ['{"success":false}', 'shape'],
    ['{"items":[{"name":"a"', 'cut'],
    [{ status: 429, headers: { 'retry-after': '120' } }, 'limited'],
  ]
  for (const [answer, reason] of answers) {
    const { rows } = await read(t, 'market_csgo', () => answer)
    await assert.rejects(rows(), (error) => error instanceof FeedError && error.reason === reason, reason)
  }
})

test('a marketplace that cannot be reached is reported as unreachable', async (t) => {
  const { marketplace, rows } = await read(t, 'skinport', () => '[]')
  const closed = await openMarketplace(t, () => '')
  assert.notEqual(closed.url, marketplace.url)
  const { world, rows: other } = await read(t, 'skinport', () => '[]')
  world.allow({ config: { sources: { skinport: { base: 'http://127.0.0.1:9', gapMs: 0 } } } })
  await assert.rejects(other(), (error) => error instanceof FeedError && error.reason === 'unreachable')
  assert.deepEqual(await rows(), [])
})

test('an answer larger than the source can be is refused', async (t) => {
  const source = sourceByKey('buff163')
  assert.ok(source)
  // Numbers before the list, so that no entry is too long and nothing packs better than numbers do.
  const filler = Array.from({ length: source.maxBytes / 8 }, (_, at) => (at * 7_654_321) % 89_999_999)
  const padded = `{"filler":${JSON.stringify(filler)},"data":{"items":[]}}`
  const { rows } = await read(t, 'buff163', () => padded)
  await assert.rejects(
    rows(),
    (error) => error instanceof FeedError && error.reason === 'shape' && /larger/.test(error.message),
  )
})

test('rows without a usable name are skipped', async (t) => {
  const names = ['', 'x'.repeat(201), null, 7, 'x'.repeat(200)]
  const feed = names.map((market_hash_name) => ({ market_hash_name, min_price: 1, quantity: 1 }))
  const { rows } = await read(t, 'skinport', () => JSON.stringify(feed))
  assert.deepEqual(await rows(), [row('x'.repeat(200), 1, { quantity: 1 })])
})

test('names lose the blanks around them, and what has no copies is not on offer', async (t) => {
  const feed = {
    items: [
      ['  Chroma Case ', '3'],
      ['Clutch Case', '0'],
      ['Falchion Case', '1,204'],
    ],
  }
  const items = feed.items.map(([market_hash_name, volume]) => ({ market_hash_name, price: '1.5', volume }))
  const { rows } = await read(t, 'market_csgo', () => JSON.stringify({ success: true, items }))
  assert.deepEqual(await rows(), [
    row('Chroma Case', 1.5, { quantity: 3 }),
    row('Falchion Case', 1.5, { quantity: 1204 }),
  ])
})
