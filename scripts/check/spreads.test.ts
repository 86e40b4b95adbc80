// A literal that is spread for the sake of lines is found, and a spread that decides or copies is not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spreads, spreadsIn } from './spreads.ts'

const problemsOf = (text: string) => spreadsIn({ path: 'a.ts', text })

for (const text of ['const a = { b, ...{ c, d } }', 'call({ ...({ c: 1 }), d })', 'const a = [...b, { ...{ c } }]'])
  test(`refused: ${text}`, () => assert.match(String(problemsOf(`\n${text}`)), /^a\.ts:2: /))

for (const text of [
  'const a = { ...b, ...(c ? { d } : {}) }',
  'const a = { ...(c !== undefined && { c }) }',
  'const a = [...{ length: 1 }.list]',
  'const { a, ...rest } = { a: 1, b: 2 }',
])
  test(`allowed: ${text}`, () => assert.deepEqual(problemsOf(text), []))

test('no file of the product spreads a literal', () => assert.deepEqual(spreads(), []))
