// Exact amounts of money: units of 1e-12 US dollars inside, decimal strings outside.

const unitsPerDollar = 1_000_000_000_000n

/** What `unitsOf` reads: up to a million dollars or so, with at most twelve decimals. */
export const dollarsPattern = '^\\d{1,7}(?:\\.\\d{1,12})?$'
const dollarsForm = new RegExp(dollarsPattern)

/** The units of a decimal number of dollars; undefined when it is none. */
export function unitsOf(dollars: string): bigint | undefined {
  if (!dollarsForm.test(dollars)) return undefined
  const [whole = '', decimals = ''] = dollars.split('.')
  return BigInt(whole) * unitsPerDollar + BigInt(decimals.padEnd(12, '0'))
}

/** An exact decimal number of dollars, without zeros at its end. */
export function dollarsOf(units: bigint): string {
  const sign = units < 0n ? '-' : ''
  const absolute = units < 0n ? -units : units
  const decimals = String(absolute % unitsPerDollar)
    .padStart(12, '0')
    .replace(/0+$/, '')
  return `${sign}${absolute / unitsPerDollar}${decimals === '' ? '' : `.${decimals}`}`
}
