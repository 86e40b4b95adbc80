// Dates as banks write them. `03/04/26` may be in March or in April: the order of day and month is inferred from the
// dates of a file.
import { formatDay, parseDay } from '../days.ts'

/** A day, or two numbers that are the day and the month in either order. */
export type StatementDate =
  | { readonly day: string }
  | { readonly first: number; readonly second: number; readonly year: number }
export type DateOrder = 'day first' | 'month first'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Parses a date, with or without a time; undefined if it is not one. */
export function readDate(text: string): StatementDate | undefined {
  const plain = text.trim()
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?!\d{1,5}$)/.exec(plain)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const named = /^(\d{1,2})[ -]([A-Za-z]{3})[a-z]*\.?,?[ -](\d{4}|\d{2})\b/.exec(plain)
  if (named) return dayOf(yearOf(named[3]), monthNumber(named[2]), Number(named[1]))
  const american = /^([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})\b/.exec(plain)
  if (american) return dayOf(Number(american[3]), monthNumber(american[1]), Number(american[2]))
  // QIF writes 1/17'26 and 1/17/ 6 for the years after 1999
  const numbers = /^(\d{1,2})([-/.])\s?(\d{1,2})[-/.']\s?(\d{4}|\d{1,2})\b/.exec(plain)
  if (!numbers) return undefined
  const [first, second, year] = [Number(numbers[1]), Number(numbers[3]), yearOf(numbers[4])]
  // with dots the day comes first
  if (numbers[2] === '.') return dayOf(year, second, first)
  const read = { first, second, year }
  return dayIn(read, 'day first') || dayIn(read, 'month first') ? read : undefined
}

/** The day of a date read in an order; undefined when no such day exists. */
export function dayIn(date: StatementDate, order: DateOrder): string | undefined {
  if ('day' in date) return date.day
  const { first, second, year } = date
  const read = order === 'day first' ? dayOf(year, second, first) : dayOf(year, first, second)
  return read && 'day' in read ? read.day : undefined
}

/** The order in which most dates exist; on a tie the one in which more dates are sorted, else `likely`. */
export function orderOf(dates: readonly StatementDate[], likely: DateOrder): DateOrder {
  const open = dates.filter((date) => !('day' in date))
  const other: DateOrder = likely === 'day first' ? 'month first' : 'day first'
  const [one, two] = [fitting(open, likely), fitting(open, other)]
  if (one.length !== two.length) return one.length > two.length ? likely : other
  return steps(two) > steps(one) ? other : likely
}

function fitting(dates: readonly StatementDate[], order: DateOrder): string[] {
  return dates.flatMap((date) => dayIn(date, order) ?? [])
}

/** How many neighbours are in the more frequent direction. */
function steps(days: readonly string[]): number {
  let up = 0
  let down = 0
  for (const [index, day] of days.slice(1).entries()) {
    if (day >= (days[index] ?? '')) up++
    if (day <= (days[index] ?? '')) down++
  }
  return Math.max(up, down)
}

function dayOf(year: number, month: number, day: number): StatementDate | undefined {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const number = parseDay(text)
  return number === undefined ? undefined : { day: formatDay(number) }
}

function monthNumber(name = ''): number {
  return months.indexOf(name.toLowerCase()) + 1
}

/** Two digits up to 69 are in this century, as in POSIX. */
function yearOf(text = ''): number {
  const year = Number(text)
  if (text.length > 2) return year
  return year < 70 ? 2000 + year : 1900 + year
}
