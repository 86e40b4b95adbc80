// HAR files of two browsers and two proxies: what is read of them, what never, and that writing loses nothing.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { present } from '#define/present'
import { sampled } from '../../../../../tests/harness/seed.ts'
import type { DeclaredParts, Exchange } from './exchange.ts'
import { HarRefused, harLimits, readHar } from './read-har.ts'
import { writeHar } from './write-har.ts'

const seed = 20_261_129
const folder = new URL('./fixtures/', import.meta.url)
const fixture = (name: string) => readFileSync(new URL(`${name}.har`, folder))
const parts: DeclaredParts = {
  query: new Set(['base', 'filter']),
  headers: new Set(['link', 'location', 'set-cookie']),
  body: new Set(['text', 'limit']),
}
const read = (name: string) => readHar(fixture(name), () => parts)
const fileWith = async (exchanges: readonly Exchange[]) =>
  (await Array.fromAsync(writeHar(exchanges, '1.0.0'))).join('')
const answer = '{"amount":1,"base":"EUR","date":"2026-11-27","rates":{"USD":1.16}}'
const textOf = ({ body }: Exchange) => Buffer.from(body).toString('utf8')

for (const name of ['chrome', 'firefox', 'mitmproxy', 'charles']) {
  test(`the first exchange of ${name} is read with its declared parts`, () => {
    const first = present(read(name).exchanges[0])
    assert.equal(first.index, 0)
    assert.equal(first.startedAt, Date.parse('2026-11-27T10:15:00.250Z'))
    assert.equal(first.method, 'GET')
    assert.equal(first.url, 'https://rates.example.com/v1/latest?base=EUR')
    assert.equal(first.status, 200)
    assert.match(first.contentType, /^application\/json/)
    assert.equal(textOf(first), answer)
    assert.ok(first.ms >= 41 && first.ms < 42)
  })

  test(`nothing undeclared is read of ${name}`, () => {
    const text = fixture(name).toString('utf8')
    assert.ok(text.includes('CANARY'), 'the file holds what must not be read')
    assert.ok(!JSON.stringify(read(name)).includes('CANARY'))
  })
}

test('entries that cannot be read are named with the reason', () => {
  assert.deepEqual(read('chrome').skipped, [
    { index: 2, reason: 'it has no answer: the request was aborted or blocked' },
    { index: 3, reason: 'its address is not http or https' },
  ])
  assert.deepEqual(read('firefox').skipped, [
    { index: 2, reason: 'the body of its answer was not saved. Export the requests with their content' },
  ])
  const aborted = 'it has no answer: the request was aborted or blocked'
  assert.deepEqual(read('mitmproxy').skipped, [{ index: 2, reason: aborted }])
  assert.deepEqual(read('charles').skipped, [{ index: 1, reason: aborted }])
})

