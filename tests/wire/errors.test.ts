// Errors: a provider's error keeps its status and fields and gains the missing members of `error`; the gateway's own
// have one form.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import zlib from 'node:zlib'
import { isRecord, openProxy } from '../harness/proxy.ts'
import { headerIn } from '../harness/raw-http.ts'

const proxy = await openProxy({ after })
const callRaw = (path: string) => proxy.raw({ after }, proxy.head('GET', path), '\r\n\r\n')

function answers(status: number, body: string | Buffer, headers: Record<string, string> = {}): void {
  proxy.answer = (_request, response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...headers,
    })
    response.end(body)
  }
}

for (const [status, code] of [
  [400, 'provider.bad_request'],
  [401, 'provider.unauthorized'],
  [402, 'provider.payment_required'],
  [403, 'provider.forbidden'],
  [404, 'provider.not_found'],
  [409, 'provider.conflict'],
  [413, 'provider.too_large'],
  [415, 'provider.unsupported_type'],
  [418, 'provider.refused'],
  [422, 'provider.invalid_input'],
  [429, 'provider.rate_limited'],
  [451, 'provider.refused'],
  [500, 'provider.failed'],
  [501, 'provider.failed'],
  [599, 'provider.failed'],
] as const) {
  test(`a provider's ${status} keeps its status and every byte, and gains an error member`, async () => {
    const body = '{ "big":12345678901234567890, "f":1.10,"s":"\\u00e9é" ,\n"n":null }'
    answers(status, body)
    const answer = await callRaw('/plain/things')
    assert.equal(answer.status, status)
    const message = `The provider answered ${status}.`
    assert.equal(String(answer.body), `${body.slice(0, -1)},"error":${JSON.stringify({ code, message })}}`)
    assert.equal(headerIn(answer, 'content-length'), String(answer.body.length))
  })
}

for (const [what, body, error] of [
  ['a message', { message: 'm', detail: 'd' }, { code: 'provider.bad_request', message: 'm' }],
  ['a detail', { detail: 'd', title: 't' }, { code: 'provider.bad_request', message: 'd' }],
  ['a title', { title: 't' }, { code: 'provider.bad_request', message: 't' }],
  ['an OAuth description', { error_description: 'o' }, { code: 'provider.bad_request', message: 'o' }],
  [
    'a message that is not a string',
    { message: { a: 1 } },
    { code: 'provider.bad_request', message: 'The provider answered 400.' },
  ],
] as const) {
  test(`the message of the error is ${what} when the provider sends one`, async () => {
    answers(400, JSON.stringify(body))
    assert.deepEqual(JSON.parse(String((await callRaw('/plain/things')).body)), { ...body, error })
  })
}

test('code and message are read where the API declares them', async () => {
  answers(400, '{"problem":{"id":17,"text":"too far"},"message":"other"}')
  const body = String((await callRaw('/wrapped/things')).body)
  assert.equal(
    body,
    '{"problem":{"id":17,"text":"too far"},"message":"other","error":{"code":"17","message":"too far"}}',
  )
  for (const odd of ['{"problem":5}', '{"problem":null}', '{"problem":{"id":{},"text":[]}}']) {
    answers(400, odd)
    const read: unknown = JSON.parse(String((await callRaw('/wrapped/things')).body))
    assert.deepEqual(isRecord(read) && read.error, {
      code: 'provider.bad_request',
      message: 'The provider answered 400.',
    })
  }
})

test('an empty object gains only the error member', async () => {
  answers(404, '{}')
  const error = '{"code":"provider.not_found","message":"The provider answered 404."}'
  assert.equal(String((await callRaw('/plain/things')).body), `{"error":${error}}`)
})

for (const body of [
  '{"error":{"code":"c","message":"m","more":12345678901234567890}}',
  '{"error":{"code":"","message":""}}',
  '{"error":"e","gateway_error":{"code":"c","message":"e"}}',
  '["a"]',
  '"text"',
  'null',
  '5',
  '',
  '{"cut":',
  '<html>',
]) {
  test(`a body with its own error, or that is not an object, is unchanged: ${body || 'none'}`, async () => {
    answers(400, body)
    const answer = await callRaw('/plain/things')
    assert.equal(answer.status, 400)
    assert.equal(String(answer.body), body)
    assert.equal(headerIn(answer, 'content-length'), String(Buffer.byteLength(body)))
  })
}

for (const [error, code, message] of [
  ['"invalid_grant"', 'provider.bad_request', 'invalid_grant'],
  ['["a","b"]', 'provider.bad_request', 'a'],
  ['true', 'provider.bad_request', 'd'],
  ['5', 'provider.bad_request', 'd'],
  ['""', 'provider.bad_request', 'd'],
  ['{"code":5,"message":"m"}', '5', 'm'],
  ['{"code":5,"message":{"en":"m"}}', '5', 'd'],
  ['{"code":"c","message":["m"]}', 'c', 'd'],
] as const) {
  test(`an error of another form stays, and gateway_error has code and message: ${error}`, async () => {
    const body = `{ "error":${error},"detail":"d" ,\n"f":1.10`
    answers(400, `${body}}`)
    const beside = JSON.stringify({ code, message })
    assert.equal(String((await callRaw('/plain/things')).body), `${body},"gateway_error":${beside}}`)
  })
}

