// Invented transactions of the sample household: two years, then up to now. They are derived from the dates, so they
// are the same everywhere.
import { type DayNumber, formatDay, monthOf, parseStoredDay, weekday } from '../days.ts'
import { firstDay, lastDay } from './records.ts'

/** A transaction of the sample; the amount is in cents. */
export interface SampleTransaction {
  readonly id: number
  readonly transactionAccount: number
  readonly date: string
  readonly payee: string
  readonly originalPayee: string
  readonly cents: number
  readonly category: number | null
  readonly note: string | null
  readonly labels: readonly string[]
  readonly needsReview: boolean
}

interface Draft {
  readonly transactionAccount: number
  readonly payee: string
  readonly original?: string
  readonly cents: number
  readonly category: number | null
  readonly note?: string
  readonly labels?: readonly string[]
}

const [everyday, savings, card, euro, loan] = [6100, 6101, 6102, 6103, 6104]
/** Ids of the transactions in the examples, by day and payee. */
const named: Readonly<Record<string, number>> = {
  '2026-01-17 Corner Market': 7001,
  '2026-01-05 Southern Power': 7002,
  '2026-01-09 Quay Kitchen': 7003,
}
const firstId = 10_001
/** Number of recent days whose transactions need a review. */
export const unreviewedDays = 13

/** Returns all transactions by day, up to and including a day. */
export function sampleTransactions(until = parseStoredDay(lastDay)): SampleTransaction[] {
  const list: SampleTransaction[] = []
  const reviewFrom = formatDay(until - unreviewedDays)
  for (let day = parseStoredDay(firstDay); day <= until; day++) {
    const date = formatDay(day)
    for (const draft of [...weekly(day), ...monthly(day), ...single(date)])
      list.push({
        id: named[`${date} ${draft.payee}`] ?? firstId + list.length,
        transactionAccount: draft.transactionAccount,
        date,
        payee: draft.payee,
        originalPayee: draft.original ?? draft.payee.toUpperCase(),
        cents: draft.cents,
        category: draft.category,
        note: draft.note ?? null,
        labels: draft.labels ?? [],
        needsReview: date >= reviewFrom,
      })
  }
  return list
}

/** At 07:00 UTC it is the evening of the same day in New Zealand. */
const evening = { hour: 'T07:00:00Z', ms: 7 * 3_600_000 }
const dayMs = 86_400_000
/** Bounds the household to about 10,000 transactions, however wrong the clock is. */
const mostDays = 20 * 366

/** Returns the time at which transactions of a day are stored. */
export function eveningOf(date: string): number {
  return Date.parse(`${date}${evening.hour}`)
}

/**
 * Returns the last day with transactions at a time: that of the last evening, but at least the end of the two years.
 */
export function lastSampleDay(now: number): DayNumber {
  const day = Math.floor((now - evening.ms) / dayMs)
  return Math.min(Math.max(day, parseStoredDay(lastDay)), parseStoredDay(firstDay) + mostDays)
}

function* weekly(day: DayNumber): Generator<Draft> {
  const date = formatDay(day)
  const of = weekday(day)
  const week = Math.floor(day / 7)
  if (of === 6) yield date === '2026-01-17' ? exampleMarket : market(day)
  if (of === 3)
    yield {
      transactionAccount: card,
      payee: 'Green Grocer',
      cents: -between(day, 1150, 3080),
      category: 8101,
      labels: ['food'],
    }
  if (of === 4 && week % 2 === 0)
    yield { transactionAccount: everyday, payee: 'Tidewater Ltd', cents: 248_000, category: 8131, note: 'Pay' }
  if (of === 1) yield { transactionAccount: everyday, payee: 'Metro Card', cents: -2000, category: 8112 }
  if (of === 5)
    yield { transactionAccount: card, payee: 'Quay Kitchen', cents: -between(day, 2450, 6890), category: 8121 }
  if (day % 10 === 0)
    yield { transactionAccount: card, payee: 'Hill Road Petrol', cents: -between(day, 5900, 9700), category: 8111 }
}

const exampleMarket: Draft = {
  transactionAccount: everyday,
  payee: 'Corner Market',
  original: 'CORNER MARKET 0042 WELLINGTON',
  cents: -4820,
  category: 8101,
  note: 'Fruit and bread',
  labels: ['weekly', 'food'],
}

