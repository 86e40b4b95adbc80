// Outbound rule 9: a URL that a caller names is fetched only from public hosts, resolved once and pinned,
// bounded in size and time, without following redirects.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { after, beforeEach, test } from 'node:test'
import zlib from 'node:zlib'
import { anyObject, defineApi, defineProvider, get, hosted, keyless, req } from '#define'
import type { Resolve } from '../../packages/gateway/src/upstream/caller-names.ts'
import { createGuardedFetch } from '../../packages/gateway/src/upstream/guarded-fetch.ts'
import { isPublicAddress } from '../../packages/gateway/src/upstream/public-address.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { openUpstream, type Received } from '../harness/upstream.ts'

let answer: (request: Received, response: ServerResponse) => void | Promise<void> = () => {}
const host = await openUpstream({ after }, (request, response) => answer(request, response))
const { port } = new URL(host.url)
const account = 'acc_1'
/** A refusal as a provider sees it: by the name of its error only. */
const refused = { name: 'FetchRefused' }
const bounds = { maxBytes: 100_000, timeoutMs: 2000, account }

beforeEach(() => {
  host.received.length = 0
  answer = (_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('bytes')
})

const never: Resolve = async (name) => assert.fail(`${name} was resolved`)
/** Resolves each name as listed. */
const resolving =
  (names: Readonly<Record<string, readonly string[]>>): Resolve =>
  async (name) =>
    (names[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
/** Treats the local host as public. */
const localIsPublic = createGuardedFetch({
  resolve: resolving({ 'image.test': ['127.0.0.1'] }),
  isPublic: (address) => address === '127.0.0.1' || isPublicAddress(address),
})

const notPublic = {
  'an unspecified address': ['0.0.0.0', '0.1.2.3', '::'],
  'a private address': [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    'fc00::1',
    'fd12::1',
  ],
  'a loopback address': ['127.0.0.1', '127.255.255.255', '::1'],
  'a link-local address': ['169.254.0.1', 'fe80::1', 'febf::1'],
  'a metadata address': ['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254'],
  'a carrier-grade NAT address': ['100.64.0.1', '100.127.255.255'],
  'an IPv4 address in IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
  ],
  'a tunnelled address': ['2001::1', '2001:0:5ef5:79fb::'],
  'an address for documents or benchmarks': [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '2001:db8::1',
    '3fff::1',
  ],
  'a multicast or reserved address': [
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    'ff02::1',
    '4000::1',
    'fec0::1',
  ],
  'no address': ['', 'localhost', '127.1', '1.2.3', '1.2.3.4.5', 'fe80::1%eth0x'],
} as const
for (const [what, addresses] of Object.entries(notPublic)) {
  test(`${what} is not public`, () => {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address)
  })
}

test('an ordinary address is public', () => {
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '192.169.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
  ])
    assert.equal(isPublicAddress(address), true, address)
})

for (const url of [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://127.0.0.1:22/',
  'http://\uff11\uff12\uff17.0.0.1/',
  'http://0/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[fd00:ec2::254]/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http:127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  'https://192.168.1.1/',
]) {
  test(`${url} is refused without a connection`, async () => {
    const fetch = createGuardedFetch({ resolve: never })
    await assert.rejects(fetch(url, bounds), refused)
    assert.equal(host.received.length, 0)
  })
}

for (const url of [
  'ftp://8.8.8.8/',
  'file:///etc/passwd',
  'data:text/plain,x',
  'gopher://8.8.8.8/',
  'javascript:1',
  'ws://8.8.8.8/',
  '//8.8.8.8/',
  '/etc/passwd',
  '',
  'x',
  'http://',
  'http://user:pw@8.8.8.8/',
  'http://user@8.8.8.8/',
  `http://8.8.8.8/${'a'.repeat(2048)}`,
]) {
  test(`${url.slice(0, 40) || 'an empty string'} is not fetched at all`, async () => {
    await assert.rejects(createGuardedFetch({ resolve: never })(url, bounds), refused)
  })
}

test('a name with a private address is refused, even if only one of several is private', async () => {
  for (const addresses of [
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['::1', '2606:4700::1111'],
    ['::ffff:127.0.0.1'],
    [],
  ]) {
    const fetch = createGuardedFetch({ resolve: resolving({ 'image.test': addresses }) })
    await assert.rejects(fetch(`http://image.test:${port}/`, bounds), refused, `${addresses}`)
  }
  const oneIsPublic = createGuardedFetch({
    resolve: resolving({ 'image.test': ['127.0.0.1', '10.0.0.1'] }),
    isPublic: (address) => address === '127.0.0.1',
  })
  await assert.rejects(oneIsPublic(`http://image.test:${port}/`, bounds), refused)
  assert.equal(host.received.length, 0)
})

test('the names of the local host are refused without asking for them', async () => {
  for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost'])
    await assert.rejects(createGuardedFetch({ resolve: never })(`http://${name}:${port}/`, bounds), refused, name)
  assert.equal(host.received.length, 0)
})

test('a name is resolved once, and the connection goes to the address that was checked', async () => {
  let lookups = 0
  const rebinding: Resolve = async () => {
    lookups++
    // a second look-up would get a different result
    return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  }
  const fetch = createGuardedFetch({ resolve: rebinding, isPublic: (address) => address === '127.0.0.1' })
  const fetched = await fetch(`http://image.test:${port}/a/b?c=d`, bounds)
  assert.equal(lookups, 1)
  assert.deepEqual([fetched.status, fetched.contentType, String(fetched.bytes)], [200, 'image/png', 'bytes'])
  const [request] = host.received
  assert.deepEqual([request?.method, request?.url, request?.headers.host], ['GET', '/a/b?c=d', `image.test:${port}`])
})

