// The headers of every answer: remaining calls, request id, timing, provider, renamed headers, links, CORS.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { anyObject, defineApi, defineProvider, get, hosted, int, keyless } from '#define'
import { clockFromNoon } from '../harness/clock-from-noon.ts'
import { openProxy } from '../harness/proxy.ts'
import { headerIn } from '../harness/raw-http.ts'
import { sendJson } from '../harness/upstream.ts'

const insideApi = defineApi({
  slug: 'inside',
  title: 'Inside',
  summary: 'For tests.',
  surface: hosted,
  auth: keyless,
  upstream: null,
  endpoints: { value: get('/value', 'JSON', { returns: anyObject(), params: { page: int() } }) },
})
const inside = defineProvider(insideApi, () => ({ value: () => ({ a: 1 }) }))
const proxy = await openProxy(
  { after },
  {
    platform: { clock: clockFromNoon() },
    more: () => [{ api: insideApi, provider: inside, live: {}, examples: {} }],
  },
)
const embedded = { 'x-gateway-provider': 'embedded' }

beforeEach(() => {
  proxy.answer = (request, response) => sendJson(response, { path: request.url })
})

const failing = (status: number) => async () => {
  proxy.answer = (_request, response) => sendJson(response, {}, { status })
  return proxy.call('/plain/things/1', { method: 'PATCH' })
}

/** Every kind of answer: whether it counts against the plan, and which provider gave it. */
const answers: readonly [
  what: string,
  send: () => Promise<Response>,
  status: number,
  counted: boolean,
  provider: string | null,
][] = [
  ['a live success', () => proxy.call('/plain/things'), 200, true, 'live'],
  ['an embedded success', () => proxy.call('/inside/value', { headers: embedded }), 200, true, 'embedded'],
  ['an enveloped success', () => proxy.call('/wrapped/things'), 200, true, 'live'],
  ['a client error of the provider', failing(404), 404, true, 'live'],
  ['a rate limit of the provider', failing(429), 429, true, 'live'],
  ['a failure of the provider', failing(503), 503, true, 'live'],
  ['a wrong parameter', () => proxy.call('/plain/things?page=x'), 400, true, 'live'],
  [
    'a wrong parameter, embedded',
    () => proxy.call('/inside/value?page=x', { headers: embedded }),
    400,
    true,
    'embedded',
  ],
  [
    'a body that is too large',
    () => proxy.call('/plain/upload', { method: 'POST', body: 'x'.repeat(20_000) }),
    413,
    true,
    'live',
  ],
  ['no live provider', () => proxy.call('/inside/value'), 501, true, 'live'],
  ['no key', () => proxy.call('/plain/things', { key: null }), 401, false, null],
  ['a wrong key', () => proxy.call('/plain/things', { key: 'gh_live_wrong' }), 401, false, null],
  ['an unknown API', () => proxy.call('/nowhere/things'), 404, false, null],
  ['an unknown path', () => proxy.call('/plain/nowhere'), 404, false, null],
  ['an unknown method', () => proxy.call('/plain/things', { method: 'DELETE' }), 405, false, null],
  ['an unsafe path', () => proxy.call('/plain/things/%5c'), 400, false, null],
]

const integer = /^\d+$/
for (const [what, send, status, counted, provider] of answers) {
  test(`${what} carries the headers of every answer`, async () => {
    const response = await send()
    await response.arrayBuffer()
    const header = (name: string) => response.headers.get(name)
    assert.equal(response.status, status)
    assert.match(header('x-request-id') ?? '', /^req_[a-z0-9]+$/)
    assert.match(header('server-timing') ?? '', /^gateway;dur=\d+\.\d\d(?:, upstream;dur=\d+\.\d\d)?$/)
    assert.equal(header('x-gateway-provider'), provider)
    for (const name of [
      'x-ratelimit-remaining-minute',
      'x-ratelimit-remaining-day',
      'x-ratelimit-limit-minute',
      'x-ratelimit-limit-day',
    ])
      if (counted) assert.match(header(name) ?? '', integer, name)
      else assert.equal(header(name), null, name)
    if (!counted) return
    const left = [header('x-ratelimit-remaining-minute'), header('x-ratelimit-remaining-day')]
    const [, minute, minuteS, day, dayS] =
      /^"minute";r=(\d+);t=(\d+), "day";r=(\d+);t=(\d+)$/.exec(header('ratelimit') ?? '') ?? []
    assert.deepEqual([minute, day], left)
    assert.ok(Number(minuteS) >= 1 && Number(minuteS) <= 60 && Number(dayS) >= 1 && Number(dayS) <= 86_400)
    assert.equal(header('ratelimit-policy'), '"minute";q=1000000;w=60, "day";q=10000000;w=86400')
  })
}

