// The arithmetic of budgets: the provider's own examples (SOURCES 8.3), and an independent one in integers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { sampled } from '../../../../../tests/harness/seed.ts'
import { parseStoredDay } from '../../days.ts'
import { type Analysis, analyse, type Entry, type RefundBehaviour } from './analysis.ts'

const november = { start: parseStoredDay('2016-11-01'), end: parseStoredDay('2016-11-30') }
const terms = { spans: [november], today: parseStoredDay('2016-11-15'), currency: 'nzd', digits: 2 }

function entry(kind: Entry['kind'], amounts: readonly number[], refunds: RefundBehaviour = null, period = 0): Entry {
  const sum = (counts: (amount: number) => boolean) => Decimal.sum(0, ...amounts.filter(counts))
  return { kind, refunds, period, sums: { credits: sum((amount) => amount > 0), debits: sum((amount) => amount < 0) } }
}

test('an expense below its budget is under it by the difference', () => {
  const { expense, income } = analyse([entry('actual', [-42.3]), entry('forecast', [-60])], terms)
  assert.equal(income, null)
  const figures = {
    start_date: '2016-11-01',
    end_date: '2016-11-30',
    currency_code: 'nzd',
  }
  assert.deepEqual(expense, {
    ...figures,
    total_actual_amount: -42.3,
    average_actual_amount: -42.3,
    total_forecast_amount: -60,
    average_forecast_amount: -60,
    total_over_by: 0,
    total_under_by: 17.7,
    periods: [
      {
        ...figures,
        actual_amount: -42.3,
        forecast_amount: -60,
        refund_amount: 0,
        current: true,
        over_budget: false,
        under_budget: true,
        over_by: 0,
        under_by: 17.7,
        percentage_used: 70.5,
      },
    ],
  })
})

function onlyPeriod(analysis: Analysis | null) {
  const period = analysis?.periods[0]
  assert.ok(period)
  return period
}

test('an expense or income beyond its budget is over it', () => {
  const { expense, income } = analyse([entry('actual', [-75, 130]), entry('forecast', [-60, 100])], terms)
  const [spent, earned] = [onlyPeriod(expense), onlyPeriod(income)]
  assert.deepEqual([spent.over_by, spent.under_by, spent.over_budget, spent.under_budget], [15, 0, true, false])
  assert.deepEqual([earned.over_by, earned.under_by, earned.over_budget, earned.percentage_used], [30, 0, true, 130])
})

test('without a budget nothing is over or under it', () => {
  const period = onlyPeriod(analyse([entry('actual', [-20])], terms).expense)
  const { over_budget, under_budget, over_by, under_by, percentage_used } = period
  assert.deepEqual([over_budget, under_budget, over_by, under_by, percentage_used], [false, false, 0, 0, 0])
})

test('credits of an expense category reduce it and are shown as refunds', () => {
  const { expense, income } = analyse([entry('actual', [-50, 5.6], 'credits_are_refunds')], terms)
  assert.equal(income, null)
  assert.deepEqual([onlyPeriod(expense).actual_amount, onlyPeriod(expense).refund_amount], [-44.4, 5.6])
})

test('debits of an income category reduce it and are shown as deductions', () => {
  const { expense, income } = analyse([entry('actual', [1000, -250], 'debits_are_deductions')], terms)
  assert.equal(expense, null)
  assert.deepEqual([onlyPeriod(income).actual_amount, onlyPeriod(income).refund_amount], [750, 250])
})

test('credits and debits of any other category are kept apart', () => {
  const { expense, income } = analyse([entry('actual', [-50, 5.6])], terms)
  assert.deepEqual([onlyPeriod(expense).actual_amount, onlyPeriod(expense).refund_amount], [-50, 0])
  assert.equal(onlyPeriod(income).actual_amount, 5.6)
})

