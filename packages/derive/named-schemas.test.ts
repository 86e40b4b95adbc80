// Naming of repeated schemas.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { int, list, nullable, obj, str } from '#define'
import { coreOf, nameSchemas, pascal, singular } from './named-schemas.ts'

const long = { doc: 'x'.repeat(300) }
const big = obj({ id: int(long), other: str() })
const inner = obj({ deep: str(long) })
const outer = obj({ inner, note: str(long) })

const namesOf = (...roots: [string, object][]) => [
  ...nameSchemas(roots.map(([hint, schema]) => ({ hint, schema: { ...schema } }))).all.keys(),
]

test('only long schemas that occur more than once get a name', () => {
  assert.deepEqual(namesOf(['Thing', obj({ one: big, two: str() })]), [])
  assert.deepEqual(namesOf(['Thing', obj({ one: big, two: big })]), ['One'])
  assert.deepEqual(namesOf(['Thing', obj({ one: obj({ a: str() }), two: obj({ a: str() }) })]), [])
})
test('a schema that occurs only inside a repeated one is written inline there', () => {
  assert.deepEqual(namesOf(['Thing', obj({ one: outer, two: outer })]), ['One'])
  assert.deepEqual(namesOf(['Thing', obj({ one: outer, two: outer, three: inner })]), ['One', 'Inner'])
})
test('lists and wrappers pass their name on to their content', () => {
  assert.deepEqual(namesOf(['Accounts', obj({ data: list(big), last: big })]), ['Account'])
})
test('two schemas never get the same name, and taken names are avoided', () => {
  const twice = (x: typeof big | typeof outer) => obj({ a: obj({ x }), b: obj({ x, y: str() }) })
  const roots = [twice(big), twice(outer)].map((schema) => ({ hint: 'T', schema }))
  assert.deepEqual([...nameSchemas(roots, ['X']).all.keys()], ['X2', 'X3'])
})
test('null and the description of one use do not make a different schema', () => {
  const names = nameSchemas([{ hint: 'T', schema: obj({ a: big, b: nullable(big, { doc: 'Or none.' }) }) }])
  assert.equal(names.nameOf(nullable(big)), 'A')
  assert.deepEqual(coreOf(nullable(big)), { core: coreOf(big).core, nullable: true, description: undefined })
})
test('examples and defaults are not schemas', () => {
  const value = { properties: { a: { type: 'string', description: 'x'.repeat(300) } } }
  assert.deepEqual(namesOf(['T', { type: 'object', examples: [value, value], default: { a: value, b: value } }]), [])
})
test('names are made from wire names', () => {
  assert.deepEqual(['weeks-on-list', 'tags[]', 'avatarURL', '2fa', '…'].map(pascal), [
    'WeeksOnList',
    'Tags',
    'AvatarURL',
    'Value2fa',
    'Value',
  ])
  assert.deepEqual(['Accounts', 'Categories', 'Batches', 'Address', 'Status', 'Data'].map(singular), [
    'Account',
    'Category',
    'Batch',
    'Address',
    'Status',
    'Data',
  ])
})
