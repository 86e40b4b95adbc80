// The language of the rule files. A rule gives the occurrence and the name of a holiday; chained methods restrict it to
// years, regions and kinds, and set its observed day.
import type { Weekday } from './days.ts'
import { weekdays } from './days.ts'
import type { Calendar } from './lunar-calendars.ts'
import type { When, YearTable } from './occurrences.ts'
import { readLunarDate, readMonthDay, readWeekdayPhrase, readYearTable, type WeekdayPhrase } from './phrases.ts'

/** Types of holidays, by the institutions closed or the people off work, in the provider's order (SOURCES 2.5). */
export const holidayTypes = ['Public', 'Bank', 'School', 'Authorities', 'Optional', 'Observance'] as const
export type HolidayType = (typeof holidayTypes)[number]

/** Days by which a holiday on that weekday is moved, negative for earlier. */
type Shifts = Readonly<Partial<Record<Weekday, number>>>

/** The details of a rule. */
export interface RuleDetails {
  readonly when: When
  readonly name: string
  readonly localName: string
  readonly types: readonly HolidayType[]
  /** Codes of regions without the country; null for the whole country. */
  readonly counties: readonly string[] | null
  readonly firstYear: number
  readonly lastYear: number
  /** Interval in years, counted from the first. */
  readonly interval: number
  readonly skippedYears: readonly number[]
  /** Other days in some years; a year with an empty list is skipped. */
  readonly moved: YearTable
  /** Number of days added. */
  readonly offset: number
  /** Weekdays (0 is Sunday) on which the day counts; null for all. */
  readonly weekdays: readonly number[] | null
  /** Shifts by weekday, with their first year; the newest one in force applies. */
  readonly observed: readonly { readonly since: number; readonly shifts: readonly number[] }[]
}
/** A rule, with chainable methods. Each returns a new rule. */
export interface Rule {
  readonly details: RuleDetails
  /** Restricts the rule to regions: ISO 3166-2 codes without the country, separated by spaces. */
  in(counties: string): Rule
  /** Sets the types, instead of a public holiday. */
  as(...types: HolidayType[]): Rule
  /** Sets the first year. */
  from(year: number): Rule
  /** Sets the last year. */
  until(year: number): Rule
  /** Sets the only year. */
  only(year: number): Rule
  /** Sets an interval of years, counted from the first. */
  every(years: number): Rule
  except(...years: number[]): Rule
  /** Moves the day in some years: `{ 2020: '05-08' }`; an empty string skips the year. */
  moved(days: Readonly<Record<number, string>>): Rule
  /** Moves the day by a number of days; negative for earlier. */
  plus(days: number): Rule
  /** Restricts the rule to years in which the day is one of these weekdays. */
  ifOn(...days: Weekday[]): Rule
  /** Moves the observed day if the holiday is on these weekdays, since a year. */
  observed(shifts: Shifts, since?: number): Rule
}

export const saturdayToMonday: Shifts = { saturday: 2 }
export const sundayToMonday: Shifts = { sunday: 1 }
/** Moves Christmas from a Sunday, if the day after it keeps its Monday. */
export const sundayToTuesday: Shifts = { sunday: 2 }
/** Moves Saturday and Sunday to Monday. */
export const weekendToMonday: Shifts = { saturday: 2, sunday: 1 }
/** Moves Saturday to Friday, Sunday to Monday. */
export const nearestWorkday: Shifts = { saturday: -1, sunday: 1 }
/** Moves Saturday to Monday, Sunday to Tuesday: the first two days of a pair both find a working day. */
export const weekendTwoDaysOn: Shifts = { saturday: 2, sunday: 2 }
/** Moves the second day of a pair, if the previous day can have been moved to Monday. */
export const afterMovedDay: Shifts = { saturday: 2, sunday: 2, monday: 1 }
export const nearestMonday: Shifts = { tuesday: -1, wednesday: -2, thursday: -3, friday: 3, saturday: 2, sunday: 1 }

/**
 * Creates a holiday on the same month and day every year: `fixed('01-01', "New Year's Day", 'Neujahr')`. The local name
 * defaults to the English one.
 */
export function fixed(date: string, name: string, localName?: string): Rule {
  return start({ kind: 'fixed', ...readMonthDay(date) }, name, localName)
}
/**
 * Creates a holiday on a weekday of a month or near a date: `on('last monday of may', …)`, `on('saturday on or after
 * 06-20', …)`.
 */
