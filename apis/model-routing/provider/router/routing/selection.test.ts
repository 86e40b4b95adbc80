// Which channel comes first, which are skipped and why; the caller's preferences; the mapping of model names.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { matchesPattern } from '#provider/budgets'
import { sampled } from '../../../../../tests/harness/seed.ts'
import { ModelError } from '../../wire/model-error.ts'
import { type Channel, mappingLoop, normaliseBase, priceOf, upstreamName } from '../channels/channel.ts'
import { channelOf } from './fixtures/channels.ts'
import { createHealth } from './health.ts'
import { noPreferences, type RoutingPreferences, readPreferences, splitPreferences } from './preferences.ts'
import { rankCandidates } from './selection.ts'

const health = () => createHealth(() => 0)
const names = (
  channels: readonly Channel[],
  preferences: Partial<RoutingPreferences> = {},
  affinityKey = 'k',
  tried: readonly string[] = [],
) =>
  rankCandidates(channels, health(), {
    model: 'm',
    ability: 'chat',
    preferences: { ...noPreferences, ...preferences },
    affinityKey,
    tried,
  })
    .filter(({ refusal }) => refusal === undefined)
    .map(({ channel }) => channel.name)
const refusal = (channel: Channel, preferences: Partial<RoutingPreferences> = {}) =>
  rankCandidates([channel], health(), {
    ...{ model: 'm', ability: 'chat', affinityKey: 'k', tried: [] },
    preferences: { ...noPreferences, ...preferences },
  })[0]?.refusal

test('a higher priority comes first whatever the weights', () => {
  const channels = [channelOf({ name: 'low', priority: 1, weight: 1000 }), channelOf({ name: 'high', priority: 2 })]
  for (let call = 0; call < 50; call++) assert.deepEqual(names(channels, {}, `k${call}`), ['high', 'low'])
})

test('among channels of equal priority, each is first in proportion to its weight', () => {
  const channels = [
    channelOf({ name: 'a', weight: 1 }),
    channelOf({ name: 'b', weight: 3 }),
    channelOf({ name: 'c', weight: 6 }),
  ]
  const firsts: Record<string, number> = {}
  for (let call = 0; call < 6000; call++) {
    const [name = ''] = names(channels, {}, `key ${call}`)
    firsts[name] = (firsts[name] ?? 0) + 1
  }
  // three standard deviations of 6000 draws
  for (const [name, share] of [
    ['a', 0.1],
    ['b', 0.3],
    ['c', 0.6],
  ] as const)
    assert.ok(Math.abs((firsts[name] ?? 0) / 6000 - share) < 0.02, `${name} ${firsts[name]}`)
})

test('calls with one cache key keep their channel when others are added or removed', () => {
  const channels = ['a', 'b', 'c', 'd'].map((name) => channelOf({ name }))
  for (let call = 0; call < 200; call++) {
    const [first, second] = names(channels, {}, `key ${call}`)
    const rest = channels.filter(({ name }) => name !== first)
    assert.equal(names(rest, {}, `key ${call}`)[0], second)
    const other = channels.filter(({ name }) => name === first || name === second)
    assert.equal(names(other, {}, `key ${call}`)[0], first)
  }
})

test('a channel that this call has tried is not tried again', () => {
  const channels = [channelOf({ name: 'a', priority: 1 }), channelOf({ name: 'b' })]
  assert.deepEqual(names(channels, {}, 'k', ['a']), ['b'])
})

test('each skipped channel has a reason', () => {
  assert.equal(refusal(channelOf({ models: ['other'] })), 'does not serve the model')
  assert.equal(refusal(channelOf({ enabled: false })), 'is turned off')
  assert.equal(refusal(channelOf({ name: 'a' }), { only: ['b'] }), 'is not among provider.only')
  assert.equal(refusal(channelOf({ name: 'A', id: 'x' }), { only: ['a'] }), undefined)
  assert.equal(refusal(channelOf({ name: 'a' }), { ignore: ['a'] }), 'is among provider.ignore')
  assert.match(refusal(channelOf(), { maxPrice: { prompt: 1 } }) ?? '', /no known price/)
  const priced = channelOf({ prices: { m: { input: '2', output: '5' } } })
  assert.match(refusal(priced, { maxPrice: { prompt: 1.9 } }) ?? '', /max_price.prompt/)
  assert.match(refusal(priced, { maxPrice: { completion: 4 } }) ?? '', /max_price.completion/)
  assert.equal(refusal(priced, { maxPrice: { prompt: 2, completion: 5 } }), undefined)
  const [embedding] = rankCandidates([channelOf({ kind: 'anthropic' })], health(), {
    ...{ model: 'm', ability: 'embeddings', preferences: noPreferences, affinityKey: 'k', tried: [] },
  })
  assert.match(embedding?.refusal ?? '', /does not do embeddings/)
})

test('named channels come first in their order, then the others by priority', () => {
  const channels = [channelOf({ name: 'a' }), channelOf({ name: 'b' }), channelOf({ name: 'c', priority: 9 })]
  assert.deepEqual(names(channels, { order: ['b', 'a'] }), ['b', 'a', 'c'])
})

