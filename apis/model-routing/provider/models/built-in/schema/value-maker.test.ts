// Values for schemas that callers write: each is valid, or the maker says that it has none; and no schema keeps it
// busy.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Check } from 'typebox/schema'
import { sampled } from '../../../../../../tests/harness/seed.ts'
import { fits, SchemaTrouble } from './fitting.ts'
import { makeValue } from './value-maker.ts'

const bound = fc.integer({ min: 0, max: 4 })
const { node } = fc.letrec<{ node: Record<string, unknown> }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ type: fc.constant('string'), minLength: bound, maxLength: fc.integer({ min: 4, max: 9 }) }),
    fc.record({ type: fc.constant('integer'), minimum: bound, maximum: fc.integer({ min: 4, max: 99 }) }),
    fc.record({
      type: fc.constant('number'),
      exclusiveMinimum: fc.integer({ min: -5, max: 5 }),
      multipleOf: fc.constantFrom(0.5, 2, 3),
    }),
    fc.record({ type: fc.constant('boolean') }),
    fc.record({
      enum: fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant('array'),
      items: tie('node'),
      minItems: bound,
      maxItems: fc.integer({ min: 4, max: 6 }),
    }),
    fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc
      .dictionary(fc.constantFrom('city', 'count', 'name', '__proto__', 'toString', 'due_date'), tie('node'), {
        maxKeys: 4,
      })
      .map((properties) => ({
        type: 'object',
        properties,
        required: Object.keys(properties),
        additionalProperties: false,
      })),
  ),
}))

test('every value made for a schema is valid, according to an independent validator too', () => {
  fc.assert(
    fc.property(node, fc.string(), (schema, prompt) => {
      const value: unknown = JSON.parse(JSON.stringify(makeValue(schema, prompt)))
      assert.ok(fits(schema, value))
      // that validator treats a member named __proto__ specially
      if (!JSON.stringify(schema).includes('__proto__'))
        assert.ok(Check(schema, value), JSON.stringify({ schema, value }))
    }),
    { numRuns: sampled(300), seed: 4 },
  )
})

test('references and unions are followed', () => {
  const list = {
    $defs: { item: { type: 'string', enum: ['AAA-0000'] } },
    type: 'array',
    items: { $ref: '#/$defs/item' },
    minItems: 1,
  }
  assert.deepEqual(makeValue(list, 'x'), ['AAA-0000'])
  assert.deepEqual(makeValue({ type: ['null', 'integer'] }, 'take 7'), 7)
  const tree = {
    type: 'object',
    properties: { left: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
    required: ['left'],
  }
  assert.throws(
    () => makeValue({ type: 'object', properties: { n: { $ref: '#' } }, required: ['n'] }, 'x'),
    SchemaTrouble,
  )
  assert.ok(fits(tree, makeValue(tree, 'x')))
})

test('an object that the prompt gives in JSON is the value, where it fits', () => {
  const schema = {
    type: 'object',
    properties: { size: { type: 'number' }, tags: { type: 'array', items: { type: 'string' } } },
    required: ['size'],
  }
  assert.deepEqual(makeValue(schema, 'Answer {"size": 2.5e2, "tags": ["a}", "b"]} please'), {
    size: 250,
    tags: ['a}', 'b'],
  })
  for (const other of ['{"size": "2"} 3', '{"tags": []} 3', '{ 3', '{"size": 3, "more": 1}', '{{{{ 3'])
    assert.deepEqual(Object(makeValue(schema, other)).size, other.includes('"2"') ? 2 : 3, other)
  assert.ok(fits(schema, makeValue(schema, '{"'.repeat(10_000))))
})

test('a schema that cannot be met, or asks for too much, is refused quickly', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `d${at}`,
      { anyOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
    ]),
  )
  const hostile = [
    { $ref: '#' },
    { allOf: [{ $ref: '#' }] },
    { not: { $ref: '#' } },
    { type: 'array', minItems: 1e9 },
    { type: 'array', items: { type: 'array', minItems: 200, items: { type: 'array', minItems: 200 } }, minItems: 200 },
    { enum: [] },
    { patternProperties: { a: {} }, type: 'object' },
    { $ref: '#/$defs/absent' },
    { $ref: 'https://example.com/schema.json' },
    { type: 'string', pattern: '^a$' },
    { $ref: '#/$defs/d0', $defs: { ...doubling, d40: { not: {} } } },
  ]
  for (const schema of hostile)
    assert.throws(() => makeValue(schema, 'x'.repeat(1000)), SchemaTrouble, JSON.stringify(schema).slice(0, 100))
})
