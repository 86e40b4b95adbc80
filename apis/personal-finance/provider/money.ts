// Amounts: exact decimals outside, integers of 1/10,000 inside.
//
// Both databases add integers exactly, but not decimals (SQLite has none) or binary floats. Four digits suffice for
// every currency of ISO 4217. `volumeLimit` bounds all transactions of a ledger, so that a number holds every possible
// sum exactly.
import { Decimal } from 'decimal.js'

/** Units in one unit of a currency. */
export const unitsPerWhole = 10_000
/** Largest absolute amount or starting balance, in units: 100 billion. */
export const amountLimit = 100_000_000_000 * unitsPerWhole
/** Largest sum of the absolute amounts of a ledger, in units: 800 billion. */
export const volumeLimit = 800_000_000_000 * unitsPerWhole

/**
 * Returns an amount in units; digits beyond the fourth are rounded, halves away from zero. Returns undefined if it is
 * too large.
 */
export function unitsOf(amount: number | string): number | undefined {
  const units = new Decimal(amount).times(unitsPerWhole).toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
  return units.abs().greaterThan(amountLimit) ? undefined : plain(units)
}

/** Converts units to a number for a response. */
export function amountOf(units: number): number {
  return plain(new Decimal(units).dividedBy(unitsPerWhole))
}

/** Converts units to an exact decimal. */
export function decimalOf(units: number): Decimal {
  return new Decimal(units).dividedBy(unitsPerWhole)
}

/**
 * Converts an exact amount to a number for a response: rounded to the digits of its currency, halves away from zero.
 */
export function rounded(amount: Decimal, digits: number): number {
  return plain(amount.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP))
}

/** Returns a number without a negative zero. */
function plain(value: Decimal): number {
  return value.isZero() ? 0 : value.toNumber()
}
