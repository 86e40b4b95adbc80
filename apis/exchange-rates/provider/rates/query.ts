// Reads the conversion parameters as the provider does: leniently, and with its own errors (SOURCES 3.2, 4).
import { isDay } from '#provider'
import { notFound, unprocessable } from '../errors.ts'

/** What to convert. Codes are upper-case; `symbols` undefined means all. */
export interface Query {
  readonly amount: number
  readonly base: string
  readonly symbols: readonly string[] | undefined
}
/** Parameters: of the declared type, or the string that did not fit it. */
export interface Conversion {
  readonly amount?: unknown
  readonly base?: string | undefined
  readonly from?: string | undefined
  readonly symbols?: string | undefined
  readonly to?: string | undefined
}
/** A period; `end` undefined means up to today. */
export interface Period {
  readonly start: string
  readonly end: string | undefined
}

/** Larger amounts would leave the range of numbers in a conversion (amount x amount x rate). */
const maxAmount = 1e100
/** More codes than there are currencies; further ones cannot change the answer. */
const maxSymbols = 200

/** Throws 422 on an amount that is not positive, and on a conversion from a currency to nothing but itself. */
export function readQuery(input: Conversion): Query {
  const base = (input.from ?? input.base)?.toUpperCase()
  const symbols = readSymbols(input.to ?? input.symbols)
  const amount = readAmount(input.amount)
  if (symbols?.length === 1 && symbols[0] === base) throw unprocessable('bad currency pair')
  return { amount, base: base ?? 'EUR', symbols }
}

/**
 * A period for `start..` and `start..end`, else one day. Throws 404 for anything else and 422 for days that do not
 * exist.
 */
export function readDate(value: string): string | Period {
  const match = /^(\d{4}-\d{2}-\d{2})(?:(\.\.)(\d{4}-\d{2}-\d{2})?)?$/.exec(value)
  const [, start, range, end] = match ?? []
  if (start === undefined) throw notFound()
  if (!isDay(start) || (end !== undefined && !isDay(end))) throw unprocessable('invalid date')
  return range === undefined ? start : { start, end }
}

/** The leading number of the value: `100abc` is 100, and no number is 0. */
function readAmount(value: unknown): number {
  if (value === undefined || value === null) return 1
  const leading = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/.exec(String(value).slice(0, 400))
  const amount = leading === null ? 0 : Number(leading[0])
  if (!(amount > 0 && amount <= maxAmount)) throw unprocessable('invalid amount')
  return amount
}

/** Codes as received, not trimmed; empty ones at the end do not count. */
function readSymbols(value: string | undefined): string[] | undefined {
  if (value === undefined) return undefined
  const codes = value.toUpperCase().split(',', maxSymbols)
  while (codes.at(-1) === '') codes.pop()
  return codes
}
