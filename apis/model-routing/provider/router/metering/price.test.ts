// What a call costs, to the last digit, however large the counts and the prices are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Usage } from '../../wire/stream-event.ts'
import { costOf, type Price, wholeCount } from './price.ts'

const digits = (most: number) => fc.nat(10 ** most - 1).map(String)
const amount = fc.oneof(
  fc.tuple(digits(7), digits(6)).map(([whole, decimals]) => `${whole}.${decimals}`),
  fc.constantFrom('0', '0.15', '2.5', '9999999.999999', '0.000001'),
)
const price: fc.Arbitrary<Price> = fc.record(
  {
    input: amount,
    output: amount,
    cachedInput: amount,
    cacheWrite: amount,
    reasoning: amount,
    audioInput: amount,
    audioOutput: amount,
    call: amount,
  },
  { requiredKeys: [] },
)
const count = fc.oneof(fc.nat(5_000), fc.maxSafeNat(), fc.constantFrom(Number.NaN, -1, 1.5, Infinity))
const usage: fc.Arbitrary<Usage> = fc.record(
  {
    prompt: count,
    answer: count,
    cachedRead: count,
    cachedWrite: count,
    reasoning: count,
    promptAudio: count,
    answerAudio: count,
  },
  { requiredKeys: [] },
)

/** Decimal text in millionths. */
function millionths(text: string): bigint {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.padEnd(6, '0'))
}
function expected(rates: Price, used: Usage): bigint {
  const {
    prompt = 0,
    answer = 0,
    cachedRead = 0,
    cachedWrite = 0,
    reasoning = 0,
    promptAudio = 0,
    answerAudio = 0,
  } = used
  const { input = '0', output = '0', call = '0' } = rates
  const costs: readonly (readonly [number, string])[] = [
    [prompt - cachedRead - cachedWrite - promptAudio, input],
    [cachedRead, rates.cachedInput ?? input],
    [cachedWrite, rates.cacheWrite ?? input],
    [promptAudio, rates.audioInput ?? input],
    [answer - reasoning - answerAudio, output],
    [reasoning, rates.reasoning ?? output],
    [answerAudio, rates.audioOutput ?? output],
  ]
  const tokens = costs.map(([tokens, each]) => BigInt(wholeCount(tokens)) * millionths(each))
  return tokens.reduce((sum, one) => sum + one, millionths(call) * 1_000_000n)
}

test('a cost is exact, the first time a price is used and later', () => {
  fc.assert(
    fc.property(price, usage, usage, (rates, one, other) => {
      assert.equal(costOf(rates, one), expected(rates, one))
      assert.equal(costOf(rates, other), expected(rates, other))
    }),
    { numRuns: 1_000 },
  )
})

test('without a price it costs nothing', () => {
  assert.equal(costOf(undefined, { prompt: 1, answer: 1 }), 0n)
})
