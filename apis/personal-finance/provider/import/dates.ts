// Reads dates as banks write them. `03/04/26` could be a day of March or of April 2026, or of April 2003: date-order.ts
// decides from all dates of a file.
import { formatDay, parseDay, parseStoredDay } from '../days.ts'
import { withWesternDigits } from './amounts.ts'
import { foldDate, isWeekday, monthNamed } from './month-names.ts'

/** Orders of three numbers; the year is last except in the third. */
export const dateOrders = ['day first', 'month first', 'year first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** A day, or the day of three numbers by order; orders without a valid day are missing. */
export type StatementDate =
  | { readonly day: string }
  | { readonly text: string; readonly days: Readonly<Partial<Record<DateOrder, string>>> }

/** Words between the parts of a date. */
const fillers = new Set([
  'm',
  'de',
  'del',
  'of',
  'den',
  'd',
  'st',
  'nd',
  'rd',
  'th',
  'er',
  'kl',
  'um',
  'at',
  'le',
  'on',
  ...['gada', 'g', 'г', 'р', 'року', 'ngay', 'thang', 'nam'],
])
const longestDate = 60
/** Japanese eras and that of Taiwan, by the year before their first. */
const eras: ReadonlyMap<string, number> = new Map([
  ...['民國', '民国'].map((era) => [era, 1911] as const),
  ...['R', '令和'].map((era) => [era, 2018] as const),
  ...['H', '平成'].map((era) => [era, 1988] as const),
  ...['S', '昭和'].map((era) => [era, 1925] as const),
])
/** Times; those with points only after a year, because `05.01.26` is a date. */
const time =
  /\b\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?(?:\s?[ap]\.?m\.?)?(?:\s?(?:utc|gmt|z|[aec]?est|[aec]?edt|[cmp][sd]t|e?cet|bst|ist|we?s?t|eet|msk|jst|kst|nz[sd]t)\b|\s?[+-]\d{2}:?\d{2})?|(?<=\d{4},? )\d{1,2}\.\d{2}(?:\.\d{2})?$/

/**
 * Parses a date, with or without a weekday or a time; undefined if it is not a date. Names of months can be in any
 * language with known headings.
 */
export function readDate(text: string): StatementDate | undefined {
  // some brokers append the day on which an entry counts
  const plain = withWesternDigits(text)
    .trim()
    .replace(/ as of .*$/is, '')
  if (plain.length > longestDate) return undefined
  if (isSerialDate(plain))
    return { day: formatDay(parseStoredDay('2000-01-01') + Math.trunc(Number(plain)) - firstSerial) }
  // OFX appends hours, minutes and seconds, each optional, and a zone
  const compact =
    /^(\d{4})(\d{2})(\d{2})(?:\d{2}|\d{4}|\d{6})?(?:\.\d+)?(?: ?\[[^\]]*\]|Z|[+-]\d{2}:?\d{2})?(?:[T ].*)?$/.exec(plain)
  if (compact && Number(compact[1]) >= 1900)
    return known(dayOf(Number(compact[1]), Number(compact[2]), Number(compact[3]))) ?? yearAtEnd(plain)
  if (compact) return yearAtEnd(plain)
  if (/^\d{4}-\d{2}-\d{2}T/.test(plain)) return readDate(plain.slice(0, 10))
  const [, era = '', year = '', rest = ''] = /^([RHS]|令和|平成|昭和|民[國国])\s?(\d{1,3}|元)(\D.*)$/s.exec(plain) ?? []
  const start = eras.get(era)
  if (start !== undefined) return readDate(`${start + (year === '元' ? 1 : Number(year))}${rest}`)
  // years of two digits beside a Thai month are Buddhist ones
  const parts = partsOf(plain.replace(/(?<=\p{Script=Thai}\.? ?)\d\d$/u, '25$&'))
  return parts && dateOf(parts, plain)
}

/** 1 January of 2000 and of 2050, as spreadsheets count days. */
const [firstSerial, endOfSerials] = [36_526, 54_789]

/** Reports whether a text is a day as spreadsheets count them: `46037`, or `46037.5` at noon. */
export function isSerialDate(text: string): boolean {
  return /^\d{5}(?:\.\d{1,12})?$/.test(text) && Number(text) >= firstSerial && Number(text) < endOfSerials
}

/** Reads `05012026`. */
function yearAtEnd(text: string): StatementDate | undefined {
  const [, one, two, year] = /^(\d\d)(\d\d)((?:19|20)\d\d)$/.exec(text) ?? []
  return year === undefined ? undefined : readDate(`${one}/${two}/${year}`)
}

/** Three numbers and month names in order. */
interface DateParts {
  readonly parts: readonly (number | { readonly month: number })[]
  readonly digits: readonly string[]
  /** The character after the first number; empty without one. */
  readonly mark: string
  /** True if an apostrophe precedes the year, as in QIF. */
  readonly hasApostrophe: boolean
}

