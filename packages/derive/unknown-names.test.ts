// Guards the refusal of names that a call sends and its declaration does not have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyObject, anyOf, body, list, map, nullable, num, obj, opt, patch, str, text } from '#define'
import { likelyMeant } from './nearest.ts'
import { unknownMembers, unknownParameters } from './unknown-names.ts'

const scope = obj({ slug: str(), methods: opt(list(str())) })
const endpoint = patch('/keys/{key}', '', {
  params: { key: str(), graceMs: num(), 'x-note': str({ in: 'header' }) },
  body: body({
    name: str(),
    scopes: nullable(list(scope)),
    expiresAt: nullable(num()),
    choice: anyOf([str(), obj({ left: str() }), obj({ right: str(), both: str() })]),
    limits: map(obj({ perDay: num() })),
    free: anyObject(),
  }),
  returns: text(),
})
const members = unknownMembers(endpoint)
const parameters = unknownParameters(endpoint)
const query = (...names: string[]) => names.map((name) => ({ name, value: '1', raw: `${name}=1` }))
const linesOf = (problems: readonly { name: string; problem: string }[]) =>
  problems.map(({ name, problem }) => `${name} ${problem}`)

test('a misspelt member is named together with the nearest known one, null or not', () => {
  assert.deepEqual(linesOf(members({ scope: null, expires: 1, Name: 'a' })), [
    'scope is not known; did you mean scopes?',
    'expires is not known; did you mean expiresAt?',
    'Name is not known; did you mean name?',
  ])
})

test('for a member that resembles no known one, the known ones are listed', () => {
  assert.deepEqual(linesOf(members({ ipAllowlist: [] })), [
    'ipAllowlist is not known; known are name, scopes, expiresAt, choice, limits, free',
  ])
})

test('members of members are looked at, in lists, maps and choices of shapes', () => {
  const unknown = members({
    scopes: [{ slug: 'a' }, { slug: 'b', method: ['GET'] }],
    limits: { x: { perDay: 1, perday: 2 } },
    choice: { right: 'a', both: 'b', left: 'c' },
  })
  assert.deepEqual(
    unknown.map(({ name }) => name),
    ['scopes.1.method', 'limits.x.perday', 'choice.left'],
  )
})

test('declared members, free objects and values of other types pass', () => {
  for (const body of [
    { name: 'a', scopes: [{ slug: 'a' }], expiresAt: null, free: { any: { thing: 1 } }, choice: 'text' },
    { scopes: 'not a list', limits: 5 },
    'text',
    null,
    [],
  ])
    assert.deepEqual(members(body), [])
})

test('a name of Object.prototype is as unknown as any other', () => {
  assert.deepEqual(
    members(JSON.parse('{"__proto__":{},"constructor":1}')).map(({ name }) => name),
    ['__proto__', 'constructor'],
  )
})

test('an endpoint without a body knows no members', () => {
  const { body: _, ...bare } = endpoint
  assert.deepEqual(linesOf(unknownMembers(bare)({ seconds: 5 })), ['seconds is not known; none is accepted here'])
})

test('unknown parameters are named once; path and header parameters are not taken from the query', () => {
  assert.deepEqual(parameters(query('graceMs')), [])
  assert.deepEqual(linesOf(parameters(query('graceSeconds', 'graceSeconds', 'key', 'x-note'))), [
    'graceSeconds is not known; did you mean graceMs?',
    'key is not known; known are graceMs',
    'x-note is not known; known are graceMs',
  ])
})

test('a name sent in the wrong part of the call is answered with the right one', () => {
  assert.deepEqual(linesOf(members({ graceMs: 1 })), ['graceMs belongs in the query, not in the body'])
  assert.deepEqual(linesOf(parameters(query('scopes'))), ['scopes belongs in the body, not in the query'])
})

test('long and many unknown names are reported briefly', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${i}`.padEnd(10_000, 'x'), 1]))
  const lines = linesOf(members(many))
  assert.equal(lines.length, 20)
  assert.ok(lines.every((line) => line.length < 250))
})

test('a name is suggested only when at least half of its letters match', () => {
  assert.equal(likelyMeant(['graceMs'], 'graceSeconds'), 'graceMs')
  assert.equal(likelyMeant(['addresses', 'account'], 'ipAllowlist'), undefined)
  assert.equal(likelyMeant([], 'x'), undefined)
})
