// What the protocol demands of the server, in both of its kinds of revision.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { callTool, post, send } from './agent.ts'

const loaded = await loadApis()

describe('the protocol', () => {
  const closing: (() => unknown)[] = []
  let gateway: OpenGateway
  let key: string
  /** Requests that the provider of exchange rates got and never answers. */
  const upstream = createServer()

  before(async () => {
    upstream.listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    closing.push(
      () => upstream.closeAllConnections(),
      () => upstream.close(),
    )
    const address = upstream.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    gateway = await openGateway(
      { after: (close) => void closing.unshift(close) },
      { apis: loaded, upstreams: { 'exchange-rates': `http://127.0.0.1:${port}` } },
    )
    const { accountId } = await gateway.account()
    const created = await gateway.components.keys.create({
      accountId,
      surface: 'hosted',
      name: 'Agent',
      agent: 'write',
    })
    key = reveal(created.key)
  })
  after(async () => {
    for (const close of closing) await close()
  })

  const rpc = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
    post(`${gateway.baseUrl}/mcp`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
    })

  test('2026-07-28: discover names the revisions, results are complete, lists can be cached for this caller', async () => {
    const { status, body } = await send(gateway, 'server/discover', {}, { key })
    assert.equal(status, 200)
    assert.ok(body.result.supportedVersions.includes('2026-07-28'))
    assert.deepEqual([body.result.resultType, body.result.cacheScope], ['complete', 'private'])
    const list = await send(gateway, 'tools/list', {}, { key })
    assert.deepEqual([list.body.result.resultType, typeof list.body.result.ttlMs], ['complete', 'number'])
  })

  test('2026-07-28: a header that is missing or differs from the body is 400 and -32020', async () => {
    const cases = [{ 'mcp-method': 'tools/list' }, { 'mcp-name': 'call_write' }, { 'mcp-name': '=?base64?!!?=' }]
    for (const headers of cases) {
      const params = { name: 'find_operations', arguments: { query: 'dice' } }
      const { status, body } = await send(gateway, 'tools/call', params, { key, headers })
      assert.deepEqual([status, body.error.code], [400, -32020], JSON.stringify(headers))
    }
    const encoded = `=?base64?${Buffer.from('find_operations').toString('base64')}?=`
    const params = { name: 'find_operations', arguments: { query: 'dice' } }
    assert.equal((await send(gateway, 'tools/call', params, { key, headers: { 'mcp-name': encoded } })).status, 200)
  })

  test('2026-07-28: an unknown revision is 400 and -32022, an unknown method 404 and -32601', async () => {
    const unknown = { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
    const version = await rpc('tools/list', { _meta: unknown }, { 'mcp-protocol-version': '2099-01-01' })
    assert.deepEqual([version.status, version.body.error.code], [400, -32022])
    assert.ok(version.body.error.data.supported.includes('2026-07-28'))
    const method = await send(gateway, 'prompts/list', {}, { key })
    assert.deepEqual([method.status, method.body.error.code], [404, -32601])
    const old = await send(gateway, 'initialize', {}, { key })
    assert.deepEqual([old.status, old.body.error.code], [404, -32601])
  })

  test('2025-11-25: handshake, ping, notifications and tools, without a session', async () => {
    const begun = await rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} })
    assert.equal(begun.body.result.protocolVersion, '2025-11-25')
    assert.equal(begun.headers.get('mcp-session-id'), null)
    const newer = await rpc('initialize', { protocolVersion: '2099-01-01', capabilities: {} })
    assert.equal(newer.body.result.protocolVersion, '2025-11-25')
    assert.deepEqual((await rpc('ping')).body.result, {})
    const notification = await post(`${gateway.baseUrl}/mcp`, {
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    })
    assert.deepEqual([notification.status, notification.body], [202, undefined])
    const list = await rpc('tools/list', {}, { 'mcp-protocol-version': '2025-11-25' })
    assert.deepEqual(
      list.body.result.tools.map(({ name }: { name: string }) => name),
      ['find_operations', 'describe_operations', 'call_read', 'call_write', 'read_result', 'account_status'],
    )
    assert.equal((await rpc('prompts/list')).body.error.code, -32601)
  })

  test('a client that goes away ends the call at the provider', async () => {
    const arrived = once(upstream, 'request')
    const leaving = new AbortController()
    const args = { operation: 'exchange-rates.latest', provider: 'live' }
    const params = { name: 'call_read', arguments: args }
    const answer = send(gateway, 'tools/call', params, { key, signal: leaving.signal })
    const [request] = await arrived
    const closed = once(request.socket, 'close')
    leaving.abort()
    await assert.rejects(answer)
    await closed
  })

  test('every tool of every API has a name that clients take, a title or description, and no reference', async () => {
    for (const { slug } of gateway.listings.filter(({ api }) => api.surface.name === 'hosted')) {
      const { body } = await send(gateway, 'tools/list', {}, { key, path: `/mcp/${slug}` })
      assert.ok(body.result.tools.length > 0, slug)
      for (const { name, inputSchema, annotations } of body.result.tools) {
        assert.match(name, /^[A-Za-z0-9_-]{1,47}$/)
        assert.equal(inputSchema.type, 'object')
        assert.equal(typeof annotations.readOnlyHint, 'boolean')
      }
      // about four characters are a token; the limit is 8,000 tokens
      const text = JSON.stringify(body.result.tools)
      assert.ok(text.length < 36_000, `${slug} ${text.length}`)
      assert.ok(!text.includes('"$ref"'), slug)
    }
    const { body } = await send(gateway, 'tools/list', {}, { key })
    assert.ok(JSON.stringify(body.result.tools).length < 4000)
  })

  test('a native tool calls its operation', async () => {
    const result = await callTool(gateway, 'randomness_dice', { count: 2 }, { key, path: '/mcp/randomness' })
    assert.equal(JSON.parse(result.content[1].text).rolls.length, 2)
  })

  test('the same idempotency key happens once, and not for other arguments', async () => {
    const write = (count: number) =>
      callTool(
        gateway,
        'call_write',
        { operation: 'randomness.dice', arguments: { count }, idempotencyKey: 'one' },
        { key },
      )
    const first = await write(20)
    assert.deepEqual(await write(20), first)
    assert.equal((await write(3)).isError, true)
  })
})