function partsOf(text: string): DateParts | undefined {
  const withoutTime = foldDate(text)
    .replace(time, ' ')
    // Thai abbreviates the names of months with points
    .replace(/(?<=[\p{Lo}\p{M}])\.(?=\p{Lo})/gu, '')
  const words = withoutTime.match(/\d+|[\p{L}\p{M}]+/gu) ?? []
  const parts: DateParts['parts'][number][] = []
  const digits: string[] = []
  for (const word of words) {
    const month = /^\d/.test(word) ? undefined : monthNamed(word)
    if (/^\d/.test(word)) parts.push(Number(word))
    else if (month !== undefined) parts.push({ month })
    else if (!isFiller(word)) return undefined
    if (parts.length > digits.length) digits.push(word)
  }
  // `mar` is March, and Tuesday in three languages
  const [first] = digits
  if (parts.length === 4 && first !== undefined && isWeekday(first)) {
    parts.shift()
    digits.shift()
  }
  if (parts.length !== 3) return undefined
  const [, mark = ''] = /\d\s*([^\d\s])/.exec(withoutTime) ?? []
  return { parts, digits, mark, hasApostrophe: withoutTime.includes("'") }
}

function isFiller(word: string): boolean {
  return fillers.has(word) || /^[年月日년월일]$/.test(word.normalize()) || isWeekday(word)
}

function dateOf({ parts, digits, mark, hasApostrophe }: DateParts, text: string): StatementDate | undefined {
  const [one, two, three] = parts
  const [first = '', second = '', last = ''] = digits
  /** True if the first number could be a year of two digits. */
  const mayBeginWithYear = first.length === 2 && last.length <= 2 && !hasApostrophe
  if (typeof one === 'number' && typeof two === 'number' && typeof three === 'number') {
    if (first.length === 4) return known(dayOf(one, two, three))
    // Taiwan counts years from 1912, and 2026 is 115
    if (first.length === 3 && one >= 100 && one < 200) return known(dayOf(1911 + one, two, three))
    if (mark === '' || first.length > 2 || second.length > 2 || last.length > 4) return undefined
    if (mark === '年') return known(dayOf(yearOf(first), two, three))
    const dayFirst = dayOf(yearOf(last), two, one)
    // with points the day precedes the month
    if (mark === '.' && !mayBeginWithYear) return known(dayFirst)
    return dateIn(text, {
      'day first': dayFirst,
      'month first': mark === '.' ? undefined : dayOf(yearOf(last), one, two),
      'year first': mayBeginWithYear ? dayOf(yearOf(first), two, three) : undefined,
    })
  }
  if (typeof one === 'number' && typeof two === 'object' && typeof three === 'number') {
    if (first.length === 4) return known(dayOf(one, two.month, three))
    const yearLast = dayOf(yearOf(last), two.month, one)
    const yearFirst = mayBeginWithYear && last.length === 2 ? dayOf(yearOf(first), two.month, three) : undefined
    return dateIn(text, { 'day first': yearLast, 'month first': yearLast, 'year first': yearFirst })
  }
  // `2026. gada 5. janvāris`
  if (typeof one === 'number' && typeof two === 'number' && typeof three === 'object' && first.length === 4)
    return known(dayOf(one, three.month, two))
  if (typeof one === 'object' && typeof two === 'number' && typeof three === 'number')
    return last.length === 4 || last.length === 2 ? known(dayOf(yearOf(last), one.month, two)) : undefined
  return undefined
}

function known(day: string | undefined): StatementDate | undefined {
  return day === undefined ? undefined : { day }
}

/** Returns a day if all orders agree; undefined if no order yields a day. */
function dateIn(text: string, days: Readonly<Record<DateOrder, string | undefined>>): StatementDate | undefined {
  const different = new Set(dateOrders.map((order) => days[order]))
  const [only] = different
  if (different.size === 1) return known(only)
  const read = Object.fromEntries(
    dateOrders.flatMap((order) => (days[order] === undefined ? [] : [[order, days[order]]])),
  )
  return { text, days: read }
}

/** Returns the day of a date in an order; undefined if it is invalid in that order. */
export function dayIn(date: StatementDate, order: DateOrder): string | undefined {
  return 'day' in date ? date.day : date.days[order]
}

/** Returns the day of three numbers; undefined if there is no such day. Years of Thai dates are 543 ahead. */
function dayOf(writtenYear: number, month: number, day: number): string | undefined {
  const year = writtenYear >= 2400 && writtenYear < 2700 ? writtenYear - 543 : writtenYear
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return parseDay(text) === undefined ? undefined : text
}

/** Returns a year; two digits up to 69 are in this century, as in POSIX. */
function yearOf(text: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  return year < 70 ? 2000 + year : 1900 + year
}
