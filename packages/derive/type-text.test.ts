// JSON Schema as TypeScript: a value fits the type whenever it fits the schema.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schema } from '#define'
import { anyObject, anyOf, anything, bool, file, int, list, map, nullable, num, obj, oneOf, opt, str } from '#define'
import { nameSchemas } from './named-schemas.ts'
import { docText, literal, quoted, typeText } from './type-text.ts'

const none = { names: nameSchemas([]) }
const cases: [string, Schema, string][] = [
  ['text', str(), 'string'],
  ['numbers', anyOf([int(), num()]), 'number'],
  ['truth', bool(), 'boolean'],
  ['a file', file(), 'Upload'],
  ['a choice of values', oneOf(['a', 1]), "'a' | 1"],
  ['text or null', nullable(str()), 'string | null'],
  ['a choice of values or null', nullable(oneOf(['a'])), "'a' | null"],
  ['a list', list(str()), 'string[]'],
  ['a list of choices', list(oneOf(['a', 'b'])), "('a' | 'b')[]"],
  ['a list of text or null', list(nullable(str())), '(string | null)[]'],
  ['a list of lists', list(list(int())), 'number[][]'],
  ['a list of shapes', list(anyOf([str(), int()])), '(string | number)[]'],
  ['a list of objects', list(obj({ a: str() })), '{\n  a: string\n}[]'],
  ['a list of anything', list(anything()), 'unknown[]'],
  ['a map', map(num()), 'Record<string, number>'],
  ['any object', anyObject(), 'Record<string, unknown>'],
  ['anything', anything(), 'unknown'],
  ['a choice with anything', anyOf([str(), anything()]), 'unknown'],
  ['members', obj({ a: str(), b: opt(int()), 'c-d': bool() }), "{\n  a: string\n  b?: number\n  'c-d': boolean\n}"],
  ['a constant', { const: 'x' }, "'x'"],
]
for (const [name, schema, type] of cases) {
  test(`${name} is ${type.replaceAll('\n', ' ')}`, () => assert.equal(typeText(schema, none), type))
}
test('documentation, default and deprecation are above the member', () => {
  const type = typeText(obj({ a: str({ doc: 'Said.', default: 'x' }), b: int({ deprecated: true }) }), none)
  assert.equal(type, '{\n  /** Said. Default "x". */\n  a: string\n  /** @deprecated */\n  b: number\n}')
})
test('strings become equivalent literals', () => {
  for (const value of ["it's", 'a"b', 'back\\slash', 'line\nbreak', '\\"', "\\'", '</script>', '\u2028']) {
    const meant: unknown = new Function(`return ${literal(value)}`)()
    assert.equal(meant, value)
  }
})
test('names are quoted only where they must be', () => {
  assert.deepEqual(['a', '$ref', '_x1', '1a', 'a-b', "it's", 'new'].map(quoted), [
    'a',
    '$ref',
    '_x1',
    "'1a'",
    "'a-b'",
    "'it\\'s'",
    "'new'",
  ])
})
test('a comment keeps its lines', () => {
  assert.deepEqual(docText(['One\nTwo'], ' '), [' /**', '  * One', '  * Two', '  */'])
  assert.deepEqual(docText([], ' '), [])
})
