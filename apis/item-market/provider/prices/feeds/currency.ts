// Amounts in the caller's currency, by the reference rates of the exchange-rates API of this gateway.
import type { ProviderKit } from '#define'
import { currencyUnavailable, unknownCurrency } from '../../errors.ts'
import { unitsOfDollars } from '../../money.ts'

type Kit = Pick<ProviderKit, 'ask' | 'now' | 'log'> & { readonly db: object }

export interface Currency {
  /** Upper case. */
  readonly code: string
  /** The amount of so many units of 1/100 US cent, rounded half up to two decimals. */
  amount(units: number): number
}

interface Rated extends Currency {
  /** Units of the currency for one dollar. */
  readonly rate: number
}
const dollar: Currency = { code: 'USD', amount: (units) => Math.round(units / 100) / 100 }
/** Rates are whole numbers of 10^-10, so that amounts are exact whole-number arithmetic. */
const rateDigits = 10
const rateScale = 10n ** BigInt(rateDigits)
const freshMs = 3_600_000

interface Rates {
  readonly byCode: ReadonlyMap<string, Rated>
  readonly readMs: number
}
const known = new WeakMap<object, Rates>()

/** The currency of an ISO 4217 code in either case. Throws 400 `currency.unknown`, and 503 `currency.unavailable` when no rates can be had. */
export async function currencyOf(kit: Kit, code: string): Promise<Currency> {
  const wanted = code.toUpperCase()
  if (wanted === 'USD') return dollar
  const found = (await ratesOf(kit)).byCode.get(wanted)
  if (found) return found
  throw unknownCurrency(wanted)
}

/** Reads amounts in another currency as units of 1/100 US cent; what is no amount is undefined. Throws as `currencyOf` does. */
export async function unitsPerCurrency(kit: Kit, code: string): Promise<(value: unknown) => number | undefined> {
  if (code === 'USD') return unitsOfDollars
  const { byCode } = await ratesOf(kit)
  const rate = byCode.get(code)?.rate
  if (rate === undefined) throw new Error(`no reference rate for ${code}`)
  return (value) => {
    const units = unitsOfDollars(value)
    return units === undefined ? undefined : Math.max(1, Math.round(units / rate))
  }
}

async function ratesOf(kit: Kit): Promise<Rates> {
  const kept = known.get(kit.db)
  if (kept && Math.abs(kit.now() - kept.readMs) < freshMs) return kept
  try {
    const rates = { byCode: readRates(await kit.ask('exchange-rates', 'latest', { base: 'USD' })), readMs: kit.now() }
    known.set(kit.db, rates)
    return rates
  } catch (error) {
    kit.log.warn('reference rates are not to be had', { cause: String(error) })
    // Rates of some hours ago are better than none.
    if (kept) return kept
    throw currencyUnavailable()
  }
}

function readRates(answer: unknown): Map<string, Rated> {
  const rates: unknown = Reflect.get(Object(answer), 'rates')
  if (typeof rates !== 'object' || rates === null) throw new TypeError('an answer without rates')
  const currencies = new Map<string, Rated>()
  for (const [code, rate] of Object.entries(rates)) {
    if (typeof rate === 'number' && rate > 0 && rate < 1e9) currencies.set(code, currencyAt(code, rate))
  }
  return currencies
}

function currencyAt(code: string, rate: number): Rated {
  const scaled = scaledRate(rate)
  const divisor = 100n * rateScale
  return {
    code,
    rate,
    amount: (units) => Number((BigInt(units) * scaled + divisor / 2n) / divisor) / 100,
  }
}

/** Rates are decimal figures of up to six digits; toFixed gives back exactly those. */
function scaledRate(rate: number): bigint {
  const [whole = '0', part = ''] = rate.toFixed(rateDigits).split('.')
  return BigInt(whole + part)
}
