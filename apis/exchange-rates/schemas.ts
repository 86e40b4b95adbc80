// Result shapes of the exchange-rate endpoints.
import { map, num, obj, str } from '#define'

const amount = num({ doc: 'The converted amount of the base currency.' })
const base = str({ doc: 'Currency that was converted from.', example: 'EUR' })
const rates = map(num(), { doc: 'Units of each currency for the amount of the base, by currency code.' })

/** Rates of one publication day. */
export const dayRates = obj({
  amount,
  base,
  date: str({ format: 'date', doc: 'The publication day of the rates; it may be earlier than the requested day.' }),
  rates,
})

/** Rates of every publication day of a period. */
export const seriesRates = obj({
  amount,
  base,
  start_date: str({ format: 'date', doc: 'First publication day present.' }),
  end_date: str({ format: 'date', doc: 'Last publication day present.' }),
  rates: map(rates, { doc: 'Rates by publication day.' }),
})

export const currencyNames = map(str(), { doc: 'Names of the currencies of the last 14 days, by currency code.' })

export const version = obj({ version: str(), status: str(), openapi: str(), docs: str() })
