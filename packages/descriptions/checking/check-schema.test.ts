// Values against schemas as documents write them: what must fit is accepted, whatever parts the schema is made of.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schema } from '#define'
import { createAllowance } from './allowance.ts'
import { checkerOf, fitterOf } from './check-schema.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Returns the values that do not fit. */
function refusedOf(schema: Schema, values: readonly unknown[], schemas: Readonly<Record<string, Schema>> = {}) {
  const check = checkerOf(schemas)(schema, 'body')
  return values.filter((value) => check(value).length > 0)
}

test('a list contains as many entries of a form as it must and may', () => {
  const contains = { type: 'integer' }
  const lists = [[], ['a'], [1], [1, 'a', 2]]
  assert.deepEqual(refusedOf({ contains }, lists), [[], ['a']])
  assert.deepEqual(refusedOf({ contains, minContains: 0 }, lists), [])
  assert.deepEqual(refusedOf({ contains, minContains: 2 }, lists), [[], ['a'], [1]])
  assert.deepEqual(refusedOf({ contains, maxContains: 1, minContains: 0 }, lists), [[1, 'a', 2]])
})

test('a request lacks what only responses have, wherever the schema says that', () => {
  const readOnly = { type: 'integer', readOnly: true }
  const schemas = { Id: readOnly, Pet: { properties: { id: readOnly, name: {} } } }
  const forms: readonly Schema[] = [
    { properties: { id: ref('Id') }, required: ['id'] },
    { properties: { id: { allOf: [{ type: 'integer' }], readOnly: true } }, required: ['id'] },
    { allOf: [ref('Pet'), { required: ['id'] }] },
    { ...ref('Pet'), required: ['id'] },
    { allOf: [ref('Pet')], anyOf: [{ required: ['id'] }] },
  ]
  for (const form of forms) {
    assert.deepEqual(refusedOf(form, [{}, { id: 'x' }], schemas), [{ id: 'x' }])
    assert.equal(fitterOf(schemas, createAllowance().spend)(form, {}), false)
  }
  assert.deepEqual(refusedOf({ allOf: [ref('Pet'), { required: ['name'] }] }, [{}], schemas), [{}])
})

test('the discriminator chooses between forms that a value fits at once', () => {
  const named = { properties: { kind: { type: 'string' }, size: { type: 'integer' } }, required: ['kind'] }
  const schemas = { Cat: named, Dog: { ...named, required: ['kind', 'size'] } }
  const oneOf = [ref('Cat'), ref('Dog')]
  const cat = { kind: 'Cat', size: 1 }
  assert.deepEqual(refusedOf({ oneOf }, [cat], schemas), [cat])
  const marked = { oneOf, discriminator: { propertyName: 'kind', mapping: { hound: ref('Dog').$ref } } }
  assert.deepEqual(refusedOf(marked, [cat, { kind: 'hound', size: 1 }, { kind: 'hound' }], schemas), [
    { kind: 'hound' },
  ])
})

test('a form that has its own alternatives as a part is checked once for each value', () => {
  const schemas = {
    Pet: { type: 'object', oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
    Cat: { allOf: [ref('Pet'), { required: ['lives'], properties: { friend: ref('Pet') } }] },
    Dog: { allOf: [ref('Pet'), { required: ['bone'] }] },
  }
  const cat = { kind: 'Cat', lives: 9, friend: { kind: 'Dog', bone: true } }
  const wrong = { kind: 'Cat', lives: 9, friend: { kind: 'Dog' } }
  assert.deepEqual(refusedOf(ref('Pet'), [cat, wrong, { kind: 'Cat' }], schemas), [wrong, { kind: 'Cat' }])
})

test('a time has hours, minutes and seconds of a day', () => {
  const times = ['2016-12-31T23:59:60Z', '2026-01-01T00:00:00.5+02:00', '2026-01-01T24:00:00Z', '2026-01-01T00:60:00Z']
  assert.deepEqual(refusedOf({ type: 'string', format: 'date-time' }, times), times.slice(2))
})
