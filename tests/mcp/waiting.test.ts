// Calls that take long: progress, handles, cancellation.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { callTool, send } from './agent.ts'

const answer = { amount: 1, base: 'EUR', date: '2026-10-30', rates: { USD: 1.1 } }

describe('a call that takes long', () => {
  const closing: (() => unknown)[] = []
  let gateway: OpenGateway
  let key: string
  /** The provider of exchange rates; each test decides when it answers. */
  const upstream = createServer()

  before(async () => {
    upstream.listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    const address = upstream.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    closing.push(
      () => upstream.closeAllConnections(),
      () => upstream.close(),
    )
    gateway = await openGateway(
      { after: (close) => void closing.unshift(close) },
      {
        apis: (await loadApis()).filter(({ api }) => api.slug === 'exchange-rates'),
        upstreams: { 'exchange-rates': `http://127.0.0.1:${port}` },
        agentTimes: { lateMs: 300, progressMs: 60 },
      },
    )
    key = (await gateway.account()).key
  })
  after(async () => {
    for (const close of closing) await close()
  })

  const args = { operation: 'exchange-rates.latest', provider: 'live' }

  test('reports that it runs to a client that sent a token, then gives a handle, which holds the answer', async () => {
    const arrived = once(upstream, 'request')
    const response = await fetch(`${gateway.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'call_read', arguments: args, _meta: { progressToken: 'mine' } },
      }),
    })
    const messages = (await response.text())
      .split('\n\n')
      .filter((event) => event !== '')
      .map((event) => JSON.parse(String(/^data: (.*)$/m.exec(event)?.[1])))
    const last = messages.pop()
    assert.ok(messages.length >= 2, `${messages.length} reports`)
    messages.forEach(({ method, params }, at) => {
      assert.deepEqual([method, params.progressToken, params.progress], ['notifications/progress', 'mine', at + 1])
    })
    const [, handle] = /still running.*handle (res_[\w-]+)\.$/.exec(last.result.content[0].text) ?? []
    assert.ok(handle, JSON.stringify(last))

    const early = await callTool(gateway, 'read_result', { handle }, { key })
    assert.match(early.content[0].text, /still running/)
    const [, reply] = await arrived
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(answer))
    const result = await callTool(gateway, 'read_result', { handle }, { key })
    assert.deepEqual(JSON.parse(result.content[1].text).rates, answer.rates)
  })

  test('ends at the provider within 100 ms of the client going away', async () => {
    const arrived = once(upstream, 'request')
    const leaving = new AbortController()
    const options = { key, signal: leaving.signal }
    const left = assert.rejects(send(gateway, 'tools/call', { name: 'call_read', arguments: args }, options))
    const [request] = await arrived
    const closed = once(request.socket, 'close')
    const leftMs = performance.now()
    leaving.abort()
    await closed
    const tookMs = performance.now() - leftMs
    await left
    assert.ok(tookMs < 100, `${tookMs} ms`)
  })

  test('goes on when the client goes away after it got the handle', async () => {
    const arrived = once(upstream, 'request')
    const { content } = await callTool(gateway, 'call_read', args, { key })
    const [, handle] = /handle (res_[\w-]+)\.$/.exec(content[0].text) ?? []
    const [request, reply] = await arrived
    assert.equal(request.socket.destroyed, false)
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(answer))
    const result = await callTool(gateway, 'read_result', { handle }, { key })
    assert.match(result.content[0].text, /answered 200/)
  })
})
