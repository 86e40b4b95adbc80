// The numbers of a call, parsed as the provider parses them: it refuses none, and an invalid value counts as omitted
// (SOURCES 2.7). A value is of the declared type, or the string that did not fit it.

/** Facts or breeds of one page. */
const maxPerPage = 1000

/** Any number; undefined for everything else. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A page size: fractions are truncated, 1000 at most. */
export function readLimit(value: unknown, defaultLimit: number): number {
  const limit = Math.trunc(readNumber(value) ?? 0)
  return limit >= 1 ? Math.min(limit, maxPerPage) : defaultLimit
}

/** A page number; a fraction counts as omitted. */
export function readPage(value: unknown): number {
  const page = readNumber(value) ?? 0
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}
