import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from './present.ts'

test('what is there is returned, also if it is falsy', () => {
  assert.deepEqual([present(0), present(''), present(false)], [0, '', false])
})

test('a missing value is a bug', () => {
  const list: readonly number[] = [1]
  assert.throws(() => present(list[1]), { code: 'internal.bug' })
  assert.throws(() => present(null), { code: 'internal.bug' })
})
