// What the route table guarantees.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defineApi, get, hosted, keyless, obj, pathNames, post } from '#define'
import { compileRoutes } from './routes.ts'

const returns = obj({})
const apiOf = (endpoints: Parameters<typeof defineApi>[0]['endpoints']) =>
  defineApi({ slug: 'test', title: 'Test', summary: '', surface: hosted, auth: keyless, upstream: null, endpoints })
const found = (table: ReturnType<typeof compileRoutes>, method: string, path: string) => {
  const result = table.match(method, path)
  return result.kind === 'found' ? [result.match.route.id, ...result.match.values] : result.kind
}

const table = compileRoutes(
  apiOf({
    history: get('/lists/best-sellers/history.json', '', { returns }),
    names: get('/lists/names.{format}', '', { returns }),
    one: get('/lists/{date}/{list}.json', '', { returns }),
    all: get('/lists.{format}', '', { returns }),
    model: get('/models/{model}', '', { returns }),
    relay: post('/models/*path', '', { returns }),
    root: get('/', '', { returns }),
    raw: get('/brands/{pid}/franchises/', '', { returns }),
  }),
)

test('literal text goes before a placeholder, a placeholder before a wildcard', () => {
  assert.deepEqual(found(table, 'GET', '/lists/best-sellers/history.json'), ['history'])
  assert.deepEqual(found(table, 'GET', '/lists/2024-01-01/fiction.json'), ['one', '2024-01-01', 'fiction'])
  assert.deepEqual(found(table, 'GET', '/models/m1'), ['model', 'm1'])
  assert.deepEqual(found(table, 'POST', '/models/m1'), ['relay', 'm1'])
})

test('a placeholder may be part of a segment and a wildcard spans segments', () => {
  assert.deepEqual(found(table, 'GET', '/lists.json'), ['all', 'json'])
  assert.deepEqual(found(table, 'GET', '/lists/names.jsonp'), ['names', 'jsonp'])
  assert.deepEqual(found(table, 'POST', '/models/org/m1:generate'), ['relay', 'org/m1:generate'])
})

test('a trailing slash makes no difference', () => {
  assert.deepEqual(found(table, 'GET', '/brands/b1/franchises'), ['raw', 'b1'])
  assert.deepEqual(found(table, 'GET', '/brands/b1/franchises/'), ['raw', 'b1'])
  assert.deepEqual(found(table, 'GET', '/'), ['root'])
})

test('values are percent-decoded once, and a broken escape names no path', () => {
  assert.deepEqual(found(table, 'GET', '/models/a%2Fb'), ['model', 'a/b'])
  assert.deepEqual(found(table, 'GET', '/models/a%2520b'), ['model', 'a%20b'])
  assert.equal(found(table, 'GET', '/models/%zz'), 'unknown')
})

test('an unknown path names the nearest declared ones, a known one with another method what it allows', () => {
  assert.equal(found(table, 'GET', '/lists'), 'unknown')
  assert.equal(table.nearest('/list.json')[0], '/lists.{format}')
  assert.deepEqual(table.match('DELETE', '/models/m1'), { kind: 'method', allow: ['GET', 'POST'] })
})

test('two endpoints of one method and path are refused', () => {
  assert.throws(
    () => compileRoutes(apiOf({ a: get('/x/{id}', '', { returns }), b: get('/x/{name}/', '', { returns }) })),
    /declared twice/,
  )
})

test('any values put into a template come back out of the match', () => {
  const text = fc
    .string({ minLength: 1, maxLength: 30 })
    .filter((value) => !value.includes('/') && !/^\.+$/.test(value))
  fc.assert(
    fc.property(text, (value) => {
      assert.deepEqual(found(table, 'GET', `/models/${encodeURIComponent(value)}`), ['model', value])
    }),
  )
  assert.deepEqual(pathNames('/a/{b}/c.{d}/*rest'), ['b', 'd', 'rest'])
})
