// Requests: declared parameters are parsed by type, all problems come in one 400, null counts as missing, and what is
// not declared is passed on unchanged. An embedded provider shows what was parsed, the live one what was passed on.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import {
  anyBody,
  anyObject,
  body,
  bool,
  day,
  defineApi,
  defineProvider,
  get,
  hosted,
  int,
  keyless,
  list,
  map,
  num,
  obj,
  oneOf,
  opt,
  post,
  req,
  str,
} from '#define'
import { isRecord, openProxy } from '../harness/proxy.ts'

const echoApi = defineApi({
  slug: 'echo',
  title: 'Echo',
  summary: 'Answers with its input.',
  surface: hosted,
  auth: keyless,
  upstream: null,
  endpoints: {
    typed: get('/typed', 'Every kind', {
      returns: anyObject(),
      params: {
        whole: int({ min: -5, max: 1000 }),
        number: num({ above: 0 }),
        flag: bool(),
        text: str({ min: 2, max: 5 }),
        code: str({ pattern: '^[A-Z]{2}$' }),
        on: day(),
        one: oneOf(['a', 'b']),
        level: oneOf([1, 2]),
        texts: list(str()),
        numbers: list(int()),
        many: list(int(), { repeat: true }),
        preset: int({ default: 7 }),
        either: int({ also: '^(?:all|none)$' }),
        'x-level': int({ in: 'header' }),
      },
    }),
    needed: get('/needed/{id}/{on}', 'Required', {
      returns: anyObject(),
      params: { id: req.int({ min: 1 }), on: req.day(), name: req.str(), limit: req.int() },
    }),
    named: get('/named/{name}', 'A text in the path', { returns: anyObject() }),
    rest: get('/rest/*path', 'The rest of a path', { returns: anyObject() }),
    lenient: get('/lenient', 'Wrong values are the provider`s affair', {
      returns: anyObject(),
      params: { page: int({ min: 1 }), must: req.int() },
      invalid: 'provider',
    }),
    make: post('/make', 'A body', {
      returns: anyObject(),
      body: body(
        {
          name: req.str({ max: 10 }),
          count: int({ min: 1 }),
          flag: bool(),
          tags: list(str()),
          place: obj({ city: str(), zip: opt(str()) }),
          extra: map(int()),
        },
        { as: ['json', 'form'] },
      ),
    }),
    raw: post('/raw', 'Any body', { returns: anyObject(), body: anyBody() }),
  },
})
const copy = (input: object) => ({ ...input })
const echo = defineProvider(echoApi, () => ({
  typed: copy,
  needed: copy,
  named: copy,
  rest: copy,
  lenient: copy,
  make: copy,
  raw: (input) => ({ text: String(input.body) }),
}))
const proxy = await openProxy({ after }, { more: () => [{ api: echoApi, provider: echo, live: {}, examples: {} }] })

beforeEach(() => {
  proxy.upstream.received.length = 0
})

const call = (path: string, init: RequestInit = {}) =>
  proxy.call(`/echo${path}`, { ...init, headers: { 'x-gateway-provider': 'embedded', ...init.headers } })

async function read(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await call(path, init)
  const body: unknown = await response.json()
  assert.equal(response.status, 200, JSON.stringify(body))
  return body
}

/** The problems of a 400, each as `name problem`. */
async function problems(path: string, init: RequestInit = {}): Promise<string[]> {
  const response = await call(path, init)
  const refused: unknown = await response.json()
  assert.equal(response.status, 400, JSON.stringify(refused))
  const error = isRecord(refused) && isRecord(refused.error) ? refused.error : {}
  assert.equal(error.code, 'input.invalid')
  const list = isRecord(error.details) && Array.isArray(error.details.problems) ? error.details.problems : []
  const sentences = list.map((one: { name: string; problem: string }) => `${one.name} ${one.problem}`)
  for (const text of sentences) assert.ok(String(error.message).includes(text), 'the sentence names each')
  return sentences.sort()
}

const postRequest = (value: unknown) => ({
  method: 'POST',
  body: typeof value === 'string' ? value : JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
})

for (const [query, value] of [
  ['whole=12', { whole: 12 }],
  ['whole=-5', { whole: -5 }],
  ['whole=%2B5', { whole: 5 }],
  ['whole=007', { whole: 7 }],
  ['number=1.5e2', { number: 150 }],
  ['number=.5', { number: 0.5 }],
  ['flag=true', { flag: true }],
  ['flag=0', { flag: false }],
  ['flag=FALSE', { flag: false }],
  ['text=a+b', { text: 'a b' }],
  ['text=%C3%A9t%C3%A9', { text: 'été' }],
  ['text=a%2Bb', { text: 'a+b' }],
  ['text=a%26b%3D', { text: 'a&b=' }],
  ['text=a=b', { text: 'a=b' }],
  ['te%78t=abc', { text: 'abc' }],
  ['code=AB', { code: 'AB' }],
  ['on=2024-02-29', { on: '2024-02-29' }],
  ['one=b', { one: 'b' }],
  ['level=2', { level: 2 }],
  ['texts=a,b,,c', { texts: ['a', 'b', 'c'] }],
  ['texts=a&texts=b,c', { texts: ['a', 'b', 'c'] }],
  ['numbers=1,2,3', { numbers: [1, 2, 3] }],
  ['many=1&many=2', { many: [1, 2] }],
  ['either=none', { either: 'none' }],
  ['either=5', { either: 5 }],
  ['preset=1', { preset: 1 }],
  ['whole=1&whole=2', { whole: 1 }],
  ['unknown=x', {}],
] as const) {
  test(`?${query} is read as ${JSON.stringify(value)}`, async () => {
    assert.deepEqual(await read(`/typed?${query}`), { preset: 7, ...value })
  })
}

