// Token prices and exact costs. Amounts are integers of 1e-12 US dollars: a price per million tokens with up to six
// decimals is a whole number of them per token.
import type { Usage } from '../../wire/stream-event.ts'

/**
 * US dollars per million tokens, as decimal strings; `call` is per call. A missing price falls back to `input` or
 * `output`.
 */
export interface Price {
  readonly input?: string | undefined
  readonly output?: string | undefined
  readonly cachedInput?: string | undefined
  readonly cacheWrite?: string | undefined
  readonly reasoning?: string | undefined
  readonly audioInput?: string | undefined
  readonly audioOutput?: string | undefined
  readonly call?: string | undefined
}

/** 1e-12 dollars: the unit of every stored amount. */
export type Amount = bigint
/** A million dollars: sums of amounts up to this fit in a column. */
export const largestAmount: Amount = 1_000_000_000_000_000_000n
/** A cost, capped so that a column of sums can hold it. */
export const storable = (amount: Amount): Amount => (amount > largestAmount ? largestAmount : amount)

const dollar = 1_000_000_000_000n
const priceForm = /^(\d{1,7})(?:\.(\d{1,6}))?$/

/** Whether a string is a price: up to seven digits before the point and six after it. */
export const isPrice = (value: string): boolean => priceForm.test(value)

/**
 * 1e-12 dollars per token, which is the price per million in 1e-6 dollars: below 1e13, so a number holds it exactly.
 */
function perToken(price: string | undefined): number | undefined {
  const [, whole, decimals = ''] = priceForm.exec(price ?? '') ?? []
  return whole === undefined ? undefined : Number(whole) * 1_000_000 + Number(decimals.padEnd(6, '0'))
}

/** What one token of each count costs, in the order of `countsOf`; and a call, in 1e-6 dollars. */
interface Rates {
  readonly perToken: readonly number[]
  readonly perCall: number
}
/** A price is parsed once, not with every call that uses it. */
const ratesOfPrices = new WeakMap<Price, Rates>()

function ratesOf(price: Price): Rates {
  const known = ratesOfPrices.get(price)
  if (known) return known
  const input = perToken(price.input) ?? 0
  const output = perToken(price.output) ?? 0
  const rates = {
    perToken: [
      input,
      perToken(price.cachedInput) ?? input,
      perToken(price.cacheWrite) ?? input,
      perToken(price.audioInput) ?? input,
      output,
      perToken(price.reasoning) ?? output,
      perToken(price.audioOutput) ?? output,
    ],
    perCall: perToken(price.call) ?? 0,
  }
  ratesOfPrices.set(price, rates)
  return rates
}

/** Token counts by how they are priced. */
function countsOf(usage: Usage): readonly number[] {
  const { cachedRead = 0, cachedWrite = 0, promptAudio = 0, reasoning = 0, answerAudio = 0 } = usage
  return [
    wholeCount((usage.prompt ?? 0) - cachedRead - cachedWrite - promptAudio),
    wholeCount(cachedRead),
    wholeCount(cachedWrite),
    wholeCount(promptAudio),
    wholeCount((usage.answer ?? 0) - reasoning - answerAudio),
    wholeCount(reasoning),
    wholeCount(answerAudio),
  ]
}

/** `usage.prompt` includes cached and audio tokens, `usage.answer` includes reasoning and audio ones. */
export function costOf(price: Price | undefined, usage: Usage): Amount {
  if (!price) return 0n
  const { perToken: each, perCall } = ratesOf(price)
  const counts = countsOf(usage)
  let sum = perCall * 1_000_000
  for (let at = 0; at < counts.length; at++) sum += (counts[at] ?? 0) * (each[at] ?? 0)
  // no term is negative: where the sum is exact, so are all partial sums
  if (sum <= Number.MAX_SAFE_INTEGER) return BigInt(sum)
  const exact = BigInt(perCall) * 1_000_000n
  return counts.reduce((before, count, at) => before + BigInt(count) * BigInt(each[at] ?? 0), exact)
}

/** A count from a caller or a provider, made storable: an integer from 0 to 1e12. */
export function wholeCount(count: number | undefined): number {
  if (count === undefined || Number.isNaN(count)) return 0
  return Math.min(1e12, Math.max(0, Math.trunc(count)))
}

/** The higher of two prices, member by member: the most that a call can cost on either channel. */
export function mostExpensive(one: Price | undefined, other: Price | undefined): Price | undefined {
  if (!one || !other) return one ?? other
  const names = [
    'input',
    'output',
    'cachedInput',
    'cacheWrite',
    'reasoning',
    'audioInput',
    'audioOutput',
    'call',
  ] as const
  const most: Record<string, string> = {}
  for (const name of names) {
    const fallback = name === 'output' || name === 'reasoning' || name === 'audioOutput' ? 'output' : 'input'
    const [a, b] = [one, other].map((price) => price[name] ?? (name === 'call' ? undefined : price[fallback]))
    const higher = (perToken(a) ?? 0) >= (perToken(b) ?? 0) ? a : b
    if (higher !== undefined) most[name] = higher
  }
  return most
}

/** Dollars as a decimal string without trailing zeros: `0.00001234`. */
export function dollarsOf(amount: Amount): string {
  if (amount === 0n) return '0'
  // arithmetic of long integers and their texts cost several times as much
  if (amount > 0n && amount < dollar) return `0.${decimals(String(Number(amount)))}`
  const sign = amount < 0n ? '-' : ''
  const size = amount < 0n ? -amount : amount
  const part = decimals(String(size % dollar))
  return `${sign}${size / dollar}${part === '' ? '' : `.${part}`}`
}

/** The digits after the point, without zeros at the end. */
function decimals(digits: string): string {
  const padded = digits.padStart(12, '0')
  let end = padded.length
  while (padded[end - 1] === '0') end--
  return padded.slice(0, end)
}
