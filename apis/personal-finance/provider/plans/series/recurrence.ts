// When a repeating budget event takes place (FACTS 5 and 8). Occurrences are counted from the first, number 0; negative
// numbers are the days on which it would have taken place before, which the borders of event periods need.
import { type DayNumber, dayInMonth, modulo, monthOf, type Span, weekday, weekStart } from '../../days.ts'

export const repeatTypes = ['once', 'daily', 'weekly', 'fortnightly', 'monthly', 'yearly', 'each weekday'] as const
export type RepeatType = (typeof repeatTypes)[number]

export interface Recurrence {
  readonly type: RepeatType
  /** Every so many of the type's units; at least 1. Of `each weekday` the unit is the week. */
  readonly interval: number
  /** An occurrence: the first. */
  readonly start: DayNumber
  /** Day of the month that months and years aim at; a shorter month takes its last day and a longer one the wished one again. */
  readonly monthDay: number
}

const monday = 1

/** A recurrence whose first occurrence is at or after a wished day: `each weekday` moves from a weekend to Monday. */
export function recurrenceFrom(wished: DayNumber, type: RepeatType, interval: number): Recurrence {
  const weekend = [0, 6].includes(weekday(wished))
  const start = type === 'each weekday' && weekend ? weekStart(wished, monday) + 7 : wished
  return { type, interval, start, monthDay: monthOf(start).dayOfMonth }
}

/** Day of the occurrence of that number. `once` has none but number 0. */
export function occurrence(rule: Recurrence, number: number): DayNumber {
  const steps = number * rule.interval
  const { month } = monthOf(rule.start)
  switch (rule.type) {
    case 'once':
      return rule.start
    case 'daily':
      return rule.start + steps
    case 'weekly':
      return rule.start + 7 * steps
    case 'fortnightly':
      return rule.start + 14 * steps
    case 'monthly':
      return dayInMonth(month + steps, rule.monthDay)
    case 'yearly':
      return dayInMonth(month + 12 * steps, rule.monthDay)
    case 'each weekday': {
      const first = weekStart(rule.start, monday)
      const position = rule.start - first + number
      return first + 7 * rule.interval * Math.floor(position / 5) + modulo(position, 5)
    }
  }
}

/** Days of one step, at the least and at the most; for `once` there is no step. */
export function stepDays({ type, interval }: Recurrence): number {
  const days = { once: 1, daily: 1, weekly: 7, fortnightly: 14, monthly: 30.44, yearly: 365.25, 'each weekday': 1.4 }
  return days[type] * interval
}

/** Number of the first occurrence at or after a day, counting those that would have been before the start too; undefined after `once`. */
export function numberFrom(rule: Recurrence, day: DayNumber): number | undefined {
  if (rule.type === 'once') return day <= rule.start ? 0 : undefined
  let number = Math.floor((day - rule.start) / stepDays(rule))
  // The estimate is off by at most the unevenness of months, or a week with its weekend.
  while (occurrence(rule, number) < day) number += 1
  while (occurrence(rule, number - 1) >= day) number -= 1
  return number
}

/** Whether the event takes place on that day, at or after its start. */
export function takesPlaceOn(rule: Recurrence, day: DayNumber): boolean {
  const number = numberFrom(rule, day)
  return number !== undefined && number >= 0 && occurrence(rule, number) === day
}

/** Days of the occurrences inside a span, in order, none before the start. */
export function* occurrencesWithin(rule: Recurrence, span: Span): Generator<DayNumber> {
  const first = numberFrom(rule, span.start)
  if (first === undefined) return
  for (let number = Math.max(first, 0); ; number++) {
    const day = occurrence(rule, number)
    if (day > span.end) return
    yield day
    if (rule.type === 'once') return
  }
}

/** The recurrence as it goes on from one of its occurrences. */
export function continuedFrom(rule: Recurrence, day: DayNumber): Recurrence {
  return { ...rule, start: day }
}
