// The provider's second version (SOURCES 6), as its npm client calls it: one row per pair of currencies. The embedded
// provider serves the central bank's rates only.
import { get, list, str } from '#define'
import { currencyDetail, currencyRow, providerRow, rateRow } from '../schemas/second-version.ts'

const date = str({ doc: 'A day as YYYY-MM-DD; not together with from or to.', example: '2026-03-18' })
const providers = str({
  doc: 'Sources of the rates, comma-separated, such as ECB; the embedded provider has only ECB.',
})

export const endpointsV2 = {
  ratesV2: get('/v2/rates', 'Rates as rows, of the newest day, one day or a period', {
    params: {
      date,
      from: str({ doc: 'First day of a period.', example: '2026-03-01' }),
      to: str({ doc: 'Last day of a period; today by default.', example: '2026-03-31' }),
      base: str({ doc: 'Currency to convert from; EUR by default.', example: 'USD' }),
      quotes: str({ doc: 'Currencies to convert to, comma-separated; all by default.', example: 'EUR,GBP' }),
      providers,
      group: str({ doc: 'week or month: averages of a period by week or month.' }),
      expand: str({ doc: 'providers adds the rate of each source to a row.' }),
    },
    returns: list(rateRow),
    invalid: 'provider',
    beyond: true,
    doc: 'Each row is one pair; the base itself is among them with rate 1.',
  }),
  rateV2: get('/v2/rate/{base}/{quote}', 'Rate of one pair of currencies', {
    params: {
      base: str({ doc: 'Currency to convert from.', example: 'EUR' }),
      quote: str({ doc: 'Currency to convert to.', example: 'USD' }),
      date,
      providers,
    },
    returns: rateRow,
    invalid: 'provider',
    beyond: true,
  }),
  currenciesV2: get('/v2/currencies', 'Currencies with the days between which they are published', {
    params: { scope: str({ doc: 'all includes currencies that are no longer published.' }), providers },
    returns: list(currencyRow),
    invalid: 'provider',
    beyond: true,
  }),
  currencyV2: get('/v2/currency/{code}', 'One currency', {
    params: { code: str({ doc: 'ISO 4217 code.', example: 'USD' }) },
    returns: currencyDetail,
    invalid: 'provider',
    beyond: true,
  }),
  providersV2: get('/v2/providers', 'Sources of the rates', { returns: list(providerRow), beyond: true }),
}
