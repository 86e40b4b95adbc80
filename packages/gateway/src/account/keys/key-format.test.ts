// Guards the format of keys: enough uniform randomness, and no mistyped key passes the checksum.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../../tests/harness/seed.ts'
import { base62OfInteger, newId, randomBase62 } from './base62.ts'
import { type KeyPrefix, makeKey, readKey } from './key-format.ts'

const prefixes: KeyPrefix[] = ['gh_live', 'gh_market', 'gh_admin']
const anyPrefix = fc.constantFrom(...prefixes)

test('every generated key has the documented format and reads back with its prefix', () => {
  fc.assert(
    fc.property(anyPrefix, (prefix) => {
      const key = makeKey(prefix, randomBytes)
      assert.deepEqual(readKey(key), { prefix })
      assert.match(key, new RegExp(`^${prefix}_[0-9A-Za-z]{27,}_[0-9A-Za-z]{6}$`))
    }),
    { numRuns: sampled(500) },
  )
})

test('a key has at least 160 bits of randomness', () => {
  const characters = makeKey('gh_live', randomBytes).split('_')[2]?.length ?? 0
  assert.ok(characters * Math.log2(62) >= 160)
})

test('a key with any one character changed is refused', () => {
  const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_- .é']
  fc.assert(
    fc.property(anyPrefix, fc.nat(), fc.constantFrom(...characters), (prefix, position, character) => {
      const key = makeKey(prefix, randomBytes)
      const index = position % key.length
      fc.pre(key.charAt(index) !== character)
      assert.equal(readKey(key.slice(0, index) + character + key.slice(index + 1)), undefined)
    }),
    { numRuns: sampled(2000) },
  )
})

test('a key that is truncated, extended, padded or has another prefix is refused', () => {
  const key = makeKey('gh_live', randomBytes)
  const others = [
    '',
    key.slice(1),
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
    key.replace('live', 'market'),
    'x'.repeat(100_000),
  ]
  for (const text of others) assert.equal(readKey(text), undefined, text.slice(0, 60))
})

test('no other string reads as a key, and reading never throws', () => {
  const almost = fc
    .tuple(anyPrefix, fc.stringMatching(/^[0-9A-Za-z]{30}_[0-9A-Za-z]{6}$/))
    .map((parts) => parts.join('_'))
  fc.assert(
    fc.property(fc.oneof(fc.string(), almost), (text) => {
      assert.equal(readKey(text), undefined)
    }),
    { numRuns: sampled(1000) },
  )
})

test('uniform bytes give uniform base62 characters, and bytes that would bias them are replaced', () => {
  const counts = new Map<string, number>()
  let next = 0
  const everyByteInTurn = (count: number) => Buffer.from(Array.from({ length: count }, () => next++ & 0xff))
  for (const character of randomBase62(62 * 400, everyByteInTurn))
    counts.set(character, (counts.get(character) ?? 0) + 1)
  assert.equal(counts.size, 62)
  assert.deepEqual([...new Set(counts.values())], [400])
})

test('an integer always has the same number of characters, and two integers never have the same ones', () => {
  assert.equal(base62OfInteger(0, 6), '000000')
  assert.equal(base62OfInteger(2 ** 32 - 1, 6), '4gfFC3')
  const integer = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  fc.assert(
    fc.property(integer, integer, (a, b) => {
      assert.equal(base62OfInteger(a, 6).length, 6)
      assert.equal(base62OfInteger(a, 6) === base62OfInteger(b, 6), a === b)
    }),
  )
})

test('ids carry their prefix and do not repeat', () => {
  const ids = new Set(Array.from({ length: 1000 }, () => newId('key', randomBytes)))
  assert.equal(ids.size, 1000)
  for (const id of ids) assert.match(id, /^key_[0-9A-Za-z]{20}$/)
})
