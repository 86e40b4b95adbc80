// Calendar days as integers, counted from 1 January 1970, so that arithmetic needs no time zone. Strings are
// `YYYY-MM-DD` in the proleptic Gregorian calendar. Only `todayIn` uses time zones.
import { DateTime } from 'luxon'

/** Days since 1970-01-01; negative before. */
export type DayNumber = number

/** First and last day, both included. */
export interface Span {
  readonly start: DayNumber
  readonly end: DayNumber
}

const dayMs = 86_400_000
/** Bounds of callers' days, which keep every sum of days small. */
const earliest = '1900-01-01'
const latest = '2999-12-31'

/** Parses `YYYY-MM-DD`, or the day of a timestamp; undefined for any string but a day of the years 1900 to 2999. */
export function parseDay(text: string): DayNumber | undefined {
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1]
  if (day === undefined || day < earliest || day > latest) return undefined
  const number = Date.parse(`${day}T00:00:00Z`) / dayMs
  // 30 February parses as 1 March.
  return Number.isInteger(number) && formatDay(number) === day ? number : undefined
}

/** Formats the day as `YYYY-MM-DD`. */
export function formatDay(day: DayNumber): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** Parses a stored day. */
export function parseStoredDay(text: string): DayNumber {
  const day = parseDay(text)
  if (day === undefined) throw new RangeError(`${text} is not a day`)
  return day
}

/** The last day of any plan. */
export const lastDay: DayNumber = Date.parse(latest) / dayMs

/** Reports whether `parseDay` accepts the day. */
export function isDay(day: DayNumber): boolean {
  return Number.isInteger(day) && day >= Date.parse(earliest) / dayMs && day <= lastDay
}

/** Returns Unix seconds of the day at 00:00 UTC, as in the ids of events (SOURCES 5.2). */
export function unixSeconds(day: DayNumber): number {
  return day * 86_400
}

/** Returns the weekday, 0 Sunday to 6 Saturday. */
export function weekday(day: DayNumber): number {
  // 1970-01-01 was a Thursday.
  return modulo(day + 4, 7)
}

/** Returns the last `startDay` (a weekday) on or before `day`. */
export function weekStart(day: DayNumber, startDay: number): DayNumber {
  return day - modulo(weekday(day) - startDay, 7)
}

/** Returns months since January 1970, and the day of the month from 1. */
export function monthOf(day: DayNumber): { readonly month: number; readonly dayOfMonth: number } {
  const date = new Date(day * dayMs)
  return { month: (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth(), dayOfMonth: date.getUTCDate() }
}

/** Returns a day of a month (months since January 1970), clamped to the last one of the month. */
export function dayInMonth(month: number, dayOfMonth: number): DayNumber {
  const first = Date.UTC(1970, month, 1) / dayMs
  const lastOfMonth = Date.UTC(1970, month + 1, 1) / dayMs - 1
  return Math.min(first + dayOfMonth - 1, lastOfMonth)
}

/** Returns the day at a time in milliseconds, in a zone of the tz database; in UTC if the name is unknown. */
export function todayIn(identifier: string, nowMs: number): DayNumber {
  const local = DateTime.fromMillis(nowMs, { zone: identifier })
  const { year, month, day } = local.isValid ? local : DateTime.fromMillis(nowMs, { zone: 'utc' })
  return Date.UTC(year, month - 1, day) / dayMs
}

/** Returns the remainder with the sign of the divisor. */
export function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}
