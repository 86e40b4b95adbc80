// Evaluates the rules of a country to its holidays in a year. Independent of countries and of the API.
import { present } from '#define/present'
import { type Day, dateOf, weekdayOf } from './days.ts'
import type { LunarCalendars } from './lunar-calendars.ts'
import { daysOf, tableDays } from './occurrences.ts'
import type { HolidayType, Rule, RuleDetails } from './rules.ts'

/** A holiday of one year. */
export interface Holiday {
  /** Original day, in the requested year. */
  readonly original: Day
  /** Observed day, which can be in the previous or next year. */
  readonly observed: Day
  readonly name: string
  readonly localName: string
  /** Codes of regions without the country; null for the whole country. */
  readonly counties: readonly string[] | null
  readonly types: readonly HolidayType[]
}

/** Returns the holidays of a year in the order of their original days; those of one day in the order of the rules. */
export function holidaysOf(rules: readonly Rule[], year: number, calendars: LunarCalendars): Holiday[] {
  const holidays: Holiday[] = []
  for (const { details: rule } of rules) {
    if (!isHeld(rule, year)) continue
    for (const original of originalDays(rule, year, calendars)) {
      const weekday = weekdayOf(original)
      if (rule.weekdays !== null && !rule.weekdays.includes(weekday)) continue
      const { name, localName, counties, types } = rule
      const observed = original + shiftOf(rule, year, weekday)
      holidays.push({ original, observed, name, localName, counties, types })
    }
  }
  return holidays.sort((a, b) => a.original - b.original)
}

function isHeld(rule: RuleDetails, year: number): boolean {
  if (year < rule.firstYear || year > rule.lastYear) return false
  if (rule.interval > 1 && (year - rule.firstYear) % rule.interval !== 0) return false
  return !rule.skippedYears.includes(year)
}

function originalDays(rule: RuleDetails, year: number, calendars: LunarCalendars): readonly Day[] {
  const { offset } = rule
  if (offset === 0) return baseDays(rule, year, calendars)
  if (rule.when.kind !== 'lunar') return baseDays(rule, year, calendars).map((day) => day + offset)
  // in a lunar year the day can be across New Year from its reference day
  const days = [year - 1, year, year + 1].flatMap((one) => baseDays(rule, one, calendars))
  return days.map((day) => day + offset).filter((day) => dateOf(day).year === year)
}

function baseDays(rule: RuleDetails, year: number, calendars: LunarCalendars): readonly Day[] {
  return year in rule.moved ? tableDays(rule.moved, year) : daysOf(rule.when, year, calendars)
}

function shiftOf({ observed }: RuleDetails, year: number, weekday: number): number {
  let newest: readonly number[] | undefined
  for (const { since, shifts } of observed) if (since <= year) newest = shifts
  return newest ? present(newest[weekday]) : 0
}
