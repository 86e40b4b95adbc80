// The price of an item on one marketplace.

export interface PriceRow {
  readonly market: string
  /** Units of 1/100 US cent. */
  readonly price: number
  /** Copies on offer; null if not reported. */
  readonly quantity: number | null
  /** Highest bid in units, if reported. */
  readonly bid?: number | undefined
  /** Sales of a day, if reported. */
  readonly volume?: number | undefined
  /** Median price of recent sales in units, if reported. */
  readonly median?: number | undefined
  /** Time of its reading from the marketplace. */
  readonly atMs: number
  readonly simulated: boolean
}