test('the cheapest or the fastest channel comes first when the caller prefers it', () => {
  const channels = [
    channelOf({ name: 'expensive', priority: 5, prices: { m: { input: '9', output: '9' } } }),
    channelOf({ name: 'cheap', prices: { m: { input: '1', output: '1' } } }),
    channelOf({ name: 'unknown' }),
  ]
  assert.deepEqual(names(channels, { sort: 'price' }), ['cheap', 'expensive', 'unknown'])
  let monotonicMs = 0
  const measured = createHealth(() => 0, { monotonicMs: () => monotonicMs })
  for (const channel of channels) {
    const attempt = measured.begin(channel, 'm')
    monotonicMs += channel.name === 'cheap' ? 1 : 12
    attempt.answered()
    attempt.ended()
  }
  const [quickest] = rankCandidates(channels, measured, {
    ...{
      model: 'm',
      ability: 'chat',
      affinityKey: 'k',
      tried: [],
      preferences: { ...noPreferences, sort: 'latency' },
    },
  })
  assert.equal(quickest?.channel.name, 'cheap')
})

test('preferences are split from the body, and invalid ones are named', () => {
  const { preferences, rest } = splitPreferences({
    model: 'm',
    models: ['n'],
    provider: { order: ['A'], max_price: { prompt: '1.5' } },
  })
  assert.deepEqual(rest, { model: 'm' })
  assert.deepEqual([preferences.models, preferences.order, preferences.maxPrice.prompt], [['n'], ['a'], 1.5])
  const wrong: readonly [object, string][] = [
    [{ models: 'n' }, 'models'],
    [{ models: [1] }, 'models'],
    [{ models: Array.from({ length: 11 }, String) }, 'models'],
    [{ provider: 'x' }, 'provider'],
    [{ provider: { order: 'x' } }, 'provider.order'],
    [{ provider: { sort: 'luck' } }, 'provider.sort'],
    [{ provider: { max_price: { prompt: -1 } } }, 'provider.max_price.prompt'],
    [{ provider: { max_price: 3 } }, 'provider.max_price'],
    [{ provider: { allow_fallbacks: 'no' } }, 'provider.allow_fallbacks'],
  ]
  for (const [body, param] of wrong)
    assert.throws(
      () => splitPreferences({ model: 'm', ...body }),
      (error) => error instanceof ModelError && error.kind === 'invalid' && error.param === param,
      param,
    )
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (models, provider) => {
      try {
        readPreferences({ models, provider })
      } catch (error) {
        assert.ok(error instanceof ModelError && error.kind === 'invalid')
      }
    }),
  )
})

test('a pattern matches what its regular expression matches', () => {
  const piece = fc.stringMatching(/^[a-c*.]{0,6}$/)
  fc.assert(
    fc.property(piece, fc.stringMatching(/^[a-c.]{0,8}$/), (pattern, name) => {
      const source = pattern
        .split('*')
        .map((part) => part.replaceAll('.', '\\.'))
        .join('.*')
      assert.equal(matchesPattern(pattern, name), new RegExp(`^${source}$`).test(name))
    }),
    { numRuns: sampled(2000) },
  )
})

test('mappings are followed to their end, and a loop is detected', () => {
  assert.equal(upstreamName({ mapping: { a: 'b', b: 'c' } }, 'a'), 'c')
  assert.equal(upstreamName({ mapping: { a: 'a' } }, 'a'), 'a')
  assert.equal(mappingLoop({ a: 'b', b: 'c' }), undefined)
  assert.equal(mappingLoop({ a: 'a' }), undefined)
  assert.deepEqual(mappingLoop({ x: 'a', a: 'b', b: 'c', c: 'a' }), ['a', 'b', 'c', 'a'])
  const some = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('a', 'b', 'c', 'd', 'e'))
  fc.assert(
    fc.property(some, fc.constantFrom('a', 'b', 'c', 'd', 'e'), (mapping, name) => {
      const end = upstreamName({ mapping }, name)
      if (mappingLoop(mapping) === undefined) assert.ok(!Object.hasOwn(mapping, end) || mapping[end] === end)
    }),
  )
})

test('the price of the exact name takes precedence over that of the longest pattern', () => {
  const channel = channelOf({ prices: { '*': { input: '1' }, 'gpt-*': { input: '2' }, 'gpt-4o': { input: '3' } } })
  assert.deepEqual(
    ['gpt-4o', 'gpt-5', 'x'].map((model) => priceOf(channel, model)?.input),
    ['3', '2', '1'],
  )
})

test('an address without a path gets the version of its kind', () => {
  assert.equal(normaliseBase('openai', 'http://h:1/'), 'http://h:1/v1')
  assert.equal(normaliseBase('openai', 'https://h/api/v1/'), 'https://h/api/v1')
  assert.equal(normaliseBase('anthropic', 'https://h/v1'), 'https://h')
  assert.equal(normaliseBase('ollama', 'http://h:11434/v1/'), 'http://h:11434')
  assert.equal(normaliseBase('gemini', 'https://h'), 'https://h/v1beta')
})
