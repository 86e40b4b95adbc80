// The cache is bounded by its number of matches, and evicts the least recently used constraint first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRemember } from './match-cache.ts'
import type { Match } from './matches.ts'

const findings = (count: number): Match[] => Array.from({ length: count }, (_, word) => ({ word, score: 1 }))

test('a constraint is searched once while it is cached', () => {
  const remember = createRemember(100)
  let searches = 0
  const ask = (key: string, count: number) =>
    remember(key, () => {
      searches++
      return findings(count)
    })
  assert.equal(ask('a', 40), ask('a', 40))
  assert.equal(searches, 1)
  ask('b', 40)
  ask('a', 40)
  ask('c', 40) // b is the least recently used
  assert.equal(searches, 3)
  ask('a', 40)
  assert.equal(searches, 3)
  ask('b', 40)
  assert.equal(searches, 4)
})

test('a result larger than the cache is returned without being cached, and evicts nothing', () => {
  const remember = createRemember(100)
  const cached = remember('kept', () => findings(50))
  assert.equal(remember('huge', () => findings(101)).length, 101)
  assert.equal(
    remember('kept', () => []),
    cached,
  )
})

test('empty results take room too', () => {
  const remember = createRemember(10)
  const first = remember('0', () => [])
  for (let at = 1; at <= 20; at++) remember(String(at), () => [])
  assert.notEqual(
    remember('0', () => []),
    first,
  )
})
