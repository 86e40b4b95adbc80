// Days as texts `YYYY-MM-DD`, which sort as they follow each other, and the working days of the central bank.
// No time zones here: a day is a day.

const dayMs = 86_400_000

/** First day of the euro reference rates; nothing can be earlier. */
export const firstDay = '1999-01-04'

/** Whether a text is a day that exists in the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The day some days later, or earlier when negative. Both days must lie in the years 0 to 9999. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** The earlier of two days. */
export function earlierOf(one: string, other: string): string {
  if (one < other) return one
  return other
}

/** Whether the central bank publishes on that day: Monday to Friday without the closing days of its payment system (TARGET). */
export function isPublicationDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isClosingDay(day)
}

/** The newest publication day up to and including the given one. */
export function publicationDayUpTo(day: string): string {
  let at = day
  while (!isPublicationDay(at)) at = addDays(at, -1)
  return at
}

/** 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December: the calendar of TARGET since 2002. */
function isClosingDay(day: string): boolean {
  if (['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))) return true
  const easter = easterSunday(Number(day.slice(0, 4)))
  return day === addDays(easter, -2) || day === addDays(easter, 1)
}

/** Gregorian Easter by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
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
