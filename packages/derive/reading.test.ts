// What reading a call guarantees: typed values, defaults, and every problem at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  body,
  bool,
  currency,
  day,
  defineApi,
  type Endpoint,
  get,
  hosted,
  int,
  keyless,
  list,
  num,
  obj,
  oneOf,
  post,
  req,
  str,
} from '#define'
import { compileReader, readPairs } from './reading.ts'
import { readForm } from './reading-forms.ts'
import { compileRoutes } from './routes.ts'

const returns = obj({})
function read(
  endpoint: Endpoint,
  search: string,
  options: { pathValues?: string[]; headers?: Record<string, string>; hasStoredKey?: boolean } = {},
) {
  const api = defineApi({
    slug: 'test',
    title: '',
    summary: '',
    surface: hosted,
    auth: keyless,
    upstream: null,
    endpoints: { it: endpoint },
  })
  const [route] = compileRoutes(api).routes
  assert.ok(route)
  const query = readPairs(search, 1000)
  assert.ok(query)
  return compileReader(route)({
    pathValues: options.pathValues ?? [],
    query,
    header: (name) => options.headers?.[name],
    hasStoredKey: options.hasStoredKey ?? false,
  })
}

const all = get('/x/{id}', '', {
  params: {
    id: int(),
    n: num({ above: 0, below: 1 }),
    flag: bool(),
    on: day(),
    in: currency(),
    kind: oneOf(['a', 'b']),
    tags: list(str(), { repeat: true }),
    ids: list(int()),
    page: int({ min: 1, max: 9, default: 1 }),
    'X-Agent': str({ in: 'header', max: 5 }),
  },
  returns,
})

test('strings become values of the declared types', () => {
  const { values, problems } = read(all, 'n=0.5&flag=1&on=2024-02-29&in=usd&kind=b&tags=x&tags=y,z&ids=1,2', {
    pathValues: ['7'],
    headers: { 'x-agent': 'curl' },
  })
  assert.deepEqual(problems, [])
  assert.deepEqual(values, {
    id: 7,
    n: 0.5,
    flag: true,
    on: '2024-02-29',
    in: 'usd',
    kind: 'b',
    tags: ['x', 'y,z'],
    ids: [1, 2],
    page: 1,
    'X-Agent': 'curl',
  })
})

test('every problem of a call is named at once', () => {
  const { problems } = read(all, 'n=1&flag=maybe&on=2023-02-29&in=euro&kind=c&ids=1,x&page=10', {
    pathValues: ['x'],
    headers: { 'x-agent': 'too long' },
  })
  assert.deepEqual(
    problems.map(({ name }) => name),
    ['id', 'n', 'flag', 'on', 'in', 'kind', 'ids', 'page', 'X-Agent'],
  )
})

test('an empty value counts as missing', () => {
  const endpoint = get('/x', '', { params: { q: req.str(), page: int({ default: 3 }) }, returns })
  assert.deepEqual(read(endpoint, 'q=&page='), {
    values: { page: 3 },
    problems: [{ name: 'q', problem: 'is required' }],
  })
})

test('a provider that refuses calls without a required parameter gets them, with its path', () => {
  const params = { q: req.str(), id: req.int() }
  const endpoint = get('/x', '', { params, missing: 'provider', returns })
  const problems = [{ name: 'id', problem: 'must be an integer' }]
  assert.deepEqual(read(endpoint, 'id=x'), { values: { id: undefined }, problems })
  assert.deepEqual(read(endpoint, ''), { values: {}, problems: [] })
})

test('a stored key satisfies a required credential parameter, and nothing else', () => {
  const endpoint = get('/x', '', { params: { api_key: req.str({ credential: true }) }, returns })
  assert.equal(read(endpoint, '').problems.length, 1)
  assert.equal(read(endpoint, '', { hasStoredKey: true }).problems.length, 0)
  assert.equal(read(endpoint, 'api_key=mine').problems.length, 0)
})

test('a required string may be omitted when one of its alternatives is sent, and is then empty', () => {
  const endpoint = get('/x', '', { params: { q: req.str({ unless: ['title'] }), title: str() }, returns })
  assert.equal(read(endpoint, '').problems.length, 1)
  assert.equal(read(endpoint, 'title=').problems.length, 1)
  assert.deepEqual(read(endpoint, 'title=moby'), { values: { q: '', title: 'moby' }, problems: [] })
})

test('where the provider answers invalid values they are passed on as strings, and only absence is a problem', () => {
  const endpoint = get('/x/{id}', '', { params: { id: int(), limit: int() }, returns, invalid: 'provider' })
  assert.deepEqual(read(endpoint, 'limit=abc', { pathValues: ['no'] }), {
    values: { id: 'no', limit: 'abc' },
    problems: [],
  })
})

test('strings of a further accepted form are passed on as strings', () => {
  const endpoint = get('/x/{id}', '', { params: { id: int({ also: '^\\d+(,\\d+)+$' }) }, returns })
  assert.deepEqual(read(endpoint, '', { pathValues: ['1,2'] }).values, { id: '1,2' })
  assert.equal(read(endpoint, '', { pathValues: ['1;2'] }).problems.length, 1)
})

test('any safe integer survives reading, and nothing beyond does', () => {
  const endpoint = get('/x', '', { params: { n: int() }, returns })
  fc.assert(
    fc.property(fc.maxSafeInteger(), (n) => {
      assert.deepEqual(read(endpoint, `n=${n}`).values, { n })
    }),
  )
  for (const text of ['9007199254740992', '1e3', '0x10', '1.0', ' 1', '१'])
    assert.equal(read(endpoint, `n=${encodeURIComponent(text)}`).problems.length, 1, text)
})

test('pairs come back as they were encoded, in order, and broken escapes are refused', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
        maxLength: 20,
      }),
      (pairs) => {
        const search = new URLSearchParams(pairs).toString()
        assert.deepEqual(
          readPairs(search, 1000)?.map(({ name, value }) => [name, value]),
          [...new URLSearchParams(search)],
        )
      },
    ),
  )
  assert.equal(readPairs('a=%', 10), undefined)
  assert.equal(readPairs('a&a&a', 2), undefined)
})

test('form fields are read by their declared kinds, and names of the object prototype are only names', () => {
  const endpoint = post('/x', '', {
    body: body({ text: req.list(str(), { repeat: true }), show: bool(), n: int() }, { as: ['form'] }),
    returns,
  })
  const pairs = readPairs('text=a&text=b&show=1&n=x&__proto__=1&constructor=2&d[0].lang=de', 100)
  assert.ok(pairs)
  const fields = readForm(pairs, endpoint)
  assert.deepEqual(fields.text, ['a', 'b'])
  assert.equal(fields.show, true)
  assert.equal(fields.n, 'x')
  assert.equal(fields['d[0].lang'], 'de')
  assert.equal(Object.getPrototypeOf(fields), Object.prototype)
})

test('a name that every object inherits is no truth value', () => {
  const endpoint = get('/things', '', { params: { flag: bool() }, returns })
  for (const text of ['constructor', '__proto__', 'toString', 'valueOf'])
    assert.deepEqual(read(endpoint, `flag=${text}`).problems, [{ name: 'flag', problem: 'must be true or false' }])
})
