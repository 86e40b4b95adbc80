// Tokens of client credentials: however many calls wait, the token server gets one request; a token is renewed in time
// and replaced once when refused; and whatever the token server does ends in an error of ours, without a secret.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { keyedApis, keySchemes } from '../harness/keyed-apis.ts'
import { errorOf, openProxy } from '../harness/proxy.ts'
import { until } from '../harness/until.ts'
import { openUpstream, type Received, sendJson } from '../harness/upstream.ts'

let now = 0
let answerToken: (request: Received, response: ServerResponse) => void = () => {}
const tokenServer = await openUpstream({ after }, (request, response) => answerToken(request, response))
const schemes = keySchemes(`${tokenServer.url}/oauth/token?tenant=1`)
const proxy = await openProxy(
  { after },
  { platform: { monotonic: () => now }, more: (base) => keyedApis(base, schemes) },
)
const clientSecret = schemes.client.stored.parts.client_secret

/** Makes an account whose key is stored. */
async function customer(slug: 'client' | 'client-body' = 'client') {
  const account = await proxy.gateway.account()
  const store = (parts: Readonly<Record<string, string>>) =>
    proxy.gateway.call(`/v1/me/provider-keys/${slug}`, {
      ...{ method: 'PUT', key: account.key, body: JSON.stringify({ parts }) },
      headers: { 'content-type': 'application/json' },
    })
  assert.equal((await store(schemes[slug].stored.parts)).status, 200)
  const call = (init: RequestInit = {}) => proxy.call(`/${slug}/things`, { key: account.key, ...init })
  return { ...account, call, store }
}

const asked = () => tokenServer.received.length
let issued = 0
const issue =
  (lifetime: unknown = 3600): typeof answerToken =>
  (_request, response) =>
    sendJson(response, { access_token: `tk-${++issued}-0123456789abcdef`, token_type: 'Bearer', expires_in: lifetime })

beforeEach(() => {
  tokenServer.received.length = 0
  proxy.upstream.received.length = 0
  answerToken = issue()
  proxy.answer = (request, response) => sendJson(response, { authorization: request.headers.authorization })
})

test('a token is asked for as declared: at the declared address, with the credentials in the header or in the body', async () => {
  assert.equal((await (await customer()).call()).status, 200)
  const [inHeader] = tokenServer.received
  assert.deepEqual([inHeader?.method, inHeader?.url], ['POST', '/oauth/token?tenant=1'])
  const pair = `client-of-test:${encodeURIComponent(clientSecret)}`
  assert.equal(inHeader?.headers.authorization, `Basic ${btoa(pair)}`)
  assert.equal(String(inHeader?.body), 'grant_type=client_credentials&scope=read+write%3Aall')
  assert.ok(!inHeader?.rawHeaders.some((one) => one.includes('gh_live_')))

  assert.equal((await (await customer('client-body')).call()).status, 200)
  const inBody = tokenServer.received[1]
  assert.equal(inBody?.headers.authorization, undefined)
  assert.deepEqual(Object.fromEntries(new URLSearchParams(String(inBody?.body))), {
    ...{ grant_type: 'client_credentials', scope: 'read write:all' },
    ...{ client_id: 'client-of-test', client_secret: clientSecret },
  })
  assert.equal(proxy.last().headers['x-app'], 'app-0123456789abcdef')
})

test('a hundred calls at once cause one request for a token, and later calls none', async () => {
  const { call } = await customer()
  let release = () => {}
  answerToken = (request, response) => {
    release = () => issue()(request, response)
  }
  const calls = Array.from({ length: 100 }, () => call())
  await until(() => asked() === 1, 'the token is asked for')
  release()
  for (const response of await Promise.all(calls)) assert.equal(response.status, 200)
  assert.equal((await call()).status, 200)
  assert.equal(asked(), 1)
  assert.equal(new Set(proxy.upstream.received.map(({ headers }) => headers.authorization)).size, 1)
})

test('endpoints that declare the same source share a token', async () => {
  const { call } = await customer()
  const init = { method: 'POST', body: 'a', headers: { 'content-type': 'text/plain' } }
  for (const one of [{}, init, {}, init]) assert.equal((await call(one)).status, 200)
  assert.equal(asked(), 1)
})

