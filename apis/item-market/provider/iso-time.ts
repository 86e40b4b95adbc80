// Times and days in answers.

/** ISO 8601 in UTC. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()

const dayMs = 86_400_000
/** The UTC day of a moment, as a number of days since 1970-01-01. */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs)
/** `YYYY-MM-DD` of a day number. */
export function isoDay(day: number): string {
  const known = days.get(day)
  if (known !== undefined) return known
  if (days.size >= mostDays) days.clear()
  const text = isoTime(day * dayMs).slice(0, 10)
  days.set(day, text)
  return text
}

/** A year of history needs the same days again and again, and formatting one takes a microsecond. */
const mostDays = 1000
const days = new Map<number, string>()
