// Guards that a secret does not leak by accident.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { format, inspect } from 'node:util'
import { serialize } from 'node:v8'
import fc from 'fast-check'
import { refuseUnsafe, reveal, Secret, sameSecret, UnsafeValue } from './secret.ts'

const text = 'sk-very-private-0123456789'
const secret = new Secret(text)

test('reveal returns the value', () => {
  assert.equal(reveal(secret), text)
})

test('a secret in JSON shows only the mask, at any depth', () => {
  assert.equal(JSON.stringify({ deep: [{ secret }] }), '{"deep":[{"secret":"[secret]"}]}')
})

test('a secret in inspection, formatting and an error shows nothing of its value', () => {
  const shown = [
    inspect(secret),
    inspect({ secret }, { depth: 9, showHidden: true, getters: true }),
    inspect(secret, { customInspect: false, showHidden: true, depth: 9 }),
    format('%o %O %j', secret, secret, secret),
    inspect(new Error('failed', { cause: secret })),
    inspect(new Error('failed', { cause: { secret } })),
  ]
  for (const line of shown) assert.ok(!line.includes('private'), line)
})

test('a secret has no property, symbol or copy that contains its value', () => {
  const copies = [
    { ...secret },
    Object.assign({}, secret),
    structuredClone(secret),
    Object.getOwnPropertyDescriptors(secret),
  ]
  for (const copy of copies) assert.deepEqual(Object.keys(copy), [])
  assert.deepEqual(Reflect.ownKeys(secret), [])
  assert.ok(!serialize(secret).includes('private'))
})

test('converting a secret to a string or number throws, and the error does not contain it', () => {
  const value: unknown = secret
  const attempts = [
    () => String(value),
    () => `${value}`,
    () => `Bearer ${String(value)}`,
    () => 'Bearer '.concat(String(value)),
    () => Number(value),
    () => [value].join(','),
    () => new URLSearchParams({ key: String(value) }),
    () => secret.toString(),
    () => secret.toLocaleString(),
    () => new Headers({ authorization: String(value) }),
  ]
  for (const attempt of attempts) {
    assert.throws(attempt, (error) => error instanceof TypeError && !inspect(error).includes('private'))
  }
})

test('two secrets are the same exactly when their values are', () => {
  const texts = fc.string({ maxLength: 20 })
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      assert.equal(sameSecret(new Secret(a), new Secret(b)), a === b)
      assert.equal(sameSecret(new Secret(a), new Secret(a)), true)
    }),
  )
})

test('a value with a line break, NUL or control character anywhere is refused without repeating it', () => {
  const parts = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) })
  const bad = fc.oneof(
    fc.constantFrom('\r', '\n', '\0', '\r\n', '\x7f'),
    fc.integer({ min: 0, max: 31 }).map((code) => String.fromCharCode(code)),
  )
  fc.assert(
    fc.property(parts, bad, parts, (before, control, after) => {
      assert.doesNotThrow(() => refuseUnsafe(before + after))
      assert.throws(
        () => refuseUnsafe(`private${before}${control}${after}`),
        (error) => error instanceof UnsafeValue && !error.message.includes('private'),
      )
    }),
  )
})
