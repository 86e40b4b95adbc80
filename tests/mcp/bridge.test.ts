// `gatehouse mcp --stdio`: what a client that starts a program gets of a stream of events, and how it cancels.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'

const cli = fileURLToPath(new URL('../../packages/cli/main.ts', import.meta.url))

test('the bridge passes on reports of progress and the answer, one message a line', async (t) => {
  const messages = [
    { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
    { jsonrpc: '2.0', id: 7, result: { content: [] } },
  ]
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const text = messages.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`).join('')
    // in the middle of a message, as a network may cut it
    response.write(text.slice(0, 60))
    setTimeout(() => response.end(text.slice(60)), 50)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const env = { ...process.env, GATEHOUSE_URL: `http://127.0.0.1:${port}`, GATEHOUSE_KEY: 'gh_live_test' }
  const child = spawn(process.execPath, [cli, 'mcp', '--stdio'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => child.kill())
  let printed = ''
  child.stdout.on('data', (part: Buffer) => {
    printed += part.toString()
  })
  child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: {} })}\n`)
  await once(child, 'close')
  assert.deepEqual(
    printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    messages,
  )
})

test('a cancelled request ends at the provider and gets no answer; others go on', async (t) => {
  const upstream = createServer()
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  t.after(() => upstream.close())
  t.after(() => upstream.closeAllConnections())
  const address = upstream.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const gateway = await openGateway(t, {
    apis: (await loadApis()).filter(({ api }) => api.slug === 'exchange-rates'),
    upstreams: { 'exchange-rates': `http://127.0.0.1:${port}` },
  })
  const { key } = await gateway.account()
  const env = { ...process.env, GATEHOUSE_URL: gateway.baseUrl, GATEHOUSE_KEY: key }
  const child = spawn(process.execPath, [cli, 'mcp', '--stdio'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => child.kill())
  let printed = ''
  child.stdout.on('data', (part: Buffer) => {
    printed += part.toString()
  })
  const write = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const params = { name: 'call_read', arguments: { operation: 'exchange-rates.latest', provider: 'live' } }
  const arrived = once(upstream, 'request', { signal: AbortSignal.timeout(10_000) })
  write({ id: 7, method: 'tools/call', params })
  const [, reply] = await arrived
  const closed = once(reply, 'close', { signal: AbortSignal.timeout(2_000) })
  // another request's id, though it looks alike
  write({ method: 'notifications/cancelled', params: { requestId: '7' } })
  write({ id: 8, method: 'ping' })
  await once(child.stdout, 'data')
  assert.equal(reply.destroyed, false)
  write({ method: 'notifications/cancelled', params: { requestId: 7 } })
  await closed
  child.stdin.end()
  await once(child, 'close')
  assert.deepEqual(
    printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
    [8],
  )
})
