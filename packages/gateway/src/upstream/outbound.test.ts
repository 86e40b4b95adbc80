// What a provider of ours gets of a call to the outside: all of the answer or a failure that says why, in its time and
// within its bounds.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type OutboundAnswer, OutboundFailure, type OutboundRequest } from '#define'
import { until } from '../../../../tests/until.ts'
import { openUpstream, type Received } from '../../../../tests/upstream.ts'
import { Secret } from '../secret.ts'
import { createOutbound } from './outbound.ts'
import { createPools } from './pools.ts'

const key = 'sk-a-key-of-some-length'

async function world(t: TestContext, answer: (request: Received, response: ServerResponse) => void) {
  const upstream = await openUpstream(t, answer)
  const pools = createPools(Date.now)
  t.after(() => pools.close())
  const outbound = createOutbound({ pools, open: () => new Secret(key) })
  return {
    upstream,
    call: (facts: Partial<OutboundRequest> = {}) => outbound({ url: `${upstream.url}/a?b=1`, ...facts }),
  }
}

const because = (reason: string) => (error: unknown) => error instanceof OutboundFailure && error.reason === reason

async function chunksOf(answer: OutboundAnswer): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  for await (const chunk of answer.body) chunks.push(chunk)
  return chunks
}

/** Offers so many bytes as fast as they are taken; says how many went out. */
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

test('chunks come as they are sent, before the answer is whole', async (t) => {
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

test('chunks that are there together are read in one piece', async (t) => {
  const { call } = await world(t, (_request, response) => {
    for (const part of ['one ', 'two ', 'three']) response.write(part)
    response.end()
  })
  const answer = await call()
  await sleep(30)
  assert.deepEqual((await chunksOf(answer)).map(String), ['one two three'])
})

test('an answer that nobody reads stops its sender, is no silence, and is there to the last byte for a late reader', async (t) => {
  const bytes = 32 * 1024 * 1024
  let offered = { sent: 0 }
  const { call } = await world(t, (_request, response) => {
    offered = offer(response, bytes)
  })
  for (const read of [
    (answer: OutboundAnswer) => answer.bytes(),
    async (answer: OutboundAnswer) => Buffer.concat(await chunksOf(answer)),
  ]) {
    const answer = await call({ idleMs: 200 })
    await sleep(700)
    assert.ok(offered.sent < bytes / 2, `${offered.sent} bytes went out unread`)
    assert.equal((await read(answer)).length, bytes)
  }
})

test('a compressed answer that is here is read long after its last byte', async (t) => {
  const plain = Buffer.from('letters '.repeat(50_000))
  const { call } = await world(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(plain))
  })
  const answer = await call({ idleMs: 150 })
  await sleep(500)
  assert.deepEqual(await answer.bytes(), plain)
})

test('silence before the head, silence after it and too long a whole are slow, and the call is broken off', async (t) => {
  const { call, upstream } = await world(t, ({ url }, response) => {
    if (url.startsWith('/a')) return
    response.write('begun')
    if (url === '/drip') void drip(response)
  })
  await assert.rejects(call({ firstByteMs: 150 }), because('slow'))
  const silent = await call({ url: `${upstream.url}/silent`, idleMs: 150 })
  await assert.rejects(silent.bytes(), because('slow'))
  const long = await call({ url: `${upstream.url}/drip`, idleMs: 1000, totalMs: 300 })
  await assert.rejects(long.bytes(), because('slow'))
  await until(() => upstream.aborted() === 3)
})

async function drip(response: ServerResponse): Promise<void> {
  while (!response.closed) {
    response.write('.')
    await sleep(20)
  }
}

test('of an answer that breaks off, what had come is read and then the failure, once', async (t) => {
  const { call } = await world(t, (_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('the beginning', () => response.destroy())
  })
  const body = (await call()).body[Symbol.asyncIterator]()
  await sleep(50)
  assert.equal(String((await body.next()).value), 'the beginning')
  await assert.rejects(async () => body.next(), because('cut'))
  assert.equal((await body.next()).done, true)
})

test('a reader that leaves, a cancelled call and one that is called off end it at the other side as well', async (t) => {
  const { call, upstream } = await world(t, (_request, response) => void response.write('begun'))
  for await (const chunk of (await call()).body) {
    assert.equal(String(chunk), 'begun')
    break
  }
  await until(() => upstream.aborted() === 1)
  const cancelled = await call()
  await sleep(30)
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

test('a call leaves nothing on the signal that it was given', async (t) => {
  const { call } = await world(t, (_request, response) => void response.end('whole'))
  const { signal } = new AbortController()
  let listeners = 0
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (...facts: Parameters<typeof add>) => {
    listeners++
    add(...facts)
  }
  signal.removeEventListener = (...facts: Parameters<typeof remove>) => {
    listeners--
    remove(...facts)
  }
  const answer = await call({ signal })
  assert.equal(String(await answer.bytes()), 'whole')
  assert.equal(listeners, 0)
})

test('more than is allowed, decoded, an unbounded growth and an encoding that nobody knows end the call', async (t) => {
  const { call, upstream } = await world(t, ({ url }, response) => {
    if (url === '/grown') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8_000_000)))
    else if (url === '/odd') response.writeHead(200, { 'content-encoding': 'rot13' }).end('fvzcyr')
    else offer(response, 8 * 1024 * 1024)
  })
  await assert.rejects((await call({ maxBytes: 1000 })).bytes(), because('large'))
  await assert.rejects((await call({ url: `${upstream.url}/grown` })).bytes(), because('large'))
  await assert.rejects((await call({ url: `${upstream.url}/odd` })).bytes(), because('cut'))
})

test('a sealed text is overwritten wherever the answer echoes it, also where chunks cut it and at the very end', async (t) => {
  const { call, upstream } = await world(t, ({ headers }, response) => {
    const echoed = String(headers.authorization)
    response.setHeader('x-echo', echoed)
    response.write(`it is ${echoed.slice(0, 12)}`)
    setTimeout(() => response.end(`${echoed.slice(12)}, that is ${echoed}`), 30)
  })
  const answer = await call({ headers: { Authorization: { secret: 'any', prefix: 'Bearer ' } } })
  const stars = `Bearer ${'*'.repeat(key.length)}`
  assert.equal(upstream.received[0]?.headers.authorization, `Bearer ${key}`)
  assert.equal(answer.headers['x-echo'], stars)
  assert.equal(String(await answer.bytes()), `it is ${stars}, that is ${stars}`)
})

test('a body in parts is sent as it comes, however long it takes', async (t) => {
  const { call, upstream } = await world(t, ({ body }, response) => void response.end(body))
  async function* parts() {
    for (const part of ['one ', 'two ', 'three']) {
      yield Buffer.from(part)
      await sleep(120)
    }
  }
  const answer = await call({ method: 'POST', body: parts(), firstByteMs: 250 })
  assert.equal(String(await answer.bytes()), 'one two three')
  assert.equal(upstream.received[0]?.headers['transfer-encoding'], 'chunked')
})

test('an address that nobody answers at is unreachable, and one that is no address is refused', async (t) => {
  const { call, upstream } = await world(t, (_request, response) => void response.end())
  await upstream.close()
  await assert.rejects(call(), because('unreachable'))
  for (const url of ['ftp://example.com/', 'http://user:word@127.0.0.1/', 'no address'])
    await assert.rejects(call({ url }), because('address'))
})