function market(day: DayNumber): Draft {
  return {
    transactionAccount: everyday,
    payee: 'Corner Market',
    original: 'CORNER MARKET 0042 WELLINGTON',
    cents: -between(day, 3800, 7200),
    category: 8101,
    labels: ['weekly', 'food'],
  }
}

function* monthly(day: DayNumber): Generator<Draft> {
  const { month, dayOfMonth } = monthOf(day)
  // southern winter: months 5 to 7 of the year, counted from 0
  const heating = Math.max(0, 3 - Math.abs((month % 12) - 6)) * 2200
  switch (dayOfMonth) {
    case 1:
      yield { transactionAccount: everyday, payee: 'To Home loan', cents: -231_500, category: 8150 }
      yield { transactionAccount: loan, payee: 'Payment received', cents: 231_500, category: 8150 }
      yield {
        transactionAccount: loan,
        payee: 'Interest charged',
        cents: -between(day, 178_000, 184_000),
        category: 8105,
      }
      break
    case 5:
      yield {
        transactionAccount: everyday,
        payee: 'Southern Power',
        cents: -(between(day, 9400, 12_600) + heating),
        category: 8102,
      }
      break
    case 8:
      yield { transactionAccount: everyday, payee: 'Kea Internet', cents: -7900, category: 8103 }
      break
    case 10:
      yield {
        transactionAccount: euro,
        payee: 'Sprachschule am Hafen',
        cents: 35_000,
        category: 8131,
        note: 'Lessons given online',
      }
      break
    case 12:
      yield { transactionAccount: everyday, payee: 'Tui Insurance', cents: -6450, category: 8104 }
      break
    case 15:
      yield { transactionAccount: card, payee: 'Lantern Films', cents: -1899, category: 8122 }
      break
    case 20:
      yield { transactionAccount: everyday, payee: 'To Rainy day', cents: -25_000, category: 8150 }
      yield { transactionAccount: savings, payee: 'From Everyday', cents: 25_000, category: 8150 }
      break
    case 22:
      yield { transactionAccount: card, payee: 'Village Pharmacy', cents: -between(day, 900, 4200), category: 8140 }
      break
    case 25:
      yield { transactionAccount: everyday, payee: 'Credit card payment', cents: -65_000, category: 8150 }
      yield { transactionAccount: card, payee: 'Payment received', cents: 65_000, category: 8150 }
      break
    case 28:
      yield {
        transactionAccount: savings,
        payee: 'Bay Savings interest',
        cents: between(day, 1900, 3100),
        category: 8132,
      }
      break
  }
}

/** One-off purchases by day. */
const once: Readonly<Record<string, Draft>> = {
  '2025-04-17': {
    transactionAccount: everyday,
    payee: 'Ferry to Picton',
    cents: -31_800,
    category: 8123,
    labels: ['holiday'],
  },
  '2025-07-09': {
    transactionAccount: euro,
    payee: 'Pension Möwe',
    cents: -62_400,
    category: 8123,
    labels: ['holiday'],
  },
  '2025-07-14': {
    transactionAccount: euro,
    payee: 'Deutsche Bahn',
    cents: -11_890,
    category: 8123,
    labels: ['holiday'],
  },
  '2025-12-09': {
    transactionAccount: everyday,
    payee: 'Corner Market',
    cents: 740,
    category: 8101,
    note: 'Bottles returned',
  },
  '2026-01-21': { transactionAccount: card, payee: 'Card purchase 4471', cents: -5990, category: null },
  '2026-03-30': {
    transactionAccount: everyday,
    payee: 'Tidewater Ltd',
    cents: -4100,
    category: 8131,
    note: 'Pay corrected',
  },
  '2026-06-12': { transactionAccount: card, payee: 'Card purchase 4471', cents: -12_250, category: null },
  '2026-10-21': { transactionAccount: everyday, payee: 'Cash withdrawal', cents: -10_000, category: null },
}

function* single(date: string): Generator<Draft> {
  const draft = once[date]
  if (draft) yield draft
}

/** Returns an integer within bounds, derived from the day by a multiplicative hash (Knuth, volume 3, section 6.4). */
function between(day: DayNumber, first: number, last: number): number {
  const hash = Math.imul(day, 2_654_435_761) >>> 0
  return first + (hash % (last - first + 1))
}
