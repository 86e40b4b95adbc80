// A client that shows a gateway key and a market key has the operations of both in one list; with one of them it finds
// the others and learns which key opens them. A refused write names the way to allow it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { callTool, post, send } from './agent.ts'

const closing: (() => unknown)[] = []
const wanted = ['cat-facts', 'item-market']
let gateway: OpenGateway
let hosted: string
let hostedId: string
let market: string
before(async () => {
  const apis = (await loadApis()).filter(({ api }) => wanted.includes(api.slug))
  gateway = await openGateway({ after: (close) => void closing.unshift(close) }, { apis })
  const { accountId } = await gateway.account()
  const made = await gateway.components.keys.create({ accountId, surface: 'hosted', name: 'Agent', agent: 'read' })
  hosted = reveal(made.key)
  hostedId = made.id
  market = reveal(
    (await gateway.components.keys.create({ accountId, surface: 'market', name: 'Agent', agent: 'write' })).key,
  )
})
after(async () => {
  for (const close of closing) await close()
})

const found = async (api: string, key: string, headers: Record<string, string> = {}) =>
  String((await callTool(gateway, 'find_operations', { api }, { key, headers })).content[0].text)

test('with both keys, in any headers, the operations of both are found and called', async () => {
  for (const [key, headers] of [
    [hosted, { 'x-api-key': market }],
    [market, { 'x-gateway-key': hosted }],
  ] as const) {
    for (const api of wanted) assert.doesNotMatch(await found(api, key, headers), /opens with/)
    const fact = await callTool(gateway, 'call_read', { operation: 'cat-facts.fact' }, { key, headers })
    assert.ok(!fact.isError, JSON.stringify(fact))
    const line = /(item-market\.\w+) \[read\]/.exec(await found('item-market', key, headers))
    const result = await callTool(gateway, 'call_read', { operation: line?.[1] }, { key, headers })
    assert.doesNotMatch(JSON.stringify(result), /opens with|key\.invalid/)
    const { body } = await send(gateway, 'tools/list', {}, { key, headers })
    assert.ok(
      body.result.tools.some(({ name }: { name: string }) => name === 'call_write'),
      'one of them may write',
    )
  }
})

test('with one key the operations of the other are found, and say which key opens them', async () => {
  assert.match(await found('item-market', hosted), /opens with a market key, to be shown in x-api-key/)
  assert.match(await found('cat-facts', market), /opens with a gateway key, to be shown in x-gateway-key/)
  assert.doesNotMatch(await found('cat-facts', hosted), /opens with/)
  const refused = await callTool(gateway, 'call_read', { operation: 'cat-facts.fact' }, { key: market })
  assert.match(refused.content[0].text, /opens with a gateway key/)
})

test('a second key that does not work is refused, and never ignored', async () => {
  const { status } = await send(gateway, 'tools/list', {}, { key: hosted, headers: { 'x-api-key': 'gh_market_none' } })
  assert.equal(status, 401)
})

test('a write that the key does not allow names the way to allow it', async () => {
  const way = new RegExp(`npx gatehouse keys agent ${hostedId} write`)
  const hidden = await send(gateway, 'tools/call', { name: 'call_write', arguments: {} }, { key: hosted })
  assert.match(hidden.body.error.message, way)
  const both = { key: hosted, headers: { 'x-api-key': market } }
  const rehearsed = await callTool(gateway, 'call_write', { operation: 'cat-facts.fact', rehearse: true }, both)
  assert.ok(!rehearsed.isError, 'what only reads needs no such key')
})

test('the revision that requires batches is not offered', async () => {
  const headers = { authorization: `Bearer ${hosted}` }
  const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'old', version: '1' } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  const { body: begun } = await post(`${gateway.baseUrl}/mcp`, { headers, body })
  assert.equal(begun.result.protocolVersion, '2025-11-25')
  const named = { ...headers, 'mcp-protocol-version': '2025-03-26' }
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })
  assert.equal((await post(`${gateway.baseUrl}/mcp`, { headers: named, body: ping })).status, 400)
})
