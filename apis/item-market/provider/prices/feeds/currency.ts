// Amounts in the caller's currency, by the reference rates of this gateway's exchange-rates API, or our sample rates
// for currencies it lacks.
import type { ProviderKit } from '#define'
import { sampleRates } from '../../../seed/sample-rates.ts'
import { currencyUnavailable, unknownCurrency } from '../../errors.ts'
import { unitsOfDollars } from '../../money.ts'
import { fieldOf } from './source.ts'

export interface Currency {
  /** Upper case. */
  readonly code: string
  /** True if its rate is a sample: ours, or that of the exchange-rates API before its first import. */
  readonly isSample: boolean
  /** Converts units of 1/100 US cent to an amount, rounded half up to two decimals. */
  amount(units: number): number
}
export interface Currencies {
  /**
   * Returns the currency of an ISO 4217 code in either case. Throws 400 `currency.unknown`, and 503
   * `currency.unavailable` if the rates are unavailable.
   */
  currencyOf(code: string): Promise<Currency>
  /**
   * Returns a reader of amounts in another currency: units of 1/100 US cent, or undefined for an invalid amount. Throws
   * like `currencyOf`, and for a currency that has only a sample rate of ours.
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

/** Returns the response members with the currency of its amounts. */
export function currencyMembers({ code, isSample }: Pick<Currency, 'code' | 'isSample'>) {
  return { currency: code, ...(isSample ? { sample_rate: true } : {}) }
}

const dollar: Currency = { code: 'USD', isSample: false, amount: (units) => Math.round(units / 100) / 100 }
/** Rates are integers of 10^-10, so that amounts are computed in exact integer arithmetic. */
const rateDigits = 10
const rateScale = 10n ** BigInt(rateDigits)
const freshMs = 3_600_000

export function createCurrencies(kit: Pick<ProviderKit, 'ask' | 'now' | 'log'>): Currencies {
  let latest: Rates | undefined
  const samples = new Map([...sampleRates].map(([code, rate]) => [code, currencyAt(code, rate, true)]))

  async function readRates(): Promise<Rates> {
    if (latest && Math.abs(kit.now() - latest.readMs) < freshMs) return latest
    try {
      const [rates, sources] = await Promise.all([
        kit.ask('exchange-rates', 'latest', { base: 'USD' }),
        kit.ask('exchange-rates', 'providersV2', {}),
      ])
      latest = { byCode: parseRates(rates, isSampleSource(sources)), readMs: kit.now() }
      return latest
    } catch (error) {
      kit.log.warn('reference rates are not available', { cause: String(error) })
      // rates a few hours old are better than none
      if (latest) return latest
      throw currencyUnavailable()
    }
  }
  return {
    async currencyOf(code) {
      const upperCase = code.toUpperCase()
      if (upperCase === 'USD') return dollar
      const currency = (await readRates()).byCode.get(upperCase) ?? samples.get(upperCase)
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

function parseRates(response: unknown, isSample: boolean): Map<string, RatedCurrency> {
  const rates = fieldOf(response, 'rates')
  if (typeof rates !== 'object' || rates === null) throw new TypeError('a response without rates')
  const currencies = new Map<string, RatedCurrency>()
  for (const [code, rate] of Object.entries(rates)) {
    if (typeof rate === 'number' && rate > 0 && rate < 1e9) currencies.set(code, currencyAt(code, rate, isSample))
  }
  return currencies
}

/** Reports whether the rates are those of the sample, according to the list of sources. */
function isSampleSource(sources: unknown): boolean {
  return Array.isArray(sources) && sources.some((source) => fieldOf(source, 'rate_type') === 'sample')
}

function currencyAt(code: string, rate: number, isSample: boolean): RatedCurrency {
  const scaled = scaledRate(rate)
  const divisor = 100n * rateScale
  return {
    code,
    isSample,
    rate,
    amount: (units) => Number((BigInt(units) * scaled + divisor / 2n) / divisor) / 100,
  }
}

/** Returns a rate as an integer: rates have up to six decimal digits, and toFixed returns exactly those. */
function scaledRate(rate: number): bigint {
  const [whole = '0', fraction = ''] = rate.toFixed(rateDigits).split('.')
  return BigInt(whole + fraction)
}
