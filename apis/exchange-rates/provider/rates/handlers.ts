// Handlers over one snapshot of the index. Each serves several paths.
import { type Call, type HandlersFor, type Reply, reply } from '#define'
import { sampleHeaders } from '#provider'
import type { Snapshot } from '#provider/sql'
import type { endpoints } from '../../endpoints.ts'
import { earlierOf } from '../../model/calendar.ts'
import { notFound } from '../errors.ts'
import { cacheHeaders, etagOf, isCurrent } from './caching.ts'
import { nameOf } from './currency-names.ts'
import { type Conversion, type Query, readDate, readQuery } from './query.ts'
import { publishedCodes, quoteDay, quoteSeries, type Rates } from './quote.ts'
import type { RateIndex } from './rate-index.ts'

interface DayRates {
  amount: number
  base: string
  date: string
  rates: Rates
}
interface SeriesRates {
  amount: number
  base: string
  start_date: string
  end_date: string
  rates: Record<string, Rates>
}

type V1 = Exclude<keyof typeof endpoints, `${string}V2`>

export function createHandlers(snapshot: Snapshot<RateIndex>, today: () => string): HandlersFor<typeof endpoints, V1> {
  async function latest(input: Conversion, call: Call): Promise<Reply<DayRates>> {
    return dayReply(await snapshot.get(), { query: readQuery(input), date: today() }, call)
  }
  async function onDate(input: Conversion & { date: string }, call: Call): Promise<Reply<DayRates | SeriesRates>> {
    const date = readDate(input.date)
    const query = readQuery(input)
    const index = await snapshot.get()
    if (typeof date === 'string') return dayReply(index, { query, date: earlierOf(date, today()) }, call)
    return seriesReply(index, { query, start: date.start, end: date.end ?? today(), today: today() }, call)
  }
  async function currencies(_input: unknown, call: Call): Promise<Reply<Record<string, string>>> {
    const index = await snapshot.get()
    const codes = publishedCodes(index, today())
    const newest = index.days[index.positionUpTo(today())]
    return datedReply(Object.fromEntries(codes.map((code) => [code, nameOf(code)])), { index, day: newest, call })
  }
  const about = () =>
    reply(
      { version: 'v1', status: 'frozen', openapi: '/v1/openapi.json', docs: 'https://frankfurter.dev' },
      { headers: cacheHeaders },
    )

  return {
    latest,
    onDate,
    current: latest,
    currencies,
    about,
    latestV1: latest,
    currentV1: latest,
    currenciesV1: currencies,
    onDateV1: onDate,
    aboutV1: about,
  }
}

function dayReply(index: RateIndex, { query, date }: { query: Query; date: string }, call: Call): Reply<DayRates> {
  const quote = quoteDay(index, query, date)
  if (quote === undefined) throw notFound()
  return datedReply({ amount: query.amount, base: query.base, ...quote }, { index, day: quote.date, call })
}

function seriesReply(
  index: RateIndex,
  { query, ...period }: { query: Query; start: string; end: string; today: string },
  call: Call,
): Reply<SeriesRates> {
  const quotes = quoteSeries(index, query, period)
  const [first, last] = [quotes[0], quotes.at(-1)]
  if (first === undefined || last === undefined) throw notFound()
  const rates = Object.fromEntries(quotes.map((quote) => [quote.date, quote.rates]))
  const body = { amount: query.amount, base: query.base, start_date: first.date, end_date: last.date, rates }
  return datedReply(body, { index, day: last.date, call })
}

interface Dated {
  readonly index: RateIndex
  /** The last day of the response; undefined if it does not exist. */
  readonly day: string | undefined
  readonly call: Call
}

/** Returns a response with its last day as ETag, or 304 if the caller already has it. */
function datedReply<T>(body: T, { index, day, call }: Dated): Reply<T> {
  if (day === undefined) return reply(body, { headers: cacheHeaders })
  const etag = etagOf(day, index.isSample)
  const status = isCurrent(call.request.headers['if-none-match'], etag) ? 304 : 200
  return reply(body, { status, headers: { ...cacheHeaders, etag, ...sampleHeaders(index.isSample) } })
}
