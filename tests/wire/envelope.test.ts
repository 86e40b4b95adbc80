// The envelope: JSON results of an enveloped API are wrapped in `data` while they stream, without being parsed; the
// bodies of all other APIs pass byte for byte.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import zlib from 'node:zlib'
import {
  anyObject,
  bytes,
  defineApi,
  defineProvider,
  empty,
  get,
  hosted,
  keyless,
  nullable,
  refuse,
  reply,
  text,
} from '#define'
import { openProxy } from '../harness/proxy.ts'
import { headerIn } from '../harness/raw-http.ts'

const insideApi = defineApi({
  slug: 'inside',
  title: 'Inside',
  summary: 'For tests.',
  surface: hosted,
  auth: keyless,
  upstream: null,
  envelope: 'data',
  endpoints: {
    value: get('/value', 'JSON', { returns: anyObject() }),
    nothing: get('/nothing', 'JSON null', { returns: nullable(anyObject()) }),
    absent: get('/absent', 'No body', { returns: empty() }),
    accepted: get('/accepted', 'No body, but a status', { returns: empty() }),
    text: get('/text', 'Text', { returns: text() }),
    bytes: get('/bytes', 'Bytes', { returns: bytes('image/png') }),
    refused: get('/refused', 'An error', { returns: anyObject() }),
  },
})
const inside = defineProvider(insideApi, () => ({
  value: () => ({ a: 1 }),
  nothing: () => null,
  absent: () => undefined,
  accepted: () => reply(undefined, { status: 202 }),
  text: () => 'a text',
  bytes: () => Buffer.from('PNG'),
  refused: () => {
    throw refuse(404, { message: 'not here' })
  },
}))
const proxy = await openProxy({ after }, { more: () => [{ api: insideApi, provider: inside, live: {}, examples: {} }] })
const embedded = { 'x-gateway-provider': 'embedded' }

/** The answer of the provider: with its length, unless it is sent in chunks. */
let sent: { status?: number; type?: string | null; body: Buffer | readonly string[]; headers?: Record<string, string> }
beforeEach(() => {
  proxy.answer = (_request, response) => {
    const { status = 200, type = 'application/json', body, headers } = sent
    if (type !== null) response.setHeader('content-type', type)
    if (Buffer.isBuffer(body)) {
      response.writeHead(status, { 'content-length': body.length, ...headers }).end(body)
      return
    }
    response.writeHead(status, headers)
    for (const piece of body) response.write(piece)
    response.end()
  }
})

const callRaw = (path: string, ...fields: readonly string[]) =>
  proxy.raw({ after }, proxy.head('GET', path, ...fields), '\r\n\r\n')

test('a JSON result is wrapped byte for byte, with the right length', async () => {
  for (const body of ['{"b" : 1.0, "a":12345678901234567890,\n "é":"\\u00e9"}', '[]', 'null', '5', '"text"', ' {} ']) {
    sent = { body: Buffer.from(body) }
    const answer = await callRaw('/wrapped/things')
    assert.equal(String(answer.body), `{"data":${body}}`)
    assert.equal(headerIn(answer, 'content-length'), String(answer.body.length))
    assert.equal(headerIn(answer, 'transfer-encoding'), undefined)
  }
})

test('a chunked JSON result is wrapped as it arrives', async (t) => {
  const second = Promise.withResolvers<void>()
  proxy.answer = async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"first":1,')
    await second.promise
    response.end('"second":2}')
  }
  const connection = await proxy.connect(t)
  connection.send(proxy.head('GET', '/wrapped/things'), '\r\n\r\n')
  await connection.until('{"first":1,')
  second.resolve()
  const answer = await connection.answer()
  assert.equal(String(answer.body), '{"data":{"first":1,"second":2}}')
  assert.equal(headerIn(answer, 'transfer-encoding'), 'chunked')
})

test('a result without a body is wrapped as null', async () => {
  sent = { body: Buffer.alloc(0) }
  const whole = await callRaw('/wrapped/things')
  assert.equal(String(whole.body), '{"data":null}')
  assert.equal(headerIn(whole, 'content-length'), '13')
  sent = { body: [] }
  assert.equal(String((await callRaw('/wrapped/things')).body), '{"data":null}')
})

test('every JSON type is wrapped, and nothing else is', async () => {
  for (const type of [
    'application/json; charset=utf-8',
    'application/vnd.thing.v2+json',
    'Application/JSON',
    'application/problem+json',
  ]) {
    sent = { type, body: Buffer.from('{}') }
    const answer = await callRaw('/wrapped/things')
    assert.equal(String(answer.body), '{"data":{}}', type)
    assert.equal(headerIn(answer, 'content-type'), type)
  }
  for (const type of [
    'text/plain',
    'text/csv',
    'image/png',
    'text/event-stream',
    'application/jsonl',
    'application/x-ndjson',
    'text/html',
    null,
  ]) {
    sent = { type, body: Buffer.from('{}') }
    assert.equal(String((await callRaw('/wrapped/things')).body), '{}', `${type}`)
  }
})

