// Tables of accounts, names beginning with item_market_.

/** Inventories whose value is noted every day. */
export interface TrackedTable {
  steam_id: string
  game: string
  /** First day of the record, `YYYY-MM-DD`. */
  since: string
  /** When somebody last asked for it, milliseconds since the epoch. */
  asked_at: number
}
/** Value of a tracked inventory on a day; the last one of the day stays. */
export interface InventoryDaysTable {
  steam_id: string
  game: string
  day: string
  /** In 1/100 US cent. */
  units: number
  items: number
}
export interface PeopleTables {
  item_market_tracked: TrackedTable
  item_market_inventory_days: InventoryDaysTable
}
