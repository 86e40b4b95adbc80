// Converts amounts to US dollars by the embedded exchange rates, so that limits mean the same in every currency.
import type { ProviderKit } from '#define'

/** Returns the value in US dollars; the amount itself if there is no rate. */
export type ToDollars = (amount: number | undefined, currency: string) => Promise<number | undefined>

/** Units of a currency for a dollar, as returned by the other API. */
type Rates = ReadonlyMap<string, unknown>

const freshMs = 3_600_000

export function createToDollars({ ask, now, log }: Pick<ProviderKit, 'ask' | 'now' | 'log'>): ToDollars {
  let known: { readonly readMs: number; readonly rates: Promise<Rates> } | undefined

  async function readRates(): Promise<Rates> {
    try {
      const { rates } = Object(await ask('exchange-rates', 'latest', { base: 'USD' }))
      return new Map<string, unknown>(Object.entries(Object(rates)))
    } catch {
      log.warn('amounts are compared without conversion, because there are no exchange rates')
      return new Map()
    }
  }

  return async (amount, currency) => {
    if (amount === undefined || currency === 'USD') return amount
    if (!known || Math.abs(now() - known.readMs) > freshMs) known = { readMs: now(), rates: readRates() }
    const rates = await known.rates
    const rate = rates.get(currency)
    return typeof rate === 'number' && rate > 0 ? amount / rate : amount
  }
}
