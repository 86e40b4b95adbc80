// The rows of one source as columns of numbers, by number of the item: a tenth of the memory that objects would take, of which there
// would be some hundred thousand.
import type { PriceRow } from './unify.ts'

export interface PriceColumn {
  readonly size: number
  has(item: number): boolean
  get(item: number): PriceRow | undefined
  /** Numbers of the items that have a row, ascending. */
  items(): Generator<number>
}
export interface GrowingColumn extends PriceColumn {
  set(item: number, row: StoredRow): void
}
/** A row as the table has it. */
export interface StoredRow {
  readonly price: number
  readonly quantity: number | null
  readonly bid: number | null
  readonly volume: number | null
  readonly median: number | null
  readonly at_ms: number
}

/** What counts have for null; none is negative. */
const none = -1
const leastItems = 1024

/** An empty column of a marketplace, or one with the rows of another of it. */
export function createColumn(market: string, from?: PriceColumn): GrowingColumn {
  // Prices, bids and medians are above zero, so zero stands for none.
  let prices = new Float64Array(leastItems)
  let bids = new Float64Array(leastItems)
  let medians = new Float64Array(leastItems)
  let times = new Float64Array(leastItems)
  let quantities = new Int32Array(leastItems)
  let volumes = new Int32Array(leastItems)
  let size = 0

  function makeRoom(item: number): void {
    if (item < prices.length) return
    const length = Math.max(item + 1, prices.length * 2)
    prices = grown(prices, new Float64Array(length))
    bids = grown(bids, new Float64Array(length))
    medians = grown(medians, new Float64Array(length))
    times = grown(times, new Float64Array(length))
    quantities = grown(quantities, new Int32Array(length))
    volumes = grown(volumes, new Int32Array(length))
  }
  const column: GrowingColumn = {
    get size() {
      return size
    },
    has: (item) => (prices[item] ?? 0) > 0,
    get(item) {
      const price = prices[item] ?? 0
      if (price === 0) return undefined
      const quantity = quantities[item] ?? none
      const volume = volumes[item] ?? none
      return {
        market,
        price,
        quantity: quantity === none ? null : quantity,
        bid: bids[item] || undefined,
        volume: volume === none ? undefined : volume,
        median: medians[item] || undefined,
        atMs: times[item] ?? 0,
        simulated: false,
      }
    },
    *items() {
      for (let item = 0; item < prices.length; item++) if ((prices[item] ?? 0) > 0) yield item
    },
    set(item, row) {
      makeRoom(item)
      if (prices[item] === 0) size++
      prices[item] = row.price
      bids[item] = row.bid ?? 0
      medians[item] = row.median ?? 0
      times[item] = row.at_ms
      quantities[item] = row.quantity ?? none
      volumes[item] = row.volume ?? none
    },
  }
  for (const item of from?.items() ?? []) {
    const row = from?.get(item)
    if (!row) continue
    const { price, quantity, bid = null, volume = null, median = null, atMs: at_ms } = row
    column.set(item, { price, quantity, bid, volume, median, at_ms })
  }
  return column
}

function grown<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
