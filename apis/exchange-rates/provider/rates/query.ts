// Reads the conversion parameters as leniently as the provider, and with its errors (SOURCES 3.2, 4).
import { isDay } from '#provider'
import { notFound, unprocessable } from '../errors.ts'

/** A conversion. Codes are upper-case; undefined `symbols` means all. */
export interface Query {
  readonly amount: number
  readonly base: string
  readonly symbols: readonly string[] | undefined
}
/** Raw parameters: of the declared type, or the string that did not fit it. */
export interface Conversion {
  readonly amount?: unknown
  readonly base?: string | undefined
  readonly from?: string | undefined
  readonly symbols?: string | undefined
  readonly to?: string | undefined
}
/** A period; undefined `end` means up to today. */
interface Period {
  readonly start: string
  readonly end: string | undefined
}

/** Larger amounts would overflow in a conversion (amount x amount x rate). */
const maxAmount = 1e100
/** More codes than there are currencies; the rest cannot change the response. */
const maxSymbols = 200

/** Reads a conversion. Throws 422 for an amount that is not positive, or a conversion of a currency only to itself. */
export function readQuery(input: Conversion): Query {
  const base = (input.from ?? input.base)?.toUpperCase()
  const symbols = readSymbols(input.to ?? input.symbols)
  const amount = readAmount(input.amount)
  if (symbols?.length === 1 && symbols[0] === base) throw unprocessable('bad currency pair')
  return { amount, base: base ?? 'EUR', symbols }
}

/**
 * Returns a period for `start..` and `start..end`, else one day. Throws 404 for any other value and 422 for days that
 * do not exist.
 */
export function readDate(value: string): string | Period {
  const match = /^(\d{4}-\d{2}-\d{2})(?:(\.\.)(\d{4}-\d{2}-\d{2})?)?$/.exec(value)
  const [, start, range, end] = match ?? []
  if (start === undefined) throw notFound()
  if (!isDay(start) || (end !== undefined && !isDay(end))) throw unprocessable('invalid date')
  return range === undefined ? start : { start, end }
}

/** Returns the leading number of the value: 100 for `100abc`, 0 without a number. */
function readAmount(value: unknown): number {
  if (value === undefined || value === null) return 1
  const leading = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/.exec(String(value).slice(0, 400))
  const amount = leading === null ? 0 : Number(leading[0])
  if (!(amount > 0 && amount <= maxAmount)) throw unprocessable('invalid amount')
  return amount
}

/** Returns codes as received, untrimmed; trailing empty ones do not count. */
function readSymbols(value: string | undefined): string[] | undefined {
  if (value === undefined) return undefined
  const codes = value.toUpperCase().split(',', maxSymbols)
  while (codes.at(-1) === '') codes.pop()
  return codes
}
