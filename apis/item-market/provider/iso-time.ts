// Times and days in responses.

/** Formats a time as ISO 8601 in UTC. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()

const dayMs = 86_400_000
/** Returns the UTC day of a time, in days since 1970-01-01. */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs)
/** Formats a day number as `YYYY-MM-DD`. */
export function isoDay(day: number): string {
  const known = days.get(day)
  if (known !== undefined) return known
  if (days.size >= mostDays) days.clear()
  const text = isoTime(day * dayMs).slice(0, 10)
  days.set(day, text)
  return text
}

/** Size of the cache: histories of a year reuse the same days, and formatting one takes a microsecond. */
const mostDays = 1000
const days = new Map<number, string>()
