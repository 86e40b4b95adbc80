// Amounts: exact decimals outside, integers of 1/10,000 inside.
//
// Why integers: both databases add them up exactly, which they do not do alike with decimals (SQLite has none) and never with
// binary floats. Four digits are enough for every currency of ISO 4217. What callers may add up in one ledger is bounded by
// `volumeLimit`, so that no sum can leave the integers that a number holds exactly, whatever is selected.
import { Decimal } from 'decimal.js'

/** Units of one whole of a currency. */
export const unitsPerWhole = 10_000
/** Largest size of a single amount or starting balance, in units: 100 thousand million. */
export const amountLimit = 100_000_000_000 * unitsPerWhole
/** Largest sum of the sizes of all transactions of a ledger, in units: 800 thousand million. */
export const volumeLimit = 800_000_000_000 * unitsPerWhole

/** An amount in units; digits beyond the fourth are rounded, halves away from zero. Undefined when it is too large. */
export function unitsOf(amount: number | string): number | undefined {
  const units = new Decimal(amount).times(unitsPerWhole).toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
  return units.abs().greaterThan(amountLimit) ? undefined : plain(units)
}

/** Units as the number that stands in an answer. */
export function amountOf(units: number): number {
  return plain(new Decimal(units).dividedBy(unitsPerWhole))
}

/** Units as exact decimal. */
export function decimalOf(units: number): Decimal {
  return new Decimal(units).dividedBy(unitsPerWhole)
}

/** An exact amount as it stands in an answer: rounded to the digits of its currency, halves away from zero. */
export function rounded(amount: Decimal, digits: number): number {
  return plain(amount.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP))
}

/** JSON has no negative zero that anyone wants to see. */
function plain(value: Decimal): number {
  return value.isZero() ? 0 : value.toNumber()
}
