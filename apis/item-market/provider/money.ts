// Amounts as integers of 1/100 US cent, so that sums, medians and ratios of prices are exact. Other currencies are in
// currency.ts.

/** Units in one US dollar. */
export const unitsPerDollar = 10_000
/** 100 million dollars: no single offer is higher, and a sum of a million such amounts is still exact. */
export const mostUnits = 100_000_000 * unitsPerDollar

const decimalForm = /^\d{1,12}(?:\.\d{1,12})?$/

/**
 * Returns units of a decimal amount of dollars, from a string or number, halves rounded up; undefined for values other
 * than positive amounts.
 */
export function unitsOfDollars(value: unknown): number | undefined {
  const text = typeof value === 'number' ? plainText(value) : typeof value === 'string' ? value.trim() : ''
  if (!decimalForm.test(text)) return undefined
  const [whole = '0', part = ''] = text.split('.')
  const digits = part.padEnd(5, '0')
  const units = Number(whole) * unitsPerDollar + Number(digits.slice(0, 4)) + (digits.charAt(4) >= '5' ? 1 : 0)
  return withinBounds(units)
}

/** Returns units of an integer of parts of a dollar: `parts` is 100 for cents, 1000 for thousandths. */
export function unitsOfParts(value: unknown, parts: 100 | 1000): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isFinite(count)) return undefined
  return withinBounds(Math.round(count * (unitsPerDollar / parts)))
}

/** Returns a non-negative integer, from a number or its string; null for other values. */
export function countOf(value: unknown): number | null {
  const count = typeof value === 'string' && /^[\d,]{1,15}$/.test(value) ? Number(value.replaceAll(',', '')) : value
  if (typeof count !== 'number' || !Number.isFinite(count) || count < 0) return null
  return Math.min(Math.floor(count), 2_000_000_000)
}

/** Returns the median: the middle number, or the rounded mean of the two middle ones; undefined for an empty list. */
export function medianOf(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined || sorted.length % 2 === 1) return upper
  return Math.round(((sorted[middle - 1] ?? upper) + upper) / 2)
}

function withinBounds(units: number): number | undefined {
  return Number.isSafeInteger(units) && units > 0 && units <= mostUnits ? units : undefined
}

/** Returns a number as plain text. Small ones print as 1e-7, which is never a price; the pattern above refuses them. */
function plainText(value: number): string {
  return Number.isFinite(value) ? String(value) : ''
}
