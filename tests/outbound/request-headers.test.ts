// Outbound rule 3, on the way to the provider: hop-by-hop headers and those that Connection names are dropped, an
// injected header cannot be dropped that way, and the gateway key, cookies and forwarding headers never arrive, in any
// casing.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { openProxy } from '../harness/proxy.ts'
import { providerKeys } from '../harness/proxy-apis.ts'
import type { Received } from '../harness/upstream.ts'

const proxy = await openProxy({ after })

beforeEach(() => {
  proxy.upstream.received.length = 0
})

/** The whole request as one string, as a provider might log it. */
function whole(request: Received): string {
  const decoded = request.url.replace(/%[0-9a-f]{2}/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  )
  return [request.url, decoded, ...request.rawHeaders, request.body.toString('latin1')].join('\n')
}

function assertNoGatewayKey(request: Received): void {
  assert.doesNotMatch(whole(request), /gh_(?:live|market|admin)_/i)
  assert.ok(!whole(request).includes(proxy.key.slice(8)), 'the gateway key, in part')
}

for (const [name, value] of [
  ['connection', 'keep-alive'],
  ['keep-alive', 'timeout=5'],
  ['proxy-connection', 'keep-alive'],
  ['proxy-authorization', 'Basic c2VjcmV0'],
  ['proxy-authenticate', 'Basic'],
  ['te', 'trailers'],
  ['trailer', 'x-checksum'],
  ['upgrade', 'foo/2'],
  ['http2-settings', 'AAMAAABkAARAAAAAAAIAAAAA'],
  ['cookie', 'session=secret'],
  ['cookie2', '$Version=1'],
  ['via', '1.1 front'],
  ['forwarded', 'for=192.0.2.1'],
  ['x-forwarded-for', '192.0.2.1'],
  ['x-real-ip', '192.0.2.1'],
  ['x-client-ip', '192.0.2.1'],
  ['true-client-ip', '192.0.2.1'],
  ['cf-connecting-ip', '192.0.2.1'],
  ['x-amzn-trace-id', 'Root=1'],
  ['traceparent', '00-1-1-01'],
  ['origin', 'https://page.test'],
  ['referer', 'https://page.test/secret'],
  ['sec-fetch-site', 'cross-site'],
  ['x-gateway-envelope', 'raw'],
  ['x-gateway-timeout', '5000'],
  ['x-gateway-provider', 'live'],
  ['x-request-id', 'caller-request-1'],
  ['x-unknown', 'anything'],
] as const) {
  test(`${name} of a caller never reaches the provider, in any casing`, async (t) => {
    const shouted = name.toUpperCase()
    const titled = name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
    for (const written of [name, shouted, titled]) {
      const answer = await proxy.raw(t, proxy.head('GET', '/plain/things', `${written}: ${value}`), '\r\n\r\n')
      assert.equal(answer.status, 200)
      const names = proxy.last().rawHeaders.filter((_, index) => index % 2 === 0)
      // the connection to the provider is the gateway's own, with a Connection header of its own
      if (name !== 'connection') assert.ok(!names.some((one) => one.toLowerCase() === name))
    }
  })
}

test('headers of content negotiation and conditions, and those that the API declares, reach the provider', async (t) => {
  const passed = [
    'accept: text/csv',
    'accept-language: sv',
    'cache-control: no-cache',
    'if-match: "a"',
    'if-none-match: "b"',
    'if-modified-since: Thu, 01 Jan 2026 00:00:00 GMT',
    'prefer: respond-async',
    'range: bytes=0-9',
    'user-agent: caller/1',
    'X-EXTRA: extra',
    'x-locale: sv-SE',
  ]
  await proxy.raw(t, proxy.head('GET', '/plain/things', ...passed), '\r\n\r\n')
  const { headers } = proxy.last()
  for (const line of passed) {
    const [name = '', value] = line.split(': ')
    assert.equal(headers[name.toLowerCase()], value, name)
  }
})

for (const named of ['x-extra', 'X-Extra', 'foo, x-extra', 'close,x-extra', 'x-extra, keep-alive', ' x-extra ,']) {
  test(`Connection: ${named} keeps x-extra away from the provider`, async (t) => {
    await proxy.raw(t, proxy.head('GET', '/plain/things', 'X-Extra: hop', `Connection: ${named}`), '\r\n\r\n')
    assert.equal(proxy.last().headers['x-extra'], undefined)
  })
}

test('two Connection headers are read as one', async (t) => {
  await proxy.raw(
    t,
    proxy.head('GET', '/plain/things', 'X-Extra: hop', 'Connection: keep-alive', 'Connection: x-extra, user-agent'),
    '\r\nUser-Agent: hop/1\r\n\r\n',
  )
  assert.equal(proxy.last().headers['x-extra'], undefined)
  assert.notEqual(proxy.last().headers['user-agent'], 'hop/1')
})

for (const [slug, name, value] of [
  ['bearer', 'authorization', `Bearer ${providerKeys.bearer}`],
  ['bare', 'x-developer-key', providerKeys.bare],
] as const) {
  for (const connection of [name, name.toUpperCase(), `close, ${name}`, `${name}, ${name}`]) {
    test(`Connection: ${connection} cannot drop the injected key of ${slug}`, async (t) => {
      await proxy.raw(t, proxy.head('GET', `/${slug}/things`, `Connection: ${connection}`), '\r\n\r\n')
      assert.equal(proxy.last().headers[name], value)
    })
  }
}

