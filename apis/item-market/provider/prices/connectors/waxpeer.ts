// Waxpeer: `{ success, items: [{ name, count, min, steam_price, … }] }`, prices in thousandths of a dollar. Public code
// disagrees on the unit (hundredths elsewhere); thousandths agree with other marketplaces, and the plausibility check
// guards against errors (SOURCES 5.1, 5.5).
import { countOf, unitsOfParts } from '../../money.ts'
import { type FeedAccess, type FeedRow, fieldOf, mebibyte, minuteMs, rowOf, type Source } from '../feeds/source.ts'

async function* rows(access: FeedAccess): AsyncGenerator<FeedRow> {
  const request = { query: { game: 'csgo', minified: '0' } }
  for await (const { value } of access.entries('/v1/prices', ['items'], request)) {
    const row = rowOf(fieldOf(value, 'name'), unitsOfParts(fieldOf(value, 'min'), 1000), {
      quantity: countOf(fieldOf(value, 'count')),
    })
    if (row) yield row
  }
}

export const waxpeer: Source = {
  id: 5,
  key: 'waxpeer',
  title: 'Waxpeer',
  market: 'waxpeer',
  game: 'cs2',
  base: 'https://api.waxpeer.com',
  everyMs: 15 * minuteMs,
  gapMs: 2000,
  maxBytes: 64 * mebibyte,
  enabled: true,
  rows,
}
