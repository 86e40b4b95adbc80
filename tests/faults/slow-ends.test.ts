// Slow callers and slow providers: each gets its time and no more, and nobody else waits for them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHttpServer } from '../../packages/gateway/src/call/http/server.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import { until } from '../harness/until.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'

/** The gateway's server with short time limits. */
async function quickServer(t: TestContext): Promise<number> {
  const server = createHttpServer({
    requestId: () => 'req_test',
    times: { headMs: 600, arrivalMs: 900, checkMs: 20 },
    // a request without a body has already ended, and emits no event
    handle: (request, response) => {
      if (request.readableEnded) response.end('done')
      else request.resume().once('end', () => response.end('done'))
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close().closeAllConnections())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Sends `begin` and then a byte every 20 ms until it is cut off; resolves with everything it received. */
function trickle(t: TestContext, port: number, begin: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  t.after(() => void socket.destroy())
  socket.setEncoding('latin1').write(begin)
  const more = setInterval(() => socket.write('a'), 20)
  return new Promise((resolve) => {
    let received = ''
    socket.on('error', () => {}) // caused by a byte sent after the end
    socket.on('data', (part) => {
      received += part
    })
    socket.once('close', () => {
      clearInterval(more)
      resolve(received)
    })
  })
}

for (const [what, begin] of Object.entries({
  'a request head': 'GET / HTTP/1.1\r\nhost: gateway\r\nx-slow: ',
  'a first line': 'GET /',
  'a body': 'POST / HTTP/1.1\r\nhost: gateway\r\ncontent-length: 100000\r\n\r\n',
})) {
  test(`a caller that sends ${what} byte by byte gets a 408 and is disconnected, while others are served`, async (t) => {
    const port = await quickServer(t)
    const slow = trickle(t, port, begin)
    let others = 0
    let isOver = false
    void slow.then(() => {
      isOver = true
    })
    while (!isOver) {
      const answer = await fetch(`http://127.0.0.1:${port}/`)
      assert.equal(await answer.text(), 'done')
      others++
    }
    const received = await slow
    assert.match(received, /^HTTP\/1\.1 408 Request Timeout\r\n/)
    assert.match(received, /"code":"request\.slow"/)
    assert.ok(others > 3)
  })
}

test('a connection that sends nothing is closed', async (t) => {
  const socket = connect(await quickServer(t), '127.0.0.1')
  t.after(() => void socket.destroy())
  socket.resume()
  await once(socket, 'close')
})

test('callers that send their heads slowly do not count as running calls', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()], environment: { GATEHOUSE_MAX_CALLS: '4' } })
  const slow: Socket[] = []
  for (let i = 0; i < 100; i++) {
    const socket = connect(Number(new URL(gateway.baseUrl).port), '127.0.0.1')
    slow.push(socket)
    t.after(() => void socket.destroy())
    await once(socket, 'connect')
    socket.write('GET /v1/proxy/small/things/one HTTP/1.1\r\n')
  }
  const answers = await Promise.all(Array.from({ length: 4 }, () => gateway.call('/v1/proxy/small/things/one')))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.ok(slow.every((socket) => !socket.destroyed))
})

test('a silent provider times out, and no other call waits for it', async (t) => {
  const upstream = await openUpstream(t, () => {}) // never answers
  const quick = await openUpstream(t, (_request, response) => sendJson(response, { id: 'quick' }))
  const apis = [smallApi({ slug: 'silent', limits: { firstByteMs: 400 } }), smallApi({ slug: 'quick' })]
  const gateway = await openGateway(t, { apis, upstreams: { silent: upstream.url, quick: quick.url } })
  const { key } = await gateway.account()
  const live = { headers: { 'x-gateway-provider': 'live' }, method: 'POST', key } // a POST is not retried
  const silent = Array.from({ length: 8 }, () => gateway.call('/v1/proxy/silent/things/one', live))
  await until(() => upstream.received.length === 8)
  let others = 0
  let isOver = false
  void Promise.all(silent).then(() => {
    isOver = true
  })
  while (!isOver) {
    for (const path of ['/v1/proxy/quick/things/one', '/v1/proxy/silent/things/one']) {
      const provider = path.includes('quick') ? 'live' : 'embedded'
      const answer = await gateway.call(path, { headers: { 'x-gateway-provider': provider }, key })
      assert.equal(answer.status, 200)
      await answer.text()
      others++
    }
  }
  for (const answer of await Promise.all(silent)) {
    assert.equal(answer.status, 504)
    assert.equal(JSON.parse(await answer.text()).error.code, 'upstream.silent')
  }
  assert.ok(others > 3)
  await until(() => upstream.aborted() === 8)
})

