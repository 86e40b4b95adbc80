// What the route table guarantees.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defineApi, get, hosted, keyless, obj, post } from '#define'
import { pathNames } from '#define/reflect'
import { sampled } from '../../tests/harness/seed.ts'
import { compileRoutes } from './routes.ts'

const returns = obj({})
const apiOf = (endpoints: Parameters<typeof defineApi>[0]['endpoints']) =>
  defineApi({ slug: 'test', title: 'Test', summary: '', surface: hosted, auth: keyless, upstream: null, endpoints })
const inAnyCase = (endpoints: Parameters<typeof defineApi>[0]['endpoints']) =>
  ({ ...apiOf(endpoints), paths: 'case-insensitive' }) as const
const lookUp = (table: ReturnType<typeof compileRoutes>, method: string, path: string) => {
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
  assert.deepEqual(lookUp(table, 'GET', '/lists/best-sellers/history.json'), ['history'])
  assert.deepEqual(lookUp(table, 'GET', '/lists/2024-01-01/fiction.json'), ['one', '2024-01-01', 'fiction'])
  assert.deepEqual(lookUp(table, 'GET', '/models/m1'), ['model', 'm1'])
  assert.deepEqual(lookUp(table, 'POST', '/models/m1'), ['relay', 'm1'])
})

test('a placeholder may be part of a segment and a wildcard spans segments', () => {
  assert.deepEqual(lookUp(table, 'GET', '/lists.json'), ['all', 'json'])
  assert.deepEqual(lookUp(table, 'GET', '/lists/names.jsonp'), ['names', 'jsonp'])
  assert.deepEqual(lookUp(table, 'POST', '/models/org/m1:generate'), ['relay', 'org/m1:generate'])
})

test('a trailing slash makes no difference', () => {
  assert.deepEqual(lookUp(table, 'GET', '/brands/b1/franchises'), ['raw', 'b1'])
  assert.deepEqual(lookUp(table, 'GET', '/brands/b1/franchises/'), ['raw', 'b1'])
  assert.deepEqual(lookUp(table, 'GET', '/'), ['root'])
})

test('values are percent-decoded once, and a broken escape names no path', () => {
  assert.deepEqual(lookUp(table, 'GET', '/models/a%2Fb'), ['model', 'a/b'])
  assert.deepEqual(lookUp(table, 'GET', '/models/a%2520b'), ['model', 'a%20b'])
  assert.equal(lookUp(table, 'GET', '/models/%zz'), 'unknown')
})

test('an unknown path names the nearest declared ones, a known one with another method what it allows', () => {
  assert.equal(lookUp(table, 'GET', '/lists'), 'unknown')
  assert.equal(table.nearest('/list.json')[0], '/lists.{format}')
  assert.deepEqual(table.match('DELETE', '/models/m1'), { kind: 'method', allow: ['GET', 'POST'] })
})

test('two endpoints of one method and path are refused', () => {
  assert.throws(
    () => compileRoutes(apiOf({ a: get('/x/{id}', '', { returns }), b: get('/x/{name}/', '', { returns }) })),
    /declared twice/,
  )
})

const anyCase = compileRoutes(
  inAnyCase({
    days: get('/Days/{year}/{Code}', '', { returns }),
    all: get('/Countries', '', { returns }),
    names: get('/Lists/Names.{format}', '', { returns }),
    rest: get('/Files/*Path', '', { returns }),
    root: get('/', '', { returns }),
  }),
)
const spelt = (table: ReturnType<typeof compileRoutes>, path: string) => {
  const result = table.match('GET', path)
  return result.kind === 'found' ? result.match.path : result.kind
}

test('an API may have the literals of its paths match in any case; values keep theirs', () => {
  assert.deepEqual(lookUp(anyCase, 'GET', '/dAYS/2026/dE'), ['days', '2026', 'dE'])
  assert.deepEqual(lookUp(anyCase, 'GET', '/COUNTRIES/'), ['all'])
  assert.deepEqual(lookUp(anyCase, 'GET', '/lists/NAMES.Json'), ['names', 'Json'])
  assert.deepEqual(lookUp(anyCase, 'GET', '/FILES/A/b.TXT'), ['rest', 'A/b.TXT'])
  assert.deepEqual(anyCase.match('POST', '/countries'), { kind: 'method', allow: ['GET'] })
  assert.deepEqual(anyCase.match('POST', '/days/1/2'), { kind: 'method', allow: ['GET'] })
})

