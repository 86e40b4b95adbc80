// What makes cached values safe to serve: shared loads, bounds, and that nothing is served after it was invalidated.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CacheEntry, createLoadingCache } from './loading-cache.ts'

/** A source that the test answers by hand. */
function setUp({ capacity = 10 } = {}) {
  const waiting: { key: string; answer(entry: CacheEntry<string>): void; fail(error: Error): void }[] = []
  const state = { now: 1000, mayServe: true, loads: 0 }
  const cache = createLoadingCache<string, null>({
    capacity,
    clock: () => state.now,
    mayServe: () => state.mayServe,
    load: (_source, key) => {
      state.loads++
      return new Promise((answer, fail) => waiting.push({ key, answer, fail }))
    },
  })
  const answerNext = async (entry: Partial<CacheEntry<string>> & { value: string }) => {
    const next = waiting.shift()
    assert.ok(next, 'a load is under way')
    next.answer({ isNegative: false, tags: [next.key], ...entry })
    await new Promise(setImmediate)
  }
  const load = async (key: string, entry: Partial<CacheEntry<string>> & { value: string }) => {
    const promise = cache.get(key, null)
    await answerNext(entry)
    return promise
  }
  return { cache, state, waiting, answerNext, load }
}

test('a stored value is returned synchronously, without a promise', async () => {
  const { cache, load } = setUp()
  assert.equal(await load('a', { value: 'A' }), 'A')
  assert.equal(cache.get('a', null), 'A')
})

test('concurrent gets of one key share one load', async () => {
  const { cache, state, answerNext } = setUp()
  const gets = [cache.get('a', null), cache.get('a', null), cache.get('a', null)]
  await answerNext({ value: 'A' })
  assert.deepEqual(await Promise.all(gets), ['A', 'A', 'A'])
  assert.equal(state.loads, 1)
})

test('a failed load rejects for all who share it and is not stored', async () => {
  const { cache, waiting, load } = setUp()
  const gets = [cache.get('a', null), cache.get('a', null)]
  waiting.shift()?.fail(new Error('gone'))
  for (const get of gets) await assert.rejects(async () => get, /gone/)
  assert.equal(await load('a', { value: 'A' }), 'A')
})

test('an invalidated entry is loaded again, and entries without that tag stay', async () => {
  const { cache, load } = setUp()
  await load('a', { value: 'A', tags: ['one', 'group'] })
  await load('b', { value: 'B', tags: ['two', 'group'] })
  cache.invalidate('two')
  assert.equal(cache.get('a', null), 'A')
  assert.equal(await load('b', { value: 'B2', tags: ['two', 'group'] }), 'B2')
  cache.invalidate('group')
  assert.ok(cache.get('a', null) instanceof Promise)
  assert.ok(cache.get('b', null) instanceof Promise)
})

test('a value that is invalidated while it loads is neither returned nor stored', async () => {
  const { cache, answerNext } = setUp()
  const result = cache.get('a', null)
  cache.invalidate('one')
  await answerNext({ value: 'old', tags: ['one'] })
  await answerNext({ value: 'new', tags: ['one'] })
  assert.equal(await result, 'new')
  assert.equal(cache.get('a', null), 'new')
})

test('a load that is invalidated every time fails instead of retrying for ever', async () => {
  const { cache, state, answerNext } = setUp()
  const result = cache.get('a', null)
  const outcome = assert.rejects(async () => result)
  for (let round = 0; round < 5; round++) {
    cache.invalidate('one')
    await answerNext({ value: 'old', tags: ['one'] })
  }
  await outcome
  assert.equal(state.loads, 5)
})

test('while no stored value may be served every get loads', async () => {
  const { cache, state, load, answerNext } = setUp()
  await load('a', { value: 'A' })
  state.mayServe = false
  const gets = [cache.get('a', null), cache.get('a', null)]
  await answerNext({ value: 'fresh' })
  await answerNext({ value: 'fresher' })
  assert.deepEqual(await Promise.all(gets), ['fresh', 'fresher'])
})

test('a value with an expiry is loaded again once it has expired', async () => {
  const { cache, state, load } = setUp()
  await load('a', { value: 'A', freshUntil: 2000 })
  state.now = 1999
  assert.equal(cache.get('a', null), 'A')
  state.now = 2000
  assert.ok(cache.get('a', null) instanceof Promise)
})

test('negative entries never evict positive ones, and both are bounded', async () => {
  const { cache, load } = setUp({ capacity: 3 })
  for (const key of ['a', 'b', 'c']) await load(key, { value: key })
  for (let index = 0; index < 20; index++) await load(`none${index}`, { value: '', isNegative: true })
  assert.deepEqual([cache.get('a', null), cache.get('b', null), cache.get('c', null)], ['a', 'b', 'c'])
  assert.equal(cache.get('none19', null), '')
  await load('d', { value: 'd' })
  assert.ok(cache.get('a', null) instanceof Promise)
  assert.ok(cache.get('none1', null) instanceof Promise)
})