test('each account has its own token, and a new key gets a new one', async () => {
  const [one, other] = [await customer(), await customer()]
  for (const { call } of [one, other, one]) assert.equal((await call()).status, 200)
  assert.equal(asked(), 2)
  await one.store({ ...schemes.client.stored.parts, client_secret: 'cs-next-0123456789' })
  assert.equal((await one.call()).status, 200)
  assert.equal(asked(), 3)
  assert.ok(atob(String(tokenServer.received[2]?.headers.authorization).slice(6)).endsWith('cs-next-0123456789'))
})

test('a token is renewed before it expires, while calls go on with it; an expired one is waited for', async () => {
  const { call } = await customer()
  assert.equal((await call()).status, 200)
  const first = proxy.last().headers.authorization
  now += 3_530_000
  assert.equal((await call()).status, 200)
  assert.equal(asked(), 1)
  now += 20_000
  answerToken = (_request, response) => sendJson(response, {}, { status: 503 })
  assert.equal((await call()).status, 200)
  assert.equal(proxy.last().headers.authorization, first)
  await until(() => asked() === 2, 'the renewal')
  // it failed, and is not repeated with every call
  await call()
  assert.equal(asked(), 2)
  answerToken = issue()
  now += 6000
  await call()
  await until(() => asked() === 3, 'the next renewal')
  await until(async () => (await call()).ok && proxy.last().headers.authorization !== first, 'the new token')
  now += 4_000_000
  const before = proxy.last().headers.authorization
  assert.equal((await call()).status, 200)
  assert.notEqual(proxy.last().headers.authorization, before)
  assert.equal(asked(), 4)
})

const lifetimes: readonly unknown[] = [undefined, null, '60', 'soon', -1, 0, 1e308, {}, true]
for (const lifetime of lifetimes)
  test(`a lifetime of ${JSON.stringify(lifetime)} does not keep the token out of use, nor keep it for ever`, async () => {
    const { call } = await customer()
    answerToken = issue(lifetime)
    assert.equal((await call()).status, 200)
    now += 25 * 3600 * 1000
    assert.equal((await call()).status, 200)
    assert.equal(asked(), 2)
  })

test('a refused token is replaced, and a call that can be repeated is, once', async () => {
  const { call } = await customer()
  assert.equal((await call()).status, 200)
  // the second time it is the replacement that is refused, which was accepted before
  for (const times of [1, 2]) {
    const old = proxy.last().headers.authorization
    proxy.answer = (request, response) =>
      sendJson(response, {}, { status: request.headers.authorization === old ? 401 : 200 })
    proxy.upstream.received.length = 0
    assert.equal((await call()).status, 200)
    assert.deepEqual([asked(), proxy.upstream.received.length], [1 + times, 2])
  }
})

test('a POST is not repeated with another token, but the next call has one', async () => {
  const { call } = await customer()
  const post = () => call({ method: 'POST', body: 'a', headers: { 'content-type': 'text/plain' } })
  assert.equal((await post()).status, 200)
  const old = proxy.last().headers.authorization
  proxy.answer = (request, response) =>
    sendJson(response, {}, { status: request.headers.authorization === old ? 401 : 200 })
  proxy.upstream.received.length = 0
  assert.equal((await post()).status, 401)
  assert.deepEqual([asked(), proxy.upstream.received.length], [1, 1])
  assert.equal((await post()).status, 200)
  assert.equal(asked(), 2)
})

test('a provider that refuses every token causes two requests for tokens, not two for each call', async () => {
  const { call } = await customer()
  proxy.answer = (_request, response) => sendJson(response, { error: 'no' }, { status: 401 })
  for (let count = 0; count < 10; count++) assert.equal((await call()).status, 401)
  assert.equal(asked(), 2)
  now += 61_000
  await call()
  assert.equal(asked(), 3)
})