for (const query of ['', '?', '?whole=', '?whole', '?text=&flag=&texts=&on=', '?&&&']) {
  test(`an empty value counts as missing: /typed${query}`, async () => {
    assert.deepEqual(await read(`/typed${query}`), { preset: 7 })
  })
}

for (const [query, problem] of [
  ['whole=x', 'whole must be an integer'],
  ['whole=1.5', 'whole must be an integer'],
  ['whole=1e3', 'whole must be an integer'],
  ['whole=0x10', 'whole must be an integer'],
  ['whole=9007199254740993', 'whole must be an integer'],
  ['whole=1001', 'whole must be at most 1000'],
  ['whole=-6', 'whole must be at least -5'],
  ['whole= 1', 'whole must be an integer'],
  ['number=NaN', 'number must be a number'],
  ['number=Infinity', 'number must be a number'],
  ['number=1e999', 'number must be a number'],
  ['number=0', 'number must be above 0'],
  ['flag=yes', 'flag must be true or false'],
  ['text=a', 'text must have at least 2 characters'],
  ['text=abcdef', 'text must have at most 5 characters'],
  ['code=ab', 'code must match ^[A-Z]{2}$'],
  ['on=2023-02-29', 'on must be a day, YYYY-MM-DD'],
  ['on=2023-2-9', 'on must be a day, YYYY-MM-DD'],
  ['one=c', 'one must be one of a, b'],
  ['level=3', 'level must be one of 1, 2'],
  ['numbers=1,x', 'numbers must be an integer'],
  ['many=1&many=x', 'many must be an integer'],
  ['either=some', 'either must be an integer'],
  ['text=%zz', 'query must be at most 1000 pairs with valid percent-encoding'],
  ['text=%ff', 'query must be at most 1000 pairs with valid percent-encoding'],
  [Array.from({ length: 1001 }, () => 'a=1').join('&'), 'query must be at most 1000 pairs with valid percent-encoding'],
] as const) {
  test(`?${query.slice(0, 40)} is refused: ${problem}`, async () => {
    assert.deepEqual(await problems(`/typed?${query}`), [problem])
  })
}

test('all problems of path, query, headers and body come in one answer', async () => {
  assert.deepEqual(await problems('/needed/0/2023-13-01?limit=x'), [
    'id must be at least 1',
    'limit must be an integer',
    'name is required',
    'on must be a day, YYYY-MM-DD',
  ])
  assert.deepEqual(await problems('/typed?whole=x&flag=x', { headers: { 'x-level': 'x', 'x-gateway-timeout': 'x' } }), [
    'flag must be true or false',
    'whole must be an integer',
    'x-gateway-timeout must be 1 to 3600000 milliseconds',
    'x-level must be an integer',
  ])
  const wrong = await problems('/make', postRequest({ count: 0, flag: 'x', place: {} }))
  assert.deepEqual(
    wrong.map((one) => one.split(' ', 1)[0]),
    ['count', 'flag', 'name', 'place.city'],
  )
})

test('a header parameter is parsed by its type, whatever its casing', async () => {
  assert.deepEqual(await read('/typed', { headers: { 'X-LEVEL': '3' } }), { preset: 7, 'x-level': 3 })
})

test('placeholders are decoded once', async () => {
  for (const [written, name] of [
    ['a%20b', 'a b'],
    ['a%2fb', 'a/b'],
    ['a+b', 'a+b'],
    ['%E2%82%AC', '€'],
    ['a%26b', 'a&b'],
    ['a%3Fb', 'a?b'],
    ['a%23b', 'a#b'],
    ['a%2541', 'a%41'],
    ['100%25', '100%'],
  ])
    assert.deepEqual(await read(`/named/${written}`), { name })
  assert.deepEqual(await read('/rest/a/b%20c/d'), { path: 'a/b c/d' })
  assert.deepEqual(await read('/needed/5/2024-01-01?name=n&limit=1'), { id: 5, on: '2024-01-01', name: 'n', limit: 1 })
})

test('invalid values are passed on where the provider answers for them; missing ones are still refused', async () => {
  assert.deepEqual(await read('/lenient?page=x&must=y'), { page: 'x', must: 'y' })
  assert.deepEqual(await read('/lenient?page=0&must=5'), { page: '0', must: 5 })
  assert.deepEqual(await problems('/lenient'), ['must is required'])
})

