// What an embedded provider gets of an outward call: the whole answer or a failure that says why, in time and within
// its limits.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type OutboundAnswer, OutboundFailure, type OutboundRequest } from '#define/outbound'
import { until } from '../../../../tests/harness/until.ts'
import { openUpstream, type Received } from '../../../../tests/harness/upstream.ts'
import { Secret } from '../process/secret.ts'
import { createHops, hopHeader } from './hops.ts'
import { createOutbound } from './outbound.ts'
import { createPools } from './pools.ts'
import { withReceivedHops } from './received-hops.ts'

const key = 'sk-a-key-of-some-length'

async function world(t: TestContext, answer: (request: Received, response: ServerResponse) => void) {
  const upstream = await openUpstream(t, (request, response) => {
    if (request.url !== '/never') answer(request, response)
  })
  const pools = createPools(Date.now, createHops('own-token'))
  t.after(() => pools.close())
  const outbound = createOutbound({ pools, open: () => new Secret(key) })
  return {
    upstream,
    call: (options: Partial<OutboundRequest> = {}) => outbound({ url: `${upstream.url}/a?b=1`, ...options }),
    /** Lets time pass for calls: a call without an answer that starts now has timed out. */
    pass: (ms: number) => assert.rejects(outbound({ url: `${upstream.url}/never`, firstByteMs: ms }), because('slow')),
  }
}

const because = (reason: string) => (error: unknown) => error instanceof OutboundFailure && error.reason === reason

async function chunksOf(answer: OutboundAnswer): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  for await (const chunk of answer.body) chunks.push(chunk)
  return chunks
}

/** Sends so many bytes as fast as they are taken, and counts them. */
function offer(response: ServerResponse, bytes: number): { sent: number } {
  const offered = { sent: 0 }
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const go = () => {
    while (offered.sent < bytes) {
      offered.sent += chunk.length
      if (!response.write(chunk)) return void response.once('drain', go)
    }
    response.end()
  }
  go()
  return offered
}

test('a call made for one that has been through other gateways says so, and any other names this gateway alone', async (t) => {
  const { call, upstream } = await world(t, (_request, response) => void response.end())
  await call({ headers: { 'x-gateway-hop': 'of-the-provider' } })
  await withReceivedHops({ 'x-gateway-hop': 'first, second' }, async () => {
    await until(async () => true, 'a later tick')
    await call()
  })
  await withReceivedHops({ 'x-gateway-hop': 'no token, "><' }, () => call())
  const sent = upstream.received.map(({ headers }) => headers['x-gateway-hop'])
  assert.deepEqual(sent, ['own-token', 'first, second, own-token', 'own-token'])
})

test('chunks arrive as they are sent, before the answer is complete', async (t) => {
  const sent: ServerResponse[] = []
  const { call } = await world(t, (_request, response) => {
    response.write('one ')
    sent.push(response)
  })
  const answer = await call()
  const body = answer.body[Symbol.asyncIterator]()
  assert.equal(String((await body.next()).value), 'one ')
  const second = body.next()
  sent[0]?.end('two')
  assert.equal(String((await second).value), 'two')
  assert.equal((await body.next()).done, true)
})

test('an answer that nobody reads pauses its sender, does not time out, and is complete for a late reader', async (t) => {
  const bytes = 32 * 1024 * 1024
  let offered = { sent: 0 }
  const { call, pass } = await world(t, (_request, response) => {
    offered = offer(response, bytes)
  })
  for (const read of [
    (answer: OutboundAnswer) => answer.bytes(),
    async (answer: OutboundAnswer) => Buffer.concat(await chunksOf(answer)),
  ]) {
    const answer = await call({ idleMs: 200 })
    await pass(200)
    await pass(200)
    assert.ok(offered.sent < bytes / 2, `${offered.sent} bytes went out unread`)
    assert.equal((await read(answer)).length, bytes)
  }
})

test('a compressed answer that has arrived is read long after its last byte', async (t) => {
  const plain = Buffer.from('letters '.repeat(50_000))
  const { call, pass } = await world(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(plain))
  })
  const answer = await call({ idleMs: 500 })
  await pass(500)
  await pass(500)
  assert.deepEqual(await answer.bytes(), plain)
})

test('silence before the head, silence after it and too long an answer are slow, and abort the call', async (t) => {
  const { call, upstream } = await world(t, ({ url }, response) => {
    if (url.startsWith('/a')) return
    response.write('begun')
    if (url === '/drip') drip(response)
  })
  await assert.rejects(call({ firstByteMs: 150 }), because('slow'))
  const silent = await call({ url: `${upstream.url}/silent`, idleMs: 150 })
  await assert.rejects(silent.bytes(), because('slow'))
  const long = await call({ url: `${upstream.url}/drip`, idleMs: 1000, totalMs: 300 })
  await assert.rejects(long.bytes(), because('slow'))
  await until(() => upstream.aborted() === 3)
})

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('.'), 20)
  response.once('close', () => clearInterval(timer))
}

