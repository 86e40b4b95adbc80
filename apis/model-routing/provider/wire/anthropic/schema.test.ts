// Which schemas refer to themselves, however long the chains of their references are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecursive } from './schema.ts'

const to = (name: string) => ({ properties: { next: { $ref: name } } })
/** A chain of definitions, the last of which refers to `end`. */
const chain = (length: number, end?: string) => ({
  properties: { a: { $ref: '#/$defs/d0' } },
  $defs: Object.fromEntries(
    Array.from({ length }, (_none, at) => [
      `d${at}`,
      at < length - 1 ? to(`#/$defs/d${at + 1}`) : end === undefined ? {} : to(end),
    ]),
  ),
})

const schemas: Readonly<Record<string, { schema: object; expected: boolean }>> = {
  'one definition used twice': {
    schema: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }], $defs: { a: { type: 'string' } } },
    expected: false,
  },
  'a definition that refers to itself': { schema: { $defs: { a: to('#/$defs/a') } }, expected: true },
  'a member that refers to the whole': { schema: { properties: { a: { items: { $ref: '#' } } } }, expected: true },
  'a reference to nothing': { schema: to('#/$defs/a'), expected: false },
  'a long chain': { schema: chain(5000), expected: false },
  'a long chain that comes back': { schema: chain(5000, '#/$defs/d1'), expected: true },
}
for (const [what, { schema, expected }] of Object.entries(schemas))
  test(`${what} is ${expected ? '' : 'not '}recursive`, () => {
    assert.equal(isRecursive({ ...schema }), expected)
  })
