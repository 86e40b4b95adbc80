// Token prices and exact costs. Amounts are integers of 1e-12 US dollars: a price per million tokens with up to six
// decimals is a whole number of them per token.
import type { Amount } from '#provider/budgets'
import type { Usage } from '../../wire/stream-event.ts'

/**
 * US dollars per million tokens, as decimal strings; `call` is per call and `search` per search. A missing price falls
 * back to `input` or `output`, for cache entries of an hour to twice `input`, as the vendor that has them charges. A
 * prompt of more than `longFrom` tokens costs the long prices, the answer to it included.
 */
export type Price = Readonly<Partial<Record<PriceName | LongName | 'longFrom', string>>>
type PriceName = (typeof priceNames)[number]
type LongName = (typeof longNames)[number]
const priceNames = [
  ...(['input', 'output', 'cachedInput', 'cacheWrite', 'cacheWriteHour', 'reasoning'] as const),
  ...(['audioInput', 'audioOutput', 'imageInput', 'imageOutput', 'search', 'call'] as const),
] as const
const longNames = [
  ...(['longInput', 'longOutput', 'longCachedInput'] as const),
  ...(['longCacheWrite', 'longCacheWriteHour', 'longReasoning'] as const),
] as const
/** The price that each long one takes the place of. */
const ordinary = {
  longInput: 'input',
  longOutput: 'output',
  longCachedInput: 'cachedInput',
  longCacheWrite: 'cacheWrite',
  longCacheWriteHour: 'cacheWriteHour',
  longReasoning: 'reasoning',
} as const satisfies Record<LongName, PriceName>

const priceForm = /^(\d{1,7})(?:\.(\d{1,6}))?$/

/** True if a string is a price: up to seven digits before the point and six after it. */
export const isPrice = (value: string): boolean => priceForm.test(value)

/** Reads 1e-12 dollars per token, the price per million in 1e-6 dollars: below 1e13, so a number holds it exactly. */
function millionths(price: string | undefined): number | undefined {
  const [, whole, decimals = ''] = priceForm.exec(price ?? '') ?? []
  return whole === undefined ? undefined : Number(whole) * 1_000_000 + Number(decimals.padEnd(6, '0'))
}

/** Prices with their fallbacks, in millionths of a dollar per call and search, otherwise of 1e-6 dollars per token. */
type Rates = Readonly<Record<PriceName, number>>
interface PriceRates {
  readonly base: Rates
  /** Rates of prompts of more than `longFrom` tokens. */
  readonly long: Rates
  readonly longFrom: number
}
/** Parsed prices: each is parsed once, not with every call that uses it. */
const ratesOfPrices = new WeakMap<Price, PriceRates>()

function ratesOf(price: Price): PriceRates {
  const known = ratesOfPrices.get(price)
  if (known) return known
  const input = millionths(price.input) ?? 0
  const output = millionths(price.output) ?? 0
  const base = {
    input,
    output,
    cachedInput: millionths(price.cachedInput) ?? input,
    cacheWrite: millionths(price.cacheWrite) ?? input,
    cacheWriteHour: millionths(price.cacheWriteHour) ?? input * 2,
    reasoning: millionths(price.reasoning) ?? output,
    audioInput: millionths(price.audioInput) ?? input,
    audioOutput: millionths(price.audioOutput) ?? output,
    imageInput: millionths(price.imageInput) ?? input,
    imageOutput: millionths(price.imageOutput) ?? output,
    search: millionths(price.search) ?? 0,
    call: millionths(price.call) ?? 0,
  }
  const isLong = price.longFrom !== undefined
  const rates = {
    base,
    long: isLong ? longRates(price, base) : base,
    longFrom: isLong ? Number(price.longFrom) : Infinity,
  }
  ratesOfPrices.set(price, rates)
  return rates
}

function longRates(price: Price, base: Rates): Rates {
  const input = millionths(price.longInput)
  const output = millionths(price.longOutput)
  return {
    ...base,
    input: input ?? base.input,
    output: output ?? base.output,
    cachedInput: millionths(price.longCachedInput) ?? input ?? base.cachedInput,
    cacheWrite: millionths(price.longCacheWrite) ?? input ?? base.cacheWrite,
    cacheWriteHour: millionths(price.longCacheWriteHour) ?? (input === undefined ? base.cacheWriteHour : input * 2),
    reasoning: millionths(price.longReasoning) ?? output ?? base.reasoning,
  }
}

/** `usage.prompt` includes cached, audio and image tokens, `usage.answer` includes reasoning, audio and image ones. */
export function costOf(price: Price | undefined, usage: Usage): Amount {
  if (!price) return 0n
  const { base, long, longFrom } = ratesOf(price)
  const rates = wholeCount(usage.prompt) > longFrom ? long : base
  const { cachedRead = 0, cachedWrite = 0, cachedWriteHour = 0, promptAudio = 0, promptImage = 0 } = usage
  const { reasoning = 0, answerAudio = 0, answerImage = 0 } = usage
  const terms = [
    [wholeCount((usage.prompt ?? 0) - cachedRead - cachedWrite - promptAudio - promptImage), rates.input],
    [wholeCount(cachedRead), rates.cachedInput],
    [wholeCount(cachedWrite - cachedWriteHour), rates.cacheWrite],
    [wholeCount(cachedWriteHour), rates.cacheWriteHour],
    [wholeCount(promptAudio), rates.audioInput],
    [wholeCount(promptImage), rates.imageInput],
    [wholeCount((usage.answer ?? 0) - reasoning - answerAudio - answerImage), rates.output],
    [wholeCount(reasoning), rates.reasoning],
    [wholeCount(answerAudio), rates.audioOutput],
    [wholeCount(answerImage), rates.imageOutput],
    [wholeCount(usage.searches) * 1_000_000, rates.search],
    [1_000_000, rates.call],
  ] as const
  let sum = 0
  for (const [count, each] of terms) sum += count * each
  // no term is negative: where the sum is exact, so are all partial sums
  if (sum <= Number.MAX_SAFE_INTEGER) return BigInt(sum)
  return terms.reduce((before, [count, each]) => before + BigInt(count) * BigInt(each), 0n)
}

/** A count from a caller or a provider, made storable: an integer from 0 to 1e12. */
export function wholeCount(count: number | undefined): number {
  if (count === undefined || Number.isNaN(count)) return 0
  return Math.min(1e12, Math.max(0, Math.trunc(count)))
}

/** The higher of two prices, member by member: the most that a call can cost on either channel. */
export function mostExpensive(one: Price | undefined, other: Price | undefined): Price | undefined {
  if (!one || !other) return one ?? other
  const [a, b] = [ratesOf(one), ratesOf(other)]
  const base = priceNames.map((name) => [name, decimal(Math.max(a.base[name], b.base[name]))] as const)
  const longFrom = Math.min(a.longFrom, b.longFrom)
  if (longFrom === Infinity) return Object.fromEntries(base)
  const tables = [a.base, a.long, b.base, b.long]
  const long = longNames.map(
    (name) => [name, decimal(Math.max(...tables.map((rates) => rates[ordinary[name]])))] as const,
  )
  return Object.fromEntries([...base, ...long, ['longFrom', String(longFrom)]])
}
function decimal(rate: number): string {
  return `${Math.trunc(rate / 1_000_000)}.${String(rate % 1_000_000).padStart(6, '0')}`
}
