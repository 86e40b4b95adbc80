// Answers out of other records of requests: found by the calls that ask for the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyObject, body, defineApi, get, hosted, int, ownKey, post, req, str } from '#define'
import { digestOf } from '../account/answers/kept-answer.ts'
import { createListings } from './listings.ts'
import { type Exchanged, keptFromExchange } from './recorded-exchange.ts'

const api = defineApi({
  slug: 'things',
  title: 'Things',
  summary: 'x',
  surface: hosted,
  auth: ownKey.query('api_key'),
  upstream: 'https://things.example',
  endpoints: {
    list: get('/things', 'x', { returns: anyObject(), params: { page: int(), q: str() } }),
    find: post('/find', 'x', { returns: anyObject(), body: body({ q: req.str() }) }),
  },
})
const [listing] = createListings([{ api, provider: undefined, live: {}, examples: {} }], new Map())

const exchanged: Exchanged = {
  at: 1,
  method: 'GET',
  path: '/things',
  query: 'page=2&api_key=a-key-of-somebody&q=a',
  requestHeaders: { authorization: 'Bearer a-key-of-somebody', 'accept-language': 'de' },
  requestBody: undefined,
  status: 200,
  headers: [
    ['content-type', 'application/json'],
    ['content-encoding', 'gzip'],
    ['set-cookie', 'session=1'],
    ['vary', 'Accept-Language, Origin'],
  ],
  body: Buffer.from('{}'),
}

function keptOf(changes: Partial<Exchanged> = {}) {
  assert.ok(listing)
  const kept = keptFromExchange(listing, { ...exchanged, ...changes })
  if (typeof kept === 'string') assert.fail(kept)
  return kept
}

test('an exchange becomes an answer to its parameters, without keys and headers of the connection', () => {
  const kept = keptOf()
  assert.deepEqual(kept.request, {
    ...{ listing: 'things', endpoint: 'list', params: { page: 2, q: 'a' }, body: null, other: null },
  })
  assert.deepEqual(kept.varies, { 'accept-language': 'de' })
  assert.deepEqual(kept.headers, [exchanged.headers[0], exchanged.headers[3]])
})

test('the order of parameters and of JSON members does not matter, and what is not declared does', () => {
  const digest = (changes: Partial<Exchanged>) => digestOf(keptOf(changes).request)
  assert.equal(digest({ query: 'q=a&page=2' }), digest({}))
  assert.notEqual(digest({ query: 'q=a&page=2&other=1' }), digest({}))
  const find = (text: string) => ({
    ...{ method: 'POST', path: '/find', query: '', requestBody: Buffer.from(text) },
    requestHeaders: { 'content-type': 'application/json' },
  })
  assert.equal(digest(find('{"q":"a","n":1}')), digest(find('{ "n": 1, "q": "a" }')))
  assert.notEqual(digest(find('{"q":"a"}')), digest(find('{"q":"b"}')))
})

test('an exchange of another operation is refused with the reason', () => {
  assert.ok(listing)
  assert.equal(keptFromExchange(listing, { ...exchanged, path: '/none' }), 'things has no operation GET /none')
})
