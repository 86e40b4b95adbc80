// Market.CSGO: `{ success, time, currency, items: [...] }` with prices as strings of currency units; `volume` is the
// number of offers. 5 requests a second (SOURCES 5.1).
import { countOf, unitsOfDollars } from '../../money.ts'
import { type FeedAccess, type FeedRow, fieldOf, mebibyte, minuteMs, rowOf, type Source } from '../feeds/source.ts'

async function* rows(access: FeedAccess): AsyncGenerator<FeedRow> {
  for await (const { value } of access.entries('/api/v2/prices/USD.json', ['items'])) {
    const row = rowOf(fieldOf(value, 'market_hash_name'), unitsOfDollars(fieldOf(value, 'price')), {
      quantity: countOf(fieldOf(value, 'volume')),
    })
    if (row) yield row
  }
}

export const marketCsgo: Source = {
  id: 4,
  key: 'market_csgo',
  title: 'Market.CSGO',
  market: 'market_csgo',
  game: 'cs2',
  base: 'https://market.csgo.com',
  everyMs: 10 * minuteMs,
  gapMs: 1000,
  maxBytes: 32 * mebibyte,
  enabled: true,
  rows,
}