for (const [what, limits] of Object.entries({
  'stalls in the middle of its answer': { idleMs: 300 },
  'never ends': { totalMs: 600 },
})) {
  test(`a provider that ${what} is cut off, and so is its caller: no response looks complete`, async (t) => {
    const upstream = await openUpstream(t, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('beginning')
      if (!('totalMs' in limits)) return
      const drip = setInterval(() => response.write('.'), 20)
      response.once('close', () => clearInterval(drip))
    })
    const gateway = await openGateway(t, { apis: [smallApi({ limits })], upstreams: { small: upstream.url } })
    const answer = await gateway.call('/v1/proxy/small/things/one', { headers: { 'x-gateway-provider': 'live' } })
    assert.equal(answer.status, 200)
    await assert.rejects(answer.text(), /terminated/)
    await until(() => upstream.aborted() === 1)
    assert.equal((await gateway.call('/v1/proxy/small/things/one')).status, 200, 'the gateway goes on')
  })
}

for (const [what, answers] of Object.entries({
  // the sleeps are the pauses under test: each below the limit, all together above it
  'answers in chunks': async (response: ServerResponse) => {
    for (let part = 0; part < 6; part++) {
      response.write('.')
      await sleep(150)
    }
    response.end('end')
  },
  'sends 102 Processing': async (response: ServerResponse) => {
    for (let part = 0; part < 6; part++) {
      response.writeProcessing()
      await sleep(150)
    }
    response.end('......end')
  },
}))
  test(`a provider that ${what} may take longer in total than its idle time`, async (t) => {
    const upstream = await openUpstream(t, (_request, response) => void answers(response))
    const limits = { firstByteMs: 600, idleMs: 600 }
    const gateway = await openGateway(t, { apis: [smallApi({ limits })], upstreams: { small: upstream.url } })
    const answer = await gateway.call('/v1/proxy/small/things/one', { headers: { 'x-gateway-provider': 'live' } })
    assert.equal(await answer.text(), '......end')
  })

test('a provider does not count as silent while the caller is still sending', async (t) => {
  const upstream = await openUpstream(t, (_request, response) => void response.end('got it'))
  const limits = { firstByteMs: 300, idleMs: 300 }
  const gateway = await openGateway(t, { apis: [smallApi({ limits })], upstreams: { small: upstream.url } })
  const { key } = await gateway.account()
  const { hostname, port } = new URL(gateway.baseUrl)
  const socket = connect(Number(port), hostname)
  t.after(() => void socket.destroy())
  const head = ['POST /v1/proxy/small/things/one HTTP/1.1', 'host: gateway', `x-gateway-key: ${key}`]
  const rest = ['x-gateway-provider: live', 'transfer-encoding: chunked', 'connection: close']
  socket.write(`${[...head, ...rest].join('\r\n')}\r\n\r\n`)
  for (let part = 0; part < 6; part++) {
    socket.write(`400\r\n${'x'.repeat(1024)}\r\n`) // the least that counts as sending
    await sleep(100) // in total longer than the limits, which is what is tested
  }
  socket.write('0\r\n\r\n')
  assert.match(await text(socket), /^HTTP\/1\.1 200 .*got it/s)
})

test('after a pause of the process itself, data that has arrived is read before a provider counts as silent', async (t) => {
  const upstream = await openUpstream(t, (_request, response) => {
    setTimeout(() => response.end('here'), 20)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600) // upstream and gateway share this process
  })
  const limits = { firstByteMs: 300, idleMs: 300 }
  const gateway = await openGateway(t, { apis: [smallApi({ limits })], upstreams: { small: upstream.url } })
  const answer = await gateway.call('/v1/proxy/small/things/one', { headers: { 'x-gateway-provider': 'live' } })
  assert.equal(await answer.text(), 'here')
})