test('only successes are wrapped', async () => {
  for (const status of [201, 202, 203]) {
    sent = { status, body: Buffer.from('{}') }
    const answer = await callRaw('/wrapped/things')
    assert.deepEqual([answer.status, String(answer.body)], [status, '{"data":{}}'])
  }
  for (const status of [300, 302, 400, 404, 500]) {
    sent = { status, body: Buffer.from('{"error":{"code":"c","message":"m"}}') }
    const answer = await callRaw('/wrapped/things')
    assert.deepEqual([answer.status, String(answer.body)], [status, '{"error":{"code":"c","message":"m"}}'])
  }
})

for (const status of [204, 304]) {
  test(`a ${status} has no body and no length, wrapped or not`, async (t) => {
    for (const slug of ['wrapped', 'plain', 'bearer']) {
      proxy.answer = (_request, response) =>
        void response.writeHead(status, { 'content-type': 'application/json', etag: '"a"', 'content-length': 7 }).end()
      const connection = await proxy.connect(t)
      connection.send(proxy.head('GET', `/${slug}/things`, 'Connection: close'), '\r\n\r\n')
      const everything = String(await connection.ended())
      assert.match(everything, new RegExp(`^HTTP/1.1 ${status} `))
      assert.match(everything, /etag: "a"/)
      assert.doesNotMatch(everything, /content-length|transfer-encoding/i)
      assert.ok(everything.endsWith('\r\n\r\n'))
    }
  })
}

test('x-gateway-envelope: raw leaves the result unchanged, data wraps the result of any API', async () => {
  sent = { body: Buffer.from('{"a":1}') }
  assert.equal(String((await callRaw('/wrapped/things', 'x-gateway-envelope: raw')).body), '{"a":1}')
  const wrapped = await callRaw('/plain/things', 'X-Gateway-Envelope: data')
  assert.equal(String(wrapped.body), '{"data":{"a":1}}')
  assert.equal(headerIn(wrapped, 'content-length'), '16')
  assert.equal(String((await callRaw('/plain/things')).body), '{"a":1}')
})

test('any other x-gateway-envelope changes nothing', async () => {
  sent = { body: Buffer.from('{}') }
  for (const value of ['yes', 'DATA', '', 'raw, data']) {
    assert.equal(String((await callRaw('/wrapped/things', `x-gateway-envelope: ${value}`)).body), '{"data":{}}', value)
    assert.equal(String((await callRaw('/plain/things', `x-gateway-envelope: ${value}`)).body), '{}', value)
  }
})

test('an encoded result is decoded before it is wrapped, and loses its content-encoding', async () => {
  const body = zlib.gzipSync('{"a":1}')
  sent = {
    body,
    headers: { 'content-encoding': 'gzip', etag: '"a"', 'content-md5': 'x', digest: 'x', 'accept-ranges': 'bytes' },
  }
  const answer = await callRaw('/wrapped/things', 'Accept-Encoding: gzip')
  assert.equal(String(answer.body), '{"data":{"a":1}}')
  for (const name of ['content-encoding', 'etag', 'content-md5', 'digest', 'accept-ranges'])
    assert.equal(headerIn(answer, name), undefined, name)
})

test('headers that describe the body are kept when it is unchanged', async () => {
  const described = { etag: '"a"', 'content-md5': 'x', 'accept-ranges': 'bytes', 'content-encoding': 'gzip' }
  const body = zlib.gzipSync('{"a":1}')
  sent = { body, headers: described }
  const answer = await callRaw('/plain/things', 'Accept-Encoding: gzip')
  assert.ok(answer.body.equals(body))
  for (const [name, value] of Object.entries(described)) assert.equal(headerIn(answer, name), value)
})

for (const [path, status, body, type] of [
  ['/inside/value', 200, '{"data":{"a":1}}', 'application/json; charset=utf-8'],
  ['/inside/nothing', 200, '{"data":null}', 'application/json; charset=utf-8'],
  ['/inside/absent', 204, '', undefined],
  ['/inside/accepted', 202, '', undefined],
  ['/inside/text', 200, 'a text', 'text/plain; charset=utf-8'],
  ['/inside/bytes', 200, 'PNG', 'image/png'],
  [
    '/inside/refused',
    404,
    '{"message":"not here","error":{"code":"provider.not_found","message":"not here"},"meta":{"requestId":"ID"}}',
    'application/json; charset=utf-8',
  ],
] as const) {
  test(`results of an embedded provider are wrapped alike: ${path}`, async () => {
    const response = await proxy.call(path, { headers: embedded })
    const received = (await response.text()).replace(response.headers.get('x-request-id') ?? 'none', 'ID')
    assert.deepEqual([response.status, received], [status, body])
    assert.equal(response.headers.get('content-type') ?? undefined, type)
    assert.equal(response.headers.get('x-gateway-provider'), 'embedded')
  })
}

test('x-gateway-envelope overrides for an embedded provider too', async () => {
  const response = await proxy.call('/inside/value', { headers: { ...embedded, 'x-gateway-envelope': 'raw' } })
  assert.equal(await response.text(), '{"a":1}')
})
