// The recurrence of a budget event (SOURCES 4.4 and 7.3). Occurrences are numbered from 0; negative numbers are virtual
// earlier ones, which the bounds of event periods need.
import { type DayNumber, dayInMonth, modulo, monthOf, type Span, weekday, weekStart } from '../../days.ts'

export const repeatTypes = ['once', 'daily', 'weekly', 'fortnightly', 'monthly', 'yearly', 'each weekday'] as const
export type RepeatType = (typeof repeatTypes)[number]

export interface Recurrence {
  readonly type: RepeatType
  /** Units of the type between occurrences, at least 1. The unit of `each weekday` is the week. */
  readonly interval: number
  /** The first occurrence. */
  readonly start: DayNumber
  /** Day of the month of monthly and yearly events; clamped to the last day of a shorter month. */
  readonly monthDay: number
}

const monday = 1

/**
 * Creates a recurrence whose first occurrence is on a day or, for `each weekday` on a weekend, on the following Monday.
 */
export function recurrenceFrom(day: DayNumber, type: RepeatType, interval: number): Recurrence {
  const weekend = [0, 6].includes(weekday(day))
  const start = type === 'each weekday' && weekend ? weekStart(day, monday) + 7 : day
  return { type, interval, start, monthDay: monthOf(start).dayOfMonth }
}

/** Returns the day of an occurrence by its number; `once` has number 0 only. */
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

/** Returns the average days between occurrences; 1 for `once`. */
export function stepDays({ type, interval }: Recurrence): number {
  const days = { once: 1, daily: 1, weekly: 7, fortnightly: 14, monthly: 30.44, yearly: 365.25, 'each weekday': 1.4 }
  return days[type] * interval
}

/** Returns the number of the first occurrence on or after a day, negative before the start; undefined after `once`. */
export function numberFrom(rule: Recurrence, day: DayNumber): number | undefined {
  if (rule.type === 'once') return day <= rule.start ? 0 : undefined
  let number = Math.floor((day - rule.start) / stepDays(rule))
  // months and weekends make the estimate off by one or two at most
  while (occurrence(rule, number) < day) number += 1
  while (occurrence(rule, number - 1) >= day) number -= 1
  return number
}

/** Reports whether the event occurs on a day, not before its start. */
export function takesPlaceOn(rule: Recurrence, day: DayNumber): boolean {
  const number = numberFrom(rule, day)
  return number !== undefined && number >= 0 && occurrence(rule, number) === day
}

/** Yields days of the occurrences within a span, in order, from the start on. */
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

/** Returns the recurrence from one of its occurrences on. */
export function continuedFrom(rule: Recurrence, day: DayNumber): Recurrence {
  return { ...rule, start: day }
}
