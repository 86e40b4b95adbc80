// Lis-Skins: a list of single offers, some 2.3 million in 170 MB, so it is read at most once a day and never held in
// memory. Dollars (SOURCES 5.1). Each offer is one copy; the feed table merges offers of one name.
import { unitsOfDollars } from '../../money.ts'
import { type FeedAccess, type FeedRow, fieldOf, mebibyte, minuteMs, rowOf, type Source } from '../feeds/source.ts'

async function* rows(access: FeedAccess): AsyncGenerator<FeedRow> {
  for await (const { value } of access.entries('/market_export_json/api_csgo_full.json', ['items'])) {
    const row = rowOf(fieldOf(value, 'name'), unitsOfDollars(fieldOf(value, 'price')), { quantity: 1 })
    if (row) yield row
  }
}

export const lisSkins: Source = {
  id: 9,
  key: 'lis_skins',
  title: 'Lis-Skins',
  market: 'lis_skins',
  game: 'cs2',
  base: 'https://lis-skins.com',
  everyMs: 24 * 60 * minuteMs,
  gapMs: 10_000,
  maxBytes: 512 * mebibyte,
  enabled: true,
  rows,
}
