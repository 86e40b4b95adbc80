// Result shapes of the second version.
import { list, nullable, num, obj, opt, str } from '#define'

const day = nullable(str({ format: 'date' }))

export const rateRow = obj({
  date: str({ format: 'date', doc: 'The publication day; for averages the first day of the week or month.' }),
  base: str(),
  quote: str(),
  rate: num(),
  providers: opt(
    list(obj({ key: str(), date: opt(str({ format: 'date' })), rate: num() }), {
      doc: 'The rate of each source; with expand=providers.',
    }),
  ),
})

const currency = { iso_code: str(), iso_numeric: nullable(str()), name: str(), symbol: nullable(str()) }
export const currencyRow = obj({ ...currency, start_date: day, end_date: day })
export const currencyDetail = obj({ ...currency, providers: list(str()) })

export const providerRow = obj({
  key: str(),
  name: str(),
  country_code: opt(nullable(str())),
  rate_type: opt(nullable(str({ doc: 'reference; sample for the invented rates before the first import.' }))),
  pivot_currency: opt(nullable(str())),
  data_url: opt(nullable(str())),
  terms_url: opt(nullable(str())),
  start_date: day,
  end_date: day,
  currencies: list(str()),
})
