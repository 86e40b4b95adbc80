// Masking of secrets in examples.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyOf, body, list, map, obj, post, str } from '#define'
import { mask, maskedExample } from './masked-example.ts'

const secret = str({ secret: true })
const endpoint = post('/one', 'One', {
  params: { token: secret, plain: str() },
  body: body({ password: secret, list: list(obj({ key: secret, id: str() })), named: map(secret) }),
  returns: obj({ key: secret, id: str(), either: anyOf([obj({ key: secret }), str()]) }),
})

test('values marked as secret are replaced wherever they occur, and only those', () => {
  const example = {
    params: { token: 'hush', plain: 'said', undeclared: 'said' },
    body: { password: 'hush', list: [{ key: 'hush', id: 'said' }], named: { a: 'hush' } },
    output: { key: 'hush', id: 'said', either: { key: 'hush' } },
  }
  assert.deepEqual(maskedExample(endpoint, example), {
    params: { token: mask, plain: 'said', undeclared: 'said' },
    body: { password: mask, list: [{ key: mask, id: 'said' }], named: { a: mask } },
    output: { key: mask, id: 'said', either: { key: mask } },
  })
})
test('an example without secrets stays the same', () => {
  assert.deepEqual(maskedExample(endpoint, {}), {})
})
