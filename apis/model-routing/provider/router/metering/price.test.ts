// What a call costs, to the last digit, however large the counts and the prices are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dollarsOf } from '#provider/budgets'
import { sampled } from '../../../../../tests/harness/seed.ts'
import { laterOwnUsage, readOwnUsage, usageOf } from '../../wire/anthropic/usage.ts'
import { readUsage as readGeminiUsage } from '../../wire/gemini/usage.ts'
import { readUsage, usageIn } from '../../wire/openai/usage.ts'
import { type Usage, usageCounts } from '../../wire/stream-event.ts'
import { costOf, mostExpensive, type Price, wholeCount } from './price.ts'

const digits = (most: number) => fc.nat(10 ** most - 1).map(String)
const amount = fc.oneof(
  fc.tuple(digits(7), digits(6)).map(([whole, decimals]) => `${whole}.${decimals}`),
  fc.constantFrom('0', '0.15', '2.5', '9999999.999999', '0.000001'),
)
const priceNames = [
  ...(['input', 'output', 'cachedInput', 'cacheWrite', 'cacheWriteHour', 'reasoning', 'audioInput'] as const),
  ...(['audioOutput', 'imageInput', 'imageOutput', 'search', 'call'] as const),
] as const
const price: fc.Arbitrary<Price> = fc.dictionary(fc.constantFrom(...priceNames), amount)
const tiered: fc.Arbitrary<Price> = fc
  .tuple(
    price,
    fc.dictionary(fc.constantFrom('longInput', 'longOutput', 'longCachedInput', 'longReasoning'), amount),
    fc.option(digits(4), { nil: undefined }),
  )
  .map(([base, long, longFrom]) => (longFrom === undefined ? base : { ...base, ...long, longFrom }))
const count = fc.oneof(fc.nat(5_000), fc.maxSafeNat(), fc.constantFrom(Number.NaN, -1, 1.5, Infinity))
const usage: fc.Arbitrary<Usage> = fc.dictionary(fc.constantFrom(...usageCounts), count)

/** Decimal text in millionths. */
function millionths(text: string): bigint {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.padEnd(6, '0'))
}
function expected(rates: Price, used: Usage): bigint {
  const { prompt = 0, answer = 0, cachedRead = 0, cachedWrite = 0, cachedWriteHour = 0, reasoning = 0 } = used
  const { promptAudio = 0, promptImage = 0, answerAudio = 0, answerImage = 0, searches = 0 } = used
  const [input, output] = [millionths(rates.input ?? '0'), millionths(rates.output ?? '0')]
  const or = (text: string | undefined, fallback: bigint) => (text === undefined ? fallback : millionths(text))
  const costs: readonly (readonly [number, bigint])[] = [
    [prompt - cachedRead - cachedWrite - promptAudio - promptImage, input],
    [cachedRead, or(rates.cachedInput, input)],
    [cachedWrite - cachedWriteHour, or(rates.cacheWrite, input)],
    [cachedWriteHour, or(rates.cacheWriteHour, input * 2n)],
    [promptAudio, or(rates.audioInput, input)],
    [promptImage, or(rates.imageInput, input)],
    [answer - reasoning - answerAudio - answerImage, output],
    [reasoning, or(rates.reasoning, output)],
    [answerAudio, or(rates.audioOutput, output)],
    [answerImage, or(rates.imageOutput, output)],
    [searches, or(rates.search, 0n) * 1_000_000n],
  ]
  const tokens = costs.map(([tokens, each]) => BigInt(wholeCount(tokens)) * each)
  return tokens.reduce((sum, one) => sum + one, or(rates.call, 0n) * 1_000_000n)
}

test('a cost is exact, the first time a price is used and later', () => {
  fc.assert(
    fc.property(price, usage, usage, (rates, one, other) => {
      assert.equal(costOf(rates, one), expected(rates, one))
      assert.equal(costOf(rates, other), expected(rates, other))
    }),
    { numRuns: sampled(1000) },
  )
})

test('without a price it costs nothing', () => {
  assert.equal(costOf(undefined, { prompt: 1, answer: 1 }), 0n)
})

const million = 1_000_000
const claude: Price = { input: '5', output: '25', cachedInput: '0.5', cacheWrite: '6.25' }
const dollars = (rates: Price, used: Usage | undefined) => dollarsOf(costOf(rates, used ?? {}))
const messages = (...frames: readonly object[]) => {
  const counts = frames.map(readOwnUsage).filter((one) => one !== undefined)
  const [first] = counts
  assert.ok(first)
  return usageOf(counts.reduce(laterOwnUsage, first))
}
const written = (minutes: number, hour: number) => ({
  ...{ input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: minutes + hour },
  cache_creation: { ephemeral_5m_input_tokens: minutes, ephemeral_1h_input_tokens: hour },
})

