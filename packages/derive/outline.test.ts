// How a reference page arranges operations.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Endpoints, get, int, obj, post, str } from '#define'
import { outlineOf } from './outline.ts'

const returns = obj({ id: str() })
const outline = (endpoints: Endpoints) =>
  outlineOf({ endpoints }).map(({ title, operations }) => [
    title,
    operations.map(({ id, aliases }) => [id, ...aliases.map((alias) => alias.id)].join('+')).join(' '),
  ])
const gets = (paths: Readonly<Record<string, string>>): Endpoints =>
  Object.fromEntries(Object.entries(paths).map(([id, path]) => [id, get(path, id, { returns })]))

test('operations are grouped by the resource in their paths, whatever their version, number or identifier', () => {
  const paths = {
    all: '/v1/things',
    one: '/v1/things/{id}',
    old: '/thing.json',
    go: '/go',
    on: '/users',
    user: '/users/{id}',
  }
  assert.deepEqual(outline(gets(paths)), [
    ['Things', 'all one old'],
    ['General', 'go'],
    ['Users', 'on user'],
  ])
})
test('a large group is divided by the next part, and joins the group that has the same name', () => {
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`u${at}`, `/users/{id}/things/${at}`]))
  const [things, users] = outline(gets({ all: '/things', me: '/users/me', you: '/users', ...many }))
  assert.deepEqual(things, ['Things', 'all u0 u1 u2 u3 u4 u5 u6 u7 u8'])
  assert.deepEqual(users, ['Users', 'me you'])
})
test('few operations, and operations without a common resource, have no groups', () => {
  assert.deepEqual(outline(gets({ a: '/things', b: '/things/{id}', c: '/users', d: '/users/{id}' })), [['', 'a b c d']])
  const apart = gets({ a: '/a', b: '/b', c: '/c', d: '/d', e: '/e', f: '/f' })
  assert.deepEqual(outline(apart), [['', 'a b c d e f']])
})
test('an alias is inside the operation whose path or contract it repeats, and beside it otherwise', () => {
  const other = obj({ number: int() })
  const endpoints = {
    thing: get('/things/{id}', 'A thing', { returns }),
    thingV2: get('/v2/things/{id}', 'A thing', { returns: other, alias: 'thing' }),
    current: get('/current', 'A thing', { returns, alias: 'thing' }),
    currentV2: get('/v2/current', 'A thing', { returns: other, alias: 'current' }),
    elsewhere: get('/elsewhere', 'A thing', { returns: other, alias: 'thing' }),
    posted: post('/things/{id}', 'A thing', { returns, alias: 'thing' }),
  }
  assert.deepEqual(outline(endpoints), [['', 'thing+thingV2+current+currentV2 elsewhere posted']])
})
test('aliases of each other are shown by themselves, so that none is lost', () => {
  const endpoints = {
    one: get('/things', 'One', { returns, alias: 'two' }),
    two: get('/v2/things', 'Two', { returns, alias: 'one' }),
  }
  assert.deepEqual(outline(endpoints), [['', 'one two']])
})
