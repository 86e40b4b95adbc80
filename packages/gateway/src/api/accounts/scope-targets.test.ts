// Guards that a scope which could never allow a call is refused, and that no other is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineApi, Failure, get, hosted, keyless, post, text } from '#define'
import type { Scope } from '../../account/keys/scopes.ts'
import { createListings } from '../../call/listings.ts'
import { createRefuseUnknownTargets } from './scope-targets.ts'

const returns = text()
const books = defineApi({
  slug: 'books',
  title: 'Books',
  summary: 'Books.',
  surface: hosted,
  auth: keyless,
  upstream: null,
  endpoints: {
    list: get('/lists.{format}', '', { returns }),
    one: get('/lists/{date}/{name}', '', { returns }),
    add: post('/reviews', '', { returns }),
    file: get('/files/*path', '', { returns }),
  },
})
const refuse = createRefuseUnknownTargets(
  createListings([{ api: books, provider: undefined, live: {}, examples: {} }], new Map()),
  { limits: get('/me/limits', '', { returns }) },
)

function problemOf(...scopes: Scope[]): string {
  try {
    refuse(scopes)
    return ''
  } catch (error) {
    assert.ok(error instanceof Failure && error.code === 'input.invalid')
    return error.message
  }
}

test('scopes that some call can meet pass', () => {
  refuse(null)
  for (const scope of [
    { slug: '*' },
    { slug: 'books' },
    { slug: 'me', path: '/me/limits' },
    { slug: 'me', path: '/me/*' },
    { slug: '*', methods: ['POST'], path: '/reviews' },
    { slug: 'books', path: '/*' },
    { slug: 'books', path: '/lists.json' },
    { slug: 'books', path: '/lists/*' },
    { slug: 'books', path: '/lists/2026-11-02*' },
    { slug: 'books', path: '/lists/current/fiction/' },
    { slug: 'books', path: '/files/a/b/c' },
    { slug: 'books', path: '/files/a/b/*' },
    { slug: 'books', methods: ['HEAD'], path: '/lists/*' },
    { slug: 'books', methods: ['DELETE', 'POST'] },
  ])
    assert.equal(problemOf(scope), '', JSON.stringify(scope))
})

test('an unknown listing is named with the nearest one', () => {
  assert.match(problemOf({ slug: 'book' }), /scopes\.0 names book, which is not a listing; did you mean books\?/)
  assert.match(problemOf({ slug: 'admin' }), /names admin, which is not a listing; GET \/docs lists the slugs/)
})

test('a path without an endpoint is named with the nearest one', () => {
  assert.match(
    problemOf({ slug: 'books' }, { slug: 'books', path: '/review' }),
    /scopes\.1 names \/review, where books has no endpoint; did you mean \/reviews\?/,
  )
  for (const path of ['/reviews/x', '/reviewsx', '/review*', '/lists', '/lists/a', '/REVIEWS'])
    assert.match(problemOf({ slug: 'books', path }), /has no endpoint/, path)
  assert.match(problemOf({ slug: '*', path: '/nowhere/at/all' }), /has no endpoint/)
})

test('methods that no endpoint of the scope has are named with those that it has', () => {
  assert.match(problemOf({ slug: 'books', methods: ['DELETE'] }), /allows DELETE, where books has only GET, POST/)
  assert.match(problemOf({ slug: 'books', methods: ['HEAD'], path: '/reviews' }), /allows HEAD, where .* only POST/)
})
