// Dates of other calendars, read from the platform's own calendar data (Intl). If a month begins with the sighting of
// the crescent, an authority can proclaim another day: rules for such calendars have a table of the proclaimed days.
import { type Day, dayOf } from './days.ts'

/** Calendars by their Unicode names (CLDR, key `calendar`). */
export type Calendar = 'islamic-umalqura' | 'chinese' | 'dangi' | 'hebrew' | 'ethiopic' | 'coptic' | 'persian'

interface MonthStart {
  /**
   * Month label of the platform: a number, `6bis` for a leap month of the Chinese calendar, a name in the Hebrew one.
   */
  readonly month: string
  readonly start: Day
}
export interface LunarCalendars {
  /**
   * Returns the days of a Gregorian year with this month and day of the calendar: zero, one, or two in calendars with
   * short years. A leap month is another month.
   */
  daysOf(calendar: Calendar, date: { readonly month: string; readonly day: number }, year: number): Day[]
  /** Returns the first days of the months that touch a Gregorian year and of the month after, oldest first. */
  monthStarts(calendar: Calendar, year: number): readonly MonthStart[]
}

const dayMs = 86_400_000
/**
 * Corrections for months of the Chinese calendar that the platform starts a day early or late, because the new moon is
 * within minutes of midnight in Beijing (computed after Meeus, chapter 49, and checked with the published calendar):
 * the platform's day, and the days to add.
 */
const chineseCorrections: ReadonlyMap<Day, number> = new Map([
  [dayOf(1906, 4, 24), -1],
  [dayOf(1954, 2, 4), -1],
  [dayOf(1955, 2, 23), -1],
  [dayOf(1999, 1, 18), -1],
  [dayOf(2012, 8, 18), -1],
  [dayOf(2018, 11, 7), 1],
  [dayOf(2027, 2, 7), -1],
  [dayOf(2030, 2, 2), 1],
  [dayOf(2070, 3, 13), -1],
])
/** The limit of cached tables, each for a calendar and a year: all the years of two calendars. */
const maxTables = 512

/** Creates calendars that cache their tables. */
export function createLunarCalendars(): LunarCalendars {
  const tables = new Map<string, readonly MonthStart[]>()
  const readers = new Map<Calendar, Intl.DateTimeFormat>()

  function monthStarts(calendar: Calendar, year: number): readonly MonthStart[] {
    const key = `${calendar} ${year}`
    const known = tables.get(key)
    if (known) return known
    const reader = readers.get(calendar) ?? openReader(calendar)
    readers.set(calendar, reader)
    const read = readMonths(reader, dayOf(year, 1, 1), dayOf(year, 12, 31))
    const starts = calendar === 'chinese' ? read.map(corrected) : read
    if (tables.size >= maxTables) for (const oldest of tables.keys()) if (tables.delete(oldest)) break
    tables.set(key, starts)
    return starts
  }

  return {
    monthStarts,
    daysOf(calendar, { month, day }, year) {
      const starts = monthStarts(calendar, year)
      const [first, last] = [dayOf(year, 1, 1), dayOf(year, 12, 31)]
      const days: Day[] = []
      for (const [index, one] of starts.entries()) {
        const target = one.start + day - 1
        const isInMonth = target < (starts[index + 1]?.start ?? Number.POSITIVE_INFINITY)
        if (one.month === month && isInMonth && target >= first && target <= last) days.push(target)
      }
      return days
    },
  }
}

function corrected({ month, start }: MonthStart): MonthStart {
  return { month, start: start + (chineseCorrections.get(start) ?? 0) }
}

function readMonths(reader: Intl.DateTimeFormat, first: Day, last: Day): MonthStart[] {
  const opening = read(reader, first)
  const starts: MonthStart[] = [{ month: opening.month, start: first - opening.day + 1 }]
  let position = first - opening.day + 1
  while (position <= last) {
    // months have 29 to 31 days; only the last month of the Ethiopian and Coptic years, with 5 or 6, is overshot
    position += 29
    let there = read(reader, position)
    if (there.day > 1 && there.day < 29) position -= there.day - 1
    else while (there.day !== 1) there = read(reader, ++position)
    starts.push({ month: there.month, start: position })
  }
  return starts
}

function read(reader: Intl.DateTimeFormat, day: Day): { month: string; day: number } {
  let month = ''
  let dayOfMonth = 0
  for (const { type, value } of reader.formatToParts(day * dayMs)) {
    if (type === 'month') month = value
    if (type === 'day') dayOfMonth = Number(value)
  }
  return { month, day: dayOfMonth }
}

function openReader(calendar: Calendar): Intl.DateTimeFormat {
  const reader = new Intl.DateTimeFormat('en-u-nu-latn', {
    calendar,
    timeZone: 'UTC',
    month: 'numeric',
    day: 'numeric',
  })
  if (reader.resolvedOptions().calendar !== calendar) throw new Error(`this platform has no ${calendar} calendar`)
  return reader
}