test('each call uses up one of the remaining calls, whatever its answer', async () => {
  const { key } = await proxy.gateway.account({ perMinute: 5, perDay: 10 })
  const values: (string | null)[][] = []
  for (const path of ['/inside/value', '/inside/value?page=x', '/inside/value', '/inside/nowhere', '/inside/value']) {
    const response = await proxy.call(path, { key, headers: embedded })
    values.push([
      response.headers.get('x-ratelimit-remaining-minute'),
      response.headers.get('x-ratelimit-remaining-day'),
    ])
  }
  assert.deepEqual(values, [
    ['4', '9'],
    ['3', '8'],
    ['2', '7'],
    [null, null],
    ['1', '6'],
  ])
})

for (const [what, plan, code] of [
  ['minute', { perMinute: 1, perDay: 10 }, 'quota.minute'],
  ['day', { perMinute: 10, perDay: 1 }, 'quota.day'],
] as const) {
  test(`an exhausted ${what} is a 429 with a code and the time to retry`, async () => {
    const { key } = await proxy.gateway.account(plan)
    assert.equal((await proxy.call('/inside/value', { key, headers: embedded })).status, 200)
    const response = await proxy.call('/inside/value', { key, headers: embedded })
    assert.equal(response.status, 429)
    assert.match(await response.text(), new RegExp(`"code":"${code}"`))
    const retryAfter = Number(response.headers.get('retry-after'))
    assert.ok(retryAfter >= 1 && retryAfter <= (what === 'day' ? 86_400 : 60))
    assert.equal(response.headers.get(`x-ratelimit-remaining-${what}`), '0')
    assert.match(response.headers.get('x-request-id') ?? '', /^req_/)
    assert.match(response.headers.get('server-timing') ?? '', /^gateway;dur=/)
  })
}

test('server-timing separates the time of the provider from that of the gateway', async () => {
  // a provider that really takes this long: its time is what is measured
  proxy.answer = (_request, response) => void setTimeout(() => sendJson(response, {}), 150)
  const timing = (await proxy.call('/plain/things')).headers.get('server-timing') ?? ''
  const [, gateway, upstream] = /^gateway;dur=([\d.]+), upstream;dur=([\d.]+)$/.exec(timing) ?? []
  assert.ok(Number(upstream) >= 145, timing)
  assert.ok(Number(gateway) < Number(upstream), timing)
})

test('a safe x-request-id is kept in answers, errors and the log', async () => {
  for (const id of ['caller-request.0001_A', 'a'.repeat(64), '12345678']) {
    const response = await proxy.call('/plain/nowhere', { headers: { 'x-request-id': id } })
    assert.equal(response.headers.get('x-request-id'), id)
    assert.match(await response.text(), new RegExp(`"requestId":"${id.replaceAll('.', '\\.')}"`))
    assert.ok(proxy.gateway.logged.some((line) => line.includes(`"requestId":"${id}"`)))
  }
})

test('an unsafe x-request-id is replaced, never echoed', async (t) => {
  for (const id of [
    'short',
    'a'.repeat(65),
    'with space 1',
    '<script>alert',
    '../../etc/passwd',
    'jndi:ldap://x',
    'a,b,c,d,e,f',
    'caf\xe9-12345',
    '"quoted-id"',
    '',
  ]) {
    const answer = await proxy.raw(
      t,
      Buffer.from(proxy.head('GET', '/plain/things', `X-Request-Id: ${id}`), 'latin1'),
      '\r\n\r\n',
    )
    assert.equal(answer.status, 200)
    assert.match(headerIn(answer, 'x-request-id') ?? '', /^req_[a-z0-9]+$/, id)
  }
  const twice = await proxy.raw(
    t,
    proxy.head('GET', '/plain/things', 'X-Request-Id: first-request', 'X-Request-Id: second-one'),
    '\r\n\r\n',
  )
  assert.match(headerIn(twice, 'x-request-id') ?? '', /^req_/)
})

test('no two calls have the same id', async () => {
  const ids = await Promise.all(
    Array.from({ length: 200 }, async () => (await proxy.call('/plain/nowhere')).headers.get('x-request-id')),
  )
  assert.equal(new Set(ids).size, 200)
})

for (const [name, renamed] of [
  ['X-RateLimit-Limit', 'x-upstream-ratelimit-limit'],
  ['X-RateLimit-Remaining', 'x-upstream-ratelimit-remaining'],
  ['x-ratelimit-remaining-minute', 'x-upstream-ratelimit-remaining-minute'],
  ['X-RATELIMIT-RESET', 'x-upstream-ratelimit-reset'],
  ['RateLimit', 'x-upstream-ratelimit'],
  ['RateLimit-Policy', 'x-upstream-ratelimit-policy'],
  ['RateLimit-Remaining', 'x-upstream-ratelimit-remaining'],
  ['X-Request-Id', 'x-upstream-request-id'],
] as const) {
  test(`the provider's own ${name} comes back as ${renamed}`, async (t) => {
    proxy.answer = (_request, response) => void response.writeHead(200, { [name]: 'of the provider' }).end()
    const answer = await proxy.raw(t, proxy.head('GET', '/plain/things'), '\r\n\r\n')
    assert.equal(headerIn(answer, renamed), 'of the provider')
    const others = answer.headers.filter(([own, value]) => own !== renamed && value === 'of the provider')
    assert.deepEqual(others, [])
  })
}

