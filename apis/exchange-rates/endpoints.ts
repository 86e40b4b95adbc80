// The endpoints of the provider's two versions. The first (SOURCES 2) has a day, a period, the currencies, the older
// alias `/current`, and the same paths under `/v1` where the provider has them. Invalid values reach the provider,
// which refuses them with its own errors.
import { anyOf, currency, day, get, num, str } from '#define'
import { endpointsV2 } from './endpoints/second-version.ts'
import { currencyNames, dayRates, seriesRates, version } from './schemas.ts'

const base = currency({ doc: 'Currency to convert from; EUR when neither base nor from is given.', example: 'USD' })
const conversion = {
  amount: num({ above: 0, beyond: true, doc: 'Amount of the base currency to convert; default 1.' }),
  from: currency({ beyond: true, doc: 'Same as base; overrides it when both are present.' }),
  to: str({ beyond: true, doc: 'Same as symbols; overrides it when both are present.' }),
}
const symbolsDoc = 'Currencies to convert to, comma-separated; all of them by default. Unknown ones are left out.'

const onLatest = {
  params: { base, symbols: str({ doc: symbolsDoc, example: 'GBP,JPY' }), ...conversion },
  returns: dayRates,
  invalid: 'provider',
} as const

const onDate = {
  params: {
    date: day({
      doc:
        'A day as YYYY-MM-DD; without publication the nearest earlier day answers. Also a period, ' +
        'YYYY-MM-DD..YYYY-MM-DD or YYYY-MM-DD.. up to today.',
      example: '2026-03-18',
      also: '^\\d{4}-\\d{2}-\\d{2}\\.\\.(\\d{4}-\\d{2}-\\d{2})?$',
    }),
    base,
    symbols: str({ beyond: true, doc: symbolsDoc }),
    ...conversion,
  },
  returns: anyOf([dayRates, seriesRates]),
  invalid: 'provider',
} as const

export const endpoints = {
  latest: get('/latest', 'Reference rates of the newest published day', {
    ...onLatest,
    upstream: { path: '/v1/latest' },
  }),
  onDate: get('/{date}', 'Reference rates of one day, or of each day of a period', {
    ...onDate,
    upstream: { path: '/v1/{date}' },
  }),
  current: get('/current', 'Reference rates of the newest published day, under an older name', {
    alias: 'latest',
    ...onLatest,
    upstream: { path: '/v1/current' },
    beyond: true,
  }),
  currencies: get('/currencies', 'Names of the currencies currently published', {
    returns: currencyNames,
    upstream: { path: '/v1/currencies' },
    beyond: true,
  }),
  about: get('/', 'Version of the API', { returns: version, upstream: { path: '/v1' }, beyond: true }),
  latestV1: get('/v1/latest', 'Reference rates of the newest published day, under the version prefix', {
    alias: 'latest',
    ...onLatest,
    beyond: true,
  }),
  currentV1: get('/v1/current', 'Reference rates of the newest published day, older name under the version prefix', {
    alias: 'latest',
    ...onLatest,
    beyond: true,
  }),
  currenciesV1: get('/v1/currencies', 'Names of the currencies currently published, under the version prefix', {
    alias: 'currencies',
    returns: currencyNames,
    beyond: true,
  }),
  onDateV1: get('/v1/{date}', 'Reference rates of one day or period, under the version prefix', {
    alias: 'onDate',
    ...onDate,
    beyond: true,
  }),
  aboutV1: get('/v1', 'Version of the API, under the version prefix', {
    alias: 'about',
    returns: version,
    beyond: true,
  }),
  ...endpointsV2,
}
