// One call of each endpoint. The figures are invented; only their shape and arithmetic are real.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

const latest = {
  params: { base: 'USD', symbols: 'EUR,GBP,JPY' },
  output: { amount: 1, base: 'USD', date: '2026-10-30', rates: { EUR: 0.85477, GBP: 0.74522, JPY: 153.86 } },
}
const onDate = {
  params: { date: '2026-10-25', symbols: 'CHF,SEK' },
  output: { amount: 1, base: 'EUR', date: '2026-10-23', rates: { CHF: 0.9321, SEK: 10.8745 } },
}
const series = {
  params: { date: '2026-10-28..2026-10-29', symbols: 'USD', amount: 100 },
  output: {
    amount: 100,
    base: 'EUR',
    start_date: '2026-10-28',
    end_date: '2026-10-29',
    rates: { '2026-10-28': { USD: 117.02 }, '2026-10-29': { USD: 116.88 } },
  },
}
const currencies = { output: { EUR: 'Euro', JPY: 'Japanese Yen', USD: 'United States Dollar' } }
const about = {
  output: { version: 'v1', status: 'frozen', openapi: '/v1/openapi.json', docs: 'https://frankfurter.dev' },
}

const dollar = { iso_code: 'USD', iso_numeric: null, name: 'United States Dollar', symbol: null }

export const examples = defineExamples(endpoints, {
  latest,
  onDate,
  current: latest,
  currencies,
  about,
  ratesV2: {
    params: { base: 'USD', quotes: 'EUR,GBP' },
    output: [
      { date: '2026-10-30', base: 'USD', quote: 'EUR', rate: 0.85477 },
      { date: '2026-10-30', base: 'USD', quote: 'GBP', rate: 0.74522 },
    ],
  },
  rateV2: {
    params: { base: 'EUR', quote: 'USD' },
    output: { date: '2026-10-30', base: 'EUR', quote: 'USD', rate: 1.1699 },
  },
  currenciesV2: { output: [{ ...dollar, start_date: '1999-01-04', end_date: '2026-10-30' }] },
  currencyV2: { params: { code: 'USD' }, output: { ...dollar, providers: ['ECB'] } },
  providersV2: {
    output: [
      {
        key: 'ECB',
        name: 'European Central Bank',
        country_code: 'EU',
        rate_type: 'reference',
        pivot_currency: 'EUR',
        start_date: '1999-01-04',
        end_date: '2026-10-30',
        currencies: ['GBP', 'USD'],
      },
    ],
  },
  latestV1: latest,
  currentV1: latest,
  currenciesV1: currencies,
  onDateV1: series,
  aboutV1: about,
})