test('otherwise paths are case-sensitive', () => {
  for (const path of ['/LISTS.json', '/Models/m1', '/lists/Names.json'])
    assert.equal(lookUp(table, 'GET', path), 'unknown', path)
})

test('a match has the path in its declared spelling, with values and trailing slash as they were sent', () => {
  for (const [sent, path] of [
    ['/dAYS/2026/dE', '/Days/2026/dE'],
    ['/days/20%2f26/d%C3%A9/', '/Days/20%2f26/d%C3%A9/'],
    ['/countries', '/Countries'],
    ['/COUNTRIES/', '/Countries/'],
    ['/lists/names.XML', '/Lists/Names.XML'],
    ['/files/Files/FILES', '/Files/Files/FILES'],
    ['/', '/'],
  ] as const)
    assert.equal(spelt(anyCase, sent), path)
  for (const sent of ['/models/M1', '/models/a%2Fb', '/brands/b1/franchises/', '/'])
    assert.equal(spelt(table, sent), sent)
})

test('two paths that differ only in case are refused where literals match in any case', () => {
  const both = { a: get('/x/{id}', '', { returns }), b: get('/X/{name}', '', { returns }) }
  assert.throws(() => compileRoutes(inAnyCase(both)), /declared twice/)
  assert.doesNotThrow(() => compileRoutes(apiOf(both)))
})

test('any values put into a template are returned by the match', () => {
  const text = fc
    .string({ minLength: 1, maxLength: 30 })
    .filter((value) => !value.includes('/') && !/^\.+$/.test(value))
  fc.assert(
    fc.property(text, (value) => {
      assert.deepEqual(lookUp(table, 'GET', `/models/${encodeURIComponent(value)}`), ['model', value])
    }),
  )
  assert.deepEqual(pathNames('/a/{b}/c.{d}/*rest'), ['b', 'd', 'rest'])
})

test('of all endpoints whose template matches a path, the table picks the most specific', () => {
  const segment = fc.constantFrom('a', 'b', 'a.json', '{x}', '{x}.json', 'a{x}')
  const rest = fc.constantFrom([], ['*rest'], ['*rest', 'a'])
  const template = fc
    .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), rest)
    .map(([segments, wild]) => `/${[...segments, ...wild].map((part, at) => part.replace('x', `x${at}`)).join('/')}`)
  const path = fc
    .array(fc.constantFrom('a', 'b', 'ab', 'a.json', 'b.json'), { minLength: 1, maxLength: 6 })
    .map((segments) => `/${segments.join('/')}`)
  const shape = (one: string) => one.replace(/\{\w+\}/g, '{}')
  fc.assert(
    fc.property(fc.uniqueArray(template, { selector: shape, maxLength: 12 }), path, (templates, sent) => {
      const endpoints = templates.map((one, at) => [`e${at}`, get(one, '', { returns })] as const)
      const fits = endpoints
        .filter(([, { path: fitting }]) => patternOf(fitting).test(sent))
        .map(([, { path: fitting }]) => opennessOf(fitting))
      const result = compileRoutes(apiOf(Object.fromEntries(endpoints))).match('GET', sent)
      const least = fits.toSorted().at(0)
      assert.equal(result.kind === 'found' ? opennessOf(result.match.route.endpoint.path) : undefined, least)
    }),
    { numRuns: sampled(300) },
  )
})

/** The pattern of a template: a second implementation to compare the table with. */
function patternOf(template: string): RegExp {
  const source = template
    .replaceAll('.', '\\.')
    .replace(/\{\w+\}/g, '[^/]+')
    .replace(/\*\w+/g, '.+')
  return new RegExp(`^${source}$`)
}

/** A digit for each segment in order of precedence: literal, mixed, placeholder, wildcard. */
function opennessOf(template: string): string {
  const digit = (one: string) => (one.startsWith('*') ? 3 : /^\{\w+\}$/.test(one) ? 2 : one.includes('{') ? 1 : 0)
  return template.slice(1).split('/').map(digit).join('')
}
