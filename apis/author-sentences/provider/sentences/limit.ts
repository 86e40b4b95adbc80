// Parses the requested number of sentences as the provider does (SOURCES 2.3).

const maxLimit = 100
const numeric = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i

/**
 * Returns 1 for a negative number and for anything else that is not a number; fractions are truncated; at most 100. 0
 * is 0.
 */
export function readLimit(value: unknown): number {
  const digits = String(value ?? '')
  if (!numeric.test(digits)) return 1
  const limit = Math.trunc(Number(digits))
  return limit < 0 ? 1 : Math.min(limit, maxLimit)
}
