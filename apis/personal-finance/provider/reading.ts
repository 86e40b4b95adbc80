// Reads callers' input: ids in paths, filters in queries, members of bodies. Invalid values are refused with the
// provider's errors: 404 for an id that cannot exist, 400 for a query, 422 for a body. Null counts as absent, unless a
// member may be null.
import { type DayNumber, formatDay, parseDay } from './days.ts'
import { badRequest, invalid, notFound } from './errors.ts'
import type { Unread, UnreadBody } from './handler.ts'
import { unitsOf } from './money.ts'
import { findCurrency } from './reference/currencies.ts'

/** Unvalidated values by wire name. */
export type Values = Readonly<Record<string, unknown>>
type NameOf<V> = keyof V & string

/** Maximum length of a single-line string, in UTF-16 units; the limit of notes and memos is `noteLimit`. */
export const stringLimit = 255
export const noteLimit = 10_000

/** Returns an id of the path. Throws 404 for a value that cannot be one. */
export function readId(value: unknown, resource: string): number {
  const id = parseId(value)
  if (id === undefined) throw notFound(resource)
  return id
}

/** Parses at most 500 comma-separated ids; undefined if one of them is invalid. */
export function readIds(value: unknown): number[] | undefined {
  const parts = String(value).split(',', 501)
  const ids = parts.map((part) => parseId(part.trim()))
  return parts.length <= 500 && ids.every((id) => id !== undefined) ? ids : undefined
}

/** Parses an id, a number or digits; undefined for other values. */
export function parseId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : undefined
}

/** Returns the members of a JSON body under their declared names. Throws 422 if it is not an object. */
export function readBody<B>({ body }: { readonly body?: UnreadBody<B> }): Unread<B> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('The body must be a JSON object')
  return body as Unread<B> // which promises names only
}

/** Returns a trimmed string without NUL, which PostgreSQL refuses; undefined if absent. */
export function stringIn<V extends object>(values: V, name: NameOf<V>, limit = stringLimit): string | undefined {
  const value: unknown = values[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalid(`${name} is invalid`)
  const string = value.replaceAll('\0', '').trim()
  if (string.length > limit) throw invalid(`${name} is too long (maximum is ${limit} characters)`)
  return string
}

/** Returns a string that must be present and not blank. */
export function requiredStringIn<V extends object>(values: V, name: NameOf<V>): string {
  return required(nonBlankStringIn(values, name), name)
}

/** Returns a string that must not be blank, or undefined if absent. */
export function nonBlankStringIn<V extends object>(values: V, name: NameOf<V>): string | undefined {
  const string = stringIn(values, name)
  if (string === '') throw invalid(`${name} can't be blank`)
  return string
}

/** Returns a string that can be cleared: null for null and for a blank one, undefined if absent. */
export function nullableStringIn<V extends object>(
  values: V,
  name: NameOf<V>,
  limit = stringLimit,
): string | null | undefined {
  if (values[name] === null) return null
  const string = stringIn(values, name, limit)
  return string === '' ? null : string
}

/** Returns a flag, also from the strings and numbers that forms send. */
export function flagIn<V extends object>(values: V, name: NameOf<V>): 0 | 1 | undefined {
  const value: unknown = values[name]
  if (value === undefined || value === null) return undefined
  if (value === true || value === 1 || value === 'true' || value === '1') return 1
  if (value === false || value === 0 || value === 'false' || value === '0') return 0
  throw invalid(`${name} is invalid`)
}

/** Returns an amount in units (money.ts), from a number or a decimal string. */
export function amountIn<V extends object>(values: V, name: NameOf<V>): number | undefined {
  const value: unknown = values[name]
  if (value === undefined || value === null) return undefined
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(value))
  if (!isNumber || !Number.isFinite(Number(value))) throw invalid(`${name} is invalid`)
  const units = unitsOf(value)
  if (units === undefined) throw invalid(`${name} is too large`)
  return units
}

/** Returns a day, or the day of a timestamp, as `YYYY-MM-DD`. */
export function dayIn<V extends object>(values: V, name: NameOf<V>): string | undefined {
  const value: unknown = values[name]
  if (value === undefined || value === null) return undefined
  const day = typeof value === 'string' ? parseDay(value) : undefined
  if (day === undefined) throw invalid(`${name} is invalid`)
  return formatDay(day)
}

/** Returns a day of a query. */
export function queryDayIn<V extends object>(values: V, name: NameOf<V>): DayNumber | undefined {
  const value: unknown = values[name]
  if (value === undefined) return undefined
  const day = parseDay(String(value))
  if (day === undefined) throw badRequest(`${name} is invalid`)
  return day
}

/** Returns a first and a last day of a query, both required and in order. */
export function querySpanIn(values: { readonly start_date?: unknown; readonly end_date?: unknown }): {
  readonly start: DayNumber
  readonly end: DayNumber
} {
  const [start, end] = [queryDayIn(values, 'start_date'), queryDayIn(values, 'end_date')]
  if (start === undefined) throw badRequest('start_date is missing')
  if (end === undefined) throw badRequest('end_date is missing')
  if (end < start) throw badRequest('end_date is before start_date')
  return { start, end }
}

/** Returns an integer of a query, within bounds. */
export function queryCountIn<V extends object>(
  values: V,
  name: NameOf<V>,
  bounds: { min: number; max: number },
): number | undefined {
  const value: unknown = values[name]
  if (value === undefined) return undefined
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < bounds.min || count > bounds.max)
    throw badRequest(`${name} is invalid`)
  return count
}

/** Returns a filter that is on or off: 1 in the provider's documentation, `true` from its npm client. */
export function querySwitchIn<V extends object>(values: V, name: NameOf<V>): boolean {
  const value: unknown = values[name]
  if (value === undefined) return false
  const on = switches[String(value)]
  if (on === undefined) throw badRequest(`${name} is invalid`)
  return on
}

const switches: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false }

/** Returns one of a set of strings. */
export function choiceIn<V extends object, const C extends string>(
  values: V,
  name: NameOf<V>,
  choices: readonly C[],
): C | undefined {
  const value: unknown = values[name]
  if (value === undefined || value === null) return undefined
  const choice = choices.find((one) => one === value)
  if (choice === undefined) throw invalid(`${name} does not have a valid value`)
  return choice
}

/** Returns a currency code of the body, in lower case. */
export function currencyIn(values: { readonly currency_code?: unknown }): string | undefined {
  const code = stringIn(values, 'currency_code')
  if (code === undefined) return undefined
  const currency = findCurrency(code)
  if (!currency) throw invalid('currency_code does not have a valid value')
  return currency.id
}

/** Throws 422 if a member is absent. */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw invalid(`${name} is missing`)
  return value
}
