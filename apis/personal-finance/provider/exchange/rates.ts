// Exchange rates to the user's base currency, from the reference rates of the exchange-rates API. Amounts in a currency
// without published rates are null in the base currency, never a guess.

import { Decimal } from 'decimal.js'
import { Failure, type ProviderKit, Refusal } from '#define'
import { present } from '#define/present'
import { byKey, memberOf } from '#provider'
import { decimalOf, rounded } from '../money.ts'
import { digitsOf } from '../reference/currencies.ts'

type Ask = ProviderKit['ask']

/** Rates into one base currency. Codes are lower-case. */
export interface Rates {
  readonly base: string
  /**
   * Returns current units of the base currency for one of `currency`; 1 for the base itself; undefined without a rate.
   */
  now(currency: string): Decimal | undefined
  /** Returns the same for a day: by the last rate published by then, or the first one for earlier days. */
  on(currency: string, day: string): Decimal | undefined
  /** Converts `units` of `currency` (money.ts) to the base currency at the current rate; null without a rate. */
  convert(units: number, currency: string): number | null
  /** Converts at the rate of a day. */
  convertOn(units: number, currency: string, day: string): number | null
  /** Returns the current rate for responses: null for the base currency itself. */
  shown(currency: string): number | null
}
export interface RatesRequest {
  readonly base: string
  readonly currencies: Iterable<string>
  /** First and last day whose rates are requested too. */
  readonly days?: { readonly first: string; readonly last: string } | undefined
}

const one = new Decimal(1)

/** A source of rates. It must not be called inside a transaction (ledger-transaction.ts). */
export type RateSource = (request: RatesRequest) => Promise<Rates>

/** Creates a source that queries the exchange-rates API for each request. */
export function createRates({ ask }: { readonly ask: Ask }): RateSource {
  return async (request) => {
    const { base } = request
    const foreign = [...new Set(request.currencies)].filter((currency) => currency !== base)
    const histories = new Map(
      await Promise.all(foreign.map(async (currency) => [currency, await historyOf(ask, currency, request)] as const)),
    )
    const now = (currency: string) => (currency === base ? one : histories.get(currency)?.now)
    const on = (currency: string, day: string) => (currency === base ? one : histories.get(currency)?.on(day))
    const convertWith = (units: number, rate: Decimal | undefined) =>
      rate === undefined ? null : rounded(decimalOf(units).times(rate), digitsOf(base))
    return {
      base,
      now,
      on,
      convert: (units, currency) => (currency === base ? unrounded(units) : convertWith(units, now(currency))),
      convertOn: (units, currency, day) =>
        currency === base ? unrounded(units) : convertWith(units, on(currency, day)),
      shown: (currency) => (currency === base ? null : (now(currency)?.toNumber() ?? null)),
    }
  }
}

/** Returns an unconverted amount, which is not rounded. */
function unrounded(units: number): number {
  return decimalOf(units).toNumber()
}

interface RateHistory {
  readonly now: Decimal | undefined
  on(day: string): Decimal | undefined
}

async function historyOf(ask: Ask, currency: string, { base, days }: RatesRequest): Promise<RateHistory> {
  const pair = { base: currency.toUpperCase(), symbols: base.toUpperCase() }
  const [latest, series] = await Promise.all([
    answer(ask, 'latest', pair),
    days && answer(ask, 'onDate', { ...pair, date: `${days.first}..${days.last}` }),
  ])
  const now = rateIn(memberOf(latest, 'rates'), base)
  const byDay = [...daysOf(memberOf(series, 'rates'), base)].sort(byKey(({ day }) => day))
  return { now, on: (day) => rateOn(byDay, day) ?? now }
}

/** Codes that the gateway throws without the exchange-rates API. */
const missingApi: readonly string[] = ['api.unknown', 'provider.embedded_missing']

/** Returns undefined if the API lacks these rates or does not run. */
async function answer(ask: Ask, endpoint: string, input: Record<string, unknown>): Promise<unknown> {
  try {
    return await ask('exchange-rates', endpoint, input)
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Failure && missingApi.includes(error.code))) return undefined
    throw error
  }
}

interface DayRate {
  readonly day: string
  readonly rate: Decimal
}

function* daysOf(rates: unknown, base: string): Generator<DayRate> {
  if (typeof rates !== 'object' || rates === null) return
  for (const [day, ofDay] of Object.entries(rates)) {
    const rate = rateIn(ofDay, base)
    if (rate) yield { day, rate }
  }
}

/** Returns the last rate at or before the day, else the first. */
function rateOn(ascending: readonly DayRate[], day: string): Decimal | undefined {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (present(ascending[middle]).day <= day) low = middle + 1
    else high = middle
  }
  return (ascending[low - 1] ?? ascending[0])?.rate
}

function rateIn(rates: unknown, base: string): Decimal | undefined {
  const rate = memberOf(rates, base.toUpperCase())
  return typeof rate === 'number' && rate > 0 && Number.isFinite(rate) ? new Decimal(rate) : undefined
}
