// Calendar days as strings `YYYY-MM-DD`, which sort in calendar order. Days have no time zone; a moment becomes a day
// in UTC.

export const dayMs = 86_400_000

/** Returns the UTC day of a moment, in milliseconds since the epoch. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** True if a string is an existing day: `2024-02-29`, but not `2023-02-29` or `2024-2-29`. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const ms = startOf(value)
  // 30 February parses as 1 March
  return !Number.isNaN(ms) && utcDay(ms) === value
}

/** Returns the day `count` days later, or earlier if `count` is negative. Both days must be in the years 0 to 9999. */
export function addDays(day: string, count: number): string {
  return utcDay(startOf(day) + count * dayMs)
}

/** Returns the days from one day to another: 1 from a day to the next, negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (startOf(to) - startOf(from)) / dayMs
}

/** Returns 0 for Sunday to 6 for Saturday. */
export function weekday(day: string): number {
  return new Date(startOf(day)).getUTCDay()
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
