// Finds years in the free text of dates.

/** Returns the first group of four digits; undefined if there is none. */
export function yearOf(value: unknown): number | undefined {
  const match = typeof value === 'string' ? /(?<!\d)\d{4}(?!\d)/.exec(value) : null
  return match ? Number(match[0]) : undefined
}
