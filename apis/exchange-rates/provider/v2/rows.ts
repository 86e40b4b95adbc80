// Rates of the second version: rows of a day, of each day of a period, or averages by week or month.
import { present } from '#define/present'
import { addDays, dayMs, utcDay } from '#provider'
import { earlierOf } from '../../model/calendar.ts'
import type { RateIndex } from '../rates/rate-index.ts'
import { roundRate } from '../rates/rounding.ts'
import type { RowsQuery } from './query.ts'

export interface Row {
  date: string
  base: string
  quote: string
  rate: number
  providers?: { key: string; date: string; rate: number }[]
}

/** Days to look back for a currency that was not published on the day itself. */
const lookBackDays = 14

/**
 * Yields the rows in batches: for a day, one row per quote; for a period, a batch per day, week or month, in order.
 * Yields nothing before the data set begins or for other sources.
 */
export function* rowBatches(index: RateIndex, query: RowsQuery, today: string): Generator<Row[]> {
  if (!query.hasSource) return
  const { scope, group } = query
  if ('day' in scope) {
    yield rowsOnDay(index, query, earlierOf(scope.day, today))
    return
  }
  if (scope.from > today) return
  const last = index.positionUpTo(earlierOf(scope.to, today))
  let batch: Row[] = []
  let bucket = ''
  for (let position = Math.max(0, index.positionUpTo(scope.from)); position <= last; position++) {
    const own = bucketOf(present(index.days[position]), group)
    if (own !== bucket && batch.length > 0) {
      yield group === undefined ? batch : averaged(batch, bucket)
      batch = []
    }
    bucket = own
    batch.push(...rowsAt(index, query, position))
  }
  if (batch.length > 0) yield group === undefined ? batch : averaged(batch, bucket)
}

/** Returns each currency on the newest day up to this one that has it. */
function rowsOnDay(index: RateIndex, query: RowsQuery, day: string): Row[] {
  const newest = index.positionUpTo(day)
  const newestDay = index.days[newest]
  if (newestDay === undefined) return []
  const rows = new Map<string, Row>()
  const oldest = earlierOf(addDays(day, -lookBackDays), newestDay)
  for (let position = newest; position >= 0 && present(index.days[position]) >= oldest; position--)
    for (const row of rowsAt(index, query, position)) if (!rows.has(row.quote)) rows.set(row.quote, row)
  return [...rows.values()].sort((a, b) => (a.quote < b.quote ? -1 : 1))
}

function rowsAt(index: RateIndex, { base, quotes, expandsProviders }: RowsQuery, position: number): Row[] {
  const date = present(index.days[position])
  const perEuro = (code: string) => (code === 'EUR' ? 1 : index.rate(position, code))
  const divisor = perEuro(base)
  if (divisor === undefined) return []
  return index.codes.flatMap((quote) => {
    const rate = quotes && !quotes.includes(quote) ? undefined : perEuro(quote)
    if (rate === undefined) return []
    // published figures keep their digits
    const value = quote === base ? 1 : base === 'EUR' ? rate : roundRate(rate / divisor)
    const providers = expandsProviders && quote !== base ? { providers: [{ key: 'ECB', date, rate: value }] } : {}
    return [{ date, base, quote, rate: value, ...providers }]
  })
}

/** Returns the mean rates of a week or month, under its first day (SOURCES 6.4). */
function averaged(rows: readonly Row[], date: string): Row[] {
  return [...Map.groupBy(rows, ({ quote }) => quote)].flatMap(([quote, ofQuote]) => {
    const [row] = ofQuote
    if (!row) return []
    const mean = ofQuote.reduce((sum, { rate }) => sum + rate, 0) / ofQuote.length
    return [{ date, base: row.base, quote, rate: quote === row.base ? 1 : roundRate(mean) }]
  })
}

/** Returns the day under which rows of a day are listed: itself, its Monday, or the first of its month. */
function bucketOf(date: string, group: RowsQuery['group']): string {
  if (group === undefined) return date
  if (group === 'month') return `${date.slice(0, 8)}01`
  const at = Date.parse(`${date}T00:00:00Z`)
  return utcDay(at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs)
}
