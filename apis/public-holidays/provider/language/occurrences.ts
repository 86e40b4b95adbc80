// Recurrences of holidays: the forms a rule can take, and the days each yields in a year.
import { type Day, dayOf, weekdayOf } from './days.ts'
import { orthodoxEaster, westernEaster } from './easter.ts'
import type { Calendar, LunarCalendars } from './lunar-calendars.ts'
import { sunDay } from './sun.ts'

export interface MonthDay {
  readonly month: number
  readonly day: number
}
/** Weekday number, 0 for Sunday. */
type WeekdayNumber = number
/** A form of recurrence. */
export type When =
  | ({ readonly kind: 'fixed' } & MonthDay)
  /** The nth weekday of a month: `nth` is 1 to 5 from the start, -1 for the last. */
  | { readonly kind: 'nth'; readonly nth: number; readonly weekday: WeekdayNumber; readonly month: number }
  /** The first such weekday on or after the date moved by `shift` days. */
  | { readonly kind: 'near'; readonly weekday: WeekdayNumber; readonly from: MonthDay; readonly shift: number }
  | { readonly kind: 'easter'; readonly church: 'western' | 'orthodox'; readonly offset: number }
  | { readonly kind: 'lunar'; readonly calendar: Calendar; readonly month: string; readonly day: number }
  /** The first new moon or (the fifteenth day) full moon, as counted in China, on or after a date. */
  | { readonly kind: 'moon'; readonly phase: 'new' | 'full'; readonly from: MonthDay }
  | { readonly kind: 'sun'; readonly longitude: number; readonly utcOffsetHours: number }
  /** The day between two others, in years in which they are two days apart. */
  | { readonly kind: 'between'; readonly first: When; readonly second: When }
  /** Days of the table's years only. */
  | { readonly kind: 'listed'; readonly days: YearTable }

/** Days by year; a year can have zero, one or several. */
export type YearTable = Readonly<Record<number, readonly MonthDay[]>>

/** Returns the days of a year on which a holiday occurs. */
export function daysOf(when: When, year: number, calendars: LunarCalendars): readonly Day[] {
  switch (when.kind) {
    case 'fixed':
      return exact(year, when)
    case 'nth':
      return nthWeekday(when, year)
    case 'near':
      return [weekdayFrom(dayOf(year, when.from.month, when.from.day) + when.shift, when.weekday)]
    case 'easter':
      return [(when.church === 'western' ? westernEaster(year) : orthodoxEaster(year)) + when.offset]
    case 'lunar':
      return calendars.daysOf(when.calendar, when, year)
    case 'moon':
      return [moonDay(when, year, calendars)]
    case 'sun':
      return [sunDay(when.longitude, year, when.utcOffsetHours)]
    case 'between': {
      const second = daysOf(when.second, year, calendars)
      return daysOf(when.first, year, calendars).flatMap((day) => (second.includes(day + 2) ? [day + 1] : []))
    }
    case 'listed':
      return tableDays(when.days, year)
  }
}

/** Returns the table's days for a year. */
export function tableDays(table: YearTable, year: number): readonly Day[] {
  return (table[year] ?? []).map(({ month, day }) => dayOf(year, month, day))
}

/** Returns the exact date; empty for 29 February in a common year. */
function exact(year: number, { month, day }: MonthDay): Day[] {
  if (month === 2 && day === 29 && dayOf(year, 2, 29) === dayOf(year, 3, 1)) return []
  return [dayOf(year, month, day)]
}

function nthWeekday({ nth, weekday, month }: When & { kind: 'nth' }, year: number): Day[] {
  const next = month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1)
  if (nth < 0) return [weekdayFrom(next - 7, weekday)]
  const day = weekdayFrom(dayOf(year, month, 1), weekday) + 7 * (nth - 1)
  return day < next ? [day] : []
}

function weekdayFrom(day: Day, weekday: WeekdayNumber): Day {
  return day + ((weekday - weekdayOf(day) + 7) % 7)
}

function moonDay({ phase, from }: When & { kind: 'moon' }, year: number, calendars: LunarCalendars): Day {
  const earliest = dayOf(year, from.month, from.day)
  for (const { start } of calendars.monthStarts('chinese', year)) {
    const day = phase === 'new' ? start : start + 14
    if (day >= earliest) return day
  }
  throw new RangeError(`no ${phase} moon of ${year} after ${from.month}-${from.day}`)
}
