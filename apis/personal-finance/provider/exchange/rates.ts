// Exchange rates into the user's base currency, from the reference rates of the exchange-rates API. A currency without published
// rates has none, and what stands in it is then told as null in the base currency, never as a guess.
import { Decimal } from 'decimal.js'
import { Failure, type Kit, Refusal } from '#define'
import { decimalOf, rounded } from '../money.ts'
import { digitsOf } from '../reference/currencies.ts'

type Asking = Pick<Kit, 'ask'>

/** Rates into one base currency. Codes are lower-case. */
export interface Rates {
  readonly base: string
  /** Units of the base currency for one of `currency` now; 1 for the base itself; undefined when there is none. */
  now(currency: string): Decimal | undefined
  /** The same on a day; days without publication take the nearest earlier one, days before the first the first. */
  on(currency: string, day: string): Decimal | undefined
  /** Units of `currency` as an amount of the base currency at the present rate. */
  convert(units: number, currency: string): number | null
  /** The same at the rate of a day. */
  convertOn(units: number, currency: string, day: string): number | null
  /** The present rate as answers show it: null in the base currency itself. */
  shown(currency: string): number | null
}
/** Which rates are wanted. */
export interface RatesOrder {
  readonly base: string
  readonly currencies: Iterable<string>
  /** Days whose rates are wanted too, first and last. */
  readonly days?: { readonly first: string; readonly last: string } | undefined
}

const one = new Decimal(1)

/** Asks for the rates. Never inside a transaction (world.ts). */
export async function ratesFor(kit: Asking, order: RatesOrder): Promise<Rates> {
  const { base } = order
  const foreign = [...new Set(order.currencies)].filter((currency) => currency !== base)
  const books = new Map(
    await Promise.all(foreign.map(async (currency) => [currency, await book(kit, currency, order)] as const)),
  )
  const now = (currency: string) => (currency === base ? one : books.get(currency)?.now)
  const on = (currency: string, day: string) => (currency === base ? one : books.get(currency)?.on(day))
  const convertWith = (units: number, rate: Decimal | undefined) =>
    rate === undefined ? null : rounded(decimalOf(units).times(rate), digitsOf(base))
  return {
    base,
    now,
    on,
    convert: (units, currency) => (currency === base ? inWhole(units) : convertWith(units, now(currency))),
    convertOn: (units, currency, day) => (currency === base ? inWhole(units) : convertWith(units, on(currency, day))),
    shown: (currency) => (currency === base ? null : (now(currency)?.toNumber() ?? null)),
  }
}

/** What is not converted is not rounded either. */
function inWhole(units: number): number {
  return decimalOf(units).toNumber()
}

interface Book {
  readonly now: Decimal | undefined
  on(day: string): Decimal | undefined
}

async function book(kit: Asking, currency: string, { base, days }: RatesOrder): Promise<Book> {
  const wish = { base: currency.toUpperCase(), symbols: base.toUpperCase() }
  const [latest, series] = await Promise.all([
    answer(kit, 'latest', wish),
    days && answer(kit, 'onDate', { ...wish, date: `${days.first}..${days.last}` }),
  ])
  const now = rateIn(Reflect.get(Object(latest), 'rates'), base)
  const byDay = [...daysOf(Reflect.get(Object(series), 'rates'), base)].sort((a, b) => (a.day < b.day ? -1 : 1))
  return { now, on: (day) => rateOn(byDay, day) ?? now }
}

/** A gateway may run with this folder alone. */
const notThere: readonly string[] = ['api.unknown', 'provider.embedded_missing']

/** Undefined where the API knows no such rates, or is not there. */
async function answer(kit: Asking, endpoint: string, input: Record<string, unknown>): Promise<unknown> {
  try {
    return await kit.ask('exchange-rates', endpoint, input)
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Failure && notThere.includes(error.code))) return undefined
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

/** The last at or before the day, else the first. */
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
