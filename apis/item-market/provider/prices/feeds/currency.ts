// Amounts in the caller's currency, by the reference rates of the exchange-rates API of this gateway.
import type { ProviderKit } from '#define'
import { currencyUnavailable, unknownCurrency } from '../../errors.ts'
import { unitsOfDollars } from '../../money.ts'

export interface Currency {
  /** Upper case. */
  readonly code: string
  /** An amount of units of 1/100 US cent, rounded half up to two decimals. */
  amount(units: number): number
}
export interface Currencies {
  /**
   * The currency of an ISO 4217 code in either case. Throws 400 `currency.unknown`, and 503 `currency.unavailable` when
   * the rates cannot be read.
   */
  currencyOf(code: string): Promise<Currency>
  /**
   * A reader of amounts in another currency: units of 1/100 US cent, or undefined for anything that is not an amount.
   * Throws as `currencyOf` does.
   */
  unitsPerCurrency(code: string): Promise<(value: unknown) => number | undefined>
}

interface RatedCurrency extends Currency {
  /** Units of the currency for one dollar. */
  readonly rate: number
}
interface Rates {
  readonly byCode: ReadonlyMap<string, RatedCurrency>
  readonly readMs: number
}

const dollar: Currency = { code: 'USD', amount: (units) => Math.round(units / 100) / 100 }
/** Rates are integers of 10^-10, so that amounts are computed in exact integer arithmetic. */
const rateDigits = 10
const rateScale = 10n ** BigInt(rateDigits)
const freshMs = 3_600_000

export function createCurrencies(kit: Pick<ProviderKit, 'ask' | 'now' | 'log'>): Currencies {
  let latest: Rates | undefined

  async function readRates(): Promise<Rates> {
    if (latest && Math.abs(kit.now() - latest.readMs) < freshMs) return latest
    try {
      latest = { byCode: parseRates(await kit.ask('exchange-rates', 'latest', { base: 'USD' })), readMs: kit.now() }
      return latest
    } catch (error) {
      kit.log.warn('reference rates are not available', { cause: String(error) })
      // rates that are a few hours old are better than none
      if (latest) return latest
      throw currencyUnavailable()
    }
  }
  return {
    async currencyOf(code) {
      const upperCase = code.toUpperCase()
      if (upperCase === 'USD') return dollar
      const currency = (await readRates()).byCode.get(upperCase)
      if (!currency) throw unknownCurrency(upperCase)
      return currency
    },
    async unitsPerCurrency(code) {
      if (code === 'USD') return unitsOfDollars
      const rate = (await readRates()).byCode.get(code)?.rate
      if (rate === undefined) throw new Error(`no reference rate for ${code}`)
      return (value) => {
        const units = unitsOfDollars(value)
        return units === undefined ? undefined : Math.max(1, Math.round(units / rate))
      }
    },
  }
}

function parseRates(response: unknown): Map<string, RatedCurrency> {
  const rates: unknown = Reflect.get(Object(response), 'rates')
  if (typeof rates !== 'object' || rates === null) throw new TypeError('a response without rates')
  const currencies = new Map<string, RatedCurrency>()
  for (const [code, rate] of Object.entries(rates)) {
    if (typeof rate === 'number' && rate > 0 && rate < 1e9) currencies.set(code, currencyAt(code, rate))
  }
  return currencies
}

function currencyAt(code: string, rate: number): RatedCurrency {
  const scaled = scaledRate(rate)
  const divisor = 100n * rateScale
  return {
    code,
    rate,
    amount: (units) => Number((BigInt(units) * scaled + divisor / 2n) / divisor) / 100,
  }
}

/** Rates have up to six decimal digits; toFixed returns exactly those. */
function scaledRate(rate: number): bigint {
  const [whole = '0', fraction = ''] = rate.toFixed(rateDigits).split('.')
  return BigInt(whole + fraction)
}
