// The guarantees of body checks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { body, list, num, obj, opt, req, str } from '#define'
import { bodyCheckOf, checkOf } from './validation.ts'

const { schema } = body({ name: req.str({ max: 5 }), price: num(), items: list(obj({ id: str(), note: opt(str()) })) })
assert.ok(schema)
const check = bodyCheckOf(schema)

test('every invalid member is named by its path, missing ones by their name', () => {
  assert.deepEqual(
    check({ price: 'x', items: [{ id: 'a' }, { note: 1 }] })
      .map(({ name }) => name)
      .sort(),
    ['items.1.id', 'items.1.note', 'name', 'price'],
  )
})

test('an optional member that is null counts as absent, a required one as missing', () => {
  assert.deepEqual(check({ name: 'a', price: null, items: [{ id: 'x', note: null }] }), [])
  assert.deepEqual(check({ name: null }), [{ name: 'name', problem: 'is required' }])
})

test('unknown members pass, because providers add them', () => {
  assert.deepEqual(check({ name: 'a', later: { any: 1 } }), [])
})

test('a value that is not an object is one problem of the whole', () => {
  assert.deepEqual(
    check('text').map(({ name }) => name),
    ['body'],
  )
  assert.deepEqual(
    checkOf(obj({}), 'output')(null).map(({ name }) => name),
    ['output'],
  )
})

test('however invalid a body is, the number of reported problems is limited', () => {
  assert.ok(check({ name: 'a', items: Array.from({ length: 1000 }, () => ({ id: 1 })) }).length <= 20)
})

test('a value outside a choice is answered with the choices', () => {
  const check = checkOf(
    { type: 'object', properties: { side: { enum: ['hosted', 'market'] }, kind: { const: 'a' } } },
    'body',
  )
  assert.deepEqual(check({ side: 'foo', kind: 'b' }), [
    { name: 'side', problem: 'must be one of: hosted, market' },
    { name: 'kind', problem: 'must be a' },
  ])
  const many = Array.from({ length: 200 }, (_none, at) => `v${at}`)
  const [problem] = checkOf({ enum: many }, 'value')('x')
  assert.ok(problem?.problem.endsWith('v29 and 170 more'))
})
