// Rates of a day and of a period, computed in the provider's order of steps: its early rounding shows in the digits
// (SOURCES 3.3 to 3.5).
import { present } from '#define/present'
import { addDays } from '#provider'
import { earlierOf } from '../../model/calendar.ts'
import { unprocessable } from '../errors.ts'
import type { Query } from './query.ts'
import type { RateIndex } from './rate-index.ts'
import { roundRate } from './rounding.ts'

export type Rates = Record<string, number>
interface Quote {
  readonly date: string
  readonly rates: Rates
}

/** Days to look back for a currency that was not published on the day itself. */
const lookBackDays = 14

/**
 * Returns rates of the newest publication day not later than `date`. A missing currency is looked up in the 14 days
 * before, but a response never mixes days: it is for the newest day with any requested currency. Returns undefined if
 * there is no such day.
 */
export function quoteDay(index: RateIndex, query: Query, date: string): Quote | undefined {
  for (const { position, codes } of newestPublished(index, date)) {
    const rates = convert(index, query, position, (code) => codes.has(code))
    if (rates) return { date: present(index.days[position]), rates }
  }
  return undefined
}

/**
 * Returns rates of each publication day of a period, oldest first. A start without publication moves back to the
 * nearest earlier day; a start in the future has no rates. Days without any requested currency are left out.
 */
export function quoteSeries(
  index: RateIndex,
  query: Query,
  period: { start: string; end: string; today: string },
): Quote[] {
  const quotes: Quote[] = []
  if (period.start > period.today) return quotes
  const last = index.positionUpTo(earlierOf(period.end, period.today))
  for (let position = Math.max(0, index.positionUpTo(period.start)); position <= last; position++) {
    const rates = convert(index, query, position, () => true)
    if (rates) quotes.push({ date: present(index.days[position]), rates })
  }
  return quotes
}

/**
 * Returns the currencies published on the newest day up to `date` or within 14 days before `date`, ascending, with EUR;
 * empty without data.
 */
export function publishedCodes(index: RateIndex, date: string): string[] {
  const published = newestPublished(index, date)
  if (published.length === 0) return []
  return ['EUR', ...published.flatMap(({ codes }) => [...codes])].sort()
}

/** Returns the days that count for a date, newest first, each with the currencies whose newest rate it has. */
function newestPublished(index: RateIndex, date: string): { position: number; codes: Set<string> }[] {
  const newest = index.positionUpTo(date)
  const newestDay = index.days[newest]
  if (newestDay === undefined) return []
  const published: { position: number; codes: Set<string> }[] = []
  const missing = new Set(index.codes)
  // the newest day always counts, however old: unlike the provider's data, an import or the sample can have gaps
  const oldest = earlierOf(addDays(date, -lookBackDays), newestDay)
  for (let position = newest; position >= 0 && present(index.days[position]) >= oldest; position--) {
    const codes = new Set([...missing].filter((code) => index.rate(position, code) !== undefined))
    for (const code of codes) missing.delete(code)
    published.push({ position, codes })
  }
  return published
}

/**
 * Returns undefined if the day lacks the base or all requested currencies. Throws 422 if the amount is too small to
 * divide by.
 */
function convert(
  index: RateIndex,
  { amount, base, symbols }: Query,
  position: number,
  counts: (code: string) => boolean,
): Rates | undefined {
  const fromEuro = base === 'EUR'
  const exact = fromEuro && amount === 1
  const legOf = (code: string): number | undefined => {
    if (code === 'EUR') return fromEuro ? undefined : amount
    const rate = counts(code) ? index.rate(position, code) : undefined
    if (rate === undefined) return undefined
    return exact ? amount * rate : roundRate(amount * rate)
  }
  const divisor = fromEuro ? 1 : legOf(base)
  if (divisor === undefined) return undefined
  if (divisor === 0) throw unprocessable('invalid amount')
  const rates: Rates = {}
  for (const code of index.codes) {
    if (code === base || (symbols && !symbols.includes(code))) continue
    const leg = legOf(code)
    if (leg !== undefined) rates[code] = fromEuro ? leg : roundRate((amount * leg) / divisor)
  }
  return Object.keys(rates).length > 0 ? rates : undefined
}