for (const fields of [
  ['Authorization: Bearer mine'],
  ['authorization: mine', 'X-API-Key: mine'],
  ['AUTHORIZATION: Basic bWluZQ=='],
]) {
  test(`${fields.join(' and ')} cannot be sent beside the injected key`, async (t) => {
    await proxy.raw(t, proxy.head('GET', '/bearer/things', ...fields), '\r\n\r\n')
    const { headers, rawHeaders } = proxy.last()
    assert.equal(headers.authorization, `Bearer ${providerKeys.bearer}`)
    assert.equal(headers['x-api-key'], undefined)
    assert.equal(rawHeaders.filter((one) => one.toLowerCase() === 'authorization').length, 1)
    assert.ok(!whole(proxy.last()).includes('mine'))
  })
}

test('a key in the query cannot be sent beside the injected one', async () => {
  const response = await proxy.call('/asked/things?a=1&api_key=mine&limit=2&api%5Fkey=mine')
  assert.equal(response.status, 200)
  assert.equal(proxy.last().url, `/things?api_key=${encodeURIComponent(providerKeys.asked)}&a=1&per_page=2`)
})

test('the gateway key in its own header never reaches a provider, in any casing', async (t) => {
  for (const slug of ['plain', 'bearer', 'asked', 'pathed']) {
    for (const name of ['x-gateway-key', 'X-Gateway-Key', 'X-GATEWAY-KEY']) {
      const head = proxy.head('GET', `/${slug}/things`).replace('x-gateway-key', name)
      const answer = await proxy.raw(t, head, '\r\n\r\n')
      assert.equal(answer.status, 200)
      assertNoGatewayKey(proxy.last())
    }
  }
})

const placed = (slug: string, path: string, ...fields: readonly string[]) =>
  [`GET /v1/proxy/${slug}${path} HTTP/1.1`, 'Host: gateway.test', ...fields, '', ''].join('\r\n')

for (const [what, request] of [
  ['Authorization: Bearer', () => placed('bearer', '/things', `Authorization: Bearer ${proxy.key}`)],
  ['authorization: bearer', () => placed('plain', '/things', `authorization: bearer ${proxy.key}`)],
  ['a bare Authorization', () => placed('plain', '/things', `AUTHORIZATION: ${proxy.key}`)],
  ['the label of the provider', () => placed('labelled', '/things', `Authorization: Label-Auth-Key ${proxy.key}`)],
  ['x-api-key', () => placed('bearer', '/things', `X-Api-Key: ${proxy.key}`)],
  ['x-goog-api-key', () => placed('plain', '/things', `x-goog-api-key: ${proxy.key}`)],
  ['the header of the provider', () => placed('bare', '/things', `X-Developer-Key: ${proxy.key}`)],
  ['the query', () => placed('asked', `/things?a=1&api_key=${proxy.key}&b=2`)],
  ['the query, encoded', () => placed('asked', `/things?api_key=gh%5Flive%5F${proxy.key.slice(8)}`)],
] as const) {
  test(`a gateway key in ${what} opens the gateway and never reaches the provider`, async (t) => {
    const answer = await proxy.raw(t, request())
    assert.equal(answer.status, 200)
    assert.equal(proxy.upstream.received.length, 1)
    assertNoGatewayKey(proxy.last())
  })
}

for (const [what, path, ...fields] of [
  ['a further query parameter', `/plain/things?a=1&also=${proxy.key}&b=2`],
  ['a query parameter, encoded', `/plain/things?a=1&also=%67h%5Flive_${proxy.key.slice(8)}&b=2`],
  ['the name of a query parameter', `/plain/things?a=1&${proxy.key}=1&b=2`],
  ['the name of a query parameter, encoded', `/plain/things?a=1&gh_live%5F${proxy.key.slice(8)}&b=2`],
  ['the user agent', '/plain/things?a=1&b=2', `User-Agent: tool/1 ${proxy.key}`],
  ['a passed header', '/plain/things?a=1&b=2', `X-Extra: key ${proxy.key}`],
  ['the accepted encoding', '/plain/things?a=1&b=2', `Accept-Encoding: ${proxy.key}`],
  ['the accepted type', '/plain/things?a=1&b=2', `Accept: ${proxy.key}`],
  ['the operator key in a passed header', '/plain/things?a=1&b=2', `X-Extra: ${proxy.gateway.adminKey}`],
] as const) {
  test(`a gateway key in ${what} is dropped`, async (t) => {
    const answer = await proxy.raw(t, proxy.head('GET', path, ...fields), '\r\n\r\n')
    assert.equal(answer.status, 200)
    assertNoGatewayKey(proxy.last())
    assert.equal(proxy.last().url, '/things?a=1&b=2', 'and the rest is as it was')
  })
}

test('a gateway key in the path is refused, because it cannot be dropped', async (t) => {
  for (const text of [proxy.key, `x${proxy.key}`, `gh%5Flive_${proxy.key.slice(8)}`]) {
    const answer = await proxy.raw(t, proxy.head('GET', `/plain/things/${text}`), '\r\n\r\n')
    assert.equal(answer.status, 400)
    assert.ok(!String(answer.body).includes(proxy.key))
  }
  assert.equal(proxy.upstream.received.length, 0)
})