export function on(phrase: WeekdayPhrase, name: string, localName?: string): Rule {
  return start(readWeekdayPhrase(phrase), name, localName)
}
/** Creates a holiday a number of days after western Easter Sunday. */
export function easter(offset: number, name: string, localName?: string): Rule {
  return start({ kind: 'easter', church: 'western', offset }, name, localName)
}
/** Creates a holiday a number of days after eastern Easter Sunday. */
export function orthodoxEaster(offset: number, name: string, localName?: string): Rule {
  return start({ kind: 'easter', church: 'orthodox', offset }, name, localName)
}
/** Creates a holiday in the Islamic calendar (Umm al-Qura): `islamic('10-01', 'Eid al-Fitr')`. */
export const islamic = lunar('islamic-umalqura')
/** Creates a holiday in the Chinese calendar, leap months aside. */
export const chinese = lunar('chinese')
/** Creates a holiday in the Korean lunar calendar, leap months aside. */
export const korean = lunar('dangi')
/** Creates a holiday in the Ethiopian calendar. */
export const ethiopian = lunar('ethiopic')
/** Creates a holiday on the first new moon (day 1 of a Chinese month) or full moon (day 15) on or after a date. */
export function moon(phase: 'new' | 'full', from: string, name: string, localName?: string): Rule {
  return start({ kind: 'moon', phase, from: readMonthDay(from) }, name, localName)
}
/**
 * Creates a holiday on the day on which the sun reaches a longitude, by the clock of a place: 0 March equinox, 90 June
 * solstice, 180, 270.
 */
export function sun(
  { longitude, utcOffsetHours }: { longitude: number; utcOffsetHours: number },
  name: string,
  localName?: string,
): Rule {
  return start({ kind: 'sun', longitude, utcOffsetHours }, name, localName)
}
/** Creates a holiday on the day between those of two rules, in years in which they are two days apart. */
export function between(first: Rule, second: Rule, name: string, localName?: string): Rule {
  return start({ kind: 'between', first: first.details.when, second: second.details.when }, name, localName)
}
/** Creates a holiday on irregular days, listed by year: `listed({ 2022: '06-24' }, 'Matariki')`. */
export function listed(days: Readonly<Record<number, string>>, name: string, localName?: string): Rule {
  return start({ kind: 'listed', days: readYearTable(days) }, name, localName)
}

function lunar(calendar: Calendar): (date: string, name: string, localName?: string) => Rule {
  return (date, name, localName) => start({ kind: 'lunar', calendar, ...readLunarDate(date) }, name, localName)
}

function start(when: When, name: string, localName = name): Rule {
  return rule({
    when,
    name,
    localName,
    types: ['Public'],
    counties: null,
    firstYear: Number.NEGATIVE_INFINITY,
    lastYear: Number.POSITIVE_INFINITY,
    interval: 1,
    skippedYears: [],
    moved: {},
    offset: 0,
    weekdays: null,
    observed: [],
  })
}

function rule(details: RuleDetails): Rule {
  const change = (changes: Partial<RuleDetails>) => rule({ ...details, ...changes })
  return {
    details,
    in: (counties) => change({ counties: counties.split(' ') }),
    as: (...types) => change({ types: holidayTypes.filter((type) => types.includes(type)) }),
    from: (firstYear) => change({ firstYear }),
    until: (lastYear) => change({ lastYear }),
    only: (year) => change({ firstYear: year, lastYear: year }),
    every: (interval) => change({ interval }),
    except: (...years) => change({ skippedYears: [...details.skippedYears, ...years] }),
    moved: (days) => change({ moved: { ...details.moved, ...readYearTable(days) } }),
    plus: (days) => change({ offset: details.offset + days }),
    ifOn: (...names) => change({ weekdays: names.map((name) => weekdays.indexOf(name)) }),
    observed: (shifts, since = Number.NEGATIVE_INFINITY) =>
      change({ observed: [...details.observed, { since, shifts: weekdays.map((name) => shiftOn(shifts, name)) }] }),
  }
}

/** Returns the shift of a weekday, 0 if unlisted. */
function shiftOn(shifts: Shifts, weekday: Weekday): number {
  const { [weekday]: days = 0 } = shifts
  return days
}
