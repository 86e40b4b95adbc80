// Outbound rule 2: redirects are never followed; a 3xx is returned to the caller, whose client is not led to another
// host with its key.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { locationHeader } from '../../packages/gateway/src/upstream/location.ts'
import { openProxy } from '../harness/proxy.ts'
import { providerKeys } from '../harness/proxy-apis.ts'
import { openUpstream } from '../harness/upstream.ts'

const proxy = await openProxy({ after })
const elsewhere = await openUpstream({ after }, (_request, response) => void response.end('elsewhere'))
beforeEach(() => {
  proxy.upstream.received.length = 0
})

for (const status of [300, 301, 302, 303, 307, 308]) {
  for (const method of ['GET', 'POST']) {
    test(`a ${status} to another host is returned to the caller of a ${method} under a name that no client follows`, async () => {
      const location = `${elsewhere.url}/taken?x=1`
      proxy.answer = (_request, response) => void response.writeHead(status, { location }).end('moved')
      const body = method === 'POST' ? JSON.stringify({ name: 'x' }) : null
      const headers = { 'content-type': 'application/json' }
      const response = await proxy.call('/bearer/things', { method, body, headers, redirect: 'follow' })
      assert.equal(response.status, status)
      assert.equal(response.headers.get('location'), null)
      assert.equal(response.headers.get('x-upstream-location'), location)
      assert.equal(await response.text(), 'moved')
      assert.equal(proxy.upstream.received.length, 1, 'asked once')
      assert.equal(elsewhere.received.length, 0, 'followed, and a key with it')
    })
  }
}

/** Name and value that the caller gets of a provider's location. */
async function redirected(path: string, location: string, status = 302): Promise<[string, string] | undefined> {
  proxy.answer = (_request, response) => void response.writeHead(status, { location }).end()
  const { headers } = await proxy.call(path)
  return [...headers].find(([name]) => name.endsWith('location'))
}

const own = proxy.upstream.url
const ownHost = new URL(own).host

for (const [slug, location, expected] of [
  ['plain', '/other', '/v1/proxy/plain/other'],
  ['plain', `${own}/other?a=1#b`, '/v1/proxy/plain/other?a=1#b'],
  ['plain', own, '/v1/proxy/plain/'],
  ['plain', 'other', '/v1/proxy/plain/other'],
  ['plain', '?page=2', '/v1/proxy/plain/things?page=2'],
  ['plain', `//${ownHost}/other`, '/v1/proxy/plain/other'],
  ['plain', '/v1/me/keys', '/v1/proxy/plain/v1/me/keys'],
  ['plain', '../../../v1/me/keys', '/v1/proxy/plain/v1/me/keys'],
  ['plain', '/a/..//b', '/v1/proxy/plain//b'],
  ['prefixed', '/api/v3/other?a=1', '/v1/proxy/prefixed/other?a=1'],
  ['prefixed', `${own}/api/v3`, '/v1/proxy/prefixed'],
  ['prefixed', 'other', '/v1/proxy/prefixed/other'],
] as const)
  test(`a redirect of ${slug} to ${location.replace(own, 'its own host')} leads back through the gateway, unfollowed`, async () => {
    assert.deepEqual(await redirected(`/${slug}/things`, location), ['location', expected])
    assert.equal(proxy.upstream.received.length, 1)
  })

for (const [slug, location, expected] of [
  ['prefixed', '/v1/me/keys', `${own}/v1/me/keys`],
  ['prefixed', '../../things', `${own}/things`],
  ['prefixed', '/api/v31/things', `${own}/api/v31/things`],
  ['prefixed', '/api/v3/%2e%2e/things', `${own}/api/things`],
  ['plain', '//evil.test/things', 'http://evil.test/things'],
  ['plain', '\\\\evil.test/things', 'http://evil.test/things'],
  ['plain', `${own}9/things`.replace(/:\d+9/, ':9'), 'http://127.0.0.1:9/things'],
  ['plain', `http://${ownHost}@evil.test/`, `http://${ownHost}@evil.test/`],
  ['plain', 'https://[', 'https://['],
  ['plain', 'javascript:alert(1)', 'javascript:alert(1)'],
] as const)
  test(`a redirect of ${slug} to ${location.replace(own, 'its own host')} leads elsewhere`, async () => {
    assert.deepEqual(await redirected(`/${slug}/things`, location), ['x-upstream-location', expected])
  })

test('the location of a created resource keeps its header name, because no client follows it', async () => {
  assert.deepEqual(await redirected('/plain/things', '/things/1', 201), ['location', '/v1/proxy/plain/things/1'])
  const elsewhereHref = `${elsewhere.url}/things/1`
  assert.deepEqual(await redirected('/plain/things', elsewhereHref, 201), ['location', elsewhereHref])
})

test('behind a public address with a path, a redirect leads below that path', () => {
  const target = { origin: 'https://provider.test', host: 'provider.test', prefix: '/v2' }
  const options = { status: 302, target, requestPath: '/v2/things', slug: 'plain' }
  for (const baseUrl of ['https://data.example.com/gateway', 'https://data.example.com/gateway/'])
    assert.deepEqual(locationHeader('/v2/other', { ...options, baseUrl }), [
      'location',
      '/gateway/v1/proxy/plain/other',
    ])
})

test('a provider key in a redirect is masked: in its query, and in the path that a relative one refers to', async () => {
  proxy.answer = (request, response) => void response.writeHead(302, { location: `${request.url}&again=1` }).end()
  const location = (await proxy.call('/asked/things?limit=1')).headers.get('location') ?? ''
  assert.match(location, /^\/v1\/proxy\/asked\/things\?api_key=\*+&per_page=1&again=1$/)
  assert.match((await redirected('/pathed/things', 'others'))?.[1] ?? '', /^\/v1\/proxy\/pathed\/\*+\/others$/)
  const foreign = `https://elsewhere.test/?key=${encodeURIComponent(providerKeys.asked)}`
  assert.match((await redirected('/asked/things', foreign))?.[1] ?? '', /^https:\/\/elsewhere\.test\/\?key=\*+$/)
})

test('a refresh header or a content location changes nothing', async () => {
  proxy.answer = (_request, response) => {
    response.writeHead(200, { refresh: `0; url=${elsewhere.url}`, 'content-location': elsewhere.url })
    response.end('here')
  }
  const response = await proxy.call('/plain/things')
  assert.equal(await response.text(), 'here')
  assert.equal(elsewhere.received.length, 0)
})
