// What a budget is worked out from: actual money of categories and planned money of series over the same periods, read at one
// moment and then converted into the base currency, actual money at the rates of its days and planned money at the present ones.
import { Decimal } from 'decimal.js'
import { type Span, storedDay } from '../../days.ts'
import type { Rates, RatesOrder } from '../../exchange/rates.ts'
import { accountsOf } from '../../ledger/accounts/transaction-accounts.ts'
import type { CategoryRow } from '../../ledger/categories/tree.ts'
import type { Db, World } from '../../ledger.ts'
import { unitsPerWhole } from '../../money.ts'
import { digitsOf } from '../../reference/currencies.ts'
import { readScenarios } from '../scenarios/store.ts'
import { occurrencesOf } from '../series/series.ts'
import type { StoredSeries } from '../series/store.ts'
import { type ActualSum, readActuals, readSideCurrencies } from './actual-sums.ts'
import { analyse, type Entry, type RefundBehaviour, type Sides } from './analysis.ts'

export interface BudgetWish {
  readonly spans: readonly Span[]
  readonly categories: readonly CategoryRow[]
  /** The series of these categories whose events are the plan. */
  readonly series: readonly StoredSeries[]
}
/** Planned money that is not yet in the base currency, at its present rate; units, of which it may have more than a number can count. */
interface Planned {
  readonly period: number
  readonly categoryId: number
  readonly currency: string
  readonly credits: bigint
  readonly debits: bigint
}
export interface Budget {
  readonly wish: BudgetWish
  readonly actual: readonly ActualSum[]
  readonly planned: readonly Planned[]
}

/** Reads the money of one wish after another. Only inside the `readWorld` that it was made in. */
export type BudgetReader = (wish: BudgetWish) => Promise<Budget>

/** Reads once what all budgets of a world need. */
export async function createBudgetReader(db: Db, world: World): Promise<BudgetReader> {
  const sides = await readSideCurrencies(db, world)
  const scenarios = await readScenarios(db, world, await accountsOf(db, world))
  const currencies = new Map(scenarios.map(({ row, account }) => [row.id, account.currency]))
  const ofPeriod = new Map<string, readonly ActualSum[]>()
  /** Many categories have the same present period: it is read once for all of them. */
  const actuals = async ({ spans, categories }: BudgetWish): Promise<readonly ActualSum[]> => {
    const [only] = spans
    if (!only || spans.length > 1) {
      const few = categories.length <= idLimit ? categories.map(({ id }) => id) : undefined
      return readActuals(db, world, { spans, categoryIds: few, sides })
    }
    const key = `${only.start} ${only.end}`
    const sums = ofPeriod.get(key) ?? (await readActuals(db, world, { spans, sides }))
    ofPeriod.set(key, sums)
    return sums
  }
  return async (wish) => {
    const ids = new Set(wish.categories.map(({ id }) => id))
    const actual = (await actuals(wish)).filter(({ categoryId }) => ids.has(categoryId))
    const planned = wish.series.flatMap((series) => plannedMoney(series, wish.spans, currencies.get(series.scenarioId)))
    return { wish, actual, planned }
  }
}

/** From this many categories on, one reading of everything is faster than one for each. */
const idLimit = 20

/** The rates that these budgets need. */
export function ratesOrder(base: string, budgets: readonly Budget[]): RatesOrder {
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

/** The analysis. Money in a currency without a rate is left out: there is no telling what it is worth. */
export function analyseBudget({ wish, actual, planned }: Budget, world: World, rates: Rates): Sides {
  const behaviours = new Map(wish.categories.map((category) => [category.id, category.refund_behaviour]))
  const refundsOf = (categoryId: number) => behaviours.get(categoryId) ?? null
  // all transactions of a world together are bounded (money.ts): numbers add up exactly; plans are not
  const entries = [
    ...convertedSums('actual', ofRates(actual, rates), { refundsOf, zero: 0, plus: (a, b) => a + b }),
    ...convertedSums('forecast', ofRates(planned, rates), { refundsOf, zero: 0n, plus: (a, b) => a + b }),
  ]
  return analyse(entries, {
    spans: wish.spans,
    today: storedDay(world.today),
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

/** Money by the rate that converts it, which many sums of one day or currency share. */
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

/** Adds up what is treated alike, units of the same rate first: decimals cost many times what integers do. */
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

/** An integer as decimals take it; as a number where it fits, which they read faster. */
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

/** Periods follow each other without gaps. */
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
