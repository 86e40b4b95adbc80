// DMarket: aggregated prices by page. Two formats are known: best prices under `Markets.dmarket`, and flat ones next to
// the title. Dollars as strings; pages of 10,000; titles of other games are recognised by GameID (SOURCES 5.1).
import { countOf, unitsOfDollars } from '../../money.ts'
import { type FeedAccess, type FeedRow, fieldOf, mebibyte, minuteMs, rowOf, type Source } from '../feeds/source.ts'

const pageSize = 10_000
/** Room for ten times the titles on offer. */
const mostPages = 30
const gameId = 'a8db'

async function* rows(access: FeedAccess): AsyncGenerator<FeedRow> {
  for (let page = 0; page < mostPages; page++) {
    const query = { Limit: String(pageSize), Offset: String(page * pageSize) }
    let count = 0
    for await (const { value } of access.entries('/price-aggregator/v1/aggregated-prices', ['AggregatedTitles'], {
      query,
    })) {
      count++
      const row = readRow(value)
      if (row) yield row
    }
    if (count < pageSize) return
  }
}

function readRow(value: unknown): FeedRow | undefined {
  const game = fieldOf(value, 'GameID')
  if (game !== undefined && game !== gameId) return undefined
  const prices = fieldOf(fieldOf(value, 'Markets'), 'dmarket') ?? value
  const offers = fieldOf(prices, 'Offers')
  return rowOf(fieldOf(value, 'Title'), unitsOfDollars(fieldOf(offers, 'BestPrice')), {
    quantity: countOf(fieldOf(offers, 'Count')),
    bid: unitsOfDollars(fieldOf(fieldOf(prices, 'Orders'), 'BestPrice')),
  })
}

export const dmarket: Source = {
  id: 7,
  key: 'dmarket',
  title: 'DMarket',
  market: 'dmarket',
  game: 'cs2',
  base: 'https://api.dmarket.com',
  everyMs: 30 * minuteMs,
  gapMs: 2000,
  maxBytes: 64 * mebibyte,
  enabled: true,
  rows,
}