test('retry-after and other limits of the provider keep their names', async () => {
  proxy.answer = (_request, response) =>
    void response.writeHead(429, { 'retry-after': '5', 'x-rate-limit-left': '1' }).end()
  const response = await proxy.call('/plain/things')
  assert.equal(response.headers.get('retry-after'), '5')
  assert.equal(response.headers.get('x-rate-limit-left'), '1')
})

test('links to the provider become links to the gateway; others are unchanged', async () => {
  const gateway = proxy.gateway.baseUrl
  const own = proxy.upstream.url
  for (const [slug, link, expected] of [
    ['plain', `<${own}/things?page=2>; rel="next"`, `<${gateway}/v1/proxy/plain/things?page=2>; rel="next"`],
    ['plain', `<${own}>; rel="up"`, `<${gateway}/v1/proxy/plain>; rel="up"`],
    ['plain', `<${own}?page=2>; rel="next"`, `<${gateway}/v1/proxy/plain?page=2>; rel="next"`],
    [
      'plain',
      `<${own}/a>; rel="prev", <${own}/b>; rel="next"`,
      `<${gateway}/v1/proxy/plain/a>; rel="prev", <${gateway}/v1/proxy/plain/b>; rel="next"`,
    ],
    ['plain', '</things?page=2>; rel="next"', `<${gateway}/v1/proxy/plain/things?page=2>; rel="next"`],
    [
      'prefixed',
      `<${own}/api/v3/things?page=2>; rel="next"`,
      `<${gateway}/v1/proxy/prefixed/things?page=2>; rel="next"`,
    ],
    ['prefixed', '</api/v3/things?page=2>; rel="next"', `<${gateway}/v1/proxy/prefixed/things?page=2>; rel="next"`],
    ['prefixed', `<${own}/api/v31/things>; rel="next"`, `<${own}/api/v31/things>; rel="next"`],
    ['prefixed', `<${own}/other>; rel="help"`, `<${own}/other>; rel="help"`],
    ['prefixed', '</other>; rel="help"', '</other>; rel="help"'],
    ['plain', `<${own}.evil.test/things>; rel="next"`, `<${own}.evil.test/things>; rel="next"`],
    ['plain', `<${own}9/things>; rel="next"`, `<${own}9/things>; rel="next"`],
    ['plain', `<${own}@evil.test/>; rel="next"`, `<${own}@evil.test/>; rel="next"`],
    ['plain', '<//evil.test/things>; rel="next"', '<//evil.test/things>; rel="next"'],
    ['plain', '<https://example.org/a>; rel="license"', '<https://example.org/a>; rel="license"'],
    ['plain', '<?page=2>; rel="next"', '<?page=2>; rel="next"'],
  ] as const) {
    proxy.answer = (_request, response) => void response.writeHead(200, { link }).end()
    assert.equal((await proxy.call(`/${slug}/things`)).headers.get('link'), expected)
  }
})

test('pages of any origin may read successes, errors and refused keys', async () => {
  const origin = { origin: 'https://page.test' }
  proxy.answer = (_request, response) =>
    sendJson(response, {}, { headers: { 'access-control-allow-origin': 'https://only.test', vary: 'accept' } })
  for (const response of [
    await proxy.call('/plain/things', { headers: origin }),
    await proxy.call('/inside/value', { headers: { ...origin, ...embedded } }),
    await proxy.call('/plain/things?page=x', { headers: origin }),
    await proxy.call('/plain/things', { headers: origin, key: null }),
    await proxy.call('/nowhere/x', { headers: origin }),
  ]) {
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.equal(response.headers.get('access-control-expose-headers'), '*')
    assert.equal(response.headers.get('access-control-allow-credentials'), null)
    assert.match(response.headers.get('vary') ?? '', /origin/)
  }
  const without = await proxy.call('/plain/things')
  assert.equal(without.headers.get('access-control-allow-origin'), null)
})

test('pages may not read the operator API', async () => {
  const headers = { origin: 'https://page.test', 'x-gateway-admin-key': proxy.gateway.adminKey }
  for (const own of [headers, { origin: headers.origin }]) {
    const response = await fetch(`${proxy.gateway.baseUrl}/v1/admin/status`, { headers: own })
    assert.equal(response.headers.get('access-control-allow-origin'), null, `${response.status}`)
  }
})

test('a preflight needs no key and does not reach the provider', async () => {
  const before = proxy.upstream.received.length
  const response = await fetch(`${proxy.gateway.baseUrl}/v1/proxy/plain/things`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://page.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-gateway-key,x-locale',
    },
  })
  assert.equal(response.status, 204)
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  assert.equal(response.headers.get('access-control-allow-headers'), 'content-type,x-gateway-key,x-locale')
  assert.match(response.headers.get('access-control-allow-methods') ?? '', /GET, POST, PUT, PATCH, DELETE/)
  const odd = await fetch(`${proxy.gateway.baseUrl}/v1/proxy/plain/things`, {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'x-ok, "><script>' },
  })
  assert.doesNotMatch(odd.headers.get('access-control-allow-headers') ?? '', /script/)
  assert.equal(proxy.upstream.received.length, before)
})
