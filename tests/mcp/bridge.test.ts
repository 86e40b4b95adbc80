// `gatehouse mcp --stdio`: what a client that starts a program gets of a stream of events.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

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
