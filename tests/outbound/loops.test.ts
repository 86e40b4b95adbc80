// A provider address that leads back to the gateway, at once or through another gateway, ends the call instead of
// multiplying it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openGatewayWorld, type World as RouterWorld } from '../../apis/model-routing/test/world.ts'
import { createHops } from '../../packages/gateway/src/upstream/hops.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { errorOf, openProxy, type ProxyTest } from '../harness/proxy.ts'
import { smallApi } from '../harness/small-api.ts'
import { openUpstream, type Received } from '../harness/upstream.ts'

/** Lets the provider of `from` pass each call on to `to`, with its own key, as a wrong address would. */
function lead(from: ProxyTest, to: () => ProxyTest): void {
  from.answer = async ({ method, url, headers }, response) => {
    const { gateway, key } = to()
    const passed = { ...headers, host: 'gateway.test', 'x-gateway-key': key }
    const sent = send(`${gateway.baseUrl}/v1/proxy/plain${url}`, { method, headers: passed }).end()
    const [answer] = await once(sent, 'response')
    response.writeHead(answer.statusCode, answer.headers)
    answer.pipe(response)
  }
}

test('a call that comes back to its gateway is refused, and is one call at the provider', async (t) => {
  const proxy = await openProxy(t)
  lead(proxy, () => proxy)
  assert.deepEqual(await errorOf(await proxy.call('/plain/things')), {
    status: 508,
    code: 'request.loop',
    message:
      'The call has come back to the gateway that made it. Ask the operator to correct the address of the provider.',
  })
  assert.equal(proxy.upstream.received.length, 1)
})

test('a call that comes back through another gateway is refused', async (t) => {
  const [first, second] = [await openProxy(t), await openProxy(t)]
  lead(first, () => second)
  lead(second, () => first)
  const { status, code } = await errorOf(await first.call('/plain/things'))
  assert.deepEqual([status, code], [508, 'request.loop'])
  assert.deepEqual([first.upstream.received.length, second.upstream.received.length], [1, 1])
})

test('a call through another gateway that leads on is answered', async (t) => {
  const [first, second] = [await openProxy(t), await openProxy(t)]
  lead(first, () => second)
  assert.equal((await first.call('/plain/things')).status, 200)
})

test('providers see a token that is the same in every process of an installation, and nothing of a caller', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const upstream = await openUpstream(t, (_request, response) => void response.end('{}'))
  const open = (folder: string | undefined): Promise<OpenGateway> =>
    openGateway(t, {
      apis: [smallApi()],
      upstreams: { small: upstream.url },
      ...(folder === undefined ? {} : { dataDir: folder }),
    })
  const first = await open(dataDir)
  await liveCall(first, first.key, {})
  await liveCall(await open(dataDir), first.key, { 'x-gateway-hop': 'no token, "><' })
  const other = await open(undefined)
  await liveCall(other, other.key, {})
  const [one, two, three] = upstream.received.map(hopOf)
  assert.match(String(one), /^[0-9a-f]{32}$/)
  assert.deepEqual([two === one, three === one], [true, false])
})

const hopOf = ({ headers }: Received) => headers['x-gateway-hop']

async function liveCall({ call }: OpenGateway, key: string, headers: Record<string, string>): Promise<void> {
  const init = { key, headers: { ...headers, 'x-gateway-provider': 'live' } }
  assert.equal((await call('/v1/proxy/small/things/one', init)).status, 200)
}

test('a call may pass ten gateways', async (t: TestContext) => {
  const proxy = await openProxy(t)
  const through = (count: number) => Array.from({ length: count }, (_, index) => `other-${index}`).join(',')
  const statusOf = async (hops: string) =>
    (await proxy.call('/plain/things', { headers: { 'x-gateway-hop': hops } })).status
  assert.deepEqual([await statusOf(through(10)), await statusOf(through(11))], [200, 508])
  assert.equal(hopOf(proxy.last())?.slice(0, through(10).length), through(10))
})

test('a token that is only part of another is none', () => {
  const { isLoop } = createHops('abc')
  for (const hops of ['abcd', 'xabc', 'ab, c']) assert.equal(isLoop({ 'x-gateway-hop': hops }), false, hops)
  for (const hops of ['abc', 'x,abc', 'abc , x']) assert.equal(isLoop({ 'x-gateway-hop': hops }), true, hops)
})

test('a chat that channels lead through two gateways ends where it began', async (t) => {
  const [first, second] = [await openGatewayWorld(t), await openGatewayWorld(t)]
  const leads = async (from: RouterWorld, to: RouterWorld) => {
    const base = `${to.gateway.baseUrl}/v1/proxy/model-routing/v1`
    const headers = { 'x-gateway-key': to.gateway.key }
    const { status } = await from.operate('POST', '/channels', { name: 'other', base, models: ['*'], headers })
    assert.equal(status, 201)
  }
  await leads(first, second)
  await leads(second, first)
  const { status } = await first.call('/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'hello' }] }),
  })
  assert.ok(status >= 500, `${status}`)
})