test('of an answer that breaks off, what had arrived is read and then the failure, once', async (t) => {
  const { call } = await world(t, (_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('the beginning', () => response.destroy())
  })
  const body = (await call()).body[Symbol.asyncIterator]()
  assert.equal(String((await body.next()).value), 'the beginning')
  await assert.rejects(async () => body.next(), because('cut'))
  assert.equal((await body.next()).done, true)
})

test('a reader that stops, a cancelled call and an aborted signal end the call at the provider too', async (t) => {
  const { call, upstream } = await world(t, (_request, response) => void response.write('begun'))
  for await (const chunk of (await call()).body) {
    assert.equal(String(chunk), 'begun')
    break
  }
  await until(() => upstream.aborted() === 1)
  const cancelled = await call()
  cancelled.cancel()
  await assert.rejects(async () => cancelled.body[Symbol.asyncIterator]().next(), because('aborted'))
  await until(() => upstream.aborted() === 2)
  const leaving = new AbortController()
  const left = await call({ signal: leaving.signal })
  leaving.abort()
  await assert.rejects(left.bytes(), because('aborted'))
  await until(() => upstream.aborted() === 3)
  await assert.rejects(call({ signal: leaving.signal }), because('aborted'))
  assert.equal(upstream.received.length, 3)
})

test('a call leaves no listener on its signal', async (t) => {
  const { call } = await world(t, (_request, response) => void response.end('whole'))
  const { signal } = new AbortController()
  let listeners = 0
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++
    add(...args)
  }
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners--
    remove(...args)
  }
  const answer = await call({ signal })
  assert.equal(String(await answer.bytes()), 'whole')
  assert.equal(listeners, 0)
})

test("a header replaces the gateway's own and an earlier one of its name, but not the token", async (t) => {
  const { call, upstream } = await world(t, (_request, response) => void response.end())
  await call({ headers: { 'User-Agent': 'mine', 'X-Twice': '1', 'x-twice': '2', 'X-Gateway-Hop': 'a' } })
  const { headers } = upstream.received[0] ?? assert.fail('nothing arrived')
  assert.deepEqual([headers['user-agent'], headers['x-twice'], headers['accept-encoding']], ['mine', '2', 'gzip, br'])
  assert.match(String(headers[hopHeader]), /own-token/)
})

test('a call carries the token by which the gateway recognises one that comes back', async (t) => {
  const { call, upstream } = await world(t, (_request, response) => void response.end())
  await (await call({ headers: { 'X-Gateway-Hop': 'another' } })).bytes()
  assert.equal(upstream.received[0]?.headers['x-gateway-hop'], 'own-token')
})

test('too long a decoded answer, unbounded expansion and an unknown encoding end the call', async (t) => {
  const { call, upstream } = await world(t, ({ url }, response) => {
    if (url === '/grown') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8_000_000)))
    else if (url === '/odd') response.writeHead(200, { 'content-encoding': 'rot13' }).end('fvzcyr')
    else offer(response, 8 * 1024 * 1024)
  })
  await assert.rejects((await call({ maxBytes: 1000 })).bytes(), because('large'))
  await assert.rejects((await call({ url: `${upstream.url}/grown` })).bytes(), because('large'))
  await assert.rejects((await call({ url: `${upstream.url}/odd` })).bytes(), because('cut'))
})

test('a sealed secret is masked wherever the answer echoes it, also across chunks and at the very end', async (t) => {
  let sendRest = () => {}
  const { call, upstream } = await world(t, ({ headers }, response) => {
    const echoed = String(headers.authorization)
    response.setHeader('x-echo', echoed)
    response.write(`it is ${echoed.slice(0, 12)}`)
    sendRest = () => void response.end(`${echoed.slice(12)}, that is ${echoed}`)
  })
  const answer = await call({ headers: { Authorization: { secret: 'any', prefix: 'Bearer ' } } })
  sendRest()
  const stars = `Bearer ${'*'.repeat(key.length)}`
  assert.equal(upstream.received[0]?.headers.authorization, `Bearer ${key}`)
  assert.equal(answer.headers['x-echo'], stars)
  assert.equal(String(await answer.bytes()), `it is ${stars}, that is ${stars}`)
})

test('a body in parts is sent as it is yielded, however long that takes', async (t) => {
  const { call, pass, upstream } = await world(t, ({ body }, response) => void response.end(body))
  async function* parts() {
    for (const part of ['one ', 'two ', 'three']) {
      yield Buffer.from(part)
      await pass(150)
    }
  }
  const answer = await call({ method: 'POST', body: parts(), firstByteMs: 250 })
  assert.equal(String(await answer.bytes()), 'one two three')
  assert.equal(upstream.received.at(-1)?.headers['transfer-encoding'], 'chunked')
})

test('a closed port is unreachable, and what is not an http(s) URL is refused', async (t) => {
  const { call, upstream } = await world(t, (_request, response) => void response.end())
  await upstream.close()
  await assert.rejects(call(), because('unreachable'))
  for (const url of ['ftp://example.com/', 'http://user:word@127.0.0.1/', 'no address'])
    await assert.rejects(call({ url }), because('address'))
})
