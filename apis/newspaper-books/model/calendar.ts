// The calendar of publication: sales weeks end on Saturdays, weekly lists follow on the Sunday 15 days later, and
// monthly ones on the second Sunday of a month (SOURCES 4.1).
import { DateTime } from 'luxon'
import { addDays, dayMs, utcDay, weekday } from '#provider'

const publicationDelayDays = 15
/**
 * Delay after the sales week: lists appear online on the following Thursday at 22:00 UTC, well before their date.
 */
const onlineAfterMs = 5 * dayMs + 22 * 3_600_000
const zone = 'America/New_York'

/** Returns the last day of the newest sales week with lists online at a moment (milliseconds since the epoch). */
export function newestSalesWeek(nowMs: number): string {
  const day = utcDay(nowMs - onlineAfterMs)
  return addDays(day, -((weekday(day) + 1) % 7))
}

export function publishedDateOf(salesWeek: string): string {
  return addDays(salesWeek, publicationDelayDays)
}

/** True if monthly lists are published on that Sunday. */
export function isMonthlyDate(publishedDate: string): boolean {
  const dayOfMonth = Number(publishedDate.slice(8))
  return dayOfMonth > 7 && dayOfMonth <= 14
}

/** Returns the moment at which the lists of a sales week came online, in New York time with its offset. */
export function onlineSince(salesWeek: string): string {
  return inNewYork(Date.parse(salesWeek) + onlineAfterMs)
}

export function inNewYork(ms: number): string {
  return DateTime.fromMillis(ms, { zone }).toISO({ suppressMilliseconds: true }) ?? ''
}

/** Returns the local part of a time with an offset, in the form of the overview: `2026-03-10 12:00:22`. */
export function localSeconds(time: string): string {
  return time.slice(0, 19).replace('T', ' ')
}
