// What a budget is worked out from: actual money of categories and planned money of series over the same periods, read at one
// moment and then converted into the base currency, actual money at the rates of its days and planned money at the present ones.
import { Decimal } from 'decimal.js'
import { accountsOf } from '../accounts/sides.ts'
import type { CategoryRow } from '../categories/tree.ts'
import type { Rates, RatesOrder } from '../exchange/rates.ts'
import { unitsPerWhole } from '../money.ts'
import { digitsOf } from '../reference/currencies.ts'
import type { Db, World } from '../world.ts'
import { type ActualSum, readActuals, readSideCurrencies } from './actual-sums.ts'
import { analyse, type Entry, type RefundBehaviour, type Sides } from './analysis.ts'
import { type Span, storedDay } from './days.ts'
import { readScenarios } from './scenarios.ts'
import { occurrencesOf } from './series.ts'
import type { StoredSeries } from './series-store.ts'

export interface BudgetWish {
  readonly spans: readonly Span[]
  readonly categories: readonly CategoryRow[]
  /** The series of these categories whose events are the plan. */
  readonly series: readonly StoredSeries[]
}
/** Money that is not yet in the base currency; sums of units, which planned money may have more of than a number can count. */
interface Money {
  readonly period: number
  readonly categoryId: number
  readonly currency: string
  readonly kind: Entry['kind']
  /** The day whose rate counts; undefined for the present one. */
  readonly day: string | undefined
  readonly credits: bigint
  readonly debits: bigint
}
export interface Budget {
  readonly wish: BudgetWish
  readonly money: readonly Money[]
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
    const actual = (await actuals(wish)).flatMap(({ credits, debits, ...sum }): Money[] =>
      ids.has(sum.categoryId) ? [{ ...sum, kind: 'actual', credits: BigInt(credits), debits: BigInt(debits) }] : [],
    )
    const planned = wish.series.flatMap((series) => plannedMoney(series, wish.spans, currencies.get(series.scenarioId)))
    return { wish, money: [...actual, ...planned] }
  }
}

/** From this many categories on, one reading of everything is faster than one for each. */
const idLimit = 20

/** The rates that these budgets need. */
export function ratesOrder(base: string, budgets: readonly Budget[]): RatesOrder {
  const currencies = new Set<string>()
  let days: { first: string; last: string } | undefined
  for (const { money } of budgets)
    for (const { currency, day } of money) {
      currencies.add(currency)
      if (day === undefined) continue
      days ??= { first: day, last: day }
      if (day < days.first) days.first = day
      if (day > days.last) days.last = day
    }
  return { base, currencies, days }
}

/** The analysis. Money in a currency without a rate is left out: there is no telling what it is worth. */
export function analyseBudget({ wish, money }: Budget, world: World, rates: Rates): Sides {
  const refunds = new Map(wish.categories.map((category) => [category.id, category.refund_behaviour]))
  const entries = convertedSums(money, rates, (categoryId) => refunds.get(categoryId) ?? null)
  return analyse(entries, {
    spans: wish.spans,
    today: storedDay(world.today),
    currency: rates.base,
    digits: digitsOf(rates.base),
  })
}

/** Adds up what is treated alike, units of the same rate first: decimals cost many times what integers do. */
function convertedSums(
  money: readonly Money[],
  rates: Rates,
  refundsOf: (categoryId: number) => RefundBehaviour,
): Entry[] {
  const groups = new Map<string, { facts: Omit<Entry, 'sums'>; byRate: Map<Decimal, Units> }>()
  for (const { period, kind, categoryId, currency, day, credits, debits } of money) {
    const rate = day === undefined ? rates.now(currency) : rates.on(currency, day)
    if (!rate) continue
    const refunds = refundsOf(categoryId)
    const key = `${period} ${kind} ${refunds}`
    const group = groups.get(key) ?? { facts: { period, kind, refunds }, byRate: new Map<Decimal, Units>() }
    groups.set(key, group)
    const units = group.byRate.get(rate) ?? { credits: 0n, debits: 0n }
    units.credits += credits
    units.debits += debits
    group.byRate.set(rate, units)
  }
  return [...groups.values()].map(({ facts, byRate }) => {
    const converted = (side: keyof Units) =>
      [...byRate].reduce(
        (sum, [rate, units]) => (units[side] === 0n ? sum : sum.plus(rate.times(exact(units[side])))),
        zero,
      )
    const whole = (side: keyof Units) => converted(side).dividedBy(unitsPerWhole)
    return { ...facts, sums: { credits: whole('credits'), debits: whole('debits') } }
  })
}

interface Units {
  credits: bigint
  debits: bigint
}

/** An integer as decimals take it; as a number where it fits, which they read faster. */
function exact(units: bigint): number | string {
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
function plannedMoney(series: StoredSeries, spans: readonly Span[], currency: string | undefined): Money[] {
  if (currency === undefined) return []
  const sums = new Map<number, { credits: bigint; debits: bigint }>()
  for (const { period, amount } of occurrencesBySpan(series, spans)) {
    const sum = sums.get(period) ?? { credits: 0n, debits: 0n }
    if (amount > 0) sum.credits += BigInt(amount)
    else sum.debits += BigInt(amount)
    sums.set(period, sum)
  }
  const { categoryId } = series
  return [...sums].map(([period, sum]) => ({ period, categoryId, currency, kind: 'forecast', day: undefined, ...sum }))
}
