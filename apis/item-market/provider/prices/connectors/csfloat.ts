// CSFloat: all names in one array, prices in cents. Answers without a key from many networks and 401 from others; the operator's
// key goes in Authorization as it is (FACTS 5.1).
import { countOf, unitsOfParts } from '../money.ts'
import { type FeedAccess, type FeedRow, fieldOf, mebibyte, minuteMs, rowOf, type Source } from '../source.ts'

async function* rows(access: FeedAccess): AsyncGenerator<FeedRow> {
  for await (const { value } of access.entries('/api/v1/listings/price-list', [])) {
    const row = rowOf(fieldOf(value, 'market_hash_name'), unitsOfParts(fieldOf(value, 'min_price'), 100), {
      quantity: countOf(fieldOf(value, 'quantity')),
    })
    if (row) yield row
  }
}

export const csfloat: Source = {
  id: 3,
  key: 'csfloat',
  title: 'CSFloat',
  market: 'csfloat',
  game: 'cs2',
  base: 'https://csfloat.com',
  everyMs: 30 * minuteMs,
  gapMs: 5000,
  maxBytes: 32 * mebibyte,
  enabled: true,
  secret: { header: 'authorization', prefix: '', needed: false },
  rows,
}
