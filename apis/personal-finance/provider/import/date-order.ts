// Decides the order of the numbers in a file's dates from all of them. Throws `import.invalid` with both readings if
// the position of the year is ambiguous.
import { excerpt, invalidImport } from '#provider/import'
import { formatDay, parseStoredDay } from '../days.ts'
import { type DateOrder, dateOrders, dayIn, type StatementDate } from './dates.ts'

interface DateEvidence {
  add(date: StatementDate, line: number): void
  /** Adds a date of another column or of a line above: it counts where day and month are open. */
  addOther(date: StatementDate): void
  /**
   * Returns the order of the dates: the one in which most of them are valid days, then most of the others, then the one
   * in which they are sorted best. If day and month remain ambiguous, `likely` decides.
   *
   * @throws `import.invalid` if it is ambiguous whether the year is first or last.
   */
  order(likely: DateOrder): DateOrder
}

/** Statistics of the dates in one order. */
interface Reading {
  /** Number of valid days. */
  fits: number
  /** Number of valid days among the other dates. */
  others: number
  /** Numbers of steps forward and back in time. */
  forward: number
  back: number
  earliest: string
  latest: string
  previous: string
}
interface OpenDate {
  readonly line: number
  readonly text: string
  /** Its day if the year comes first, and if it comes last. */
  readonly first: string
  readonly last: string
}

/** Planned payments are at most this far ahead; a later day shows that an order is wrong. */
const mostDaysAhead = 366
/** Dates are close together in the right order; in the wrong one days become years, which are far apart. */
const spanRatio = 3

/** Creates the evidence; `today` is `YYYY-MM-DD`. */
export function createDateEvidence(today: string): DateEvidence {
  const end = latestDay(today)
  const [dayFirst, monthFirst, yearFirst] = [emptyReading(), emptyReading(), emptyReading()]
  const readings: Readonly<Record<DateOrder, Reading>> = {
    'day first': dayFirst,
    'month first': monthFirst,
    'year first': yearFirst,
  }
  /** The first date with an ambiguous year. */
  let open: OpenDate | undefined
  return {
    add(date, line) {
      if ('day' in date) return
      for (const order of dateOrders) {
        const day = dayIn(date, order)
        if (day !== undefined && day <= end) addDay(readings[order], day)
      }
      const [first, last] = [date.days['year first'], date.days['day first'] ?? date.days['month first']]
      if (first !== undefined && last !== undefined && first !== last) open ??= { line, text: date.text, first, last }
    },
    addOther(date) {
      if ('day' in date) return
      for (const order of dateOrders) {
        const day = dayIn(date, order)
        if (day !== undefined && day <= end) readings[order].others++
      }
    },
    order(likely) {
      const yearLast = yearLastOrder(dayFirst, monthFirst, likely)
      const last = readings[yearLast]
      if (yearFirst.fits === 0 || yearFirst.fits < last.fits) return yearLast
      if (yearFirst.fits > last.fits) return 'year first'
      const [closer, later] = [closerOf(yearFirst, last), Math.sign(compare(yearFirst.latest, last.latest))]
      // the year usually comes last, so one of the two criteria suffices for that order
      if (closer < 0 || (closer === 0 && later <= 0)) return yearLast
      if (closer > 0 && later >= 0) return 'year first'
      throw openYear(open)
    },
  }
}

/** Returns the latest day that an entry can have. */
export function latestDay(today: string): string {
  return formatDay(parseStoredDay(today) + mostDaysAhead)
}

function emptyReading(): Reading {
  return { fits: 0, others: 0, forward: 0, back: 0, earliest: '', latest: '', previous: '' }
}

function addDay(reading: Reading, day: string): void {
  if (reading.fits > 0 && day >= reading.previous) reading.forward++
  if (reading.fits > 0 && day <= reading.previous) reading.back++
  if (reading.fits === 0 || day < reading.earliest) reading.earliest = day
  if (reading.fits === 0 || day > reading.latest) reading.latest = day
  reading.fits++
  reading.previous = day
}

function yearLastOrder(dayFirst: Reading, monthFirst: Reading, likely: DateOrder): DateOrder {
  if (dayFirst.fits !== monthFirst.fits) return dayFirst.fits > monthFirst.fits ? 'day first' : 'month first'
  if (dayFirst.others !== monthFirst.others) return dayFirst.others > monthFirst.others ? 'day first' : 'month first'
  const [day, month] = [sortedSteps(dayFirst), sortedSteps(monthFirst)]
  return day === month ? likely : day > month ? 'day first' : 'month first'
}

/** Returns the number of steps in the more frequent direction. */
function sortedSteps({ forward, back }: Reading): number {
  return Math.max(forward, back)
}

/** Returns 1 if the dates of the first reading are much closer together, -1 if those of the other are, otherwise 0. */
function closerOf(one: Reading, other: Reading): -1 | 0 | 1 {
  const [span, otherSpan] = [daysOf(one), daysOf(other)]
  return span * spanRatio < otherSpan ? 1 : otherSpan * spanRatio < span ? -1 : 0
}

function daysOf({ earliest, latest }: Reading): number {
  return parseStoredDay(latest) - parseStoredDay(earliest)
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one > other ? 1 : -1
}

function openYear(open: OpenDate | undefined) {
  if (!open) return invalidImport('its dates do not show which number is the year')
  const { line, text, first, last } = open
  return invalidImport(
    `the date ${excerpt(text)} in line ${line} is ${first} or ${last}: nothing shows whether the year is first or last. ` +
      'Write years with four digits',
  )
}
