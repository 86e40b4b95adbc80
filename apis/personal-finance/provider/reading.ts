// Reads what callers send: ids of paths, filters of queries, members of bodies. What is wrong is refused in the provider's words:
// 404 for an id that cannot exist, 400 for a query, 422 for a body. A member that is null or absent counts as not given, unless
// null is one of its values.

import { type DayNumber, dayText, readDay } from './days.ts'
import { badRequest, invalid, notFound } from './errors.ts'
import { unitsOf } from './money.ts'
import { findCurrency } from './reference/currencies.ts'

/** What a handler gets: values by wire name, not yet looked at. */
export type Values = Readonly<Record<string, unknown>>

/** Longest text of one line, in UTF-16 units; notes and memos may have `noteLimit`. */
export const textLimit = 255
export const noteLimit = 10_000

/** An id of the path. Anything that is not one belongs to nothing. */
export function readId(value: unknown, thing: string): number {
  const id = idIn(value)
  if (id === undefined) throw notFound(thing)
  return id
}

/** Comma-separated ids of a path or query; undefined when one of them is none. At most 500. */
export function readIds(value: unknown): number[] | undefined {
  const texts = String(value).split(',', 501)
  const ids = texts.map((text) => idIn(text.trim()))
  return texts.length <= 500 && ids.every((id) => id !== undefined) ? ids : undefined
}

function idIn(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : undefined
}

/** The members of a JSON body; 422 when it is no object. */
export function readBody(body: unknown): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('The body must be a JSON object')
  return body as Values
}

/** A text of one line without what no database keeps; undefined when it is not given. */
export function textIn(values: Values, name: string, limit = textLimit): string | undefined {
  const value = values[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalid(`${name} is invalid`)
  const text = value.replaceAll('\0', '').trim()
  if (text.length > limit) throw invalid(`${name} is too long (maximum is ${limit} characters)`)
  return text
}

/** A text that must be there and may not be blank. */
export function requiredTextIn(values: Values, name: string, limit = textLimit): string {
  const text = textIn(values, name, limit)
  if (text === undefined) throw invalid(`${name} is missing`)
  return filled(text, name)
}

/** A text that may be left out, but not be blank. */
export function filledTextIn(values: Values, name: string, limit = textLimit): string | undefined {
  const text = textIn(values, name, limit)
  return text === undefined ? undefined : filled(text, name)
}

function filled(text: string, name: string): string {
  if (text === '') throw invalid(`${name} can't be blank`)
  return text
}

/** A text that can be taken away: null for null and blank, undefined when it is not given. */
export function clearableTextIn(values: Values, name: string, limit = textLimit): string | null | undefined {
  if (values[name] === null) return null
  const text = textIn(values, name, limit)
  return text === '' ? null : text
}

/** True or false, also as the texts and numbers that forms send. */
export function flagIn(values: Values, name: string): 0 | 1 | undefined {
  const value = values[name]
  if (value === undefined || value === null) return undefined
  if (value === true || value === 1 || value === 'true' || value === '1') return 1
  if (value === false || value === 0 || value === 'false' || value === '0') return 0
  throw invalid(`${name} is invalid`)
}

/** An amount in units (money.ts). A text with a decimal number counts as one. */
export function amountIn(values: Values, name: string): number | undefined {
  const value = values[name]
  if (value === undefined || value === null) return undefined
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(value))
  if (!isNumber || !Number.isFinite(Number(value))) throw invalid(`${name} is invalid`)
  const units = unitsOf(value)
  if (units === undefined) throw invalid(`${name} is too large`)
  return units
}

/** A day; of a timestamp the day is taken. */
export function dayIn(values: Values, name: string): string | undefined {
  const value = values[name]
  if (value === undefined || value === null) return undefined
  const day = typeof value === 'string' ? readDay(value) : undefined
  if (day === undefined) throw invalid(`${name} is invalid`)
  return dayText(day)
}

/** A day of the query. */
export function queryDayIn(values: Values, name: string): DayNumber | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  const day = readDay(String(value))
  if (day === undefined) throw badRequest(`${name} is invalid`)
  return day
}

/** A whole number of the query, within bounds. */
export function queryCountIn(values: Values, name: string, bounds: { min: number; max: number }): number | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < bounds.min || count > bounds.max)
    throw badRequest(`${name} is invalid`)
  return count
}

/** A filter that is on or off: the provider's document says 1, its npm client sends `true`. */
export function querySwitchIn(values: Values, name: string): boolean {
  const value = values[name]
  if (value === undefined) return false
  const on = switches[String(value)]
  if (on === undefined) throw badRequest(`${name} is invalid`)
  return on
}

const switches: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false }

/** One of a set of texts. */
export function choiceIn<const V extends string>(values: Values, name: string, choices: readonly V[]): V | undefined {
  const value = values[name]
  if (value === undefined || value === null) return undefined
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw invalid(`${name} does not have a valid value`)
  return found
}

/** A currency code of the body, in lower case. */
export function currencyIn(values: Values): string | undefined {
  const code = textIn(values, 'currency_code')
  if (code === undefined) return undefined
  const currency = findCurrency(code)
  if (!currency) throw invalid('currency_code does not have a valid value')
  return currency.id
}

/** A value that must be there. */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw invalid(`${name} is missing`)
  return value
}
