// Sandboxes reached by agents and by WebSockets, and fault actions that need the end of a call.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { callTool } from '../mcp/agent.ts'
import { openSocket } from '../sockets/client.ts'
import { socketApi } from '../sockets/socket-api.ts'
import { openSandboxWorld } from './sandbox-world.ts'

const served = (await loadApis()).filter(({ api }) => ['randomness', 'item-market'].includes(api.slug))
const world = await openSandboxWorld({ after }, { apis: [...served, socketApi()] })
await world.manage('POST', '', { name: 'ci' })

async function journal(): Promise<string[]> {
  const { requests } = (await world.manage('GET', '/ci/journal')) as { requests: { api: string; endpoint: string }[] }
  return requests.map(({ api, endpoint }) => `${api}.${endpoint}`)
}

test('an agent calls in the sandbox that its connection names', async () => {
  await world.manage('POST', '/ci/reset')
  const call = { operation: 'randomness.dice', arguments: { count: 2 } }
  const result = await callTool(world.gateway, 'call_read', call, {
    key: world.key,
    headers: { 'x-gateway-sandbox': 'ci' },
  })
  assert.notEqual(result.isError, true, JSON.stringify(result))
  assert.deepEqual(await journal(), ['randomness.dice'])
  const unknown = await callTool(world.gateway, 'call_read', call, {
    key: world.key,
    headers: { 'x-gateway-sandbox': 'none' },
  })
  assert.equal(unknown.isError, true)
  assert.match(JSON.stringify(unknown), /no sandbox none/)
})

test('a WebSocket opens in the sandbox of its key, and holds it until it ends', async (t) => {
  await world.manage('POST', '/ci/reset')
  const made = await world.gateway.call('/v1/me/keys', {
    method: 'POST',
    key: world.key,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'voice', sandbox: 'ci' }),
  })
  const { key } = (await made.json()) as { key: string }
  const session = await openSocket(t, `${world.gateway.baseUrl}/v1/proxy/sockets/echo/hall?greeting=Welcome`, { key })
  assert.equal(session.head.headers['x-gateway-sandbox'], 'ci')
  assert.equal(await session.next(), 'Welcome, hall')
  session.send('Hello')
  assert.equal(await session.next(), 'Hello')
  assert.deepEqual(await journal(), ['sockets.echo'])
  session.socket.close()
  await session.closed
  await world.manage('POST', '/ci/snapshots', { snapshot: 'quiet' })
})

async function marketKey(sandbox?: string): Promise<string> {
  const { accountId } = world
  const order = { accountId, surface: 'market' as const, name: 'Market', ...(sandbox === undefined ? {} : { sandbox }) }
  return reveal((await world.gateway.components.keys.create(order)).key)
}

/** Returns the status of a call of the item market, and the sandbox that answered. */
async function fromMarket(path: string, headers: Record<string, string>): Promise<[number, string | null]> {
  const answer = await fetch(`${world.gateway.marketUrl}/api/v1${path}`, { headers })
  await answer.text()
  return [answer.status, answer.headers.get('x-gateway-sandbox')]
}

test('the item market answers in a sandbox, too', async () => {
  const key = await marketKey()
  assert.deepEqual(await fromMarket('/deals', { 'x-api-key': key, 'x-gateway-sandbox': 'ci' }), [200, 'ci'])
})

test('a public endpoint answers in the sandbox that the call or its key names, and is public without', async () => {
  const [key, bound] = [await marketKey(), await marketKey('ci')]
  assert.deepEqual(await fromMarket('/status', {}), [200, null])
  assert.deepEqual(await fromMarket('/status', { 'x-api-key': key }), [200, null])
  assert.deepEqual(await fromMarket('/status', { 'x-api-key': 'gh_market_wrong' }), [200, null])
  assert.deepEqual(await fromMarket('/status', { 'x-api-key': key, 'x-gateway-sandbox': 'ci' }), [200, 'ci'])
  assert.deepEqual(await fromMarket('/status', { 'x-api-key': bound }), [200, 'ci'])
  assert.deepEqual(await fromMarket('/status', { 'x-gateway-sandbox': 'ci' }), [401, null])
})
