// Outbound rule 5: a path is normalised once; route, scope and upstream path come from that one form, and a path that
// another parser could read as a different one is refused.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { codeIn, openProxy } from '../harness/proxy.ts'
import { openRaw } from '../harness/raw-http.ts'
import { sampled } from '../harness/seed.ts'

const proxy = await openProxy({ after })
const { baseUrl, components } = proxy.gateway

beforeEach(() => {
  proxy.upstream.received.length = 0
})

/** A key of the test account with only these scopes. */
async function scoped(...scopes: readonly { slug: string; path?: string; methods?: string[] }[]): Promise<string> {
  const { accountId } = proxy
  return reveal((await components.keys.create({ accountId, surface: 'hosted', name: 'Scoped', scopes })).key)
}

const line = (target: string, key: string, method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\nHost: gateway.test\r\nx-gateway-key: ${key}\r\n\r\n`

for (const below of [
  '/things/..',
  '/things/../things',
  '/things/./1',
  '/things/.',
  '/../plain/things',
  '/things/%2e%2e',
  '/things/%2E%2e/1',
  '/things/.%2e',
  '/things/%2e',
  '/things/a%2eb',
  '/things/..;/1',
  '/things/..;x=1/1',
  '/things/.;/1',
  '/things/..%3b/1',
  '/things/%2e%2e%3b/1',
  '/things/..%2f1',
  '/things/..%2F..%2F1',
  '/things/a%2f..%2fb',
  '/things/%2e%2e%2f1',
  '/things\\1',
  '/things/..\\1',
  '/things/%5c1',
  '/things/..%5c..%5c1',
  '/things/%5C',
  '/things/%252e%252e',
  '/things/%252e%252e%252f1',
  '/things/%252f1',
  '/things/%255c1',
  '/things/%25252e',
  '/things/%2500',
  '/things/%00',
  '/things/1%00.json',
  '/things/%0d%0aX-Injected:1',
  '/things/%0a',
  '/things/%09',
  '/things/%7f',
  '/things/%c2%85',
  '/things/%c0%ae%c0%ae',
  '/things/%e0%80%ae',
  '/things/%ff',
  '/things/%',
  '/things/%2',
  '/things/%zz',
  '/things/%u002e%u002e',
  '/things/{id}',
  '/things/<b>',
  '/things/"1"',
  '/things/^1',
  '/things/`1`',
  '/things#there',
  '/things?q=1#there',
  `/things/${'a'.repeat(8200)}`,
]) {
  test(`${below.length > 60 ? `${below.slice(0, 20)}… of ${below.length} characters` : below} is refused with 400`, async (t) => {
    const answer = await proxy.raw(t, line(`/v1/proxy/plain${below}`, proxy.key))
    assert.equal(answer.status, 400)
    assert.equal(codeIn(answer.body), 'path.unsafe')
    assert.equal(proxy.upstream.received.length, 0)
  })
}

test('bytes that are not valid in a request target are refused', async (t) => {
  for (const bytes of ['\x00', '\x01', '\x7f', '\xff', '\xc0\xae', '\t', ' ']) {
    const answer = await proxy.raw(t, Buffer.from(line(`/v1/proxy/plain/things/a${bytes}b`, proxy.key), 'latin1'))
    assert.equal(answer.status, 400, JSON.stringify(bytes))
  }
  assert.equal(proxy.upstream.received.length, 0)
})

for (const [target, reaches] of [
  ['/v1/proxy/plain/things//1', '/things/1'],
  ['/v1/proxy/plain///things////1', '/things/1'],
  ['//v1//proxy//plain//things', '/things'],
  ['/v1/proxy/plain/things/1//', '/things/1/'],
  ['/v1/proxy/plain/things//?page=1&q=//', '/things/?page=1&q=//'],
  ['/v1/proxy/plain/files/a//b', '/files/a/b'],
  ['/v1/proxy/prefixed//things', '/api/v3/things'],
] as const) {
  test(`${target} has its doubled slashes merged, and its query unchanged`, async (t) => {
    const answer = await proxy.raw(t, line(target, proxy.key))
    assert.equal(answer.status, 200)
    assert.equal(proxy.last().url, reaches)
  })
}

for (const [below, reaches] of [
  ['/things/a%2fb', '/things/a%2fb'],
  ['/things/a%20b', '/things/a%20b'],
  ['/things/%E2%82%AC', '/things/%E2%82%AC'],
  ['/things/a;v=1', '/things/a;v=1'],
  ['/things/...', '/things/...'],
  ['/things/..a', '/things/..a'],
  ['/things/a..', '/things/a..'],
  ['/things/a.json', '/things/a.json'],
  ['/things/.well-known', '/things/.well-known'],
  ['/things/~me', '/things/~me'],
  ["/things/!$&'()*+,:@=-_", "/things/!$&'()*+,:@=-_"],
  ['/mapped/a%2fb/%C3%A9', '/v2/%C3%A9/of/a%2Fb'],
  ['/mapped/a+b/c%20d', '/v2/c%20d/of/a%2Bb'],
] as const) {
  test(`${below} is the same path to every parser and reaches the provider`, async (t) => {
    const answer = await proxy.raw(t, line(`/v1/proxy/plain${below}`, proxy.key))
    assert.equal(answer.status, 200)
    assert.equal(proxy.last().url, reaches)
  })
}

test('the slug and the literal segments of a path are not decoded: an encoded letter is another path', async (t) => {
  for (const target of [
    '/v1/proxy/%70lain/things',
    '/v1/proxy/plain/%74hings',
    '/v1/%70roxy/plain/things',
    '/V1/proxy/plain/things',
    '/v1/proxy/Plain/things',
    '/v1/proxy/plain;x=1/things',
  ]) {
    const answer = await proxy.raw(t, line(target, proxy.key))
    assert.equal(answer.status, 404, target)
  }
  assert.equal(proxy.upstream.received.length, 0)
})

test('a key scoped to a path opens only that path, whatever precedes or follows it', async (t) => {
  const key = await scoped({ slug: 'plain', path: '/files/public/*' })
  const allowed = await proxy.raw(t, line('/v1/proxy/plain/files/public/a', key))
  assert.equal(allowed.status, 200)
  proxy.upstream.received.length = 0
  for (const below of [
    '/files/secret',
    '/files/publicity',
    '/files/public/../secret',
    '/files/public/..%2fsecret',
    '/files/public/%2e%2e/secret',
    '/files/public/..;/secret',
    '/files/public/..\\secret',
    '/files/public/..%5csecret',
    '/files/public/%252e%252e/secret',
    '/files/secret;/files/public/a',
    '/files/secret?/files/public/a',
    '/files/secret#/files/public/a',
    '/files/secret%2f..%2fpublic%2fa',
    '/files/secret%00/files/public/a',
    '/files//secret',
    '/files/%70ublic/a',
    '/files%2fpublic/a',
    '//files/secret',
    '/things',
  ]) {
    const answer = await proxy.raw(t, line(`/v1/proxy/plain${below}`, key))
    assert.ok([400, 403, 404].includes(answer.status), `${below}: ${answer.status}`)
  }
  assert.equal(proxy.upstream.received.length, 0)
})

test('a key scoped to a listing opens no other, whatever the path says', async (t) => {
  const key = await scoped({ slug: 'prefixed' })
  for (const target of [
    '/v1/proxy/plain/things',
    '/v1/proxy/prefixed/../plain/things',
    '/v1/proxy/prefixed/..%2fplain/things',
    '/v1/proxy/prefixed%2f..%2fplain/things',
    '/v1/proxy/prefixed;/../plain/things',
    '/v1/proxy/prefixed\\..\\plain/things',
    '/v1/proxy//plain/things',
    '/v1/proxy/./plain/things',
  ]) {
    const answer = await proxy.raw(t, line(target, key))
    assert.ok([400, 403, 404].includes(answer.status), `${target}: ${answer.status}`)
  }
  assert.equal(proxy.upstream.received.length, 0)
})

test('a key scoped to a method makes no other call, whatever a header says', async (t) => {
  const key = await scoped({ slug: 'plain', methods: ['GET'] })
  const answer = await proxy.raw(
    t,
    `DELETE /v1/proxy/plain/things/1 HTTP/1.1\r\nHost: x\r\nx-gateway-key: ${key}\r\nX-HTTP-Method-Override: GET\r\n\r\n`,
  )
  assert.equal(answer.status, 403)
  assert.equal(codeIn(answer.body), 'key.scope')
  assert.equal(proxy.upstream.received.length, 0)
})

/** Ways in which servers behind the gateway may read a path. */
const readers: readonly ((path: string) => string)[] = [
  (path) => path,
  decode,
  (path) => decode(decode(path)),
  (path) => decode(path).replaceAll('\\', '/'),
  (path) => decode(path.replace(/;[^/]*/g, '')),
  (path) => decode(path).replace(/;[^/]*/g, ''),
  (path) => decode(path).replace(/\/+/g, '/'),
  (path) => decode(path).split('\0')[0] ?? '',
]

function decode(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function resolved(path: string): string {
  const out: string[] = []
  for (const segment of path.split(/[/\\]/)) {
    if (segment === '..') out.pop()
    else if (segment !== '.' && segment !== '') out.push(segment)
  }
  return `/${out.join('/')}`
}

test('no path leads a scoped key outside its scope, however a server behind the gateway reads it', async (t) => {
  const key = await scoped({ slug: 'plain', path: '/files/public/*' })
  const piece = fc.constantFrom(
    '..',
    '.',
    '/',
    '\\',
    '%2e',
    '%2f',
    '%5c',
    '%25',
    ';',
    '%3b',
    '%00',
    '?',
    '#',
    'a',
    'secret',
    'public',
    'files',
    '%252e',
    '//',
    '...',
  )
  const connection = await openRaw(t, baseUrl)
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.boolean(), async (pieces, inside) => {
      const before = proxy.upstream.received.length
      connection.send(line(`/v1/proxy/plain/files/${inside ? 'public/' : ''}${pieces.join('')}`, key))
      const answer = await connection.answer()
      const reached = proxy.upstream.received.slice(before)
      assert.equal(reached.length, answer.status === 200 ? 1 : 0)
      for (const { url } of reached) {
        const path = url.split('?', 1)[0] ?? ''
        assert.equal(new URL(path, 'http://x').pathname, path, 'has another normal form')
        for (const read of readers)
          assert.match(`${resolved(read(path))}/`, /^\/files\/public\//, `${path} reads as ${read(path)}`)
      }
    }),
    { numRuns: sampled(800) },
  )
})
