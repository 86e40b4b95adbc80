// The forecast of one scenario. The provider's algorithm is unpublished, so this one is ours (SOURCES 7.4): each day's
// balance is that of the previous day plus the events of the day; interest due is added last.
import { Decimal } from 'decimal.js'
import type { DayNumber, Span } from '../../days.ts'
import { unitsPerWhole } from '../../money.ts'
import { numberFrom, occurrence, type Recurrence, recurrenceFrom } from '../series/recurrence.ts'

/** Yearly rate in percent, and its interval, starting on a day (SOURCES 4.5). */
export interface Interest {
  readonly rate: Decimal
  readonly repeatId: number
  readonly from: DayNumber
}
interface ForecastTerms {
  /** Balance at the end of the day before the span. */
  readonly balance: Decimal
  readonly span: Span
  /** Signed amounts in units (money.ts), in any order. */
  readonly events: Iterable<{ readonly day: DayNumber; readonly amount: number }>
  readonly interest: Interest | undefined
  readonly digits: number
}
interface Forecast {
  /** Balance at the end of the last day. */
  readonly closing: Decimal
  /** Lowest end-of-day balance before the first income, including the day before the span. */
  readonly safe: Decimal
}

const recurrences: Readonly<Record<number, { type: Recurrence['type']; interval: number; perYear: number }>> = {
  2: { type: 'weekly', interval: 1, perYear: 52 },
  3: { type: 'fortnightly', interval: 1, perYear: 26 },
  4: { type: 'monthly', interval: 1, perYear: 12 },
  5: { type: 'yearly', interval: 1, perYear: 1 },
  7: { type: 'monthly', interval: 3, perYear: 4 },
}

/** Calculates the forecast, visiting only the days with events or interest. */
export function forecast({ balance, span, events, interest, digits }: ForecastTerms): Forecast {
  const byDay = sumsByDay(events, span)
  const due = dueDays(interest, span)
  const days = [...new Set([...byDay.keys(), ...due.keys()])].sort((a, b) => a - b)
  let closing = balance
  let safe = balance
  let untilIncome = true
  for (const day of days) {
    const own = byDay.get(day)
    if (own) closing = closing.plus(new Decimal(own.units.toString()).dividedBy(unitsPerWhole))
    const share = due.get(day)
    if (share) closing = closing.plus(closing.times(share).toDecimalPlaces(digits, Decimal.ROUND_HALF_UP))
    if (own?.income) untilIncome = false
    if (untilIncome) safe = Decimal.min(safe, closing)
  }
  return { closing, safe }
}

/**
 * Sums events by day in integers, because there can be many; in bigints, because a sum can exceed the exact range of a
 * number.
 */
function sumsByDay(events: ForecastTerms['events'], span: Span): Map<DayNumber, { income: boolean; units: bigint }> {
  const sums = new Map<DayNumber, { income: boolean; units: bigint }>()
  for (const { day, amount } of events) {
    if (day < span.start || day > span.end) continue
    const sum = sums.get(day) ?? { income: false, units: 0n }
    sum.units += BigInt(amount)
    if (amount > 0) sum.income = true
    sums.set(day, sum)
  }
  return sums
}

/** Returns the days on which interest is due, with its share of the balance. */
function dueDays(interest: Interest | undefined, span: Span): Map<DayNumber, Decimal> {
  const due = new Map<DayNumber, Decimal>()
  const recurrence = interest && recurrences[interest.repeatId]
  if (!interest || !recurrence || interest.rate.isZero()) return due
  const rule = recurrenceFrom(interest.from, recurrence.type, recurrence.interval)
  const share = interest.rate.dividedBy(100).dividedBy(recurrence.perYear)
  // the day of the deposit itself earns nothing
  for (let number = Math.max(numberFrom(rule, span.start) ?? 0, 1); occurrence(rule, number) <= span.end; number++)
    due.set(occurrence(rule, number), share)
  return due
}
