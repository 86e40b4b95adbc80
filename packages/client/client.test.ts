// The requests of the client and how it reads the responses, against a real HTTP server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResponseInfo } from './answer.ts'
import { connect } from './connect.ts'
import { GatewayError } from './gateway-error.ts'
import type { Call } from './request.ts'
import { type Answer, type Arrived, json, methodsAt, plainGet, startServer } from './test/server.ts'

/** Makes one call and returns its result and what the server received. */
async function once(answer: Answer, call: Call, input?: object, options?: object) {
  const server = await startServer(answer)
  try {
    const result: unknown = await methodsAt(server.url).method(call)(input, options)
    return { result, arrived: server.arrived[0] ?? assert.fail('nothing arrived') }
  } finally {
    await server.close()
  }
}
async function sent(call: Call, input?: object, options?: object): Promise<Arrived> {
  return (await once(json({}), call, input, options)).arrived
}
async function resultOf(answer: Answer, call: Call = plainGet, options?: object): Promise<unknown> {
  return (await once(answer, call, {}, options)).result
}
async function refused(answer: Answer): Promise<GatewayError> {
  const error: unknown = await resultOf(answer).catch((reason: unknown) => reason)
  assert.ok(error instanceof GatewayError)
  return error
}

test('a body with a member data returns that member, whatever its type', async () => {
  assert.deepEqual(await resultOf(json({ data: { a: 1 }, meta: 2 })), { a: 1 })
  assert.equal(await resultOf(json({ data: null })), null)
})
test('a body without a member data is returned whole', async () => {
  assert.deepEqual(await resultOf(json({ a: 1 })), { a: 1 })
  assert.deepEqual(await resultOf(json([{ data: 1 }])), [{ data: 1 }])
})
test('raw returns the body unchanged', async () => {
  assert.deepEqual(await resultOf(json({ data: [1] }), plainGet, { raw: true }), { data: [1] })
})
test('a body that is not JSON counts as an empty object', async () => {
  assert.deepEqual(await resultOf((_request, response) => void response.end('<html>')), {})
  assert.deepEqual(await resultOf((_request, response) => void response.writeHead(204).end()), {})
})
test('bytes, text and empty responses have their declared types', async () => {
  const answer: Answer = (_request, response) => void response.end('{"data":1}')
  assert.deepEqual(await resultOf(answer, { ...plainGet, answer: 'bytes' }), new TextEncoder().encode('{"data":1}'))
  assert.equal(await resultOf(answer, { ...plainGet, answer: 'text' }), '{"data":1}')
  assert.equal(await resultOf(answer, { ...plainGet, answer: 'empty' }), undefined)
})

test('an error carries status, code, message, request id and the seconds to wait', async () => {
  const body = { error: { code: 'quota.day', message: 'Used up.' }, meta: { requestId: 'req_1' } }
  const error = await refused(json(body, { status: 429, headers: { 'retry-after': '60' } }))
  const { status, code, message, requestId, retryAfter } = error
  assert.deepEqual(
    { status, code, message, requestId, retryAfter },
    {
      status: 429,
      code: 'quota.day',
      message: 'Used up.',
      requestId: 'req_1',
      retryAfter: 60,
    },
  )
  assert.deepEqual(error.body, body)
})
test('an error that is a string is the message', async () => {
  const error = await refused(json({ error: 'no such thing' }, { status: 404, headers: { 'x-request-id': 'req_2' } }))
  assert.deepEqual([error.message, error.code, error.requestId], ['no such thing', undefined, 'req_2'])
})
test('an error without a readable body names its status', async () => {
  const error = await refused((_request, response) => void response.writeHead(502).end('<html>'))
  assert.equal(error.status, 502)
  assert.match(error.message, /502/)
  assert.equal(error.code, undefined)
})
test('a redirect is not followed, so that the key is not sent elsewhere', async () => {
  const other = await startServer(json({}))
  const error = await refused((_request, response) => void response.writeHead(302, { location: other.url }).end())
  await other.close()
  assert.equal(error.status, 302)
  assert.equal(other.arrived.length, 0)
})

