// Handlers of the second version, over the same snapshot of rates as the first.
import { createHash } from 'node:crypto'
import { type Call, type HandlersFor, type Reply, reply } from '#define'
import { paced, sampleHeaders } from '#provider'
import type { Snapshot } from '#provider/sql'
import type { endpoints } from '../../endpoints.ts'
import { notFoundV2 } from '../errors.ts'
import { isCurrent } from '../rates/caching.ts'
import { nameOf } from '../rates/currency-names.ts'
import { publishedCodes } from '../rates/quote.ts'
import type { RateIndex } from '../rates/rate-index.ts'
import { hasCentralBank, readRowsQuery } from './query.ts'
import { type Row, rowBatches } from './rows.ts'

type V2 = 'ratesV2' | 'rateV2' | 'currenciesV2' | 'currencyV2' | 'providersV2'

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=900' }

export function createHandlersV2(
  snapshot: Snapshot<RateIndex>,
  today: () => string,
): HandlersFor<typeof endpoints, V2> {
  async function batches(params: URLSearchParams): Promise<{ index: RateIndex; rows: Generator<Row[]> }> {
    const index = await snapshot.get()
    const query = readRowsQuery(params, { codes: index.codes, today: today() })
    return { index, rows: rowBatches(index, query, today()) }
  }
  function currencyOf(index: RateIndex, code: string) {
    const at = index.days.flatMap((day, position) =>
      code === 'EUR' || index.rate(position, code) !== undefined ? [day] : [],
    )
    const names = { iso_code: code, iso_numeric: null, name: nameOf(code), symbol: null }
    return { ...names, start_date: at[0] ?? null, end_date: at.at(-1) ?? null }
  }
  return {
    async ratesV2(_input, call) {
      const { index, rows } = await batches(call.request.query)
      // validated by the newest day of the data, because a long response is not known before it is sent
      const validator = `${index.days.at(-1)} ${today()} ${index.isSample} ${call.request.query}`
      return reply(paced(jsonList(rows)), headersFor(validator, index, call))
    },
    async rateV2({ base, quote }, call) {
      const params = new URLSearchParams(call.request.query)
      params.set('base', base)
      params.set('quotes', quote)
      const { index, rows } = await batches(params)
      const [row] = [...rows].flat()
      if (!row) throw notFoundV2()
      return datedReply(row, index, call)
    },
    async currenciesV2({ scope }, call) {
      const index = await snapshot.get()
      const codes = scope === 'all' ? index.codes : publishedCodes(index, today())
      const listed = hasCentralBank(call.request.query) ? codes : []
      return datedReply(
        listed.map((code) => currencyOf(index, code)),
        index,
        call,
      )
    },
    async currencyV2({ code }, call) {
      const index = await snapshot.get()
      const upper = code.toUpperCase()
      if (!index.codes.includes(upper)) throw notFoundV2()
      const { start_date: _start, end_date: _end, ...currency } = currencyOf(index, upper)
      return datedReply({ ...currency, providers: ['ECB'] }, index, call)
    },
    async providersV2(_input, call) {
      const index = await snapshot.get()
      const bank = {
        key: 'ECB',
        name: 'European Central Bank',
        country_code: 'EU',
        // for callers that see no headers, such as another API here
        rate_type: index.isSample ? 'sample' : 'reference',
        pivot_currency: 'EUR',
        data_url:
          'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
        terms_url: 'https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html',
        start_date: index.days[0] ?? null,
        end_date: index.days.at(-1) ?? null,
        currencies: index.codes.filter((code) => code !== 'EUR'),
      }
      return datedReply([bank], index, call)
    },
  }
}

/** Returns a response validated by its content, so that no cache keeps the sample after an import. */
function datedReply<T>(body: T, index: RateIndex, call: Call): Reply<T> {
  return reply(body, headersFor(JSON.stringify(body), index, call))
}

/** Returns status and headers of a response; 304 if the caller already has it. */
function headersFor(validator: string, { isSample }: RateIndex, call: Call) {
  const etag = `"${createHash('md5').update(validator).digest('hex')}"`
  const status = isCurrent(call.request.headers['if-none-match'], etag) ? 304 : 200
  return { status, headers: { ...headers, etag, ...sampleHeaders(isSample) } }
}

/** Writes the rows as one JSON list. */
function* jsonList(rows: Iterable<Row[]>): Generator<string> {
  let separator = '['
  for (const batch of rows)
    for (const row of batch) {
      yield separator + JSON.stringify(row)
      separator = ','
    }
  yield separator === '[' ? '[]' : ']'
}
