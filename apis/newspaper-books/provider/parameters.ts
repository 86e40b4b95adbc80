// Reads parameters as the provider does; an invalid one is a 400 in its words (SOURCES 5.2).
import { isDay } from '#provider'
import { isbn13Of } from './archive/archive.ts'
import { badRequest } from './errors.ts'

/** Parameters by wire name: typed if they match the declaration, else as sent. */
export type Values = Readonly<Record<string, unknown>>

export const pageSize = 20
const longestText = 500
const mostIsbns = 50

/** Returns the trimmed text; undefined if it is missing or empty. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name]
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).trim()
  if (text.length > longestText) throw badRequest(`${name} may have at most ${longestText} characters.`)
  return text === '' ? undefined : text
}

/** Reads a number of at most nine digits. */
export function integerOf(values: Values, name: string): number | undefined {
  const text = textOf(values, name)
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw badRequest(`${name} must be a whole number.`)
  return Number(text)
}

export function dayOf(values: Values, name: string): string | undefined {
  const text = textOf(values, name)
  if (text !== undefined && !isDay(text)) throw badRequest(`${name} must be a day, YYYY-MM-DD.`)
  return text
}

/** Returns the start of the page. */
export function offsetOf(values: Values): number {
  return integerOf(values, 'offset') ?? 0
}

export function isDescending(values: Values): boolean {
  const order = textOf(values, 'sort-order')?.toUpperCase() ?? 'ASC'
  if (order !== 'ASC' && order !== 'DESC') throw badRequest('sort-order must be ASC or DESC.')
  return order === 'DESC'
}

/** Returns one of the names, ignoring case. */
export function sortKeyOf<T extends string>(values: Values, names: readonly T[], fallback: T): T {
  const text = textOf(values, 'sort-by')?.toLowerCase()
  if (text === undefined) return fallback
  const found = names.find((name) => name === text)
  if (found === undefined) throw badRequest(`sort-by must be one of ${names.join(', ')}.`)
  return found
}

/**
 * Reads ISBNs joined by semicolons, and returns each with 13 digits. An ISBN-10 sent as a number has lost its zeros.
 */
export function isbnsOf(values: Values): readonly string[] | undefined {
  const text = textOf(values, 'isbn')
  if (text === undefined) return undefined
  const sent = text.split(';').filter((part) => part.trim() !== '')
  if (sent.length === 0 || sent.length > mostIsbns) throw badRequest(`isbn must have 1 to ${mostIsbns} numbers.`)
  return sent.map((part) => {
    const isbn = isbn13Of(/^\d{1,9}$/.test(part) ? part.padStart(10, '0') : part)
    if (isbn === undefined) throw badRequest('isbn must be 10 or 13 digits with a valid check digit.')
    return isbn
  })
}