test('null and missing parameters are left out, other values are sent as text', async () => {
  const { url } = await sent(plainGet, { a: null, b: undefined, c: 0, d: false, e: 'x y&z', f: '' })
  assert.equal(url, '/api/things?c=0&d=false&e=x+y%26z&f=')
})
test('lists are comma-joined, or repeated where that is declared', async () => {
  assert.equal((await sent(plainGet, { ids: [1, 2, null], none: [] })).url, '/api/things?ids=1%2C2')
  assert.equal((await sent({ ...plainGet, repeat: ['ids'] }, { ids: [1, 2] })).url, '/api/things?ids=1&ids=2')
})
test('placeholders are filled percent-encoded, and only a wildcard keeps its slashes', async () => {
  const call: Call = { method: 'GET', path: '/lists/{name}.{format}/*rest' }
  const { url } = await sent(call, { name: 'a/b c', format: 'json', rest: 'x/y:z', q: 1 })
  assert.equal(url, '/api/lists/a%2Fb%20c.json/x/y%3Az?q=1')
})
test('a placeholder cannot change the endpoint of the call', async () => {
  for (const id of ['', '.', '..', null, undefined])
    await assert.rejects(sent({ method: 'DELETE', path: '/things/{id}' }, { id }), TypeError)
  await assert.rejects(sent({ method: 'GET', path: '/things/*rest' }, { rest: 'a/../b' }), TypeError)
})
test('declared headers are sent as headers, and undeclared query parameters can be added', async () => {
  const call: Call = { ...plainGet, headers: ['X-Tag'] }
  const { url, headers } = await sent(call, { 'X-Tag': 'team' }, { query: { extra: 1 }, headers: { 'x-more': 'yes' } })
  assert.equal(url, '/api/things?extra=1')
  assert.equal(headers['x-tag'], 'team')
  assert.equal(headers['x-more'], 'yes')
})
test('the key is sent in its header and cannot be replaced by an option', async () => {
  const { headers } = await sent(plainGet, {}, { headers: { 'X-Gateway-Key': 'other' } })
  assert.equal(headers['x-gateway-key'], 'key-of-the-test')
})

test('a content type is sent only with a body', async () => {
  const call: Call = { method: 'POST', path: '/things', body: ['json'] }
  assert.equal((await sent(call)).headers['content-type'], undefined)
  const { headers, body } = await sent(call, { body: { a: null, b: 1 } })
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(body.toString(), '{"a":null,"b":1}')
})
test('a form body is sent as a form where JSON is not taken', async () => {
  const call: Call = { method: 'POST', path: '/things', body: ['form'] }
  const { headers, body } = await sent(call, { body: { a: [1, 2], b: null, c: 'x y' } })
  assert.match(headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/)
  assert.equal(body.toString(), 'a=1&a=2&c=x+y')
})
test('a body with a file is sent as multipart, with its name and type', async () => {
  const call: Call = { method: 'POST', path: '/things', body: ['json', 'multipart'] }
  const file = { bytes: Buffer.from('PNG'), fileName: 'a.png', contentType: 'image/png' }
  const { headers, body } = await sent(call, { body: { file, size: 'auto', none: null } })
  assert.match(headers['content-type'] ?? '', /^multipart\/form-data; boundary=/)
  const text = body.toString('latin1')
  assert.match(text, /name="file"; filename="a.png"\r\ncontent-type: image\/png\r\n\r\nPNG\r\n/i)
  assert.match(text, /name="size"\r\n\r\nauto\r\n/)
  assert.doesNotMatch(text, /none/)
})
test('the same endpoint takes JSON when there is no file', async () => {
  const call: Call = { method: 'POST', path: '/things', body: ['multipart', 'json'] }
  assert.equal((await sent(call, { body: { size: 'auto' } })).headers['content-type'], 'application/json')
})
test('bytes and streams are sent as they are', async () => {
  const call: Call = { method: 'PUT', path: '/things', body: ['binary'] }
  const bytes = await sent(call, { body: new Uint8Array([0, 255]) })
  assert.deepEqual([...bytes.body], [0, 255])
  assert.equal(bytes.headers['content-type'], 'application/octet-stream')
  const stream = new Blob(['streamed']).stream()
  assert.equal((await sent(call, { body: stream })).body.toString(), 'streamed')
})

