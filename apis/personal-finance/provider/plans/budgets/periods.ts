// Divides the time of an analysis into periods (SOURCES 8.5 and 8.7): weeks, months and years of the calendar, or the
// time between the repeating events of a budget. Both ends are extended to whole periods.
import { type DayNumber, dayInMonth, lastDay, monthOf, type Span, weekStart } from '../../days.ts'
import { numberFrom, occurrence, occurrencesWithin, type Recurrence, stepDays } from '../series/recurrence.ts'

export const periodTypes = ['weeks', 'months', 'years', 'event'] as const
export type PeriodType = (typeof periodTypes)[number]
export type CalendarType = Exclude<PeriodType, 'event'>

/** Periods of the calendar, of `interval` weeks, months or years each. */
interface CalendarPeriods {
  readonly type: CalendarType
  readonly interval: number
}
/** A repeating series and its possible days. */
export interface Repeating {
  readonly rule: Recurrence
  readonly end: DayNumber | undefined
}
/** The periods, or alternative calendar periods if events overlap or do not align. */
type EventPeriods = { readonly spans: readonly Span[] } | { readonly instead: CalendarPeriods }

/** Limit of periods of an analysis: 19 years of weeks. */
export const periodLimit = 1000
/** Thrown if an analysis would have more than `periodLimit` periods. */
export class TooManyPeriods extends Error {
  override name = 'TooManyPeriods'
}

/**
 * Returns whole periods that cover the span. The first is the week, month or year in which the span begins; weeks begin
 * on `weekStartDay` (0 Sunday). Throws TooManyPeriods.
 */
export function calendarPeriods({ type, interval }: CalendarPeriods, span: Span, weekStartDay: number): Span[] {
  const { month } = monthOf(span.start)
  const firstMonth = type === 'years' ? month - (((month % 12) + 12) % 12) : month
  const firstWeek = weekStart(span.start, weekStartDay)
  const monthsEach = type === 'years' ? 12 * interval : interval
  const border = (number: number) =>
    type === 'weeks' ? firstWeek + 7 * interval * number : dayInMonth(firstMonth + monthsEach * number, 1)
  return between(border, span.end)
}

/**
 * Returns periods from one event to the day before the next, `interval` of them combined. Series can follow each other;
 * concurrent ones must have events on the same days. Time without a series is divided as if the previous one, or else
 * the first one, continued. Events that do not repeat bound no period. Throws TooManyPeriods.
 */
export function eventPeriods(series: readonly Repeating[], span: Span, interval: number): EventPeriods {
  const running = series
    .filter(({ rule }) => rule.type !== 'once')
    .map(({ rule, end }) => ({ rule, until: end === undefined ? Infinity : borderAfter(rule, end) - 1 }))
    .filter(({ rule, until }) => rule.start <= span.end && until >= span.start)
    .sort((a, b) => a.rule.start - b.rule.start)
  if (running.some(({ rule }) => (span.end - span.start) / stepDays(rule) > periodLimit)) throw new TooManyPeriods()
  const [first] = running
  if (first === undefined || !linesUp(running, span)) return { instead: longest(running) }

  const governing = (day: DayNumber) =>
    running.findLast(({ rule, until }) => rule.start <= day && day <= until) ??
    running.findLast(({ rule }) => rule.start <= day) ??
    first
  const next = (day: DayNumber) => {
    const begins = running.find(({ rule }) => rule.start > day)?.rule.start ?? Infinity
    return Math.min(borderAfter(governing(day).rule, day), begins)
  }
  const spans: Span[] = []
  for (let start = borderAtOrBefore(governing(span.start).rule, span.start); start <= span.end; ) {
    if (spans.length === periodLimit) throw new TooManyPeriods()
    let after = start
    for (let count = 0; count < interval && after <= lastDay; count++) after = Math.min(next(after), lastDay + 1)
    spans.push({ start, end: after - 1 })
    start = after
  }
  return { spans }
}

/** A repeating rule and the last day of its last period. */
interface Running {
  readonly rule: Recurrence
  readonly until: DayNumber
}

/** Reports whether concurrent series have their events on the same days, over all periods that touch the span. */
function linesUp(running: readonly Running[], span: Span): boolean {
  const start = Math.min(...running.map(({ rule }) => borderAtOrBefore(rule, span.start)))
  const end = Math.max(...running.map(({ rule }) => borderAfter(rule, span.end)))
  const days = running.map(({ rule, until }) => new Set(occurrencesWithin(rule, { start, end: Math.min(end, until) })))
  const all = new Set(days.flatMap((own) => [...own]))
  return running.every(({ rule, until }, position) =>
    [...all].every((day) => day < rule.start || day > until || days[position]?.has(day)),
  )
}

/** Returns the calendar periods closest to the longest interval between events of a series. */
function longest(running: readonly Running[]): CalendarPeriods {
  const [slowest] = running.map(({ rule }) => rule).sort((a, b) => stepDays(b) - stepDays(a))
  switch (slowest?.type) {
    case 'daily':
      return { type: 'weeks', interval: Math.ceil(slowest.interval / 7) }
    case 'weekly':
    case 'each weekday':
      return { type: 'weeks', interval: slowest.interval }
    case 'fortnightly':
      return { type: 'weeks', interval: 2 * slowest.interval }
    case 'yearly':
      return { type: 'years', interval: slowest.interval }
    default:
      return { type: 'months', interval: slowest?.interval ?? 1 }
  }
}

function borderAtOrBefore(rule: Recurrence, day: DayNumber): DayNumber {
  return occurrence(rule, (numberFrom(rule, day + 1) ?? 1) - 1)
}

function borderAfter(rule: Recurrence, day: DayNumber): DayNumber {
  return occurrence(rule, numberFrom(rule, day + 1) ?? 0)
}

function between(border: (number: number) => DayNumber, end: DayNumber): Span[] {
  const spans: Span[] = []
  for (let number = 0; border(number) <= end; number++) {
    if (number === periodLimit) throw new TooManyPeriods()
    spans.push({ start: border(number), end: border(number + 1) - 1 })
  }
  return spans
}
