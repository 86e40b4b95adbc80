// Moments and durations that callers write for the clock of a sandbox.

/**
 * Returns milliseconds since the epoch for a date and time of RFC 3339 that a clock may show; undefined for anything
 * else.
 */
export function readMoment(text: string): number | undefined {
  const [, day = ''] = momentForm.exec(text) ?? []
  // a parser takes the 30th of February for a day of March
  if (!isDay(day)) return undefined
  const at = Date.parse(text)
  return isForClocks(at) ? at : undefined
}

/** Reports whether a clock may show a time: providers have no schedules and rankings before 2000 and beyond 2099. */
export function isForClocks(at: number): boolean {
  return Number.isSafeInteger(at) && at >= firstMoment && at <= lastMoment
}
const momentForm = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

function isDay(text: string): boolean {
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const firstMoment = Date.UTC(2000)
const lastMoment = Date.UTC(2099, 11, 31, 23, 59, 59, 999)

/**
 * Returns the milliseconds of an ISO 8601 duration; undefined for anything else, and for months and years, whose length
 * differs.
 */
export function readDuration(text: string): number | undefined {
  const found = durationForm.exec(text)
  if (!found || text.endsWith('T') || text === 'P') return undefined
  return Math.round(unitMs.reduce((sum, ms, index) => sum + ms * Number(found.at(index + 1) ?? '0'), 0))
}
const durationForm =
  /^P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9}(?:\.\d{1,3})?)S)?)?$/
/** Weeks, days, hours, minutes and seconds, in milliseconds. */
const unitMs = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1000]