test('remaining has the calls left; zero and absent are unknown', async () => {
  const left = [['7', '70'], ['0', '5'], []]
  const server = await startServer((_request, response, count) => {
    const [minute, day] = left[count - 1] ?? []
    if (minute !== undefined) response.setHeader('x-ratelimit-remaining-minute', minute)
    if (day !== undefined) response.setHeader('x-ratelimit-remaining-day', day)
    response.end('{}')
  })
  const gw = connect({ url: server.url, key: 'k' })
  const remaining: unknown[] = [gw.remaining]
  for (const _ of left) {
    await gw.randomness.bool()
    remaining.push(gw.remaining)
  }
  await server.close()
  assert.deepEqual(remaining, [{}, { minute: 7, day: 70 }, { day: 5 }, {}])
})
test('onResponse receives the metadata of the response, for errors too', async () => {
  const infos: ResponseInfo[] = []
  const headers = { 'x-request-id': 'req_3', 'x-gateway-provider': 'embedded', 'x-ratelimit-remaining-minute': '3' }
  const options = { onResponse: (one: ResponseInfo) => infos.push(one) }
  await resultOf(json({}, { headers }), plainGet, options)
  await resultOf(json({}, { status: 404 }), plainGet, options).catch(() => undefined)
  const [first, second] = infos
  assert.deepEqual([first?.requestId, first?.provider, first?.remaining], ['req_3', 'embedded', { minute: 3 }])
  assert.equal(second?.status, 404)
})

test('a call ends at its timeout or when its signal is aborted', async () => {
  const server = await startServer(() => undefined)
  const call = methodsAt(server.url).method(plainGet)
  await assert.rejects(call({}, { timeoutMs: 30 }), { name: 'TimeoutError' })
  const controller = new AbortController()
  const pending = call({}, { signal: controller.signal })
  controller.abort(new Error('no longer needed'))
  await assert.rejects(pending, /no longer needed/)
  await assert.rejects(call({}, { signal: AbortSignal.abort() }), { name: 'AbortError' })
  await server.close()
})
test('the timeout covers the body too', async () => {
  const server = await startServer((_request, response) => {
    response.writeHead(200)
    response.write('{')
  })
  await assert.rejects(methodsAt(server.url).method(plainGet)({}, { timeoutMs: 50 }), { name: 'TimeoutError' })
  await server.close()
})

test('headers of the client go with every call, and those of one call come before them', async () => {
  const server = await startServer(json({}))
  const gw = connect({ url: server.url, key: 'k', headers: { 'x-gateway-envelope': 'raw', 'x-gateway-key': 'other' } })
  await gw.randomness.bool()
  await gw.randomness.bool({ headers: { 'x-gateway-envelope': 'data' } })
  await server.close()
  const sentHeaders = server.arrived.map(({ headers }) => [headers['x-gateway-envelope'], headers['x-gateway-key']])
  assert.deepEqual(sentHeaders, [
    ['raw', 'k'],
    ['data', 'k'],
  ])
})

test('each surface has its own address and key, which default to those of the gateway', async () => {
  const server = await startServer(json({}))
  const gw = connect({ url: `${server.url}/`, key: 'k1', operator: { key: 'k2' } })
  await gw.randomness.bool()
  await gw.admin.listPlans()
  await server.close()
  const remaining = server.arrived.map(({ url, headers }) => [
    url,
    headers['x-gateway-key'],
    headers['x-gateway-admin-key'],
  ])
  assert.deepEqual(remaining, [
    ['/v1/proxy/randomness/bool', 'k1', undefined],
    ['/v1/admin/plans', undefined, 'k2'],
  ])
})
test('an address that is not http is refused immediately', () => {
  assert.throws(() => connect({ url: 'file:///etc/passwd', key: 'k' }), TypeError)
  assert.throws(() => connect({ url: 'localhost:8787', key: 'k' }), TypeError)
})
