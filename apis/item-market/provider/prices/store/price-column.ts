// The rows of one source as columns of numbers, by number of the item, where objects would be some hundred thousand. Most feeds tell a
// price and a quantity only, twelve bytes an item, so the other columns are there when they are needed.
import type { PriceRow } from './price-row.ts'

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

/** An empty column of a marketplace, or one with the rows of another of it; `room` is for how many items it will likely be. */
export function createColumn(
  market: string,
  { from, room = 0 }: { from?: PriceColumn | undefined; room?: number } = {},
): GrowingColumn {
  const least = Math.max(leastItems, room + 1)
  const decimals = (usual: number) => createFigures((length) => new Float64Array(length), { usual, least })
  const counts = () => createFigures((length) => new Int32Array(length), { usual: none, least })
  // Prices, bids and medians are above zero, so zero stands for none.
  const [prices, bids, medians] = [decimals(0), decimals(0), decimals(0)]
  const [quantities, volumes] = [counts(), counts()]
  /** A feed is read at one time, which the first row tells. */
  let times: Figures | undefined
  let size = 0

  const column: GrowingColumn = {
    get size() {
      return size
    },
    has: (item) => prices.at(item) > 0,
    get(item) {
      const price = prices.at(item)
      if (price === 0) return undefined
      const quantity = quantities.at(item)
      const volume = volumes.at(item)
      return {
        market,
        price,
        quantity: quantity === none ? null : quantity,
        bid: bids.at(item) || undefined,
        volume: volume === none ? undefined : volume,
        median: medians.at(item) || undefined,
        atMs: times?.at(item) ?? 0,
        simulated: false,
      }
    },
    *items() {
      for (let item = 0; item < prices.length; item++) if (prices.at(item) > 0) yield item
    },
    set(item, row) {
      if (prices.at(item) === 0) size++
      times ??= decimals(row.at_ms)
      prices.put(item, row.price)
      bids.put(item, row.bid ?? 0)
      medians.put(item, row.median ?? 0)
      times.put(item, row.at_ms)
      quantities.put(item, row.quantity ?? none)
      volumes.put(item, row.volume ?? none)
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

interface Figures {
  /** Places that may have something else than the usual figure. */
  readonly length: number
  at(item: number): number
  put(item: number, figure: number): void
}

/** Figures of which an array is made when the first one comes that is not the usual one. */
function createFigures<T extends Float64Array | Int32Array>(
  make: (length: number) => T,
  { usual, least }: { usual: number; least: number },
): Figures {
  let kept: T | undefined
  const withRoomFor = (item: number): T => {
    if (kept && item < kept.length) return kept
    const wider = make(Math.max(least, item + 1, (kept?.length ?? 0) * 2))
    wider.fill(usual)
    if (kept) wider.set(kept)
    return wider
  }
  return {
    get length() {
      return kept?.length ?? 0
    },
    at: (item) => kept?.[item] ?? usual,
    put(item, figure) {
      if (figure === usual && (kept === undefined || item >= kept.length)) return
      kept = withRoomFor(item)
      kept[item] = figure
    },
  }
}
