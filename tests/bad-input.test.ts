// Calls that the gateway itself refuses: invalid keys, unknown paths, exhausted quotas, bodies that are too large. Each
// has its status and code, and nothing of it reaches a provider. Invalid parameters are in every-parameter.test.ts.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createAccountsRepository } from '#store'
import { makeKey } from '../packages/gateway/src/account/keys/key-format.ts'
import type { NewKey } from '../packages/gateway/src/account/keys/keys.ts'
import { reveal } from '../packages/gateway/src/process/secret.ts'
import { type OpenGateway, openGateway } from './harness/open-gateway.ts'
import { smallApi } from './harness/small-api.ts'
import { openUpstream, sendJson, type Upstream } from './harness/upstream.ts'

const thing = '/v1/proxy/small/things/one'

interface World {
  readonly gateway: OpenGateway
  readonly upstream: Upstream
  /** Sets the clock. */
  now(text: string): void
}

/** A gateway with a stopped clock, in front of a provider that would answer everything. */
async function openWorld(t: TestContext): Promise<World> {
  let nowMs = Date.parse('2026-03-04T05:06:45Z')
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, { id: 'live' }))
  const gateway = await openGateway(t, {
    apis: [smallApi(), smallApi({ slug: 'other' })],
    upstreams: { small: upstream.url },
    platform: { clock: () => nowMs },
  })
  const now = (text: string) => {
    nowMs = Date.parse(text)
  }
  return { gateway, upstream, now }
}

interface Refused {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details: unknown
  readonly headers: Headers
}

async function refusedBy(response: Response): Promise<Refused> {
  const { error } = Object(await response.json())
  return { status: response.status, headers: response.headers, ...error, details: error.details }
}

async function call(gateway: OpenGateway, key: string | null, path = thing, method = 'GET') {
  return gateway.call(path, { key, method, headers: { 'x-gateway-provider': 'live' } })
}

async function keyOf({ gateway }: World, order: Partial<NewKey> = {}): Promise<{ id: string; text: string }> {
  const { accountId } = await gateway.account()
  const { id, key } = await gateway.components.keys.create({ accountId, surface: 'hosted', name: 'Test', ...order })
  return { id, text: reveal(key) }
}

async function usedKeyOf(world: World): Promise<{ id: string; text: string }> {
  const newKey = await keyOf(world)
  assert.equal((await call(world.gateway, newKey.text)).status, 200)
  return newKey
}

/** Invalid keys, by reason; those that were valid once were used while they were. */
async function deadKeys(world: World): Promise<Record<string, string | null>> {
  const { components } = world.gateway
  const working = await keyOf(world)
  const last = working.text.at(-1) === 'a' ? 'b' : 'a'
  const revoked = await usedKeyOf(world)
  await components.keys.revoke(revoked.id)
  const replaced = await usedKeyOf(world)
  await components.keys.rotate(replaced.id, { graceMs: 0 })
  const ofMarket = await keyOf(world, { surface: 'market' })
  const left = await world.gateway.account()
  assert.equal((await call(world.gateway, left.key)).status, 200)
  await createAccountsRepository(components.store.db).update(left.accountId, { enabled: false })
  await components.invalidations.publish('account', left.accountId)
  return {
    missing: null,
    empty: '',
    malformed: 'no-key-at-all',
    'well-formed with a wrong checksum': working.text.slice(0, -1) + last,
    'well-formed but never issued': makeKey('gh_live', components.randomBytes),
    revoked: revoked.text,
    'replaced by rotation': replaced.text,
    'of the other surface': ofMarket.text,
    'of a disabled account': left.key,
    "the operator's": world.gateway.adminKey,
  }
}

