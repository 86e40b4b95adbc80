// CS.Deals: `{ success, response: { items: [{ marketname, lowest_price }] } }`, dollars as strings, no quantities
// (SOURCES 5.1).
import { unitsOfDollars } from '../../money.ts'
import { type FeedAccess, type FeedRow, fieldOf, mebibyte, minuteMs, rowOf, type Source } from '../feeds/source.ts'

async function* rows(access: FeedAccess): AsyncGenerator<FeedRow> {
  const request = { query: { appid: '730' } }
  for await (const { value } of access.entries('/API/IPricing/GetLowestPrices/v1', ['response', 'items'], request)) {
    const row = rowOf(fieldOf(value, 'marketname'), unitsOfDollars(fieldOf(value, 'lowest_price')))
    if (row) yield row
  }
}

export const csDeals: Source = {
  id: 8,
  key: 'cs_deals',
  title: 'CS.Deals',
  market: 'cs_deals',
  game: 'cs2',
  base: 'https://cs.deals',
  everyMs: 30 * minuteMs,
  gapMs: 5000,
  maxBytes: 32 * mebibyte,
  enabled: true,
  rows,
}
