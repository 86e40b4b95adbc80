// Outbound rule 1: origins are a static table. Nothing in a request can change where a call goes.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, beforeEach, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { codeIn, openProxy } from '../harness/proxy.ts'
import { headerIn } from '../harness/raw-http.ts'
import { openUpstream } from '../harness/upstream.ts'

const proxy = await openProxy({ after })
const elsewhere = await openUpstream({ after }, (_request, response) => void response.end('elsewhere'))
const elsewhereHost = new URL(elsewhere.url).host
beforeEach(() => {
  proxy.upstream.received.length = 0
})

function assertNobodyElse(): void {
  assert.equal(elsewhere.received.length, 0, 'another host was called')
}

test('a Host header changes neither where a call goes nor the host that the provider sees', async (t) => {
  const answer = await proxy.raw(
    t,
    proxy.head('GET', '/plain/things').replace('gateway.test', elsewhereHost),
    '\r\n\r\n',
  )
  assert.equal(answer.status, 200)
  assert.equal(proxy.last().headers.host, new URL(proxy.upstream.url).host)
  assertNobodyElse()
})

for (const name of [
  'x-forwarded-host',
  'x-forwarded-server',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-original-url',
  'x-rewrite-url',
  'x-host',
  'forwarded',
  'x-http-method-override',
]) {
  test(`${name} does not change where a call goes and is not passed on`, async () => {
    const value = name === 'forwarded' ? `host=${elsewhereHost}` : elsewhereHost
    const response = await proxy.call('/plain/things', { headers: { [name]: value } })
    assert.equal(response.status, 200)
    assert.equal(proxy.last().url, '/things')
    assert.equal(proxy.last().method, 'GET')
    assert.equal(proxy.last().headers[name], undefined)
    assertNobodyElse()
  })
}

for (const [what, target] of [
  ['an absolute target', () => `${elsewhere.url}/v1/proxy/plain/things`],
  ['an absolute target that names the gateway', () => `${proxy.gateway.baseUrl}/v1/proxy/plain/things`],
  ['an authority as the target', () => elsewhereHost],
  ['an asterisk as the target', () => '*'],
  ['a target without a slash', () => 'v1/proxy/plain/things'],
  ['a target that begins with @', () => `@${elsewhereHost}/v1/proxy/plain/things`],
] as const) {
  test(`${what} is refused and goes nowhere`, async (t) => {
    const connection = await proxy.connect(t)
    connection.send(`GET ${target()} HTTP/1.1\r\nHost: gateway.test\r\nx-gateway-key: ${proxy.key}\r\n\r\n`)
    const answer = await connection.answer()
    assert.equal(answer.status, 400)
    assert.equal(codeIn(answer.body), 'request.malformed')
    await connection.ended()
    assert.equal(proxy.upstream.received.length, 0)
    assertNobodyElse()
  })
}

test('CONNECT opens no tunnel', async (t) => {
  const connection = await proxy.connect(t)
  connection.send(`CONNECT ${elsewhereHost} HTTP/1.1\r\nHost: ${elsewhereHost}\r\n\r\n`)
  assert.doesNotMatch(String(await connection.ended()), /^HTTP\/1\.1 2/)
  assertNobodyElse()
})

for (const [target, reaches] of [
  ['//evil.test/v1/proxy/plain/things', undefined],
  ['/v1/proxy/plain//evil.test/things', undefined],
  ['/v1/proxy/plain/things//evil.test', '/things/evil.test'],
  ['/v1/proxy/plain/things/@evil.test', '/things/@evil.test'],
  ['/v1/proxy/plain/things/user:pw@evil.test', '/things/user:pw@evil.test'],
  ['/v1/proxy/plain/@evil.test', undefined],
  ['/v1/proxy/plain/files/http://evil.test/', '/files/http:/evil.test/'],
  ['/v1/proxy/plain/things?url=http://evil.test/@x', '/things?url=http://evil.test/@x'],
  ['/v1/proxy/plain/deep/@evil.test', '/v2/%40evil.test'],
  ['/v1/proxy/@evil.test/things', undefined],
  ['/v1/proxy/evil.test:80/things', undefined],
] as const) {
  test(`${target} ${reaches === undefined ? 'is not a call' : 'goes to the listed provider'}`, async (t) => {
    const answer = await proxy.raw(
      t,
      `GET ${target} HTTP/1.1\r\nHost: gateway.test\r\nx-gateway-key: ${proxy.key}\r\n\r\n`,
    )
    const targets = proxy.upstream.received.map((one) => [one.url, one.headers.host])
    const host = new URL(proxy.upstream.url).host
    assert.deepEqual(targets, reaches === undefined ? [] : [[reaches, host]])
    assert.equal(answer.status, reaches === undefined ? 404 : 200)
  })
}

test('the path of a base address precedes that of every call', async () => {
  await proxy.call('/prefixed/things')
  assert.equal(proxy.last().url, '/api/v3/things')
  const response = await proxy.call('/prefixed/other/..%2f..%2fadmin')
  assert.equal(response.status, 400)
  assert.equal(proxy.upstream.received.length, 1)
})

test('an upgrade is not passed on: the call is answered like any other', async (t) => {
  for (const protocol of ['h2c', 'websocket']) {
    const answer = await proxy.raw(
      t,
      proxy.head('GET', '/plain/things', 'Connection: Upgrade, HTTP2-Settings', `Upgrade: ${protocol}`),
      '\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nSec-WebSocket-Key: x\r\n\r\n',
    )
    assert.equal(answer.status, 200)
    const { headers } = proxy.last()
    for (const name of ['upgrade', 'http2-settings', 'sec-websocket-key']) assert.equal(headers[name], undefined, name)
    assert.equal(headerIn(answer, 'upgrade'), undefined)
  }
})

test("an API's slug in GATEHOUSE_UPSTREAMS covers all its listings, a listing's own entry overrides it, and the log names both", async (t) => {
  const apis = (await loadApis()).filter(({ api }) => api.listings.length > 1 || api.slug === 'cat-facts')
  const many = apis.filter(({ api }) => api.listings.length > 1)
  assert.ok(many.length > 0)
  const [all, own] = [await openUpstream(t, answerNothing), await openUpstream(t, answerNothing)]
  for (const { api } of many) {
    const [first, ...others] = api.listings.map(({ slug }) => slug)
    const last = others.at(-1) ?? ''
    const [id, endpoint] = Object.entries(api.endpoints).find(([, { method }]) => method === 'GET') ?? ['', undefined]
    for (const upstreams of [{ [api.slug]: all.url }, { [last]: own.url, [api.slug]: all.url }]) {
      const gateway = await openGateway(t, { apis, upstreams })
      await gateway.storeKey(gateway.demoAccountId, api.slug, 'pk-of-every-listing')
      for (const slug of [first, ...others]) {
        const { received } = slug === last && last in upstreams ? own : all
        const before = received.length
        await gateway.call(`/v1/proxy/${slug}${endpoint?.path}`)
        assert.equal(received.length, before + 1, `${slug}.${id} went elsewhere`)
        const line = gateway.logged.find((one) => one.includes('UPSTREAMS') && one.includes(`"${slug}"`))
        assert.match(line ?? '', new RegExp(`"address":"${slug === last && last in upstreams ? own.url : all.url}"`))
      }
      assert.ok(!gateway.logged.some((one) => one.includes('UPSTREAMS') && one.includes('cat-facts')))
    }
  }
})

const answerNothing = (_request: unknown, response: ServerResponse) => void response.end('{}')
