// Combines many prices into one: selects valid rows, and computes their lowest, median and average price.
import { medianOf } from '../../money.ts'
import type { PriceRow } from '../store/price-row.ts'

export interface JudgedRow extends PriceRow {
  readonly stale: boolean
  readonly outlier: boolean
}
interface Unified {
  /** Rows, lowest price first. */
  readonly rows: readonly JudgedRow[]
  readonly lowest: JudgedRow | undefined
  readonly highestBid: JudgedRow | undefined
  readonly median: number | undefined
  /** Rounded to a unit. */
  readonly average: number | undefined
}

/** Prices of marketplaces differ by less than three times the median (SOURCES 6.1). */
const outlierFactor = 3
/** Fewest prices for outlier detection: of two, either could be wrong. */
const minPricesForOutliers = 3

/** Judges the rows of one item at a time: a row is stale if it is older than `staleMs` of its marketplace. */
export function unify(rows: readonly PriceRow[], nowMs: number, staleMs: (market: string) => number): Unified {
  const fresh = rows.filter((row) => !isStale(row, nowMs, staleMs))
  const middle = fresh.length >= minPricesForOutliers ? medianOf(fresh.map(({ price }) => price)) : undefined
  const judged = rows.map((row) => ({
    ...row,
    stale: isStale(row, nowMs, staleMs),
    outlier: middle !== undefined && isOutlier(row.price, middle),
  }))
  judged.sort((a, b) => a.price - b.price || (a.market < b.market ? -1 : 1))
  const counted = judged.filter(({ stale, outlier }) => !stale && !outlier)
  const prices = counted.map(({ price }) => price)
  const bids = counted.filter(({ bid }) => bid !== undefined).sort((a, b) => (b.bid ?? 0) - (a.bid ?? 0))
  return {
    rows: judged,
    lowest: counted[0],
    highestBid: bids[0],
    median: medianOf(prices),
    average:
      prices.length === 0 ? undefined : Math.round(prices.reduce((sum, price) => sum + price, 0) / prices.length),
  }
}

/** Reports whether a price is too far from the median of the others to be plausible. */
export function isOutlier(price: number, middle: number): boolean {
  return price > middle * outlierFactor || price * outlierFactor < middle
}

function isStale({ market, atMs }: PriceRow, nowMs: number, staleMs: (market: string) => number): boolean {
  return nowMs - atMs > staleMs(market)
}
