// Tables of prices. They are the operator's, one world for all accounts. Amounts are units of 1/100 US cent, days are numbers since
// 1970-01-01, times are milliseconds.
import type { Generated } from 'kysely'

/** Names seen in prices; rows of the other tables hold the number instead of the text. */
export interface NamesTable {
  id: Generated<number>
  game: string
  name: string
}
/** What happened to each source. */
export interface SourcesTable {
  id: number
  /** The operator's word: 1 or 0; null leaves it to the source's default. */
  enabled: number | null
  /** Number of the last complete reading; rows of another number are not there for answers. */
  snapshot: number
  /** Number that was given to the last reading begun. */
  started: number
  /** Grows with every change of its rows, so that other processes read them again. */
  revision: number
  attempted_ms: number | null
  succeeded_ms: number | null
  /** Why the last attempt failed; null when it did not. */
  error: string | null
  /** Items of the last complete reading. */
  items: number
}
/** What a source last said of an item. */
export interface CurrentTable {
  source: number
  snapshot: number
  item: number
  price: number
  quantity: number | null
  bid: number | null
  volume: number | null
  median: number | null
  /** 1 when it was too far from other marketplaces to be believed as it was read. */
  odd: number
  at_ms: number
}
/** What a source said of an item on one day, odd prices left out. */
export interface DaysTable {
  item: number
  day: number
  source: number
  low: number
  high: number
  /** Sum of the prices of that day's readings. */
  total: number
  samples: number
  /** Sales where the source tells them, otherwise copies on offer; of the last reading. */
  volume: number
}

export interface PriceTables {
  item_market_names: NamesTable
  item_market_sources: SourcesTable
  item_market_current: CurrentTable
  item_market_days: DaysTable
}