/** Behaviours of a token server, and the error that callers get. */
const misbehaviour: Readonly<Record<string, [typeof answerToken, number, string]>> = {
  'answers with 10 MB': [
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`{"access_token":"${'a'.repeat(10_000_000)}"}`)
    },
    502,
    'upstream.no_token',
  ],
  'answers with 10 MB after decompression': [
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync(`{"access_token":"${'a'.repeat(10_000_000)}"}`))
    },
    502,
    'upstream.no_token',
  ],
  redirects: [
    (_request, response) => {
      response.writeHead(307, { location: `${proxy.upstream.url}/stolen` })
      response.end()
    },
    502,
    'upstream.no_token',
  ],
  'answers with HTML': [
    (_request, response) => void response.end('<html>cs/Secret+0123456789=</html>'),
    502,
    'upstream.no_token',
  ],
  'answers with null': [(_request, response) => sendJson(response, null), 502, 'upstream.no_token'],
  'answers with a list': [(_request, response) => sendJson(response, [1]), 502, 'upstream.no_token'],
  'answers with deep JSON': [(_request, response) => void response.end('['.repeat(60_000)), 502, 'upstream.no_token'],
  'gives a number for a token': [
    (_request, response) => sendJson(response, { access_token: 7 }),
    502,
    'upstream.no_token',
  ],
  'gives a token that splits the head': [
    (_request, response) => sendJson(response, { access_token: 'tk-0123456789\r\nx-injected: 1' }),
    502,
    'upstream.no_token',
  ],
  'gives a token with a space': [
    (_request, response) => sendJson(response, { access_token: 'tk 0123' }),
    502,
    'upstream.no_token',
  ],
  'gives a very long token': [
    (_request, response) => sendJson(response, { access_token: 'a'.repeat(20_000) }),
    502,
    'upstream.no_token',
  ],
  'gives another type of token': [
    (_request, response) => sendJson(response, { access_token: 'tk-0123456789', token_type: 'DPoP' }),
    502,
    'upstream.no_token',
  ],
  fails: [
    (_request, response) => sendJson(response, { error: 'invalid_client' }, { status: 500 }),
    502,
    'upstream.no_token',
  ],
  'cuts the connection': [(_request, response) => void response.destroy(), 502, 'upstream.no_token'],
  'refuses the client': [
    (_request, response) =>
      sendJson(response, { error: 'invalid_client', error_description: `no ${clientSecret}` }, { status: 401 }),
    403,
    'provider_key.token_refused',
  ],
  'refuses with a name that every object inherits': [
    (_request, response) => sendJson(response, { error: '__proto__' }, { status: 400 }),
    403,
    'provider_key.token_refused',
  ],
}
for (const [what, [behaviour, status, code]] of Object.entries(misbehaviour))
  test(`a token server that ${what} is reported in our words, and not asked again by each call`, async () => {
    const { call, key } = await customer()
    answerToken = behaviour
    const first = await call()
    const text = await first.clone().text()
    assert.deepEqual(await errorOf(first).then((error) => [error.status, error.code]), [status, code], text)
    assert.ok(!text.includes(clientSecret) && !text.includes('aaaaaaaa'))
    const count = asked()
    for (let again = 0; again < 5; again++) assert.equal((await call()).status, status)
    assert.equal(asked(), count)
    assert.equal(proxy.upstream.received.length, 0, 'nothing reached the provider, nor was a redirect followed')
    assert.ok(!proxy.gateway.logged.some((line) => line.includes(clientSecret)))
    now += 6000
    answerToken = issue()
    assert.equal((await call()).status, 200, key)
  })

test('a token server that does not answer holds a call no longer than the caller allows, and no longer than 10 s', async () => {
  const { call } = await customer()
  answerToken = () => {}
  const waiting = call()
  await until(() => asked() === 1, 'the token is asked for')
  const { code } = await errorOf(await call({ headers: { 'x-gateway-timeout': '300' } }))
  assert.equal(code, 'call.timeout')
  const started = performance.now()
  const { status, code: own } = await errorOf(await waiting)
  assert.deepEqual([status, own], [502, 'upstream.no_token'])
  assert.ok(performance.now() - started < 30_000)
  assert.equal(asked(), 1)
})

test('a caller that leaves does not end the request that others wait for', async () => {
  const { call } = await customer()
  let release = () => {}
  answerToken = (request, response) => {
    release = () => issue()(request, response)
  }
  const leaving = new AbortController()
  const left = call({ signal: leaving.signal })
  await until(() => asked() === 1, 'the token is asked for')
  const waiting = call()
  leaving.abort()
  await assert.rejects(left)
  release()
  assert.equal((await waiting).status, 200)
  assert.equal(asked(), 1)
})

test('a key is verified with its token, and a refused client is told', async () => {
  const { key, call } = await customer()
  const verify = () => proxy.gateway.call('/v1/me/provider-keys/client/verify', { method: 'POST', key })
  answerToken = (_request, response) => sendJson(response, { error: 'invalid_scope' }, { status: 400 })
  const { code, message } = await errorOf(await verify())
  assert.equal(code, 'provider_key.token_refused')
  assert.ok(String(message).includes('scopes'))
  now += 6000
  answerToken = issue()
  assert.equal(Object(await (await verify()).json()).verdict, 'accepted')
  assert.equal((await call()).status, 200)
  assert.equal(asked(), 2)
})
