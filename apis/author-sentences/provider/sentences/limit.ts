// The number of sentences that a call asks for, as the provider reads it.

const most = 100
const numeric = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** What is not a number, and a negative one, is 1; fractions are cut off; 100 at the most. 0 is 0. */
export function readLimit(given: unknown): number {
  const text = String(given ?? '')
  if (!numeric.test(text)) return 1
  const limit = Math.trunc(Number(text))
  return limit < 0 ? 1 : Math.min(limit, most)
}
