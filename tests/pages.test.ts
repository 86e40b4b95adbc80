// Documents and the console: stored once for all clients, compressed, and not sent again to a client that has them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createSendPage, storePage } from '../packages/gateway/src/http/stored-page.ts'
import { openGateway } from './open-gateway.ts'
import { smallApi } from './small-api.ts'
import { until } from './until.ts'
import type { Cleanup } from './upstream.ts'

const body = JSON.stringify({ long: 'sea '.repeat(1000) })
const page = () => storePage({ status: 200, contentType: 'application/json', body })

async function startServer(t: Cleanup, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  return { url: `http://127.0.0.1:${address.port}/` }
}

async function serve(t: Cleanup, limit?: number) {
  const stored = await page()
  const sendPage = createSendPage(limit)
  const server = await startServer(t, (request, response) => {
    if (!sendPage(request, response, stored)) response.writeHead(503).end()
  })
  return async (headers: Record<string, string>, method = 'GET') => {
    const answer = await fetch(server.url, { method, headers: { connection: 'close', ...headers } })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
}

test('a page is sent in the encoding that the client prefers, under its own tag', async (t) => {
  const get = await serve(t)
  const tags = new Set<string>()
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['*, br;q=0.0', 'gzip'],
    ['identity', null],
    ['deflate', null],
  ] as const) {
    const answer = await get({ 'accept-encoding': accepted })
    assert.equal(answer.headers.get('content-encoding'), encoding, accepted)
    assert.equal(answer.headers.get('vary'), 'accept-encoding')
    assert.equal(answer.text, body, accepted)
    tags.add(answer.headers.get('etag') ?? '')
  }
  assert.equal(tags.size, 3)
})

test('a client that has the page gets a 304 without a body', async (t) => {
  const get = await serve(t)
  const headers = { 'accept-encoding': 'br' }
  const etag = (await get(headers)).headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await get({ ...headers, 'if-none-match': known })
    assert.deepEqual([answer.status, answer.text, answer.headers.get('etag')], [304, '', etag], known)
  }
  assert.equal((await get({ ...headers, 'if-none-match': '"other"' })).status, 200)
  assert.equal((await get({ 'accept-encoding': 'gzip', 'if-none-match': etag })).status, 200)
})

test('HEAD has the length of the encoding and no body; short pages are not compressed', async (t) => {
  const get = await serve(t)
  const [br] = (await page()).forms
  const head = await get({ 'accept-encoding': 'br' }, 'HEAD')
  assert.deepEqual([head.text, head.headers.get('content-length')], ['', String(br?.body.length)])
  const short = await storePage({ status: 200, contentType: 'text/plain', body: 'short' })
  assert.deepEqual(
    short.forms.map(({ encoding }) => encoding),
    ['identity'],
  )
})

test('compressed pages decode to the stored page', async () => {
  const [br, gzip, identity] = (await page()).forms
  assert.ok(br && gzip && identity)
  assert.equal(String(brotliDecompressSync(br.body)), body)
  assert.equal(String(gunzipSync(gzip.body)), body)
  assert.equal(String(identity.body), body)
})

test('only so many pages are sent at once, until a client reads or disconnects', async (t) => {
  const large = await storePage({ status: 200, contentType: 'text/plain', body: Buffer.alloc(64 * 1024 * 1024, 'x') })
  const sendPage = createSendPage(1)
  const server = await startServer(t, (request, response) => {
    if (!sendPage(request, response, large)) response.writeHead(503).end()
  })
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname).pause()
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
  const status = async () => (await fetch(server.url, { method: 'HEAD', headers: { connection: 'close' } })).status
  await until(async () => (await status()) === 503, 'the refusal')
  socket.destroy()
  await until(async () => (await status()) === 200, 'room for the next')
})

test('the gateway serves its documents and its console that way', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  for (const path of [
    '/docs',
    '/docs/reference.js',
    '/docs/start.js',
    '/openapi/small.json',
    '/console',
    '/client/mod.ts',
  ]) {
    const { status, headers } = await gateway.call(path)
    const etag = headers.get('etag')
    assert.equal(status, 200, path)
    assert.ok(etag, path)
    const again = await gateway.call(path, { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304, path)
  }
  assert.equal((await gateway.call('/docs/nothing')).status, 404)
})
