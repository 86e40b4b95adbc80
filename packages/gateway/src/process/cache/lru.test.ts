// What the bounded map guarantees: it stays bounded and evicts the right entry.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createLru } from './lru.ts'

test('a full map evicts the least recently used entry', () => {
  const lru = createLru<string, number>(3)
  lru.set('a', 1)
  lru.set('b', 2)
  lru.set('c', 3)
  lru.get('a')
  lru.set('d', 4)
  assert.deepEqual([lru.get('a'), lru.get('b'), lru.get('c'), lru.get('d')], [1, undefined, 3, 4])
})

test('after any sequence of operations it is within its capacity and returns no wrong value', () => {
  const step = fc.tuple(fc.constantFrom('get', 'set', 'delete', 'where'), fc.integer({ min: 0, max: 12 }))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 80 }), (capacity, steps) => {
      const lru = createLru<number, number>(capacity)
      const truth = new Map<number, number>()
      for (const [index, [what, key]] of steps.entries()) {
        if (what === 'set') {
          lru.set(key, index)
          truth.set(key, index)
          assert.equal(lru.get(key), index)
        } else if (what === 'delete') {
          lru.delete(key)
          truth.delete(key)
        } else if (what === 'where') {
          lru.deleteWhere((each) => each > key)
          for (const each of truth.keys()) if (each > key) truth.delete(each)
        }
        const value = lru.get(key)
        assert.ok(value === undefined || value === truth.get(key))
        assert.ok(lru.size <= capacity)
      }
    }),
  )
})
