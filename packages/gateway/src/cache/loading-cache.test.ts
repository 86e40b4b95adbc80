// Guards what makes cached answers safe: shared loads, bounds, and that nothing forgotten is answered afterwards.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLoadedCache, type LoadedEntry } from './loading-cache.ts'

/** A source whose answers the test gives by hand. */
function setUp({ capacity = 10 } = {}) {
  const waiting: { key: string; answer(entry: LoadedEntry<string>): void; fail(error: Error): void }[] = []
  const state = { now: 1000, mayServe: true, loads: 0 }
  const cache = createLoadedCache<string, null>({
    capacity,
    clock: () => state.now,
    mayServe: () => state.mayServe,
    load: (_source, key) => {
      state.loads++
      return new Promise((answer, fail) => waiting.push({ key, answer, fail }))
    },
  })
  const answerNext = async (entry: Partial<LoadedEntry<string>> & { value: string }) => {
    const next = waiting.shift()
    assert.ok(next, 'a load is under way')
    next.answer({ absent: false, about: [next.key], ...entry })
    await new Promise(setImmediate)
  }
  const load = async (key: string, entry: Partial<LoadedEntry<string>> & { value: string }) => {
    const promise = cache.get(key, null)
    await answerNext(entry)
    return promise
  }
  return { cache, state, waiting, answerNext, load }
}

test('a kept value is given at once, without a promise', async () => {
  const { cache, load } = setUp()
  assert.equal(await load('a', { value: 'A' }), 'A')
  assert.equal(cache.get('a', null), 'A')
})

test('concurrent asks for one key share one load', async () => {
  const { cache, state, answerNext } = setUp()
  const asks = [cache.get('a', null), cache.get('a', null), cache.get('a', null)]
  await answerNext({ value: 'A' })
  assert.deepEqual(await Promise.all(asks), ['A', 'A', 'A'])
  assert.equal(state.loads, 1)
})

test('a failed load rejects for all who share it and is not kept', async () => {
  const { cache, waiting, load } = setUp()
  const asks = [cache.get('a', null), cache.get('a', null)]
  waiting.shift()?.fail(new Error('gone'))
  for (const ask of asks) await assert.rejects(async () => ask, /gone/)
  assert.equal(await load('a', { value: 'A' }), 'A')
})

test('what was forgotten is loaded again, and what it was not about stays', async () => {
  const { cache, load } = setUp()
  await load('a', { value: 'A', about: ['one', 'group'] })
  await load('b', { value: 'B', about: ['two', 'group'] })
  cache.forget('two')
  assert.equal(cache.get('a', null), 'A')
  assert.equal(await load('b', { value: 'B2', about: ['two', 'group'] }), 'B2')
  cache.forget('group')
  assert.ok(cache.get('a', null) instanceof Promise)
  assert.ok(cache.get('b', null) instanceof Promise)
})

test('a value forgotten while it is being loaded is neither given nor kept', async () => {
  const { cache, answerNext } = setUp()
  const ask = cache.get('a', null)
  cache.forget('one')
  await answerNext({ value: 'old', about: ['one'] })
  await answerNext({ value: 'new', about: ['one'] })
  assert.equal(await ask, 'new')
  assert.equal(cache.get('a', null), 'new')
})

test('a load that is forgotten without end fails instead of going on without end', async () => {
  const { cache, state, answerNext } = setUp()
  const ask = cache.get('a', null)
  const outcome = assert.rejects(async () => ask)
  for (let round = 0; round < 5; round++) {
    cache.forget('one')
    await answerNext({ value: 'old', about: ['one'] })
  }
  await outcome
  assert.equal(state.loads, 5)
})

test('while nothing kept may be answered every ask loads', async () => {
  const { cache, state, load, answerNext } = setUp()
  await load('a', { value: 'A' })
  state.mayServe = false
  const asks = [cache.get('a', null), cache.get('a', null)]
  await answerNext({ value: 'fresh' })
  await answerNext({ value: 'fresher' })
  assert.deepEqual(await Promise.all(asks), ['fresh', 'fresher'])
})

test('a value with a time limit is loaded again when the time has come', async () => {
  const { cache, state, load } = setUp()
  await load('a', { value: 'A', freshUntil: 2000 })
  state.now = 1999
  assert.equal(cache.get('a', null), 'A')
  state.now = 2000
  assert.ok(cache.get('a', null) instanceof Promise)
})

test('absent entries never push out present ones, and both are bounded', async () => {
  const { cache, load } = setUp({ capacity: 3 })
  for (const key of ['a', 'b', 'c']) await load(key, { value: key })
  for (let index = 0; index < 20; index++) await load(`none${index}`, { value: '', absent: true })
  assert.deepEqual([cache.get('a', null), cache.get('b', null), cache.get('c', null)], ['a', 'b', 'c'])
  assert.equal(cache.get('none19', null), '')
  await load('d', { value: 'd' })
  assert.ok(cache.get('a', null) instanceof Promise)
  assert.ok(cache.get('none1', null) instanceof Promise)
})
