// Reads the phrases of rules: `06-24`, `last monday of may`, `saturday on or after 06-20`.
import { type Month, months, type Weekday, weekdays } from './days.ts'
import type { MonthDay, When, YearTable } from './occurrences.ts'

type Ordinal = '1st' | '2nd' | '3rd' | '4th' | '5th' | 'last'
type Relation = 'on or after' | 'after' | 'on or before' | 'before' | 'nearest'
/** A weekday counted within a month, or relative to a date. `nearest` is at most three days away. */
export type WeekdayPhrase = `${Ordinal} ${Weekday} of ${Month}` | `${Weekday} ${Relation} ${string}`

const ordinals: readonly string[] = ['1st', '2nd', '3rd', '4th', '5th']
/** Days from the date to the first possible day. */
const shifts: ReadonlyMap<string, number> = new Map([
  ['on or after', 0],
  ['after', 1],
  ['on or before', -6],
  ['before', -7],
  ['nearest', -3],
])

/** Reads a phrase. Throws a RangeError if it is invalid, so that loading its file fails. */
export function readWeekdayPhrase(phrase: string): When {
  const counted = /^(\w+) (\w+) of (\w+)$/.exec(phrase)
  if (counted) {
    const [, ordinal = '', weekday = '', month = ''] = counted
    const nth = ordinal === 'last' ? -1 : position(ordinals, ordinal, phrase) + 1
    return {
      kind: 'nth',
      nth,
      weekday: position(weekdays, weekday, phrase),
      month: position(months, month, phrase) + 1,
    }
  }
  const [, weekday = '', relation = '', date = ''] = /^(\w+) ([a-z ]+) (\d\d-\d\d)$/.exec(phrase) ?? []
  const shift = shifts.get(relation)
  if (shift === undefined) throw new RangeError(`not a weekday of the year: ${phrase}`)
  return { kind: 'near', weekday: position(weekdays, weekday, phrase), from: readMonthDay(date), shift }
}

/** Reads `MM-DD`. */
export function readMonthDay(text: string): MonthDay {
  const [, month, day] = (/^(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number)
  if (month === undefined || day === undefined || month < 1 || month > 12 || day < 1 || day > 31)
    throw new RangeError(`not a month and day: ${text}`)
  return { month, day }
}

/** Reads the days of each year: one, several separated by spaces, or an empty string. */
export function readYearTable(table: Readonly<Record<number, string>>): YearTable {
  const years = Object.entries(table).map(([year, text]) => [
    Number(year),
    text.split(' ').filter(Boolean).map(readMonthDay),
  ])
  return Object.fromEntries(years)
}

/** Reads `10-01`, or `Tishri-1` for calendars with named months. */
export function readLunarDate(text: string): { month: string; day: number } {
  const at = text.lastIndexOf('-')
  const [month, day] = [text.slice(0, at), Number(text.slice(at + 1))]
  if (at < 1 || !Number.isInteger(day) || day < 1 || day > 30) throw new RangeError(`not a month and day: ${text}`)
  return { month: /^\d+$/.test(month) ? String(Number(month)) : month, day }
}

function position(names: readonly string[], name: string, phrase: string): number {
  const index = names.indexOf(name)
  if (index < 0) throw new RangeError(`${name} is not known in: ${phrase}`)
  return index
}