test('null in a body counts as missing, and an undeclared member passes', async () => {
  const sent = { name: 'n', count: null, place: { city: 'c', zip: null }, more: { a: [1] } }
  const { count: _leftOut, ...rest } = sent
  assert.deepEqual(await read('/make', postRequest(sent)), { body: rest })
  assert.deepEqual(await problems('/make', postRequest({ name: null })), ['name is required'])
})

for (const [what, init, problem] of [
  ['no body', { method: 'POST' }, 'body is required'],
  ['a body that is not JSON', postRequest('{"name":'), 'body must be valid JSON'],
  [
    'a body of another type',
    { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } },
    'content-type must be application/json or application/x-www-form-urlencoded',
  ],
] as const) {
  test(`${what} is refused: ${problem}`, async () => {
    assert.deepEqual(await problems('/make', init), [problem])
  })
}

test('a form is parsed by the declared types of its fields', async () => {
  const form = (text: string) => ({
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.deepEqual(await read('/make', form('name=a+b&count=5&flag=true&tags=x&tags=y&other=1')), {
    body: { name: 'a b', count: 5, flag: true, tags: ['x', 'y'], other: '1' },
  })
  const wrong = await problems('/make', form('count=x'))
  assert.deepEqual(
    wrong.map((one) => one.split(' ', 1)[0]),
    ['count', 'name'],
  )
})

for (const [path, passed] of [
  ['/things?z=1&a=2&page=3&a=%20x+y&empty&e2=&z=0', '/things?z=1&a=2&page=3&a=%20x+y&empty&e2=&z=0'],
  ['/things?ids=1&ids=2&tags=a,b', '/things?ids=1&ids=2&tags=a,b'],
  ['/things?q=%e2%82%ac&Q=%E2%82%AC', '/things?q=%e2%82%ac&Q=%E2%82%AC'],
  ['/things?filter[a]=1&filter%5Bb%5D=2', '/things?filter[a]=1&filter%5Bb%5D=2'],
  ["/things?x='();:@!$*,/?", "/things?x='();:@!$*,/?"],
  ['/things?page=', '/things?page='],
  ['/mapped/1/2?b=2&limit=5&internal=x&a=1&limit=6', '/v2/2/of/1?b=2&per_page=5&a=1&per_page=6'],
] as const) {
  test(`the query is passed on as sent, except what the API declares otherwise: ${path}`, async (t) => {
    const answer = await proxy.raw(t, proxy.head('GET', `/plain${path}`), '\r\n\r\n')
    assert.equal(answer.status, 200)
    assert.equal(proxy.last().url, passed)
  })
}

test('an invalid call is never forwarded', async () => {
  for (const path of [
    '/plain/things?page=x',
    '/plain/things?page=101',
    '/plain/days/2023-02-30?limit=1',
    '/plain/days/2023-02-01',
  ])
    assert.equal((await proxy.call(path)).status, 400)
  assert.equal((await proxy.call('/plain/things', postRequest({ count: 1 }))).status, 400)
  assert.equal(proxy.upstream.received.length, 0)
})

test('JSON, form, multipart and binary bodies are passed on with their bytes and content type', async () => {
  const json = ' {"name" : "x", "n":1.0e1 , "n":2,\n"\\u0061":"é"} '
  for (const [path, type, bytes] of [
    ['/plain/things', 'application/json; charset=utf-8', json],
    ['/plain/form', 'application/x-www-form-urlencoded', 'name=a+b&name=%C3%A9&&x'],
    [
      '/plain/upload',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="f"\r\n\r\n\x00\xff\r\n--b--\r\n',
    ],
    ['/plain/upload', 'application/octet-stream', '\x00\x01\xff\xfe'],
    ['/plain/upload', 'text/csv', 'a,b\n'],
  ] as const) {
    const sent = Buffer.from(bytes, 'latin1')
    const response = await proxy.call(path, { method: 'POST', body: sent, headers: { 'content-type': type } })
    assert.equal(response.status, 200)
    assert.ok(proxy.last().body.equals(sent), type)
    assert.equal(proxy.last().headers['content-type'], type)
    assert.equal(proxy.last().headers['content-length'], String(sent.length))
  }
})

test('an unknown method of a known path is a 405 that lists the known ones', async () => {
  for (const [method, path, allow] of [
    ['DELETE', '/plain/things', ['GET', 'HEAD', 'POST']],
    ['POST', '/plain/things/1', ['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT']],
    ['PUT', '/plain/upload', ['POST']],
    ['PATCH', '/echo/typed', ['GET', 'HEAD']],
  ] as const) {
    const response = await proxy.call(path, { method })
    assert.equal(response.status, 405)
    assert.deepEqual(response.headers.get('allow')?.split(', ').sort(), allow)
    assert.match(await response.text(), /"code":"method\.unknown"/)
  }
})

test('an unknown path is a 404 that names the nearest', async () => {
  const refused: unknown = await (await proxy.call('/plain/thing')).json()
  const details =
    isRecord(refused) && isRecord(refused.error) && isRecord(refused.error.details) ? refused.error.details : {}
  assert.ok(Array.isArray(details.nearest) && details.nearest.includes('/things'))
})
