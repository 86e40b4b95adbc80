// Reading and writing by Reflect is found, and its other functions and mentions are not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reflection, reflectionIn } from './reflection.ts'

const problemsOf = (text: string) => reflectionIn({ path: 'a.ts', text })

test('reading and writing members by Reflect is refused, with the line', () => {
  const [read, written, ...rest] = problemsOf('\nconst a = Reflect.get(b, name)\nif (Reflect.set(b, name, a)) c()')
  assert.match(String(read), /^a\.ts:2: /)
  assert.match(String(written), /^a\.ts:3: /)
  assert.deepEqual(rest, [])
})

test('keys, and texts that mention Reflect, are allowed', () =>
  assert.deepEqual(problemsOf("Reflect.ownKeys(a)\nconst text = 'Reflect.get(b, name)'"), []))

test('no file outside the exceptions uses it', () => assert.deepEqual(reflection(), []))
