// CSGO Trader's daily file of averages of the primary marketplace: an object of `{ last_24h, last_7d, last_30d,
// last_90d }` by name, in dollars. The licence of the data is unclear, so the source is off by default (SOURCES 5.1).
// It is the only keyless source of primary prices, the basis of deals, for the whole game at once.
import { unitsOfDollars } from '../../money.ts'
import { type FeedAccess, type FeedRow, fieldOf, mebibyte, minuteMs, rowOf, type Source } from '../feeds/source.ts'

const periods = ['last_24h', 'last_7d', 'last_30d'] as const

async function* rows(access: FeedAccess): AsyncGenerator<FeedRow> {
  for await (const { key, value } of access.entries('/latest/steam.json', [])) {
    const prices = periods.map((period) => unitsOfDollars(fieldOf(value, period)))
    const row = rowOf(
      key,
      prices.find((price) => price !== undefined),
    )
    if (row) yield row
  }
}

export const csgoTrader: Source = {
  id: 15,
  key: 'csgo_trader',
  title: 'CSGO Trader, averages of the primary marketplace',
  market: 'steam',
  game: 'cs2',
  base: 'https://prices.csgotrader.app',
  everyMs: 12 * 60 * minuteMs,
  gapMs: 10_000,
  maxBytes: 64 * mebibyte,
  enabled: false,
  rows,
}
