// Exchange rates into the user's base currency, from the reference rates of the exchange-rates API. Amounts in a
// currency without published rates are null in the base currency, never a guess.
import { Decimal } from 'decimal.js'
import { Failure, type ProviderKit, Refusal } from '#define'
import { byKey } from '#provider'
import { decimalOf, rounded } from '../money.ts'
import { digitsOf } from '../reference/currencies.ts'

type Ask = ProviderKit['ask']

/** Rates into one base currency. Codes are lower-case. */
export interface Rates {
  readonly base: string
  /** Units of the base currency for one of `currency` now; 1 for the base itself; undefined without a rate. */
  now(currency: string): Decimal | undefined
  /** The same on a day: the last rate published by then, or the first one for days before it. */
  on(currency: string, day: string): Decimal | undefined
  /** `units` of `currency` (money.ts) as an amount in the base currency at the current rate; null without a rate. */
  convert(units: number, currency: string): number | null
  /** The same at the rate of a day. */
  convertOn(units: number, currency: string, day: string): number | null
  /** The current rate as responses show it: null for the base currency itself. */
  shown(currency: string): number | null
}
export interface RatesRequest {
  readonly base: string
  readonly currencies: Iterable<string>
  /** Also the rates of these days; first and last. */
  readonly days?: { readonly first: string; readonly last: string } | undefined
}

const one = new Decimal(1)

/** Where rates come from. Never call it inside a transaction (ledger-transaction.ts). */
export type RateSource = (request: RatesRequest) => Promise<Rates>

/** Rates of the exchange-rates API, fetched for each request. */
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

/** Amounts that are not converted are not rounded either. */
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
  const now = rateIn(Reflect.get(Object(latest), 'rates'), base)
  const byDay = [...daysOf(Reflect.get(Object(series), 'rates'), base)].sort(byKey(({ day }) => day))
  return { now, on: (day) => rateOn(byDay, day) ?? now }
}

/** What the gateway throws when it runs without the exchange-rates API. */
const missingApi: readonly string[] = ['api.unknown', 'provider.embedded_missing']

/** Undefined where the API has no such rates, or does not run. */
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

/** The last rate at or before the day, else the first. */
function rateOn(ascending: readonly DayRate[], day: string): Decimal | undefined {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle]?.day ?? '') <= day) low = middle + 1
    else high = middle
  }
  return (ascending[low - 1] ?? ascending[0])?.rate
}

function rateIn(rates: unknown, base: string): Decimal | undefined {
  const rate: unknown = Reflect.get(Object(rates), base.toUpperCase())
  return typeof rate === 'number' && rate > 0 && Number.isFinite(rate) ? new Decimal(rate) : undefined
}
