// Parses the numbers of a call as the provider does: it accepts all, and an invalid value counts as omitted (SOURCES
// 2.7). A value is of the declared type, or the string that did not match it.

/** The limit of facts or breeds per page. */
const maxPerPage = 1000

/** Reads any number; undefined for anything else. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Reads a page size: fractions are truncated, 1000 at most. */
export function readLimit(value: unknown, defaultLimit: number): number {
  const limit = Math.trunc(readNumber(value) ?? 0)
  return limit >= 1 ? Math.min(limit, maxPerPage) : defaultLimit
}

/** Reads a page number; a fraction counts as omitted. */
export function readPage(value: unknown): number {
  const page = readNumber(value) ?? 0
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}
