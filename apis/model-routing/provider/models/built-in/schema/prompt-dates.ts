// Dates that a text names, in the order in which it names them: `2026-12-01`, `1 December 2026`, `December 1st, 2026`.
const months = 'january february march april may june july august september october november december'.split(' ')
const written =
  /\b(?<iso>\d{4}-\d{2}-\d{2})\b|\b(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<month>\p{L}{3,9}),? (?<year>\d{4})\b|\b(?<usMonth>\p{L}{3,9}) (?<usDay>\d{1,2})(?:st|nd|rd|th)?,? (?<usYear>\d{4})\b/gu
const mostDates = 200

/** Returns the dates in a text as `YYYY-MM-DD`; only days of the calendar. */
export function datesIn(text: string): string[] {
  const dates: string[] = []
  for (const { groups } of text.matchAll(written)) {
    const date =
      groups?.iso ??
      dayOf(groups?.year ?? groups?.usYear, groups?.month ?? groups?.usMonth, groups?.day ?? groups?.usDay)
    if (date !== undefined && isDay(date)) dates.push(date)
    if (dates.length === mostDates) break
  }
  return dates
}

function dayOf(year: string | undefined, month: string | undefined, day: string | undefined): string | undefined {
  const number = months.findIndex((name) => name === month?.toLowerCase() || name.slice(0, 3) === month?.toLowerCase())
  if (year === undefined || day === undefined || number < 0) return undefined
  return `${year}-${String(number + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}

function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}
