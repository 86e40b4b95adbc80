// The figures of a budget: actual money of categories and planned money of series over the same periods, read in one
// snapshot. Actual money is converted to the base currency at the rates of its days, planned money at current rates.
import { Decimal } from 'decimal.js'
import { parseStoredDay, type Span } from '../../days.ts'
import type { Rates, RatesRequest } from '../../exchange/rates.ts'
import { accountsOf } from '../../ledger/accounts/transaction-accounts.ts'
import type { CategoryRow } from '../../ledger/categories/tree.ts'
import type { Db, Ledger } from '../../ledger.ts'
import { unitsPerWhole } from '../../money.ts'
import { digitsOf } from '../../reference/currencies.ts'
import { readScenarios } from '../scenarios/store.ts'
import { occurrencesOf } from '../series/series.ts'
import type { StoredSeries } from '../series/store.ts'
import { type ActualSum, readActuals, readCurrencies } from './actual-sums.ts'
import { analyse, type Entry, type RefundBehaviour, type Sides } from './analysis.ts'

interface BudgetRequest {
  readonly spans: readonly Span[]
  readonly categories: readonly CategoryRow[]
  /** The series of these categories; their events are the plan. */
  readonly series: readonly StoredSeries[]
}
/** Planned money before conversion, in units (money.ts). Its sums can exceed the exact range of a number. */
interface Planned {
  readonly period: number
  readonly categoryId: number
  readonly currency: string
  readonly credits: bigint
  readonly debits: bigint
}
export interface Budget {
  readonly request: BudgetRequest
  readonly actual: readonly ActualSum[]
  readonly planned: readonly Planned[]
}

/** Reads one budget at a time. It must run inside the `withSnapshot` that created it. */
type BudgetReader = (request: BudgetRequest) => Promise<Budget>

/** Creates a reader; reads once the data that all budgets of a ledger share. */
export async function createBudgetReader(db: Db, ledger: Ledger): Promise<BudgetReader> {
  const currencies = await readCurrencies(db, ledger)
  const scenarios = await readScenarios(db, ledger, await accountsOf(db, ledger))
  const scenarioCurrencies = new Map(scenarios.map(({ row, account }) => [row.id, account.currency]))
  const ofPeriod = new Map<string, readonly ActualSum[]>()
  /** Reads actual money. Many categories share their current period, so its sums are read once for all of them. */
  const actuals = async ({ spans, categories }: BudgetRequest): Promise<readonly ActualSum[]> => {
    const [only] = spans
    if (!only || spans.length > 1) {
      const few = categories.length <= idLimit ? categories.map(({ id }) => id) : undefined
      return readActuals(db, ledger, { spans, categoryIds: few, currencies })
    }
    const key = `${only.start} ${only.end}`
    const sums = ofPeriod.get(key) ?? (await readActuals(db, ledger, { spans, currencies }))
    ofPeriod.set(key, sums)
    return sums
  }
  return async (request) => {
    const ids = new Set(request.categories.map(({ id }) => id))
    const actual = (await actuals(request)).filter(({ categoryId }) => ids.has(categoryId))
    const planned = request.series.flatMap((series) =>
      plannedMoney(series, request.spans, scenarioCurrencies.get(series.scenarioId)),
    )
    return { request, actual, planned }
  }
}

/** Limit of ids in a query; beyond it, reading the sums of all categories is faster. */
const idLimit = 20

/** Returns the rates that these budgets need. */
export function ratesRequest(base: string, budgets: readonly Budget[]): RatesRequest {
  const currencies = new Set<string>()
  let days: { first: string; last: string } | undefined
  for (const { actual, planned } of budgets) {
    for (const { currency } of planned) currencies.add(currency)
    for (const { currency, day } of actual) {
      currencies.add(currency)
      if (day === undefined) continue
      days ??= { first: day, last: day }
      if (day < days.first) days.first = day
      if (day > days.last) days.last = day
    }
  }
  return { base, currencies, days }
}

