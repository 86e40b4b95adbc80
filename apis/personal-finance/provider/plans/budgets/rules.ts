// Validates requests for budgets.
import type { Span } from '../../days.ts'
import { badRequest, noEventPeriods } from '../../errors.ts'
import type { Ledger } from '../../ledger.ts'
import { flagIn, queryCountIn, querySpanIn, readIds } from '../../reading.ts'
import type { StoredSeries } from '../series/store.ts'
import { calendarPeriods, eventPeriods, type PeriodType, periodLimit, periodTypes, TooManyPeriods } from './periods.ts'

const intervalLimit = 1000

export interface PeriodsRequest {
  readonly type: PeriodType
  readonly interval: number
  readonly span: Span
}
interface PeriodValues {
  readonly period?: unknown
  readonly interval?: unknown
  readonly start_date?: unknown
  readonly end_date?: unknown
}

export function periodsRequestIn(values: PeriodValues): PeriodsRequest {
  const type = periodTypes.find((known) => known === values.period)
  if (type === undefined) throw badRequest(values.period == null ? 'period is missing' : 'period is invalid')
  const interval = queryCountIn(values, 'interval', { min: 1, max: intervalLimit })
  if (interval === undefined) throw badRequest('interval is missing')
  return { type, interval, span: querySpanIn(values) }
}

/** Returns the requested periods. Throws 400 if there are too many, 422 if events do not align. */
export function periodsOf(
  { type, interval, span }: PeriodsRequest,
  series: readonly StoredSeries[],
  ledger: Ledger,
): readonly Span[] {
  try {
    if (type !== 'event') return calendarPeriods({ type, interval }, span, ledger.user.week_start_day)
    const periods = eventPeriods(series, span, interval)
    if ('spans' in periods) return periods.spans
    throw noEventPeriods(periods.instead)
  } catch (error) {
    if (!(error instanceof TooManyPeriods)) throw error
    throw badRequest(`There are more than ${periodLimit} periods between the dates`)
  }
}

export function rollUpIn(values: { readonly roll_up?: unknown }): boolean {
  try {
    return flagIn(values, 'roll_up') === 1
  } catch {
    throw badRequest('roll_up is invalid')
  }
}

/** Returns the distinct comma-separated ids under a name. */
export function idsIn<V extends object>(values: V, name: keyof V & string): number[] {
  const value: unknown = values[name]
  if (value === undefined || value === null || value === '') throw badRequest(`${name} is missing`)
  const ids = readIds(value)
  if (!ids) throw badRequest(`${name} is invalid`)
  return [...new Set(ids)]
}
