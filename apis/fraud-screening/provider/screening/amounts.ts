// Amounts in US dollars, so that limits mean the same in every currency: by the embedded exchange rates.
import type { ProviderKit } from '#define'

/** The value in US dollars; the amount itself when no rate is known. */
export type ToDollars = (amount: number | undefined, currency: string) => Promise<number | undefined>

const freshMs = 3_600_000

export function createToDollars({ ask, now, log }: Pick<ProviderKit, 'ask' | 'now' | 'log'>): ToDollars {
  let known: { readonly readMs: number; readonly rates: Promise<object> } | undefined

  async function readRates(): Promise<object> {
    try {
      const { rates } = Object(await ask('exchange-rates', 'latest', { base: 'USD' }))
      return Object(rates)
    } catch {
      log.warn('amounts are compared without conversion, because there are no exchange rates')
      return {}
    }
  }

  return async (amount, currency) => {
    if (amount === undefined || currency === 'USD') return amount
    if (!known || Math.abs(now() - known.readMs) > freshMs) known = { readMs: now(), rates: readRates() }
    const rates = await known.rates
    const rate: unknown = Object.hasOwn(rates, currency) ? Reflect.get(rates, currency) : undefined
    return typeof rate === 'number' && rate > 0 ? amount / rate : amount
  }
}
