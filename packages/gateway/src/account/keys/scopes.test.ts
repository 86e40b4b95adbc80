// Guards that scopes allow what they say and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#define'
import { permits, readScopes, type Scope } from './scopes.ts'

const allowed = (scopes: Scope[] | null, wanted: string) => {
  const [method = '', slug = '', path = ''] = wanted.split(' ')
  return permits({ scopes }, { slug, method, path })
}

test('without scopes everything is permitted, and a list permits only what it contains', () => {
  assert.ok(allowed(null, 'DELETE books /x'))
  assert.ok(allowed([{ slug: '*' }], 'DELETE books /x'))
  assert.ok(!allowed([], 'GET books /x'))
})

test('slug, method and path must all match within one scope', () => {
  const scopes: Scope[] = [
    { slug: 'books', methods: ['GET'], path: '/lists/*' },
    { slug: 'maps', methods: ['POST'] },
  ]
  assert.ok(allowed(scopes, 'GET books /lists/a'))
  assert.ok(allowed(scopes, 'POST maps /anything'))
  for (const wanted of [
    'POST books /lists/a',
    'GET maps /lists/a',
    'GET books /other',
    'GET book /lists/a',
    'GET booksx /lists/a',
  ])
    assert.ok(!allowed(scopes, wanted), wanted)
})

test('a path prefix ends where a segment ends', () => {
  for (const path of ['/lists/*', '/lists*']) {
    const scopes = [{ slug: 'books', path }]
    for (const inside of ['/lists', '/lists/', '/lists/a', '/lists/a/b'])
      assert.ok(allowed(scopes, `GET books ${inside}`), inside)
    for (const outside of ['/listsx', '/list', '/', '/LISTS/a', '/x/lists/a'])
      assert.ok(!allowed(scopes, `GET books ${outside}`), outside)
  }
  assert.ok(allowed([{ slug: 'books', path: '/*' }], 'GET books /'))
  assert.ok(!allowed([{ slug: 'books', path: '/lists' }], 'GET books /lists/a'))
})

test('a prefix covers a path exactly when its segments begin with those of the prefix', () => {
  const segment = fc.constantFrom('a', 'b', 'ab', 'a.b', '%41')
  const segments = fc.array(segment, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(segments, segments, (prefix, path) => {
      const covers = prefix.every((part, index) => part === path[index])
      assert.equal(allowed([{ slug: 'x', path: `/${prefix.join('/')}/*` }], `GET x /${path.join('/')}`), covers)
    }),
  )
})

test('HEAD is permitted where GET is, and nowhere else', () => {
  assert.ok(allowed([{ slug: 'books', methods: ['GET'] }], 'HEAD books /'))
  assert.ok(!allowed([{ slug: 'books', methods: ['POST'] }], 'HEAD books /'))
})

test('scopes that could permit more than intended are refused', () => {
  const bad: unknown[] = [
    [],
    'books',
    {},
    [null],
    ['books'],
    [{}],
    [{ slug: '' }],
    [{ slug: 'Books' }],
    [{ slug: 'bo*' }],
    [{ slug: 'books', method: ['GET'] }],
    [{ slug: 'books', methods: [] }],
    [{ slug: 'books', methods: 'GET' }],
    [{ slug: 'books', methods: ['FETCH'] }],
    [{ slug: 'books', path: 'lists' }],
    [{ slug: 'books', path: '' }],
    [{ slug: 'books', path: '/a*/b' }],
    [{ slug: 'books', path: '/a/../b' }],
    [{ slug: 'books', path: '/a//b' }],
    [{ slug: 'books', path: '/a?x=1' }],
    [{ slug: 'books', path: `/${'a'.repeat(1000)}` }],
    Array.from({ length: 101 }, () => ({ slug: 'books' })),
  ]
  for (const value of bad)
    assert.throws(
      () => readScopes(value),
      (error) => error instanceof Failure && error.code === 'input.invalid',
      JSON.stringify(value),
    )
})

test('valid scopes are read with methods in upper case; null and undefined mean no restriction', () => {
  assert.deepEqual(
    readScopes([
      { slug: 'books', methods: ['get'], path: '/a/*' },
      { slug: '*', methods: null, path: null },
    ]),
    [{ slug: 'books', methods: ['GET'], path: '/a/*' }, { slug: '*' }],
  )
  assert.equal(readScopes(null), null)
  assert.equal(readScopes(undefined), null)
})
