// Providers that cannot be reached, are silent, break off, or send what cannot be passed on: which error the caller
// gets for each, and that an answer which broke off never looks complete.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type OpenGateway, openGateway } from './harness/open-gateway.ts'
import { smallApi } from './harness/small-api.ts'
import { openUpstream, type Received, sendJson, type Upstream } from './harness/upstream.ts'

const mebibyte = 1024 * 1024
const json = { 'content-type': 'application/json' }

/** Emits an event when the gateway closes its connection to a silent provider. */
const closed = new EventTarget()

/** Faults of the provider, by the last part of the path. */
const behaviours: Readonly<Record<string, (response: ServerResponse) => void>> = {
  fine: (response) => sendJson(response, { id: 'fine', name: 'fine' }),
  silent: (response) => void response.on('close', () => closed.dispatchEvent(new Event('silent'))),
  'cut-before': (response) => response.socket?.destroy(),
  'cut-in-length': (response) => {
    response.writeHead(200, { ...json, 'content-length': '1000' })
    response.write('{"id":"half', () => response.socket?.destroy())
  },
  'cut-in-chunks': (response) => {
    response.writeHead(200, json)
    response.write('{"id":"half', () => response.socket?.destroy())
  },
  'silent-after': (response) => {
    response.writeHead(200, json)
    response.write('{"id":"half')
  },
  garbage: (response) => response.socket?.end('HTTP/9.9 what\r\n\r\n'),
  'too-many-headers': (response) => sendJson(response, {}, { headers: { 'x-large': 'x'.repeat(70 * 1024) } }),
  'many-headers': (response) => sendJson(response, {}, { headers: { 'x-large': 'x'.repeat(45 * 1024) } }),
  'many-error-headers': (response) =>
    sendJson(response, {}, { status: 400, headers: { 'x-large': 'x'.repeat(45 * 1024) } }),
  'many-dropped-headers': (response) => sendJson(response, {}, { headers: { 'set-cookie': 'x'.repeat(45 * 1024) } }),
  'not-json': (response) => response.writeHead(200, json).end('{"name":'),
  'not-gzip': (response) => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end('{"name":"plain"}'),
  'unknown-encoding': (response) => response.writeHead(200, { ...json, 'content-encoding': 'rot13' }).end('{}'),
  large: (response) => response.writeHead(200, json).end(`{"name":"${'x'.repeat(33 * mebibyte)}"}`),
  long: (response) => response.writeHead(200, json).end(`{"name":"${'x'.repeat(3 * mebibyte)}"}`),
  nested: (response) => response.writeHead(200, json).end(`${'['.repeat(mebibyte)}${']'.repeat(mebibyte)}`),
  'nested-error': (response) => response.writeHead(400, json).end(`{"why":${'['.repeat(200)}${']'.repeat(200)}}`),
  bomb: (response) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8 * mebibyte, ' '))),
}

/** Short, but still far longer than an answer takes on a busy machine. */
const shortMs = 1500
const unlimited = (slug: string) => smallApi({ slug })

interface World {
  readonly gateway: OpenGateway
  readonly upstream: Upstream
}

async function openWorld(t: TestContext): Promise<World> {
  const upstream = await openUpstream(t, (request, response) => behaviours[lastOf(request)]?.(response))
  const gateway = await openGateway(t, {
    apis: [smallApi({ limits: { firstByteMs: shortMs, idleMs: shortMs } }), ...['patient', 'away'].map(unlimited)],
    upstreams: { small: upstream.url, patient: upstream.url, away: await closedAddress() },
  })
  return { gateway, upstream }
}

function lastOf({ url }: Received): string {
  return url.split('/').at(-1) ?? ''
}

/** The address of a port on which nothing listens. */
async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

const live = { 'x-gateway-provider': 'live' }
const post = (gateway: OpenGateway, path: string, headers: Record<string, string> = {}) =>
  gateway.call(`/v1/proxy/${path}`, { method: 'POST', headers: { ...live, ...headers } })

/** Asserts the error, which does not reveal the provider's address, and that later calls work. */
async function assertFails(world: World, response: Response, expected: [number, string]): Promise<void> {
  const text = await response.text()
  const { error } = JSON.parse(text)
  assert.deepEqual([response.status, error.code], expected)
  assert.doesNotMatch(text, /127\.0\.0\.1|ECONN|UND_ERR|HPE_|Error:/)
  assert.equal((await post(world.gateway, 'small/things/fine')).status, 200)
}

test('a provider that cannot be reached is 502 upstream.unreachable', async (t) => {
  const world = await openWorld(t)
  await assertFails(world, await post(world.gateway, 'away/things/fine'), [502, 'upstream.unreachable'])
})

