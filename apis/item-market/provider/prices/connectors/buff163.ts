// Buff163: pages of goods in yuan as strings, only for logged-in users: the operator's cookie (`session=…`) is the
// secret of this source, which is off by default. `{ code: "OK", data: { items: [...], total_page } }` (SOURCES 5.1).
// One page every three seconds.

import { countOf } from '../../money.ts'
import { FeedError } from '../feeds/feed-error.ts'
import { type FeedAccess, type FeedRow, fieldOf, mebibyte, minuteMs, rowOf, type Source } from '../feeds/source.ts'

const pageSize = 80
/** Room for 40,000 names. */
const mostPages = 500

async function* rows(access: FeedAccess): AsyncGenerator<FeedRow> {
  const unitsOf = await access.unitsIn('CNY')
  for (let page = 1; page <= mostPages; page++) {
    const query = { game: 'csgo', page_num: String(page), page_size: String(pageSize) }
    let count = 0
    for await (const { value } of access.entries('/api/market/goods', ['data', 'items'], { query })) {
      count++
      const row = rowOf(fieldOf(value, 'market_hash_name'), unitsOf(fieldOf(value, 'sell_min_price')), {
        quantity: countOf(fieldOf(value, 'sell_num')),
        bid: unitsOf(fieldOf(value, 'buy_max_price')),
      })
      if (row) yield row
    }
    if (count === 0 && page === 1) throw new FeedError('shape', 'the first page of goods is empty')
    if (count < pageSize) return
  }
}

export const buff163: Source = {
  id: 11,
  key: 'buff163',
  title: 'Buff163',
  market: 'buff163',
  game: 'cs2',
  base: 'https://buff.163.com',
  everyMs: 12 * 60 * minuteMs,
  gapMs: 3000,
  maxBytes: 4 * mebibyte,
  enabled: false,
  secret: { header: 'cookie', prefix: '', needed: true },
  rows,
}
