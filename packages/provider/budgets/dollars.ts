// Amounts of money: integers of 1e-12 US dollars inside, decimal strings outside.

/** 1e-12 dollars: the unit of every stored amount. */
export type Amount = bigint
/** A million dollars: sums of amounts up to this fit in a column. */
export const largestAmount: Amount = 1_000_000_000_000_000_000n
/** A cost, capped so that a column of sums can hold it. */
export const storable = (amount: Amount): Amount => (amount > largestAmount ? largestAmount : amount)

const dollar = 1_000_000_000_000n
const amountForm = /^(\d{1,7})(?:\.(\d{1,12}))?$/

/**
 * Returns a decimal string of dollars in units of 1e-12 dollars; undefined for another string and for more than a
 * million dollars.
 */
export function readDollars(text: string): Amount | undefined {
  const [, whole, decimals = ''] = amountForm.exec(text) ?? []
  if (whole === undefined) return undefined
  const amount = BigInt(whole) * dollar + BigInt(decimals.padEnd(12, '0'))
  return amount > largestAmount ? undefined : amount
}

/** Dollars as a decimal string without trailing zeros: `0.00001234`. */
export function dollarsOf(amount: Amount): string {
  if (amount === 0n) return '0'
  // arithmetic of long integers and their texts cost several times as much
  if (amount > 0n && amount < dollar) return `0.${decimals(String(Number(amount)))}`
  const sign = amount < 0n ? '-' : ''
  const size = amount < 0n ? -amount : amount
  const part = decimals(String(size % dollar))
  return `${sign}${size / dollar}${part === '' ? '' : `.${part}`}`
}

/** The digits after the point, without zeros at the end. */
function decimals(digits: string): string {
  const padded = digits.padStart(12, '0')
  let end = padded.length
  while (padded[end - 1] === '0') end--
  return padded.slice(0, end)
}