test('every invalid key is refused with the same status, headers and bytes', async (t) => {
  const world = await openWorld(t)
  const dead = await deadKeys(world)
  const before = world.upstream.received.length
  const answers = new Map<string, string>()
  for (const [why, key] of Object.entries(dead)) {
    const response = await call(world.gateway, key)
    const changing = ['x-request-id', 'server-timing', 'date']
    const headers = [...response.headers].filter(([name]) => !changing.includes(name))
    const body = (await response.text()).replace(response.headers.get('x-request-id') ?? 'none', 'ID')
    answers.set(why, JSON.stringify({ status: response.status, headers, body }))
  }
  const expected = {
    error: { code: 'key.invalid', message: 'Send a valid key in the x-gateway-key header.' },
    meta: { requestId: 'ID' },
  }
  const { status, body, headers } = JSON.parse(answers.get('missing') ?? '{}')
  assert.deepEqual([status, JSON.parse(body)], [401, expected])
  assert.ok(headers.flat().includes('www-authenticate'))
  for (const [why, answer] of answers) assert.equal(answer, answers.get('missing'), why)
  assert.equal(world.upstream.received.length, before)
})

const fewestRounds = 10
const mostRounds = 60
const spreadMs = 3

test('every invalid key is refused in the same time', async (t) => {
  const world = await openWorld(t)
  const dead = Object.entries(await deadKeys(world))
  const fastest = new Map(dead.map(([why]): [string, number] => [why, Number.POSITIVE_INFINITY]))
  const spread = () => Math.max(...fastest.values()) - Math.min(...fastest.values())
  // single calls are late on a busy machine; the fastest of each kind converge unless their times really differ
  for (let round = 0; round < mostRounds && (round < fewestRounds || spread() >= spreadMs); round++)
    for (const [why, key] of dead) {
      const startedMs = performance.now()
      await (await call(world.gateway, key)).arrayBuffer()
      fastest.set(why, Math.min(fastest.get(why) ?? 0, performance.now() - startedMs))
    }
  // the floor is 10 ms; a timer may end up to a millisecond early
  for (const [why, ms] of fastest) assert.ok(ms >= 9, `${why} after ${ms} ms`)
  assert.ok(spread() < spreadMs, JSON.stringify([...fastest]))
})

test('an expired key is refused as expired from its last millisecond on', async (t) => {
  const world = await openWorld(t)
  const { text } = await keyOf(world, { expiresAt: Date.parse('2026-03-04T06:00:00Z') })
  world.now('2026-03-04T05:59:59.999Z')
  assert.equal((await call(world.gateway, text)).status, 200)
  world.now('2026-03-04T06:00:00Z')
  const { status, code } = await refusedBy(await call(world.gateway, text))
  assert.deepEqual([status, code], [401, 'key.expired'])
  assert.equal(world.upstream.received.length, 1)
})

test('a disabled key is refused as disabled, and works again when it is enabled', async (t) => {
  const world = await openWorld(t)
  const { id, text } = await keyOf(world)
  await world.gateway.components.keys.update(id, { enabled: false })
  const { status, code } = await refusedBy(await call(world.gateway, text))
  assert.deepEqual([status, code], [403, 'key.disabled'])
  assert.equal(world.upstream.received.length, 0)
  await world.gateway.components.keys.update(id, { enabled: true })
  assert.equal((await call(world.gateway, text)).status, 200)
})

test('a key works only where its scopes allow: slug, method and path', async (t) => {
  const world = await openWorld(t)
  const { text } = await keyOf(world, { scopes: [{ slug: 'small', methods: ['GET'], path: '/things/*' }] })
  assert.equal((await call(world.gateway, text)).status, 200)
  for (const [path, method] of [
    ['/v1/proxy/other/things/one', 'GET'],
    ['/v1/proxy/small/things/one', 'POST'],
    ['/v1/proxy/small/translated/one', 'POST'],
  ] as const) {
    const { status, code, message } = await refusedBy(await call(world.gateway, text, path, method))
    assert.deepEqual([status, code], [403, 'key.scope'])
    assert.ok(
      message.includes(
        `${method} ${path
          .split('/')
          .slice(4)
          .map((part) => `/${part}`)
          .join('')}`,
      ),
      message,
    )
  }
  assert.equal(world.upstream.received.length, 1)
})