test('a period is current when today is inside, its first and last day included', () => {
  const current = (today: string) =>
    onlyPeriod(analyse([entry('actual', [-1])], { ...terms, today: parseStoredDay(today) }).expense).current
  assert.deepEqual(['2016-10-31', '2016-11-01', '2016-11-30', '2016-12-01'].map(current), [false, true, true, false])
})

test('amounts that binary fractions cannot hold add up exactly', () => {
  const cents = Array.from({ length: 1000 }, () => -0.1)
  const { expense } = analyse([entry('actual', cents), entry('forecast', [-100])], terms)
  assert.deepEqual([expense?.total_actual_amount, expense?.total_over_by, expense?.total_under_by], [-100, 0, 0])
})

test('without any money both sides are null', () => {
  assert.deepEqual(analyse([], terms), { expense: null, income: null })
  assert.deepEqual(analyse([entry('actual', [0])], terms), { expense: null, income: null })
})

const spans = [0, 1, 2].map((number) => ({ start: 17_000 + 7 * number, end: 17_006 + 7 * number }))
const someEntry = fc.record({
  kind: fc.constantFrom('actual' as const, 'forecast' as const),
  refunds: fc.constantFrom<RefundBehaviour>('credits_are_refunds', 'debits_are_deductions', null),
  period: fc.nat(2),
  cents: fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 5 }),
})

test('every figure equals sums of whole cents, and totals are sums of the periods', () => {
  fc.assert(
    fc.property(fc.array(someEntry, { maxLength: 15 }), (entries) => {
      const rows = entries.map(({ kind, refunds, period, cents }) =>
        entry(
          kind,
          cents.map((amount) => amount / 100),
          refunds,
          period,
        ),
      )
      const analysed = analyse(rows, { ...terms, spans })
      for (const side of ['expense', 'income'] as const) {
        const own = entries.flatMap(({ kind, refunds, period, cents }) =>
          cents
            .filter((amount) => sideOf(amount, refunds) === side)
            .map((amount) => ({
              kind,
              period,
              amount,
              refund: refunds !== null && amount > 0 === (side === 'expense'),
            })),
        )
        const analysis = analysed[side]
        if (analysis === null) {
          assert.ok(own.every(({ amount }) => amount === 0))
          continue
        }
        const cents = (name: 'actual' | 'forecast', period: number) =>
          own.filter((one) => one.kind === name && one.period === period).reduce((sum, { amount }) => sum + amount, 0)
        for (const [position, period] of analysis.periods.entries()) {
          const [actual, forecast] = [cents('actual', position), cents('forecast', position)]
          assert.deepEqual([inCents(period.actual_amount), inCents(period.forecast_amount)], [actual, forecast])
          const beyond = forecast === 0 ? 0 : side === 'expense' ? forecast - actual : actual - forecast
          assert.deepEqual(
            [inCents(period.over_by), inCents(period.under_by)],
            [Math.max(beyond, 0), Math.max(-beyond, 0)],
          )
          const refunded = own.filter((one) => one.refund && one.kind === 'actual' && one.period === position)
          assert.equal(inCents(period.refund_amount), Math.abs(refunded.reduce((sum, { amount }) => sum + amount, 0)))
        }
        const total = (name: 'actual_amount' | 'over_by') =>
          analysis.periods.reduce((sum, period) => sum + inCents(period[name]), 0)
        assert.deepEqual(
          [inCents(analysis.total_actual_amount), inCents(analysis.total_over_by)],
          [total('actual_amount'), total('over_by')],
        )
        assert.ok(Math.abs(analysis.average_actual_amount * 3 - analysis.total_actual_amount) < 0.02)
      }
    }),
    { seed: 7, numRuns: sampled(300) },
  )
})

function sideOf(amount: number, refunds: RefundBehaviour): 'expense' | 'income' {
  if (refunds === 'credits_are_refunds') return 'expense'
  if (refunds === 'debits_are_deductions') return 'income'
  return amount < 0 ? 'expense' : 'income'
}

/** Whole cents; plus zero, as a negative one is another value to deepEqual. */
function inCents(amount: number): number {
  return Math.round(amount * 100) + 0
}
