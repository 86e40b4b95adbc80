// Outbound rule 8, connections that the provider has closed while they were idle: calls that may be repeated are, on a
// new connection, and others do not go on connections of that age.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeIn, openProxy } from '../harness/proxy.ts'

const body = '{"fine":true}'
const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const post = { method: 'POST', body: '{"name":"x"}', headers: { 'content-type': 'application/json' } }

/**
 * A provider that answers the first request of each connection, without a Keep-Alive header; then `after` is called.
 */
async function openProvider(t: TestContext, after: (socket: Socket) => void) {
  let requests = 0
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      requests++
      socket.write(answer)
      after(socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { proxy: await openProxy(t, { base }), requests: () => requests }
}

/** Behaves as a load balancer that has forgotten the connection. */
const resetAtNextRequest = (socket: Socket) => {
  socket.once('data', () => socket.resetAndDestroy())
}

test('a GET on a connection that was closed is repeated once, at once, and is no failure of the provider', async (t) => {
  const { proxy, requests } = await openProvider(t, resetAtNextRequest)
  // far more than the budget of retries and the limit of the circuit
  for (let calls = 0; calls < 60; calls++) {
    const begunMs = performance.now()
    const response = await proxy.call('/plain/things')
    assert.equal(response.status, 200)
    assert.equal(await response.text(), body)
    assert.ok(performance.now() - begunMs < 2000)
  }
  assert.equal(requests(), 60)
})

test('concurrent GETs on connections that were closed are all answered', async (t) => {
  const { proxy } = await openProvider(t, resetAtNextRequest)
  for (let round = 0; round < 5; round++) {
    const calls = Array.from({ length: 30 }, async () => (await proxy.call('/plain/things')).status)
    assert.deepEqual([...new Set(await Promise.all(calls))], [200])
  }
})

test('a POST is not repeated, and closes no circuit', async (t) => {
  const { proxy, requests } = await openProvider(t, resetAtNextRequest)
  let lost = 0
  for (let calls = 0; calls < 40; calls++) {
    const response = await proxy.call('/plain/things', post)
    const text = await response.text()
    if (response.status === 200) continue
    assert.equal(codeIn(text), 'upstream.cut')
    lost++
  }
  assert.equal(requests() + lost, 40)
})

/** A provider that keeps idle connections for `keptMs`, and then resets them at the next request. */
async function openForgetting(t: TestContext, { keptMs, hint = '' }: { keptMs: number; hint?: string }) {
  let connections = 0
  const server = createServer((socket) => {
    let answeredMs = performance.now()
    connections++
    socket.on('error', () => {})
    socket.on('data', () => {
      if (performance.now() - answeredMs > keptMs) return socket.resetAndDestroy()
      answeredMs = performance.now()
      socket.write(answer.replace('\r\n', `\r\n${hint}`))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { proxy: await openProxy(t, { base }), connections: () => connections }
}

/** POSTs, with a pause before each but the first; each has to be answered. */
async function postAfter(proxy: Awaited<ReturnType<typeof openProxy>>, pausesMs: readonly number[]): Promise<void> {
  for (const pauseMs of [0, ...pausesMs]) {
    await sleep(pauseMs)
    assert.equal((await proxy.call('/plain/things', post)).status, 200)
  }
}

test('a POST goes on a used connection for a second, and then on a new one', async (t) => {
  const { proxy, connections } = await openForgetting(t, { keptMs: 1800 })
  await postAfter(proxy, [300, 300])
  assert.equal(connections(), 1)
  await postAfter(proxy, [2000, 2000])
  assert.equal(connections(), 3)
})

test('a provider that says for how long it keeps connections is believed, less a second', async (t) => {
  const { proxy, connections } = await openForgetting(t, { keptMs: 4000, hint: 'keep-alive: timeout=4\r\n' })
  await postAfter(proxy, [1900])
  assert.equal(connections(), 1)
  await postAfter(proxy, [4200])
  assert.equal(connections(), 2)
})

test('a provider that keeps connections for a second gets a new one for each call', async (t) => {
  const { proxy, connections } = await openForgetting(t, { keptMs: 1000, hint: 'keep-alive: timeout=1\r\n' })
  await postAfter(proxy, [10, 10])
  assert.equal(connections(), 3)
})
