// Exact amounts of money: units of 1e-12 US dollars internally, decimal strings externally.
import { withoutTrailing } from '#define/texts'

const unitsPerDollar = 1_000_000_000_000n

/** Pattern of the amounts that `unitsOf` reads: less than ten million dollars, with at most twelve decimals. */
export const dollarsPattern = '^\\d{1,7}(?:\\.\\d{1,12})?$'
const dollarsForm = new RegExp(dollarsPattern)

/** Returns the units of a decimal number of dollars; undefined for anything else. */
export function unitsOf(dollars: string): bigint | undefined {
  if (!dollarsForm.test(dollars)) return undefined
  const [whole = '', decimals = ''] = dollars.split('.')
  return BigInt(whole) * unitsPerDollar + BigInt(decimals.padEnd(12, '0'))
}

/** Returns an exact decimal number of dollars, without trailing zeros. */
export function dollarsOf(units: bigint): string {
  const sign = units < 0n ? '-' : ''
  const absolute = units < 0n ? -units : units
  const decimals = withoutTrailing(String(absolute % unitsPerDollar).padStart(12, '0'), '0')
  return `${sign}${absolute / unitsPerDollar}${decimals === '' ? '' : `.${decimals}`}`
}
