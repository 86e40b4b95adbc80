// Amounts as whole units of 1/100 US cent, so that sums, medians and ratios of prices are exact. Nothing here knows other
// currencies: see currency.ts.

/** Units in one US dollar. */
export const unitsPerDollar = 10_000
/** 100 million dollars: no offer of one item is above it, and a sum of a million such amounts is still exact. */
export const mostUnits = 100_000_000 * unitsPerDollar

const decimalForm = /^\d{1,12}(?:\.\d{1,12})?$/

/** Units of a decimal amount of dollars given as text or number, halves rounded up; undefined for anything that is not an amount above zero. */
export function unitsOfDollars(value: unknown): number | undefined {
  const text = typeof value === 'number' ? plainText(value) : typeof value === 'string' ? value.trim() : ''
  if (!decimalForm.test(text)) return undefined
  const [whole = '0', part = ''] = text.split('.')
  const digits = part.padEnd(5, '0')
  const units = Number(whole) * unitsPerDollar + Number(digits.slice(0, 4)) + (digits.charAt(4) >= '5' ? 1 : 0)
  return withinBounds(units)
}

/** Units of a whole number of parts of a dollar: `parts` is 100 for cents, 1000 for thousandths. */
export function unitsOfParts(value: unknown, parts: 100 | 1000): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isFinite(count)) return undefined
  return withinBounds(Math.round(count * (unitsPerDollar / parts)))
}

/** A whole count that is not negative, from a number or its text; null when there is none. */
export function countOf(value: unknown): number | null {
  const count = typeof value === 'string' && /^[\d,]{1,15}$/.test(value) ? Number(value.replaceAll(',', '')) : value
  if (typeof count !== 'number' || !Number.isFinite(count) || count < 0) return null
  return Math.min(Math.floor(count), 2_000_000_000)
}

/** The middle of the numbers, or the rounded mean of the two middle ones; undefined for none. */
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

/** Small numbers print as 1e-7, which is no amount anyone offers; such text is refused by the form above. */
function plainText(value: number): string {
  return Number.isFinite(value) ? String(value) : ''
}
