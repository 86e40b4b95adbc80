// The embedded provider: answers, headers and errors of the provider's first version over imported reference rates.
import { createHash } from 'node:crypto'
import { defineProvider, type Kit, type Provider, type Reply, reply } from '#define'
import api from './api.ts'
import days from './migrations/0001-days.ts'
import { earlierOf } from './provider/calendar.ts'
import { formats, importRates } from './provider/import/importer.ts'
import { nameOf } from './provider/rates/currency-names.ts'
import { type Conversion, notFound, type Query, readDate, readQuery } from './provider/rates/query.ts'
import { publishedCodes, quoteDay, quoteSeries, type Rates } from './provider/rates/quote.ts'
import type { RateIndex } from './provider/rates/rate-index.ts'
import { createRateStore } from './provider/rates/store.ts'
import { createRefresh } from './provider/refresh/refresh.ts'
import { sampleDays } from './seed/sample.ts'
import type { Tables } from './tables.ts'

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
type CallKit = Kit<Tables>

/** One provider with an index of its own. */
export function createProvider(): Provider<Tables> {
  const store = createRateStore()

  async function latest(input: Conversion, kit: CallKit): Promise<Reply<DayRates>> {
    return answerDay(await store.index(kit), { query: readQuery(input), date: kit.today() }, kit)
  }
  async function onDate(input: Conversion & { date: string }, kit: CallKit): Promise<Reply<DayRates | SeriesRates>> {
    const date = readDate(input.date)
    const query = readQuery(input)
    const index = await store.index(kit)
    const today = kit.today()
    if (typeof date === 'string') return answerDay(index, { query, date: earlierOf(date, today) }, kit)
    return answerSeries(index, { query, start: date.start, end: date.end ?? today, today }, kit)
  }
  async function currencies(_input: unknown, kit: CallKit): Promise<Reply<Record<string, string>>> {
    const index = await store.index(kit)
    const codes = publishedCodes(index, kit.today())
    const newest = index.days[index.positionUpTo(kit.today())]
    return dated(Object.fromEntries(codes.map((code) => [code, nameOf(code)])), { index, day: newest, kit })
  }
  const about = () =>
    cached({ version: 'v1', status: 'frozen', openapi: '/v1/openapi.json', docs: 'https://frankfurter.dev' })

  return defineProvider(
    api,
    {
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
    },
    {
      migrations: { '0001-days': days },
      seed: (kit) => store.seed(kit, sampleDays),
      importer: {
        formats,
        run: ({ chunks }, kit, progress) => importRates(kit, { chunks, store, progress }),
      },
      jobs: [createRefresh(store)],
    },
  )
}
export default createProvider()

function answerDay(index: RateIndex, { query, date }: { query: Query; date: string }, kit: CallKit): Reply<DayRates> {
  const quote = quoteDay(index, query, date)
  if (quote === undefined) throw notFound()
  return dated({ amount: query.amount, base: query.base, ...quote }, { index, day: quote.date, kit })
}

function answerSeries(
  index: RateIndex,
  { query, ...period }: { query: Query; start: string; end: string; today: string },
  kit: CallKit,
): Reply<SeriesRates> {
  const quotes = quoteSeries(index, query, period)
  const [first, last] = [quotes[0], quotes.at(-1)]
  if (first === undefined || last === undefined) throw notFound()
  const rates = Object.fromEntries(quotes.map((quote) => [quote.date, quote.rates]))
  const body = { amount: query.amount, base: query.base, start_date: first.date, end_date: last.date, rates }
  return dated(body, { index, day: last.date, kit })
}

/** An answer that is identified by its last day, so that a caller who has it is told so (304). */
function dated<T>(body: T, { index, day, kit }: { index: RateIndex; day: string | undefined; kit: CallKit }): Reply<T> {
  if (day === undefined) return cached(body)
  // Figures of the sample must not pass for imported ones of the same day.
  const tag = `"${createHash('md5')
    .update(index.sample ? `${day} sample` : day)
    .digest('hex')}"`
  const headers = { etag: tag, ...(index.sample ? { 'x-gateway-sample': 'true' } : {}) }
  return cached(body, { status: isKnown(kit.request.headers['if-none-match'], tag) ? 304 : 200, headers })
}

function cached<T>(body: T, facts: { status?: number; headers?: Record<string, string> } = {}): Reply<T> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=86400' }
  return reply(body, { status: facts.status ?? 200, headers: { ...headers, ...facts.headers } })
}

/** If-None-Match with a list of tags, strong or weak, or `*` (RFC 9110, section 13.1.2). */
function isKnown(header: string | undefined, tag: string): boolean {
  const tags = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return tags.includes(tag) || tags.includes('*')
}
