// Reads the conversion parameters the way the provider does: leniently, and with its own errors (FACTS, "Errors").
import { refuse } from '#define'
import { isDay } from '../calendar.ts'

/** What is wanted. Codes are upper-case; `symbols` undefined means all. */
export interface Query {
  readonly amount: number
  readonly base: string
  readonly symbols: readonly string[] | undefined
}
/** Parameters as they came: typed when they fit their declaration, else text. */
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

const noStore = { 'cache-control': 'no-store' }
/** Larger amounts would leave the range of numbers in a conversion (amount x amount x rate). */
const amountLimit = 1e100
/** More codes than there are currencies; what follows cannot change the answer. */
const symbolLimit = 200

/** Refuses with 422 and the provider's message. */
export function unprocessable(message: string): Error {
  return refuse(422, { message }, noStore)
}
/** The provider's 404. */
export function notFound(): Error {
  return refuse(404, { message: 'not found' }, noStore)
}

/** Throws 422 on an amount that is not positive, and on a conversion from a currency to nothing but itself. */
export function readQuery(given: Conversion): Query {
  const base = (given.from ?? given.base)?.toUpperCase()
  const symbols = readSymbols(given.to ?? given.symbols)
  const amount = readAmount(given.amount)
  if (symbols?.length === 1 && symbols[0] === base) throw unprocessable('bad currency pair')
  return { amount, base: base ?? 'EUR', symbols }
}

/** A period for `start..` and `start..end`, else one day. Throws 404 for other texts and 422 for days that do not exist. */
export function readDate(text: string): string | Period {
  const match = /^(\d{4}-\d{2}-\d{2})(?:(\.\.)(\d{4}-\d{2}-\d{2})?)?$/.exec(text)
  const [, start, range, end] = match ?? []
  if (start === undefined) throw notFound()
  if (!isDay(start) || (end !== undefined && !isDay(end))) throw unprocessable('invalid date')
  return range === undefined ? start : { start, end }
}

/** The number a text begins with, so `100abc` is 100; a text without one is 0. */
function readAmount(given: unknown): number {
  if (given === undefined || given === null) return 1
  const leading = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/.exec(String(given).slice(0, 400))
  const amount = leading === null ? 0 : Number(leading[0])
  if (!(amount > 0 && amount <= amountLimit)) throw unprocessable('invalid amount')
  return amount
}

/** Codes as given, without trimming; empty ones at the end do not count. */
function readSymbols(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const codes = text.toUpperCase().split(',', symbolLimit)
  while (codes.at(-1) === '') codes.pop()
  return codes
}
