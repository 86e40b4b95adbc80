// Guards that a sealed record opens only unchanged, under its own label and with its own key.
import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { dataKeyLabel, open, pepperLabel, providerKeyLabel, SealError, seal } from './seal.ts'

const key = createSecretKey(randomBytes(32))
const label = providerKeyLabel('acc_a', 'weather', 3)
const plain = Buffer.from('sk-very-private')
const sealed = seal(key, label, { plain, randomBytes })

test('whatever was sealed opens again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      assert.deepEqual(open(key, label, seal(key, label, { plain: bytes, randomBytes })), Buffer.from(bytes))
    }),
  )
})

test('wrong key: the record does not open', () => {
  assert.throws(() => open(createSecretKey(randomBytes(32)), label, sealed), SealError)
})

test('swapped record: under another account, slug, version or kind, it does not open', () => {
  const others = [
    providerKeyLabel('acc_b', 'weather', 3),
    providerKeyLabel('acc_a', 'books', 3),
    providerKeyLabel('acc_a', 'weather', 2),
    providerKeyLabel('acc_a/weather', '', 3),
    dataKeyLabel('acc_a'),
    pepperLabel(3),
    ['provider-key', 'acc_a', 'weather', '3'],
    ['provider-key', 'acc_a","weather', 3],
  ]
  for (const other of others) assert.throws(() => open(key, other, sealed), SealError, JSON.stringify(other))
})

test('truncated blob: cut anywhere, it does not open, and always with the same error', () => {
  for (let length = 0; length < sealed.length; length++)
    assert.throws(() => open(key, label, sealed.subarray(0, length)), SealError, `${length} bytes`)
})

test('changed blob: with any single bit flipped, it does not open', () => {
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const changed = Buffer.from(sealed)
    const index = bit >> 3
    changed.writeUInt8(changed.readUInt8(index) ^ (1 << (bit & 7)), index)
    assert.throws(() => open(key, label, changed), SealError, `bit ${bit}`)
  }
})

test('secret in error: the error of a record that does not open contains neither its content nor a key', () => {
  const damaged = Buffer.concat([sealed, Buffer.of(0)])
  assert.throws(
    () => open(key, label, damaged),
    (error) => {
      const text = inspect(error, { depth: 9, showHidden: true })
      assert.ok(error instanceof SealError && error.cause === undefined)
      assert.ok(!text.includes('private') && !text.includes(key.export().toString('hex')))
      return true
    },
  )
})

test('sealing the same content twice never gives the same record', () => {
  assert.notDeepEqual(seal(key, label, { plain, randomBytes }), seal(key, label, { plain, randomBytes }))
})