test('a key restricted to addresses works only from those, and the refusal names the address of the caller', async (t) => {
  const world = await openWorld(t)
  const near = await keyOf(world, { addresses: ['127.0.0.0/8'] })
  assert.equal((await call(world.gateway, near.text)).status, 200)
  const far = await keyOf(world, { addresses: ['192.0.2.0/24', '2001:db8::/32'] })
  const { status, code, message } = await refusedBy(await call(world.gateway, far.text))
  assert.deepEqual([status, code], [403, 'key.address'])
  assert.match(message, /127\.0\.0\.1/)
  // no setting tells the gateway to trust the header
  const forwarded = { headers: { 'x-forwarded-for': '192.0.2.9' }, key: far.text }
  assert.equal((await refusedBy(await world.gateway.call(thing, forwarded))).code, 'key.address')
  assert.equal(world.upstream.received.length, 1)
})

test('behind a trusted proxy a key restricted to addresses is refused when the address of the caller cannot be parsed', async (t) => {
  const environment = { GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' }
  const gateway = await openGateway(t, { apis: [smallApi()], environment })
  const { accountId, key } = await gateway.account()
  const order = { accountId, surface: 'hosted', name: 'Bound', addresses: ['192.0.2.0/24'] } as const
  const bound = reveal((await gateway.components.keys.create(order)).key)
  const from = (forwarded: string, used: string) =>
    gateway.call(thing, { key: used, headers: { 'x-forwarded-for': forwarded } })
  assert.equal((await from('[::ffff:192.0.2.7]:4711', bound)).status, 200)
  const { status, code, message } = await refusedBy(await from('192.0.2.7, unknown', bound))
  assert.deepEqual([status, code], [400, 'request.forwarded_for'])
  assert.match(message, /"unknown"/)
  assert.equal((await from('192.0.2.7, unknown', key)).status, 200, 'a key without addresses')
})

test('an unknown API, path and method are three different errors, each naming what exists', async (t) => {
  const { gateway, upstream } = await openWorld(t)
  const api = await refusedBy(await call(gateway, gateway.key, '/v1/proxy/smal/things/one'))
  assert.deepEqual([api.status, api.code], [404, 'api.unknown'])
  assert.match(api.message, /smal\b.*\/openapi/)

  const path = await refusedBy(await call(gateway, gateway.key, '/v1/proxy/small/thing'))
  assert.deepEqual([path.status, path.code], [404, 'endpoint.unknown'])
  assert.deepEqual(path.details, { nearest: ['/things', '/things/{id}', '/translated/{id}'] })

  const method = await refusedBy(await call(gateway, gateway.key, '/v1/proxy/small/things/one', 'DELETE'))
  assert.deepEqual([method.status, method.code], [405, 'method.unknown'])
  assert.equal(method.headers.get('allow'), 'GET, HEAD, POST')

  const outside = await refusedBy(await call(gateway, gateway.key, '/nowhere'))
  assert.deepEqual([outside.status, outside.code], [404, 'endpoint.unknown'])
  assert.equal(upstream.received.length, 0)
})

test('an unknown provider or an invalid timeout is refused', async (t) => {
  const { gateway, upstream } = await openWorld(t)
  const unknown = await refusedBy(await gateway.call(thing, { headers: { 'x-gateway-provider': 'nearest' } }))
  assert.deepEqual([unknown.status, unknown.code], [400, 'provider.unknown'])
  for (const timeout of ['0', '-5', 'soon', '3600001', '1.5']) {
    const headers = { 'x-gateway-provider': 'live', 'x-gateway-timeout': timeout }
    const { status, code, details } = await refusedBy(await gateway.call(thing, { headers }))
    assert.deepEqual([status, code], [400, 'input.invalid'], timeout)
    assert.match(JSON.stringify(details), /x-gateway-timeout/)
  }
  const absent = await refusedBy(await call(gateway, gateway.key, '/v1/proxy/other/things/one'))
  assert.deepEqual([absent.status, absent.code], [501, 'provider.live_missing'])
  assert.equal(upstream.received.length, 0)
})

test('a JSON body that is too complex is refused while it arrives, however it is cut or encoded', async (t) => {
  const { gateway, upstream } = await openWorld(t)
  const path = '/v1/proxy/small/things'
  const headers = { 'content-type': 'application/json', 'x-gateway-provider': 'live' }
  const nested = Buffer.from(`{"name":${'['.repeat(300)}`)
  const whole = await refusedBy(await gateway.call(path, { method: 'POST', headers, body: nested }))
  assert.deepEqual([whole.status, whole.code], [400, 'body.too_complex'])

  // the body has no end, so that only a refusal can answer it
  const pieces = new ReadableStream({
    start(stream) {
      for (const byte of nested) stream.enqueue(Uint8Array.of(byte))
    },
  })
  const endless = { method: 'POST', headers, body: pieces, duplex: 'half' } as const
  const cut = await refusedBy(await gateway.call(path, endless))
  assert.deepEqual([cut.status, cut.code], [400, 'body.too_complex'])

  const encoded = { ...headers, 'content-encoding': 'gzip' }
  const zipped = await refusedBy(await gateway.call(path, { method: 'POST', headers: encoded, body: gzipSync(nested) }))
  assert.deepEqual([zipped.status, zipped.code], [400, 'body.too_complex'])
  assert.equal(upstream.received.length, 0)
})

test('an API that needs no key is live by default only where it has no embedded provider', async (t) => {
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, { id: 'live' }))
  const { provider: _embedded, ...liveOnly } = smallApi({ slug: 'live-only' })
  const upstreams = { 'live-only': upstream.url, small: upstream.url }
  const apis = [
    smallApi(),
    { ...liveOnly, provider: undefined },
    { ...smallApi({ slug: 'neither' }), provider: undefined },
  ]
  const gateway = await openGateway(t, { apis, upstreams })
  const called = (slug: string, headers = {}) => gateway.call(`/v1/proxy/${slug}/things/one`, { headers })
  assert.equal((await called('small')).headers.get('x-gateway-provider'), 'embedded')
  assert.equal(await (await called('live-only')).text(), '{"id":"live"}')
  const listed = await (await gateway.call('/v1/me/listings')).text()
  assert.match(listed, /"slug":"live-only",[^}]*"provider":"live","chosen":false/)
  for (const answer of [await called('neither'), await called('live-only', { 'x-gateway-provider': 'embedded' })]) {
    const { status, code, message } = await refusedBy(answer)
    assert.deepEqual([status, code], [501, 'provider.embedded_missing'])
    assert.doesNotMatch(message, /store/i)
  }
})

test('a body over the limit is refused by its declared length, or by its bytes if it declares none', async (t) => {
  const { gateway, upstream } = await openWorld(t)
  const limit = 1024 * 1024
  const headers = { 'content-type': 'application/json', 'x-gateway-provider': 'live' }
  const text = JSON.stringify({ name: 'x'.repeat(limit) })
  const declared = await refusedBy(
    await gateway.call('/v1/proxy/small/things', { method: 'POST', headers, body: text }),
  )
  assert.deepEqual([declared.status, declared.code], [413, 'body.too_large'])
  assert.match(declared.message, /1048576 bytes/)
  const chunked = { method: 'POST', headers, body: new Blob([text]).stream(), duplex: 'half' } as const
  const counted = await refusedBy(await gateway.call('/v1/proxy/small/things', chunked))
  assert.deepEqual([counted.status, counted.code], [413, 'body.too_large'])
  assert.equal(upstream.received.length, 0)
  const fits = JSON.stringify({ name: 'x'.repeat(limit - 11) })
  assert.equal(Buffer.byteLength(fits), limit)
  assert.equal((await gateway.call('/v1/proxy/small/things', { method: 'POST', headers, body: fits })).status, 200)
})