test('a fetch sends nothing but its request', async () => {
  await localIsPublic(`http://image.test:${port}/`, bounds)
  const names = Object.keys(host.received[0]?.headers ?? {}).sort()
  assert.deepEqual(names, ['accept', 'connection', 'host', 'user-agent'])
})

test('a redirect is returned with its location, not followed', async () => {
  for (const location of ['http://169.254.169.254/', `http://image.test:${port}/other`, '/other']) {
    host.received.length = 0
    answer = (_request, response) => void response.writeHead(302, { location }).end()
    const fetched = await localIsPublic(`http://image.test:${port}/`, bounds)
    assert.deepEqual([fetched.status, fetched.location], [302, location])
    assert.equal(host.received.length, 1)
  }
})

for (const [what, send] of [
  ['declared', (response: ServerResponse) => void response.writeHead(200, { 'content-length': 100_001 }).write('x')],
  [
    'chunked',
    (response: ServerResponse) => {
      const timer = setInterval(() => void response.write(Buffer.alloc(10_000)), 1)
      response.once('close', () => clearInterval(timer))
    },
  ],
] as const) {
  test(`an answer larger than allowed is aborted: ${what}`, async () => {
    const seen = Promise.withResolvers<ServerResponse>()
    answer = (_request, response) => {
      send(response)
      seen.resolve(response)
    }
    // by its size: its time is longer than that of a test
    const fetching = localIsPublic(`http://image.test:${port}/`, { maxBytes: 100_000, timeoutMs: 3_600_000, account })
    await assert.rejects(fetching, refused)
    const response = await seen.promise
    if (!response.closed) await once(response, 'close')
    assert.equal(response.writableFinished, false)
  })
}

test('an answer of exactly the allowed size is fetched, and an encoded one is not decoded', async () => {
  answer = (_request, response) => void response.end(Buffer.alloc(100_000))
  assert.equal((await localIsPublic(`http://image.test:${port}/`, bounds)).bytes.length, 100_000)
  const bomb = zlib.gzipSync(Buffer.alloc(50_000_000))
  answer = (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  assert.equal((await localIsPublic(`http://image.test:${port}/`, bounds)).bytes.length, bomb.length)
})

for (const [what, send] of [
  ['does not answer', () => {}],
  [
    'answers byte by byte',
    (response: ServerResponse) => {
      const timer = setInterval(() => void response.write('x'), 20)
      response.once('close', () => clearInterval(timer))
    },
  ],
] as const) {
  test(`a host that ${what} is abandoned when the time is up`, async () => {
    const seen = Promise.withResolvers<ServerResponse>()
    answer = (_request, response) => {
      send(response)
      seen.resolve(response)
    }
    const startedMs = performance.now()
    await assert.rejects(
      localIsPublic(`http://image.test:${port}/`, { maxBytes: 100_000, timeoutMs: 300, account }),
      refused,
    )
    const response = await seen.promise
    if (!response.closed) await once(response, 'close')
    const ms = performance.now() - startedMs
    assert.ok(ms > 250, `${ms} ms`)
  })
}

test('a host that sends interim answers alone is abandoned at once, not when the time is up', async () => {
  const seen = Promise.withResolvers<ServerResponse>()
  answer = (_request, response) => {
    for (let sent = 0; sent < 20; sent++) response.writeEarlyHints({ link: '</a>; rel=preload' })
    seen.resolve(response)
  }
  const fetching = localIsPublic(`http://image.test:${port}/`, { maxBytes: 10, timeoutMs: 3_600_000, account })
  await assert.rejects(fetching, refused)
  const response = await seen.promise
  if (!response.closed) await once(response, 'close')
})

test('a resolver that does not answer is abandoned when the time is up', async () => {
  const fetch = createGuardedFetch({ resolve: () => new Promise(() => {}) })
  await assert.rejects(fetch('http://image.test/', { maxBytes: 10, timeoutMs: 200, account }), refused)
})

test('a refusal reveals nothing about the host behind the address', async () => {
  const messages = new Set<string>()
  for (const url of [`http://127.0.0.1:${port}/`, 'http://127.0.0.1:1/', 'http://10.0.0.1/'])
    await createGuardedFetch()(url, bounds).catch((error: Error) => messages.add(error.message))
  assert.equal(messages.size, 1)
})

test('an embedded provider has no other way to fetch a URL', async (t) => {
  const api = defineApi({
    slug: 'fetching',
    title: 'Fetching',
    summary: 'For tests.',
    surface: hosted,
    auth: keyless,
    upstream: null,
    endpoints: { fetched: get('/fetched', 'Fetches', { returns: anyObject(), params: { url: req.str() } }) },
  })
  const provider = defineProvider(api, (kit) => ({
    fetched: ({ url }) =>
      kit.fetch(url, bounds).then(
        ({ status }) => ({ status }),
        (error: unknown) => ({ refused: error instanceof Error ? error.message : '' }),
      ),
  }))
  const gateway = await openGateway(t, { apis: [{ api, provider, live: {}, examples: {} }] })
  for (const url of [host.url, gateway.baseUrl, 'http://localhost:80/', 'http://169.254.169.254/']) {
    const response = await gateway.call(`/v1/proxy/fetching/fetched?url=${encodeURIComponent(url)}`)
    assert.deepEqual(await response.json(), { refused: 'The address is not a public one.' }, url)
  }
  assert.equal(host.received.length, 0)
})
