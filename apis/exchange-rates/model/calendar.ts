// The working days of the central bank. Days are strings `YYYY-MM-DD`, without a time zone.
import { addDays, weekday } from '#provider'

/** The first day of the euro reference rates (SOURCES 3.6). */
export const firstDay = '1999-01-04'

/** Returns the earlier of two days. */
export function earlierOf(one: string, other: string): string {
  if (one < other) return one
  return other
}

/**
 * Reports whether the central bank publishes on a day: Monday to Friday, except the closing days of its payment system
 * (TARGET).
 */
function isPublicationDay(day: string): boolean {
  return weekday(day) !== 0 && weekday(day) !== 6 && !isClosingDay(day)
}

/** Returns the newest publication day up to and including a day. */
export function publicationDayUpTo(day: string): string {
  let at = day
  while (!isPublicationDay(at)) at = addDays(at, -1)
  return at
}

/**
 * Reports whether a day is 1 January, Good Friday, Easter Monday, 1 May, 25 or 26 December: the calendar of TARGET
 * since 2002 (SOURCES 5.7).
 */
function isClosingDay(day: string): boolean {
  if (['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))) return true
  const easter = easterSunday(Number(day.slice(0, 4)))
  return day === addDays(easter, -2) || day === addDays(easter, 1)
}

/** Returns Gregorian Easter by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return `${String(year).padStart(4, '0')}-0${Math.floor(n / 31)}-${String((n % 31) + 1).padStart(2, '0')}`
}