test('bytes, forms, redirects and answers without a body are read', () => {
  const chrome = read('chrome').exchanges
  assert.deepEqual([...present(chrome[1]).body], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  assert.equal(present(chrome[2]).status, 302)
  assert.deepEqual(present(chrome[2]).headers, [['location', '/v1/search/77']])
  assert.equal(present(chrome[2]).requestBody?.text, '{"text":"euro","limit":2}')
  assert.deepEqual(present(chrome[0]).headers, [
    ['link', '<https://rates.example.com/v1/latest?page=2>; rel="next"'],
    ['link', '<https://rates.example.com/v1/latest?page=9>; rel="last"'],
  ])
  const firefox = read('firefox').exchanges
  assert.equal(present(firefox[1]).requestBody?.text, 'text=euro+%26+pound')
  assert.equal(present(firefox[2]).method, 'HEAD')
  assert.equal(present(read('mitmproxy').exchanges[2]).status, 204)
})

test('an entry that is not wanted is skipped before its answer is looked at', () => {
  const lines: string[] = []
  const { exchanges, skipped } = readHar(fixture('firefox'), ({ method, address }) => {
    lines.push(`${method} ${address}`)
    return 'nobody asked for it'
  })
  assert.equal(exchanges.length, 0)
  assert.deepEqual(new Set(skipped.map(({ reason }) => reason)), new Set(['nobody asked for it']))
  assert.equal(lines[0], 'GET https://rates.example.com/v1/latest')
})

const entryWith = (changes: { request?: object; response?: object; startedDateTime?: unknown }) => ({
  startedDateTime: changes.startedDateTime ?? '2026-11-27T10:15:00Z',
  time: 1,
  request: { method: 'GET', url: 'https://a.example/x', headers: [], ...changes.request },
  response: { status: 200, headers: [], content: { size: 2, mimeType: 'text/plain', text: 'ok' }, ...changes.response },
})
const fileOf = (...entries: unknown[]) => Buffer.from(JSON.stringify({ log: { version: '1.2', entries } }))

test('each kind of broken entry has its own reason', () => {
  const cases: [entry: unknown, reason: string][] = [
    [null, 'its request has no method'],
    [entryWith({ request: { method: 'GE T' } }), 'its request has no method'],
    [entryWith({ request: { url: 'data:text/plain,x' } }), 'its address is not http or https'],
    [entryWith({ request: { url: 7 } }), 'its address is missing or too long'],
    [entryWith({ startedDateTime: 'yesterday' }), 'its startedDateTime is not a time'],
    [entryWith({ response: { status: 103 } }), 'its status is not one that ends a request'],
    [
      entryWith({ response: { content: { text: 'eJw', encoding: 'deflate' } } }),
      'the body of its answer has another encoding than base64',
    ],
    [entryWith({ response: { content: { text: 'a?b', encoding: 'base64' } } }), 'the body of its answer is not base64'],
    [
      entryWith({ response: { content: { text: 'x'.repeat(harLimits.bodyBytes + 1) } } }),
      'the body of its answer has more than 2 MB',
    ],
    [
      entryWith({ request: { postData: { mimeType: 'multipart/form-data', text: '--a' } } }),
      'the body of its request is neither JSON nor a form',
    ],
  ]
  const { exchanges, skipped } = readHar(fileOf(...cases.map(([entry]) => entry)), () => parts)
  assert.deepEqual(exchanges, [])
  assert.deepEqual(
    skipped,
    cases.map(([, reason], index) => ({ index, reason })),
  )
})

test('a text that is no HAR file, or too large, is refused', () => {
  for (const text of ['', '{', '[]', '{"log":{}}', '{"log":{"entries":{}}}', '\xff'])
    assert.throws(() => readHar(Buffer.from(text, 'latin1'), () => parts), HarRefused, text)
  const many = Buffer.from(`{"log":{"entries":[${'0,'.repeat(harLimits.entries)}0]}}`)
  assert.throws(() => readHar(many, () => parts), /more than 10000 entries/)
  assert.throws(() => readHar(new Uint8Array(harLimits.fileBytes + 1), () => parts), /more than 64 MB/)
})

test('an answer that repeats a key of its request is skipped, wherever the key stood', () => {
  const keys = new Set(['authorization', 'cookie', 'api_key'])
  const withKey = (request: object, body: string) =>
    fileOf(
      entryWith({
        request: { method: 'GET', url: 'https://a.example/x', ...request },
        response: { content: { text: body } },
      }),
    )
  const header = (name: string, value: string) => ({ headers: [{ name, value }] })
  const skips = (file: Buffer, asked: DeclaredParts) => readHar(file, () => asked).skipped.map(({ reason }) => reason)
  const repeated = ['its answer repeats a key of its request, or a value that no parameter declares']
  for (const request of [
    header('Authorization', 'Bearer secret-of-somebody'),
    header('cookie', 'theme=dark; session=secret-of-somebody'),
    { url: 'https://a.example/x?API_KEY=secret-of-somebody' },
  ]) {
    assert.deepEqual(skips(withKey(request, '{"you":"secret-of-somebody"}'), { ...parts, keys }), repeated)
    assert.deepEqual(skips(withKey(request, '{"you":"Bearer"}'), { ...parts, keys }), [])
    assert.deepEqual(skips(withKey(request, '{"you":"secret-of-somebody"}'), parts), [])
  }
})

const token = fc.stringMatching(/^[a-z]{1,8}$/)
const exchange: fc.Arbitrary<Exchange> = fc
  .record({
    startedAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    method: fc.constantFrom('GET', 'POST', 'DELETE'),
    path: token,
    query: fc.array(fc.tuple(fc.constantFrom('base', 'filter', 'filter[from]'), fc.string({ unit: 'grapheme' })), {
      maxLength: 3,
    }),
    text: fc.option(fc.string({ unit: 'grapheme' })),
    status: fc.integer({ min: 200, max: 599 }),
    contentType: fc.constantFrom('', 'application/json', 'image/png'),
    headers: fc.array(fc.tuple(fc.constantFrom('link', 'location'), token), { maxLength: 3 }),
    body: fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: 'grapheme' }).map((text) => new Uint8Array(Buffer.from(text))),
    ),
    ms: fc.nat(),
    recorded: fc.option(
      fc.record(
        { at: fc.nat(), request: fc.dictionary(token, fc.json(), { noNullPrototype: true }) },
        { noNullPrototype: true },
      ),
    ),
  })
  .map(({ path, query, text, recorded, ...rest }) => {
    const search = new URLSearchParams(query).toString()
    return {
      ...rest,
      url: `https://a.example/${path}${search === '' ? '' : `?${search}`}`,
      ...(text === null ? {} : { requestBody: { contentType: 'application/json', text: JSON.stringify({ text }) } }),
      ...(recorded && { recorded }),
    }
  })

test('writing and reading keeps everything that is declared', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(exchange, { maxLength: 4 }), async (exchanges) => {
      const { exchanges: again, skipped } = readHar(Buffer.from(await fileWith(exchanges)), () => parts)
      assert.deepEqual(skipped, [])
      assert.deepEqual(
        again,
        exchanges.map((one, index) => ({ index, ...one })),
      )
    }),
    { seed, numRuns: sampled(200) },
  )
})

const require = createRequire(import.meta.url)

test('written files are valid HAR 1.2, as the published schemas say', async () => {
  const ajv = new Ajv({ strict: false, logger: false })
  addFormats.default(ajv)
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'))
  const schemas: Record<string, object> = require('har-schema')
  for (const schema of Object.values(schemas)) ajv.addSchema(schema)
  const isValid = (text: string) => ajv.validate('har.json#', JSON.parse(text))
  for (const name of readdirSync(folder)) {
    const { exchanges } = read(name.replace('.har', ''))
    assert.ok(isValid(await fileWith(exchanges)), `${name}: ${ajv.errorsText()}`)
  }
  await fc.assert(
    fc.asyncProperty(exchange, async (one) => assert.ok(isValid(await fileWith([one])), ajv.errorsText())),
    { seed, numRuns: 100 },
  )
  assert.ok(!isValid('{"log":{"version":"1.2"}}'), 'the schemas refuse something')
})
