// The price of an item on one marketplace.

export interface PriceRow {
  readonly market: string
  /** Units of 1/100 US cent. */
  readonly price: number
  /** Copies on offer; null when not reported. */
  readonly quantity: number | null
  /** Highest bid in units, where reported. */
  readonly bid?: number | undefined
  /** Sales of a day, where reported. */
  readonly volume?: number | undefined
  /** Median price of recent sales in units, where reported. */
  readonly median?: number | undefined
  /** When it was read from the marketplace. */
  readonly atMs: number
  readonly simulated: boolean
}
