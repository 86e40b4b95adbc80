// The tables of the provider. They belong to the operator, so they have no account column. Amounts are units of 1/100
// US cent; days are counted from 1970-01-01; times are milliseconds since the epoch.
import type { Generated } from 'kysely'
import type { ProviderKit } from '#define'

/** Names seen in prices. The other price tables have the number in place of the name. */
interface NamesTable {
  id: Generated<number>
  game: string
  name: string
}
/** The state of each price source. */
export interface SourcesTable {
  id: number
  /** The operator's setting, 1 or 0; null for the source's default. */
  enabled: number | null
  /** Number of the last complete reading. Rows with other numbers are never visible. */
  snapshot: number
  /** Number of the reading that began last. */
  started: number
  /** Incremented by every change of the source's rows, so that other processes reload them. */
  revision: number
  attempted_ms: number | null
  succeeded_ms: number | null
  /** Cause of the last attempt's failure; null if it succeeded. */
  error: string | null
  /** Items in the last complete reading. */
  items: number
}
/** The latest price of an item at one source. */
export interface CurrentTable {
  source: number
  snapshot: number
  item: number
  price: number
  quantity: number | null
  bid: number | null
  volume: number | null
  median: number | null
  /** 1 if the price was implausibly far from those of other marketplaces. */
  odd: number
  at_ms: number
}
/** The prices of an item at one source on one day, without odd ones. */
interface DaysTable {
  item: number
  day: number
  source: number
  low: number
  high: number
  /** Sum of the prices of that day's readings. */
  total: number
  samples: number
  /** Sales if the source reports them, otherwise copies on offer, as of the last reading. */
  volume: number
}
/** Items from inspect links, with their floats. */
export interface FloatsTable {
  /** `a:` and the asset id; for a certificate without one, `c:` and a digest of its content. */
  identity: string
  /** Decimal 64-bit number; null if no certificate had it. */
  asset_id: string | null
  def_index: number
  paint_index: number
  stattrak: number
  souvenir: number
  wear: number
  seed: number
  /** Steam id of the owner, if the link or the certificate had it. */
  owner: string | null
  stickers_count: number
  /** The unmasked certificate, from which all other data can be restored. */
  certificate: string
  first_seen: number
  last_seen: number
}
/** Inventories whose value is recorded every day. */
interface TrackedTable {
  steam_id: string
  game: string
  /** First day of the record, `YYYY-MM-DD`. */
  since: string
  /** Time of the last request for the inventory. */
  asked_at: number
}
/** The value of a tracked inventory on one day. The last value of a day wins. */
interface InventoryDaysTable {
  steam_id: string
  game: string
  day: string
  units: number
  items: number
}

export interface Tables {
  item_market_names: NamesTable
  item_market_sources: SourcesTable
  item_market_current: CurrentTable
  item_market_days: DaysTable
  item_market_floats: FloatsTable
  item_market_tracked: TrackedTable
  item_market_inventory_days: InventoryDaysTable
}

export type Db = ProviderKit<Tables>['db']
