// The numbers of a call as the provider reads them: it refuses none, and what makes no sense counts as not given. The values
// come as the declared type, or as text where they do not fit it.

/** Facts or breeds of one page at the most. */
const limitMost = 1000

/** Any number; undefined for everything else. */
export function readNumber(given: unknown): number | undefined {
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A page size: fractions are cut off, at most 1000. */
export function readLimit(given: unknown, byDefault: number): number {
  const limit = Math.trunc(readNumber(given) ?? 0)
  return limit >= 1 ? Math.min(limit, limitMost) : byDefault
}

/** The number of a page; a fraction is none. */
export function readPage(given: unknown): number {
  const page = readNumber(given) ?? 0
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}
