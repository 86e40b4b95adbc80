// HEAD (RFC 9110, section 9.3.2): every route that has GET answers it with the head of what GET would answer, counts it
// as a call, and sends no byte of a body, so that the connection stays usable.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { createGzip } from 'node:zlib'
import { anyObject, defineApi, defineProvider, events, get, hosted, keyless, post } from '#define'
import { openProxy } from '../harness/proxy.ts'
import { sendJson } from '../harness/upstream.ts'

const insideApi = defineApi({
  slug: 'inside',
  title: 'Inside',
  summary: 'For tests.',
  surface: hosted,
  auth: keyless,
  upstream: null,
  endpoints: {
    value: get('/value', 'JSON', { returns: anyObject() }),
    ticks: get('/ticks', 'Events without an end', { returns: events({}) }),
    make: post('/made', 'Has no GET', { returns: anyObject() }),
  },
})
let ticks = 0
const inside = defineProvider(insideApi, () => ({
  value: (_input, { request }) => ({ method: request.method }),
  async *ticks() {
    for (;;) yield `data: ${ticks++}\n\n`
  },
  make: () => ({}),
}))
const proxy = await openProxy({ after }, { more: () => [{ api: insideApi, provider: inside, live: {}, examples: {} }] })

beforeEach(() => {
  proxy.answer = (_request, response) => sendJson(response, { a: 1 }, { headers: { etag: '"1"' } })
})

interface Head {
  readonly status: string
  readonly headers: Readonly<Record<string, string>>
}

/** The answer to HEAD, after which a GET on the same connection must be answered. */
async function headOf(t: Parameters<typeof proxy.connect>[0], path: string, ...fields: string[]): Promise<Head> {
  const connection = await proxy.connect(t)
  connection.send(proxy.head('HEAD', path, ...fields), '\r\n\r\n')
  await connection.until('\r\n\r\n')
  connection.send(proxy.head('GET', '/plain/things', 'Connection: close'), '\r\n\r\n')
  const [head = '', next = '', ...rest] = String(await connection.ended()).split('\r\n\r\n')
  assert.match(next, /^HTTP\/1\.1 200 OK\r\n/, 'no byte of a body came in between')
  assert.ok(rest.length > 0)
  const [status = '', ...lines] = head.split('\r\n')
  return { status, headers: Object.fromEntries(lines.map((line) => fieldOf(line))) }
}

function fieldOf(line: string): [string, string] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)]
}

test('a live provider is sent HEAD, and its head reaches the caller', async (t) => {
  proxy.answer = (request, response) => {
    if (request.method === 'HEAD')
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '7', etag: '"1"' }).end()
    else sendJson(response, {})
  }
  for (const [slug, length] of [
    ['plain', '7'],
    ['bearer', '7'],
    ['wrapped', '16'],
  ] as const) {
    const { status, headers } = await headOf(t, `/${slug}/things`)
    assert.equal(status, 'HTTP/1.1 200 OK', slug)
    assert.deepEqual([headers['content-length'], headers['x-gateway-provider']], [length, 'live'], slug)
    assert.equal(headers.etag, slug === 'wrapped' ? undefined : '"1"', slug)
    assert.equal(proxy.upstream.received.at(-2)?.method, 'HEAD', slug)
  }
})

test('a length that is unknown before the end of the body is omitted', async (t) => {
  proxy.answer = (request, response) => {
    const isHead = request.method === 'HEAD'
    if (!isHead) return sendJson(response, {})
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': '99' })
    createGzip().end().pipe(response)
  }
  const { headers } = await headOf(t, '/wrapped/things')
  assert.deepEqual([headers['content-length'], headers['content-encoding']], [undefined, undefined])
})

test('an error of a provider keeps its status', async (t) => {
  for (const code of [304, 404, 405, 500]) {
    proxy.answer = (request, response) =>
      sendJson(response, {}, { status: request.method === 'HEAD' ? code : 200, headers: { 'x-kept': 'yes' } })
    const { status, headers } = await headOf(t, '/bearer/things')
    assert.match(status, new RegExp(`^HTTP/1\\.1 ${code} `))
    assert.deepEqual([headers['content-length'], headers['x-kept']], [undefined, 'yes'])
  }
})

test('an embedded provider answers as to GET, and a stream is not even started', async (t) => {
  const embedded = 'x-gateway-provider: embedded'
  const get = await proxy.call('/inside/value', { headers: { 'x-gateway-provider': 'embedded' } })
  const body = await get.text()
  assert.equal(body, '{"method":"GET"}')
  const value = await headOf(t, '/inside/value', embedded)
  assert.deepEqual([value.status, value.headers['content-length']], ['HTTP/1.1 200 OK', String(body.length)])
  assert.equal(value.headers['content-type'], get.headers.get('content-type'))
  const stream = await headOf(t, '/inside/ticks', embedded)
  assert.deepEqual(
    [stream.status, stream.headers['content-type']],
    ['HTTP/1.1 200 OK', 'text/event-stream; charset=utf-8'],
  )
  assert.equal(ticks, 0)
})

test('refusals, and paths without GET, are answered without a body', async (t) => {
  const wrong = await headOf(t, '/plain/things?page=x')
  assert.match(wrong.status, /^HTTP\/1\.1 400 /)
  assert.ok(Number(wrong.headers['content-length']) > 0)
  const without = await headOf(t, '/inside/made')
  assert.match(without.status, /^HTTP\/1\.1 405 /)
  assert.equal(without.headers.allow, 'POST')
})

test('HEAD is counted as a call, with no bytes sent', async () => {
  const { accountId, key } = await proxy.gateway.account({ perMinute: 5, perDay: 5 })
  const options = { key, method: 'HEAD', headers: { 'x-gateway-provider': 'embedded' } }
  const response = await proxy.call('/inside/value', options)
  assert.equal(response.headers.get('x-ratelimit-remaining-minute'), '4')
  const { meter, store } = proxy.gateway.components
  await meter.flush()
  const rows = await store.db.selectFrom('usage').selectAll().where('account_id', '=', accountId).execute()
  assert.deepEqual(
    rows.map(({ calls, status, bytes_out }) => [calls, status, bytes_out].map(Number)),
    [[1, 200, 0]],
  )
})

test('the APIs of the gateway itself answer HEAD too', async () => {
  const headers = { 'x-gateway-admin-key': proxy.gateway.adminKey }
  const response = await fetch(`${proxy.gateway.baseUrl}/v1/admin/status`, { method: 'HEAD', headers })
  assert.deepEqual([response.status, await response.text()], [200, ''])
  const me = await proxy.gateway.call('/v1/me', { method: 'HEAD' })
  assert.deepEqual([me.status, await me.text()], [200, ''])
})
