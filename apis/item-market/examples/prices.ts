// Examples of the price endpoints; every figure is invented.
const name = 'AK-47 | Redline (Field-Tested)'
const image = null
const at = '2026-11-02T11:58:10.000Z'
const steam = {
  market: 'steam',
  price: 42.1,
  quantity: 812,
  url: 'https://steamcommunity.com/market/listings/730/AK-47%20%7C%20Redline%20(Field-Tested)',
  updated_at: at,
  age_seconds: 110,
  is_stale: false,
  is_outlier: false,
  simulated: true,
}
const skinport = {
  ...steam,
  market: 'skinport',
  price: 33.4,
  quantity: 96,
  url: 'https://skinport.com/market?search=AK-47%20%7C%20Redline%20(Field-Tested)',
}
const unified = {
  market_hash_name: name,
  game: 'cs2',
  currency: 'USD',
  lowest: { market: 'skinport', price: 33.4 },
  median: 37.75,
  average: 37.75,
  volume: 908,
  market_count: 2,
  markets: [skinport, steam],
  updated_at: at,
  simulated: true,
}

export const priceExamples = {
  markets: { params: { name }, output: unified },
  marketsBatch: {
    body: { names: [name, 'No such item'], currency: 'USD' },
    output: {
      currency: 'USD',
      count: 2,
      items: [
        unified,
        {
          market_hash_name: 'No such item',
          error: { code: 'item.unknown', message: 'There is no item of this name.' },
        },
      ],
    },
  },
  items: {
    params: { name },
    output: {
      market_hash_name: name,
      game: 'cs2',
      currency: 'USD',
      price: 42.1,
      lowest_price: 42.1,
      median_price: 41.87,
      volume: 312,
      source: 'cache',
      market: 'steam',
      updated_at: at,
      image,
      simulated: true,
    },
  },
  history: {
    params: { name, days: 2 },
    output: {
      market_hash_name: name,
      game: 'cs2',
      currency: 'USD',
      days: 2,
      history: [
        { date: '2026-11-01', price: 37.12, min: 33.1, max: 41.6, volume: 402, sources: 5, simulated: true },
        { date: '2026-11-02', price: 37.4, min: 33.4, max: 42.1, volume: 377, sources: 5, simulated: true },
      ],
      gaps: [],
      simulated: true,
    },
  },
  deals: {
    params: { min_discount: 0.2 },
    output: {
      game: 'cs2',
      currency: 'USD',
      min_discount: 0.2,
      reference_market: 'steam',
      count: 1,
      offset: 0,
      total: 1,
      deals: [
        {
          market_hash_name: name,
          market: 'skinport',
          price: 33.4,
          reference_price: 42.1,
          discount: 0.2067,
          quantity: 96,
          url: skinport.url,
          image,
          updated_at: at,
          simulated: true,
        },
      ],
      simulated: true,
    },
  },
  status: {
    output: {
      status: 'ok',
      version: '1.0.0',
      database: { status: 'ok', latency_ms: 0.2 },
      prices: { last_ingest: null, age_seconds: null, is_stale: false, items: 14991, simulated: true },
      secondary_source: { name: 'skinport', status: 'never read', last_success: null },
      sources: [
        {
          source: 'skinport',
          market: 'skinport',
          game: 'cs2',
          reachable: null,
          enabled: true,
          last_success: null,
          last_error: null,
          delay_seconds: null,
          items: 0,
        },
      ],
      checked_at: '2026-11-02T12:00:00.000Z',
    },
  },
}