/** Analyses a budget. Money in a currency without a rate is left out, because its value is unknown. */
export function analyseBudget({ request, actual, planned }: Budget, ledger: Ledger, rates: Rates): Sides {
  const behaviours = new Map(request.categories.map((category) => [category.id, category.refund_behaviour]))
  const refundsOf = (categoryId: number) => behaviours.get(categoryId) ?? null
  // numbers hold all sums of transactions exactly (money.ts), but not those of plans
  const entries = [
    ...convertedSums('actual', ofRates(actual, rates), { refundsOf, zero: 0, plus: (a, b) => a + b }),
    ...convertedSums('forecast', ofRates(planned, rates), { refundsOf, zero: 0n, plus: (a, b) => a + b }),
  ]
  return analyse(entries, {
    spans: request.spans,
    today: parseStoredDay(ledger.today),
    currency: rates.base,
    digits: digitsOf(rates.base),
  })
}

interface Sum<U extends number | bigint> {
  readonly period: number
  readonly categoryId: number
  readonly credits: U
  readonly debits: U
}

/** Groups sums by the rate that converts them. */
function ofRates<S extends { readonly currency: string; readonly day?: string | undefined }>(
  money: readonly S[],
  rates: Rates,
): Map<Decimal, S[]> {
  const byRate = new Map<Decimal, S[]>()
  for (const [currency, own] of Map.groupBy(money, (sum) => sum.currency))
    for (const [day, ofDay] of Map.groupBy(own, (sum) => sum.day)) {
      const rate = day === undefined ? rates.now(currency) : rates.on(currency, day)
      if (!rate) continue
      byRate.set(rate, [...(byRate.get(rate) ?? []), ...ofDay])
    }
  return byRate
}

interface Adding<U> {
  refundsOf(categoryId: number): RefundBehaviour
  readonly zero: U
  plus(a: U, b: U): U
}

/**
 * Converts and adds sums of the same kind. Units of the same rate are added first: decimals are many times slower than
 * integers.
 */
function convertedSums<U extends number | bigint>(
  kind: Entry['kind'],
  money: ReadonlyMap<Decimal, readonly Sum<U>[]>,
  { refundsOf, zero: none, plus }: Adding<U>,
): Entry[] {
  const entries = new Map<string, Entry & { readonly sums: { credits: Decimal; debits: Decimal } }>()
  for (const [rate, sums] of money) {
    const units = new Map<string, { of: Sum<U>; credits: U; debits: U }>()
    for (const sum of sums) {
      const key = `${sum.period} ${refundsOf(sum.categoryId)}`
      const known = units.get(key)
      if (known) {
        known.credits = plus(known.credits, sum.credits)
        known.debits = plus(known.debits, sum.debits)
      } else units.set(key, { of: sum, credits: sum.credits, debits: sum.debits })
    }
    const worth = (sum: U) => rate.times(exact(sum)).dividedBy(unitsPerWhole)
    for (const [key, { of, credits, debits }] of units) {
      const refunds = refundsOf(of.categoryId)
      const entry = entries.get(key) ?? { period: of.period, kind, refunds, sums: { credits: zero, debits: zero } }
      entries.set(key, entry)
      if (credits !== none) entry.sums.credits = entry.sums.credits.plus(worth(credits))
      if (debits !== none) entry.sums.debits = entry.sums.debits.plus(worth(debits))
    }
  }
  return [...entries.values()]
}

/** Returns an integer for Decimal: a number if it fits, which is faster to parse than a string. */
function exact(units: number | bigint): number | string {
  const number = Number(units)
  return Number.isSafeInteger(number) ? number : units.toString()
}
const zero = new Decimal(0)

function* occurrencesBySpan(series: StoredSeries, spans: readonly Span[]) {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return
  let period = 0
  for (const { day, amount } of occurrencesOf(series, { start: first.start, end: last.end })) {
    while (day > (spans[period]?.end ?? day)) period += 1
    yield { period, amount }
  }
}

/** Sums planned money by period; the spans must have no gaps. */
function plannedMoney(series: StoredSeries, spans: readonly Span[], currency: string | undefined): Planned[] {
  if (currency === undefined) return []
  const sums = new Map<number, { credits: bigint; debits: bigint }>()
  for (const { period, amount } of occurrencesBySpan(series, spans)) {
    const sum = sums.get(period) ?? { credits: 0n, debits: 0n }
    if (amount > 0) sum.credits += BigInt(amount)
    else sum.debits += BigInt(amount)
    sums.set(period, sum)
  }
  const { categoryId } = series
  return [...sums].map(([period, sum]) => ({ period, categoryId, currency, ...sum }))
}
