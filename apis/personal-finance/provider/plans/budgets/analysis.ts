// Actual against planned money over periods (SOURCES 8), in exact decimals. Debits are negative throughout. Each figure
// of a period is rounded once to the currency's minor unit, and totals are sums of the rounded figures.
import { Decimal } from 'decimal.js'
import { type DayNumber, formatDay, type Span } from '../../days.ts'

export type RefundBehaviour = 'debits_are_deductions' | 'credits_are_refunds' | null

/** Money of one category in one period, in the base currency, credits and debits apart. */
interface Sums {
  readonly credits: Decimal
  readonly debits: Decimal
}
/** Actual or planned money of categories of one kind in one period. */
export interface Entry {
  /** Position of the period. */
  readonly period: number
  readonly refunds: RefundBehaviour
  readonly kind: 'actual' | 'forecast'
  readonly sums: Sums
}
interface AnalysisTerms {
  readonly spans: readonly Span[]
  readonly today: DayNumber
  /** Lower-case code of the base currency, and its decimal places. */
  readonly currency: string
  readonly digits: number
}
interface PeriodFigures {
  start_date: string
  end_date: string
  currency_code: string
  actual_amount: number
  forecast_amount: number
  refund_amount: number
  current: boolean
  over_budget: boolean
  under_budget: boolean
  over_by: number
  under_by: number
  percentage_used: number
}
export interface Analysis {
  start_date: string
  end_date: string
  currency_code: string
  total_actual_amount: number
  average_actual_amount: number
  total_forecast_amount: number
  average_forecast_amount: number
  total_over_by: number
  total_under_by: number
  periods: PeriodFigures[]
}
/** Both sides; null if it has no actual or planned money in any period. */
export interface Sides {
  readonly expense: Analysis | null
  readonly income: Analysis | null
}

interface Cell {
  actual: Decimal
  forecast: Decimal
  refund: Decimal
}
type Side = 'expense' | 'income'
const zero = new Decimal(0)

/** Analyses the entries over the periods of the terms. */
export function analyse(entries: readonly Entry[], terms: AnalysisTerms): Sides {
  const cells = { expense: emptyCells(terms), income: emptyCells(terms) }
  const seen = new Set<Side>()
  for (const entry of entries) {
    const cellOf = (side: Side) => {
      seen.add(side)
      return cells[side][entry.period]
    }
    addEntry(entry, cellOf)
  }
  const sideOf = (side: Side) => (seen.has(side) ? analysisOf(cells[side], side, terms) : null)
  return { expense: sideOf('expense'), income: sideOf('income') }
}

/**
 * Adds credits and debits to their sides. Credits of an expense category reduce the expense, and vice versa (SOURCES
 * 8.4).
 */
function addEntry({ refunds, kind, sums }: Entry, cellOf: (side: Side) => Cell | undefined): void {
  const { credits, debits } = sums
  const add = (side: Side, parts: { own: Decimal; refund: Decimal }) => {
    if (parts.own.isZero() && parts.refund.isZero()) return
    const cell = cellOf(side)
    if (!cell) return
    cell[kind] = cell[kind].plus(parts.own).plus(parts.refund)
    if (kind === 'actual') cell.refund = cell.refund.plus(parts.refund.abs())
  }
  if (refunds === 'credits_are_refunds') add('expense', { own: debits, refund: credits })
  else if (refunds === 'debits_are_deductions') add('income', { own: credits, refund: debits })
  else {
    add('expense', { own: debits, refund: zero })
    add('income', { own: credits, refund: zero })
  }
}

function emptyCells({ spans }: AnalysisTerms): Cell[] {
  return spans.map(() => ({ actual: zero, forecast: zero, refund: zero }))
}

function analysisOf(cells: readonly Cell[], side: Side, terms: AnalysisTerms): Analysis {
  const { spans, currency, digits } = terms
  const periods = spans.flatMap((span, position) => {
    const cell = cells[position]
    return cell ? [periodOf(span, { cell, side, terms })] : []
  })
  const total = (name: 'actual_amount' | 'forecast_amount' | 'over_by' | 'under_by') =>
    periods.reduce((sum, period) => sum.plus(period[name]), zero)
  const average = (sum: Decimal) =>
    money(periods.length === 0 ? zero : sum.dividedBy(periods.length), digits).toNumber()
  const [actual, forecast] = [total('actual_amount'), total('forecast_amount')]
  return {
    start_date: periods[0]?.start_date ?? '',
    end_date: periods.at(-1)?.end_date ?? '',
    currency_code: currency,
    total_actual_amount: actual.toNumber(),
    average_actual_amount: average(actual),
    total_forecast_amount: forecast.toNumber(),
    average_forecast_amount: average(forecast),
    total_over_by: total('over_by').toNumber(),
    total_under_by: total('under_by').toNumber(),
    periods,
  }
}

function periodOf(span: Span, { cell, side, terms }: { cell: Cell; side: Side; terms: AnalysisTerms }): PeriodFigures {
  const actual = money(cell.actual, terms.digits)
  const forecast = money(cell.forecast, terms.digits)
  // amount over budget; without a budget there is no excess
  const excess = side === 'expense' ? forecast.minus(actual) : actual.minus(forecast)
  const beyond = forecast.isZero() ? zero : excess
  const used = forecast.isZero()
    ? zero
    : actual.dividedBy(forecast).times(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
  return {
    start_date: formatDay(span.start),
    end_date: formatDay(span.end),
    currency_code: terms.currency,
    actual_amount: plain(actual),
    forecast_amount: plain(forecast),
    refund_amount: plain(money(cell.refund, terms.digits)),
    current: span.start <= terms.today && terms.today <= span.end,
    over_budget: beyond.greaterThan(0),
    under_budget: !forecast.isZero() && !beyond.greaterThan(0),
    over_by: plain(Decimal.max(beyond, 0)),
    under_by: plain(Decimal.max(beyond.negated(), 0)),
    percentage_used: plain(used),
  }
}

/** Rounds to the minor unit, halves away from zero. */
function money(amount: Decimal, digits: number): Decimal {
  return amount.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP)
}

/** Returns a JSON number without a negative zero. */
function plain(amount: Decimal): number {
  return amount.isZero() ? 0 : amount.toNumber()
}
