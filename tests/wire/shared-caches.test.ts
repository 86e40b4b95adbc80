// No answer to a call may be kept by a cache that several callers share: their keys are in headers and queries that it
// does not look at. The answers of every endpoint are judged in every-endpoint.test.ts and every-embedded.test.ts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import CachePolicy from 'http-cache-semantics'
import { openProxy } from '../harness/proxy.ts'
import { assertNotShared } from '../harness/shared-cache.ts'
import { sendJson } from '../harness/upstream.ts'

let sent: { status: number; headers: Record<string, string | string[]> } = { status: 200, headers: {} }
const proxy = await openProxy({ after })
proxy.answer = (_request, response) => {
  for (const [name, value] of Object.entries(sent.headers)) response.setHeader(name, value)
  if (sent.status === 204 || sent.status === 304) response.writeHead(sent.status).end()
  else sendJson(response, { a: 1 }, { status: sent.status })
}

for (const headers of [
  {},
  { 'cache-control': 'max-age=600' },
  { 'cache-control': 'public, s-maxage=600, proxy-revalidate' },
  { 'cache-control': ['max-age=600', 'public'] },
  { 'cache-control': 'private="x-key", max-age=600' },
  { 'cache-control': 'no-cache' },
  { 'cache-control': '' },
  { expires: 'Thu, 01 Dec 2050 16:00:00 GMT' },
  { 'cache-control': 'max-age=5', 'surrogate-control': 'max-age=600', 'cdn-cache-control': 'max-age=600' },
  { 'cache-control': 'max-age=5', 'x-accel-expires': '600', 'edge-control': 'cache-maxage=1h' },
  { 'last-modified': 'Thu, 01 Dec 2011 16:00:00 GMT', etag: '"a"' },
])
  test(`no answer of a provider may be stored by a shared cache: ${JSON.stringify(headers)}`, async () => {
    for (const status of [200, 203, 204, 301, 304, 404, 410, 501])
      for (const method of ['GET', 'HEAD', 'POST']) {
        sent = { status, headers }
        const answer = await proxy.call('/plain/things', {
          method,
          redirect: 'manual',
          ...(method === 'POST' ? { body: '{"name":"n"}', headers: { 'content-type': 'application/json' } } : {}),
        })
        assert.equal(answer.status, status)
        assertNotShared(answer, `${method} ${status}`)
      }
  })

test("what a provider says of its callers' own caches is kept", async () => {
  sent = { status: 200, headers: { 'cache-control': 'public, max-age=600, immutable', etag: '"a"' } }
  const { status, headers } = await proxy.call('/plain/things')
  assert.equal(headers.get('cache-control'), 'private, max-age=600, immutable')
  assert.equal(headers.get('etag'), '"a"')
  const request = { url: '/', headers: {} }
  const own = new CachePolicy(request, { status, headers: Object.fromEntries(headers) }, { shared: false })
  assert.deepEqual([own.storable(), own.maxAge()], [true, 600])
  sent = { status: 200, headers: { 'cache-control': 'no-store' } }
  assert.equal((await proxy.call('/plain/things')).headers.get('cache-control'), 'no-store')
})

test("no answer of the gateway's own APIs, of agents, of metrics and no refusal may be stored by a shared cache", async () => {
  const { gateway } = proxy
  const { key, adminKey, baseUrl } = gateway
  const own = { 'x-gateway-key': key }
  const operator = { 'x-gateway-admin-key': adminKey }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const agent = { method: 'POST', headers: { ...own, ...json, accept: bothTypes }, body: JSON.stringify(message) }
  const calls: [string, RequestInit][] = [
    ...['/v1/me', '/v1/me/keys', '/v1/me/limits', '/v1/me/usage', '/v1/me/calls', '/v1/me/nowhere'].map(
      (path): [string, RequestInit] => [baseUrl + path, { headers: own }],
    ),
    ...['/v1/admin/status', '/v1/admin/accounts', '/v1/admin/keys', '/v1/admin/calls'].map(
      (path): [string, RequestInit] => [baseUrl + path, { headers: operator }],
    ),
    [`${baseUrl}/metrics`, {}],
    [`${baseUrl}/console/session`, {}],
    [`${baseUrl}/mcp`, agent],
    [`${baseUrl}/mcp`, { headers: own }],
    [`${baseUrl}/mcp/results/none`, { headers: own }],
    [`${baseUrl}/v1/proxy/nowhere/x`, { headers: own }],
    [`${baseUrl}/v1/proxy/plain/things`, {}],
    [`${baseUrl}/v1/proxy/plain/things?page=x`, { headers: own }],
    [`${baseUrl}/v1/proxy/plain/things`, { method: 'DELETE', headers: own }],
  ]
  for (const [url, init] of calls) {
    const answer = await fetch(url, init)
    await answer.arrayBuffer()
    assertNotShared(answer, `${init.method ?? 'GET'} ${new URL(url).pathname} (${answer.status})`)
  }
})

const json = { 'content-type': 'application/json' }
const bothTypes = 'application/json, text/event-stream'
