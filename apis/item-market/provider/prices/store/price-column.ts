// The rows of one source as columns of numbers by item id; as objects they would be some hundred thousand. Most feeds
// report only a price and a quantity, twelve bytes an item, so the other columns are allocated on demand.
import type { PriceRow } from './price-row.ts'

export interface PriceColumn {
  readonly size: number
  has(item: number): boolean
  get(item: number): PriceRow | undefined
  /** Yields the ids of items with a row, ascending. */
  items(): Generator<number>
}
export interface GrowingColumn extends PriceColumn {
  set(item: number, row: StoredRow): void
}
/** A row in its stored form. */
export interface StoredRow {
  readonly price: number
  readonly quantity: number | null
  readonly bid: number | null
  readonly volume: number | null
  readonly median: number | null
  readonly at_ms: number
}

/** Represents null in counts, which are never negative. */
const none = -1
const minLength = 1024

/** Creates an empty column of a marketplace, or a copy of `from`. `room` is the expected number of items. */
export function createColumn(
  market: string,
  { from, room = 0 }: { from?: PriceColumn | undefined; room?: number } = {},
): GrowingColumn {
  const minimum = Math.max(minLength, room + 1)
  const decimals = (fallback: number) => createNumbers((length) => new Float64Array(length), { fallback, minimum })
  const counts = () => createNumbers((length) => new Int32Array(length), { fallback: none, minimum })
  // prices, bids and medians are above zero, so zero represents null
  const [prices, bids, medians] = [decimals(0), decimals(0), decimals(0)]
  const [quantities, volumes] = [counts(), counts()]
  /** All rows of a feed have one time, so the first row's time is the default. */
  let times: Numbers | undefined
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

interface Numbers {
  /** Index from which all items have the default number. */
  readonly length: number
  at(item: number): number
  put(item: number, value: number): void
}

/** Creates numbers by item id. The array is allocated with the first number other than the default. */
function createNumbers<T extends Float64Array | Int32Array>(
  make: (length: number) => T,
  { fallback, minimum }: { fallback: number; minimum: number },
): Numbers {
  let array: T | undefined
  const withRoomFor = (item: number): T => {
    if (array && item < array.length) return array
    const wider = make(Math.max(minimum, item + 1, (array?.length ?? 0) * 2))
    wider.fill(fallback)
    if (array) wider.set(array)
    return wider
  }
  return {
    get length() {
      return array?.length ?? 0
    },
    at: (item) => array?.[item] ?? fallback,
    put(item, value) {
      if (value === fallback && (array === undefined || item >= array.length)) return
      array = withRoomFor(item)
      array[item] = value
    },
  }
}