test('a silent provider is 504 upstream.silent after its time', async (t) => {
  const world = await openWorld(t)
  const hasClosed = once(closed, 'silent')
  await assertFails(world, await post(world.gateway, 'small/things/silent'), [504, 'upstream.silent'])
  await hasClosed
})

test('a call ends after its x-gateway-timeout', async (t) => {
  const world = await openWorld(t)
  // this provider has a time limit of half a minute
  const response = await post(world.gateway, 'patient/things/silent', { 'x-gateway-timeout': '50' })
  await assertFails(world, response, [504, 'call.timeout'])
})

test('a provider that closes the connection before it answers is 502 upstream.cut, retried only where safe', async (t) => {
  const world = await openWorld(t)
  await assertFails(world, await post(world.gateway, 'small/things/cut-before'), [502, 'upstream.cut'])
  const tries = () => world.upstream.received.filter((request) => lastOf(request) === 'cut-before').length
  assert.equal(tries(), 1)
  const again = await world.gateway.call('/v1/proxy/small/things/cut-before', { headers: live })
  await assertFails(world, again, [502, 'upstream.cut'])
  // on the connection that is open, then three times on new ones
  assert.equal(tries(), 5)
})

for (const how of ['cut-in-length', 'cut-in-chunks', 'silent-after'])
  test(`an answer that breaks off (${how}) breaks off at the caller too`, async (t) => {
    const { gateway } = await openWorld(t)
    for (const headers of [{}, { 'x-gateway-envelope': 'data' }]) {
      const response = await post(gateway, `small/things/${how}`, headers)
      assert.equal(response.status, 200)
      await assert.rejects(response.text())
    }
    assert.equal((await post(gateway, 'small/things/fine')).status, 200)
  })

test('an answer that is cut off before it is translated is a 502 or 504', async (t) => {
  const world = await openWorld(t)
  await assertFails(world, await post(world.gateway, 'small/translated/cut-in-length'), [502, 'upstream.cut'])
  await assertFails(world, await post(world.gateway, 'small/translated/silent-after'), [504, 'upstream.silent'])
})

test('bytes that are not HTTP are 502 upstream.invalid', async (t) => {
  const world = await openWorld(t)
  await assertFails(world, await post(world.gateway, 'small/things/garbage'), [502, 'upstream.invalid'])
})

test('a head that clients could not read is 502 upstream.head_too_large, whether it is collected or not', async (t) => {
  const world = await openWorld(t)
  for (const path of [
    'things/many-headers',
    'things/many-error-headers',
    'things/too-many-headers',
    'translated/many-headers',
  ])
    await assertFails(world, await post(world.gateway, `small/${path}`), [502, 'upstream.head_too_large'])
  const response = await post(world.gateway, 'small/things/many-dropped-headers')
  assert.deepEqual([response.status, await response.text()], [200, '{}'], 'what is not passed on does not count')
})

test('an answer that has to be translated and cannot be parsed is 502 upstream.invalid', async (t) => {
  const world = await openWorld(t)
  for (const how of ['not-json', 'not-gzip', 'unknown-encoding'])
    await assertFails(world, await post(world.gateway, `small/translated/${how}`), [502, 'upstream.invalid'])
})

test('an answer of any size is passed on, and refused only where it would have to be collected', async (t) => {
  const world = await openWorld(t)
  const passed = await post(world.gateway, 'small/things/large')
  assert.equal((await passed.arrayBuffer()).byteLength, 33 * mebibyte + 11)
  await assertFails(world, await post(world.gateway, 'small/translated/large'), [502, 'upstream.too_large'])
})

test('an answer that would take long to parse is passed on, and refused only where it would have to be read', async (t) => {
  const world = await openWorld(t)
  const passed = await post(world.gateway, 'small/things/nested')
  assert.equal((await passed.arrayBuffer()).byteLength, 2 * mebibyte)
  await assertFails(world, await post(world.gateway, 'small/translated/nested'), [502, 'upstream.too_complex'])
  const error = await post(world.gateway, 'small/things/nested-error')
  assert.deepEqual([error.status, await error.text()], [400, `{"why":${'['.repeat(200)}${']'.repeat(200)}}`])
})

test('a long answer is translated completely', async (t) => {
  const { gateway } = await openWorld(t)
  const response = await post(gateway, 'small/translated/long')
  assert.equal(response.status, 200)
  assert.ok((await response.text()).length > 3 * mebibyte)
})

test('an answer that expands too far is not decoded to its end', async (t) => {
  const world = await openWorld(t)
  await assertFails(world, await post(world.gateway, 'small/translated/bomb'), [502, 'upstream.invalid'])
  const wrapped = await post(world.gateway, 'small/things/bomb', { 'x-gateway-envelope': 'data' })
  await assert.rejects(wrapped.text())
})