test('cache entries of an hour cost what the vendor takes for them, in one answer and over the frames of a stream', () => {
  assert.equal(dollars(claude, messages(written(0, million))), '10')
  assert.equal(dollars(claude, messages(written(million, 0))), '6.25')
  assert.equal(dollars(claude, messages(written(million / 2, million / 2))), '8.125')
  assert.equal(dollars({ ...claude, cacheWriteHour: '9' }, messages(written(0, million))), '9')
  assert.equal(dollars({ input: '5' }, messages(written(0, million))), '10')
  assert.equal(dollars(claude, messages(written(0, million), { output_tokens: million })), '35')
  assert.equal(dollars(claude, messages(written(0, million), written(0, 0))), '10')
  const { cache_creation_input_tokens: _, ...byAgeAlone } = written(million, million)
  assert.equal(dollars(claude, messages(byAgeAlone)), '16.25')
  assert.equal(dollars(claude, messages({ input_tokens: 0, cache_creation_input_tokens: million })), '6.25')
})

test('searches of the provider cost their price each', () => {
  const used = messages({ input_tokens: 0, output_tokens: 0, server_tool_use: { web_search_requests: 3 } })
  assert.equal(dollars({ ...claude, search: '0.01' }, used), '0.03')
  assert.equal(dollars(claude, used), '0')
})

test('counts of compatible vendors are found where they put them', () => {
  const rates: Price = { input: '2', output: '8', cachedInput: '0.5', cacheWrite: '3' }
  const chat = (used: object) => dollars(rates, readUsage({ prompt_tokens: million, completion_tokens: 0, ...used }))
  assert.equal(chat({ cached_tokens: million }), '0.5')
  assert.equal(chat({ prompt_cache_hit_tokens: million, prompt_cache_miss_tokens: 0 }), '0.5')
  assert.equal(chat({ prompt_tokens_details: { cached_tokens: million } }), '0.5')
  assert.equal(chat({ cache_creation_input_tokens: million, cache_read_input_tokens: 0 }), '3')
  const thought = { completion_tokens_details: { reasoning_tokens: million }, completion_tokens: million }
  assert.equal(chat({ ...thought, total_tokens: 3 * million }), '18', 'reasoning beside the answer')
  assert.equal(chat({ ...thought, total_tokens: 2 * million }), '10', 'reasoning within the answer')
  assert.equal(chat({ completion_tokens: undefined, total_tokens: 2 * million }), '10', 'the total alone')
  const usage = { prompt_tokens: million, completion_tokens: 0 }
  assert.equal(dollars(rates, usageIn({ choices: [{ index: 0, delta: {}, usage }] })), '2', 'within a choice')
  assert.equal(dollars(rates, usageIn({ choices: [], x_groq: { id: 'r', usage } })), '2', 'beside the choices')
  assert.equal(dollars(rates, usageIn({ usage: null, choices: [] })), '0')
})

test('images have prices of their own, and what came from the cache is counted once', () => {
  const rates: Price = {
    input: '1',
    output: '2',
    cachedInput: '0.25',
    imageInput: '4',
    imageOutput: '30',
    audioInput: '3',
  }
  const made = { candidatesTokenCount: million, candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: million }] }
  assert.equal(dollars(rates, readGeminiUsage({ promptTokenCount: 0, ...made })), '30')
  const heard = {
    ...{ promptTokenCount: million, candidatesTokenCount: 0, cachedContentTokenCount: million },
    promptTokensDetails: [{ modality: 'AUDIO', tokenCount: million }],
    cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: million }],
  }
  assert.equal(dollars(rates, readGeminiUsage(heard)), '0.25')
  const cached = { cached_tokens: million, cached_tokens_details: { audio_tokens: million } }
  const spoken = { prompt_tokens: million, prompt_tokens_details: { audio_tokens: million, ...cached } }
  assert.equal(dollars(rates, readUsage({ ...spoken, completion_tokens: 0 })), '0.25')
  const drawn = { input_tokens: million, input_tokens_details: { image_tokens: million }, output_tokens: 0 }
  assert.equal(dollars(rates, readUsage(drawn)), '4')
})

test('a prompt beyond the threshold of a vendor costs its long prices, and so does the answer', () => {
  const gemini: Price = {
    ...{ input: '1.25', output: '10', cachedInput: '0.125', search: '0.014' },
    ...{ longFrom: '200000', longInput: '2.5', longOutput: '15', longCachedInput: '0.25' },
  }
  const used = { answer: million, cachedRead: 100_000, searches: 1 }
  assert.equal(dollars(gemini, { ...used, prompt: 200_000 }), '10.1515')
  assert.equal(dollars(gemini, { ...used, prompt: 200_001 }), '15.2890025')
  // missing ones are those of the long input and output, and without these the ordinary ones
  const { longCachedInput: _, ...short } = gemini
  assert.equal(dollars(short, { prompt: million, cachedRead: million }), '2.5')
  assert.equal(
    dollars({ ...short, reasoning: '11' }, { prompt: million, cachedRead: million, answer: 1_000, reasoning: 1_000 }),
    '2.515',
  )
  const { longInput: __, ...answers } = short
  assert.equal(dollars(answers, { prompt: million, cachedRead: million }), '0.125')
})

test('the higher of two prices covers whichever of them a call pays', () => {
  fc.assert(
    fc.property(tiered, tiered, usage, (one, other, used) => {
      const most = costOf(mostExpensive(one, other), used)
      assert.ok(most >= costOf(one, used) && most >= costOf(other, used))
    }),
  )
})