for (const [body, expected] of [
  [
    '{"error":{"code":null,"message":"m"},"n":1.10}',
    '{"error":{"code":"provider.bad_request","message":"m"},"n":1.10}',
  ],
  [
    '{"error":{"message":"m","n":12345678901234567890,"f":1.10}}',
    '{"error":{"message":"m","n":12345678901234567890,"f":1.10,"code":"provider.bad_request"}}',
  ],
  [
    '{"error":{"code":"c"},"message":"outer","n":1e400}',
    '{"error":{"code":"c","message":"outer"},"message":"outer","n":1e400}',
  ],
  [
    '{"error":{},"status":0.10}',
    '{"error":{"code":"provider.bad_request","message":"The provider answered 400."},"status":0.10}',
  ],
  [
    '{"error":null,"id":9007199254740993}',
    '{"error":{"code":"provider.bad_request","message":"The provider answered 400."},"id":9007199254740993}',
  ],
  [
    '{"error":{"message":"m"},"__proto__":{"a":1}}',
    '{"error":{"message":"m","code":"provider.bad_request"},"__proto__":{"a":1}}',
  ],
] as const) {
  test(`an error object gains only its missing members, and no number or name changes: ${body}`, async () => {
    answers(400, body)
    assert.equal(String((await callRaw('/plain/things')).body), expected)
  })
}

test('an error that is not JSON is passed on with its content type', async () => {
  for (const [type, body] of [
    ['text/html; charset=utf-8', '<h1>Bad</h1>'],
    ['text/plain', 'no'],
    ['application/xml', '<error/>'],
    ['image/png', Buffer.from([0x89, 0x50, 0, 255])],
  ] as const) {
    answers(502, body, { 'content-type': type })
    const answer = await proxy.raw({ after }, proxy.head('PATCH', '/plain/things/1'), '\r\n\r\n')
    assert.equal(answer.status, 502)
    assert.equal(headerIn(answer, 'content-type'), type)
    assert.ok(answer.body.equals(Buffer.from(body)))
  }
})

test('an error keeps the headers that tell the caller what to do', async () => {
  answers(429, '{}', { 'retry-after': '17', 'www-authenticate': 'Bearer realm="x"', 'x-own': 'own' })
  const answer = await callRaw('/plain/things')
  assert.equal(headerIn(answer, 'retry-after'), '17')
  assert.equal(headerIn(answer, 'www-authenticate'), 'Bearer realm="x"')
  assert.equal(headerIn(answer, 'x-own'), 'own')
})

test('an encoded error is completed too', async () => {
  answers(400, zlib.gzipSync('{"message":"m"}'), { 'content-encoding': 'gzip', etag: '"a"' })
  const answer = await callRaw('/plain/things')
  assert.equal(String(answer.body), '{"message":"m","error":{"code":"provider.bad_request","message":"m"}}')
  assert.equal(headerIn(answer, 'content-encoding'), undefined)
  assert.equal(headerIn(answer, 'etag'), undefined)
})

test('an error too large to be completed is streamed unchanged', async () => {
  const body = `{"message":"${'m'.repeat(300 * 1024)}"}`
  answers(500, body)
  const answer = await callRaw('/plain/things')
  assert.equal(answer.status, 500)
  assert.ok(answer.body.equals(Buffer.from(body)))
  assert.equal(answer.complete, true)
})

test('a deeply nested error is handled', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  for (const body of [`{"deep":${deep}}`, `{"error":null,"deep":${deep}}`]) {
    answers(400, body)
    const answer = await callRaw('/plain/things')
    assert.ok(answer.status === 400 || answer.status === 502, `${answer.status}`)
  }
})

for (const [what, send, status, code] of [
  ['an unknown API', () => proxy.call('/nowhere/x'), 404, 'api.unknown'],
  ['an unknown path', () => proxy.call('/plain/nowhere'), 404, 'endpoint.unknown'],
  ['an unknown method', () => proxy.call('/plain/things', { method: 'PUT' }), 405, 'method.unknown'],
  ['no key', () => proxy.call('/plain/things', { key: null }), 401, 'key.invalid'],
  ['a wrong parameter', () => proxy.call('/plain/things?page=x'), 400, 'input.invalid'],
  [
    'an unknown provider',
    () => proxy.call('/plain/things', { headers: { 'x-gateway-provider': 'other' } }),
    400,
    'provider.unknown',
  ],
  [
    'no embedded provider',
    () => proxy.call('/plain/things', { headers: { 'x-gateway-provider': 'embedded' } }),
    501,
    'provider.embedded_missing',
  ],
] as const) {
  test(`the gateway's own errors have one form and reveal nothing internal: ${what}`, async () => {
    const response = await send()
    const text = await response.text()
    assert.equal(response.status, status)
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const body = JSON.parse(text)
    assert.deepEqual(Object.keys(body), ['error', 'meta'])
    assert.equal(body.error.code, code)
    assert.equal(typeof body.error.message, 'string')
    assert.doesNotMatch(body.error.message, /[{}]/, 'an unfilled blank')
    assert.deepEqual(body.meta, { requestId: response.headers.get('x-request-id') })
    assert.doesNotMatch(text, /\.ts\b|node:|at \w+ \(|undefined|\[object/)
  })
}

test('an internal failure reveals nothing to the caller, and the log has its request id', async () => {
  const { pools } = proxy.gateway.components
  const origin = pools.origin(proxy.upstream.url)
  const { dispatch } = origin.pool
  origin.pool.dispatch = () => {
    throw new TypeError('a secret of the inside')
  }
  const response = await proxy.call('/plain/things')
  origin.pool.dispatch = dispatch
  const body = await response.text()
  assert.equal(response.status, 500)
  assert.match(body, /internal\.bug/)
  assert.doesNotMatch(body, /secret|TypeError/)
  const id = response.headers.get('x-request-id') ?? 'none'
  const entry = proxy.gateway.logged.find((line) => line.includes(id) && line.includes('internal.bug'))
  assert.match(entry ?? '', /a secret of the inside/)
})
