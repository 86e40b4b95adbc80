// Years in the free text of dates.

/** The first group of four digits; undefined when there is none. */
export function yearOf(value: unknown): number | undefined {
  const match = typeof value === 'string' ? /(?<!\d)\d{4}(?!\d)/.exec(value) : null
  return match ? Number(match[0]) : undefined
}
