// Outbound rule 8, the circuit breaker: per listing and origin, it opens, rests, lets one call try, and only the provider's own
// failures count.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { createCircuit } from '../../packages/gateway/src/upstream/circuit.ts'
import { errorOf, openProxy, type ProxyTest } from '../proxy.ts'
import { sendJson } from '../upstream.ts'

const failureLimit = 10
const restMs = 10_000

interface Rested extends ProxyTest {
  /** Lets time pass for the gateway. */
  pass(ms: number): void
  /** Posts, which is never tried again by itself. */
  make(slug?: string, headers?: Record<string, string>): Promise<Response>
  fail(count: number, slug?: string): Promise<void>
}

async function open(t: TestContext): Promise<Rested> {
  let now = Date.UTC(2030, 0, 1)
  const proxy = await openProxy(t, { platform: { clock: () => now } })
  const make = (slug = 'plain', headers = {}) =>
    proxy.call(`/${slug}/things`, {
      method: 'POST',
      body: '{"name":"x"}',
      headers: { 'content-type': 'application/json', ...headers },
    })
  return Object.assign(proxy, {
    pass: (ms: number) => {
      now += ms
    },
    make,
    async fail(count: number, slug?: string) {
      proxy.answer = (_request, response) => sendJson(response, {}, { status: 503 })
      for (let done = 0; done < count; done++) assert.equal((await errorOf(await make(slug))).code, 'provider.failed')
    },
  })
}

const accept = (_request: unknown, response: ServerResponse) => sendJson(response, {})

async function assertResting(proxy: Rested, slug?: string): Promise<void> {
  const before = proxy.upstream.received.length
  const response = await proxy.make(slug)
  const retryAfter = Number(response.headers.get('retry-after'))
  assert.deepEqual([response.status, (await errorOf(response)).code], [503, 'upstream.resting'])
  assert.ok(retryAfter >= 1 && retryAfter <= 10, `retry-after ${retryAfter}`)
  assert.equal(proxy.upstream.received.length, before, 'the provider was called')
}

test('ten failures in a row rest a listing: calls are refused without asking the provider', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit)
  await assertResting(proxy)
})

test('another listing of the same origin goes on', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit)
  proxy.answer = accept
  assert.equal((await proxy.make('bare')).status, 200)
  await assertResting(proxy)
})

test('a success in between starts the count anew', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit - 1)
  proxy.answer = accept
  assert.equal((await proxy.make()).status, 200)
  await proxy.fail(failureLimit - 1)
  proxy.answer = accept
  assert.equal((await proxy.make()).status, 200)
})

test('after its rest one call tries while others are refused; its success opens the listing again', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit)
  proxy.pass(restMs - 1000)
  await assertResting(proxy)
  proxy.pass(1000)
  const trying = Promise.withResolvers<ServerResponse>()
  proxy.answer = (_request, response) => trying.resolve(response)
  const tried = proxy.make()
  const response = await trying.promise
  await assertResting(proxy)
  sendJson(response, {})
  assert.equal((await tried).status, 200)
  proxy.answer = accept
  assert.equal((await proxy.make()).status, 200)
})

test('a call that tries and fails lets the listing rest as long again', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit)
  proxy.pass(restMs)
  await proxy.fail(1)
  await assertResting(proxy)
  proxy.pass(restMs - 1000)
  await assertResting(proxy)
  proxy.pass(1000)
  proxy.answer = accept
  assert.equal((await proxy.make()).status, 200)
})

test('a long answer that tries opens the listing at its beginning, not at its end', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit)
  proxy.pass(restMs)
  proxy.answer = (_request, response) => void response.writeHead(200).write('begun')
  const long = await proxy.make()
  assert.equal(long.status, 200)
  proxy.answer = accept
  assert.equal((await proxy.make()).status, 200)
  await long.body?.cancel()
})

test('a caller that leaves while its call tries does not leave the listing at rest for ever', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit)
  proxy.pass(restMs)
  const trying = Promise.withResolvers<ServerResponse>()
  proxy.answer = (_request, response) => trying.resolve(response)
  const leaving = new AbortController()
  const left = proxy.call('/plain/things', { signal: leaving.signal })
  const response = await trying.promise
  leaving.abort()
  await assert.rejects(left)
  if (!response.closed) await once(response, 'close')
  proxy.answer = accept
  assert.equal((await proxy.make()).status, 200)
})

/** Each does something that fails by the caller's own doing. */
const callersDoing: Readonly<Record<string, (proxy: Rested, t: TestContext) => Promise<void>>> = {
  'a short x-gateway-timeout': async (proxy) => {
    proxy.answer = () => {}
    assert.equal((await proxy.make('plain', { 'x-gateway-timeout': '10' })).status, 504)
  },
  'a body over the limit': async (proxy) => {
    const body = new Blob([Buffer.alloc(20_000)]).stream()
    assert.equal((await proxy.call('/plain/upload', { method: 'POST', body, duplex: 'half' })).status, 413)
  },
  'leaving before the answer': async (proxy) => {
    const reached = Promise.withResolvers<ServerResponse>()
    proxy.answer = (_request, response) => reached.resolve(response)
    const leaving = new AbortController()
    const left = proxy.call('/plain/things', { signal: leaving.signal })
    const response = await reached.promise
    leaving.abort()
    await assert.rejects(left)
    if (!response.closed) await once(response, 'close')
  },
  'leaving in the middle of an upload': async (proxy, t) => {
    const broken = proxy.upstream.aborted()
    const connection = await proxy.connect(t)
    connection.send(proxy.head('POST', '/plain/big', 'Content-Length: 100000'), '\r\n\r\n', Buffer.alloc(50_000))
    await new Promise((resolve) => setTimeout(resolve, 20))
    connection.socket.destroy()
    while (proxy.upstream.aborted() === broken) await new Promise((resolve) => setTimeout(resolve, 5))
  },
  'a request that is refused': async (proxy) => {
    proxy.answer = (_request, response) => sendJson(response, {}, { status: 400 })
    assert.equal((await proxy.make()).status, 400)
  },
  'too many requests': async (proxy) => {
    proxy.answer = (_request, response) => sendJson(response, {}, { status: 429 })
    assert.equal((await proxy.make()).status, 429)
  },
}
for (const [what, act] of Object.entries(callersDoing)) {
  test(`${what} counts neither against a provider nor for it`, async (t) => {
    const proxy = await open(t)
    for (let count = 0; count < failureLimit + 2; count++) await act(proxy, t)
    proxy.answer = accept
    assert.equal((await proxy.make()).status, 200)
  })
}

test('a caller that gives too little time does not make up for failures', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit - 1)
  proxy.answer = () => {}
  assert.equal((await proxy.make('plain', { 'x-gateway-timeout': '10' })).status, 504)
  await proxy.fail(1)
  await assertResting(proxy)
})

test('an account whose key cannot be sent does not rest the listing for the others', async (t) => {
  const proxy = await open(t)
  const other = await proxy.gateway.account()
  await proxy.gateway.storeKey(other.accountId, 'bearer', 'pk-\u{1f511}-0123456789')
  for (let count = 0; count < failureLimit + 2; count++) {
    const refused = await errorOf(await proxy.call('/bearer/things', { key: other.key }))
    assert.deepEqual([refused.status, refused.code], [400, 'provider_key.refused'])
  }
  assert.equal(proxy.upstream.received.length, 0)
  assert.equal((await proxy.call('/bearer/things')).status, 200)
})

test('500 is an answer: a provider that gives it is not at rest', async (t) => {
  const proxy = await open(t)
  proxy.answer = (_request, response) => sendJson(response, {}, { status: 500 })
  for (let count = 0; count < failureLimit + 2; count++) assert.equal((await proxy.make()).status, 500)
})

test('a provider that cuts, is silent or talks nonsense is failing', async (t) => {
  for (const answer of [
    (_request: unknown, response: ServerResponse) => void response.destroy(),
    (_request: unknown, response: ServerResponse) => void response.socket?.end('NONSENSE\r\n\r\n'),
  ]) {
    const proxy = await open(t)
    proxy.answer = answer
    for (let count = 0; count < failureLimit; count++) assert.equal((await proxy.make()).status, 502)
    await assertResting(proxy)
  }
})

test('the circuit itself: closed, open, half-open with one trial, and open again', () => {
  let now = 0
  const circuit = createCircuit(() => now)
  for (let count = 0; count < failureLimit; count++) {
    assert.equal(circuit.refusal(), undefined)
    circuit.failed()
  }
  assert.equal(circuit.refusal(), 10)
  now = 4001
  assert.equal(circuit.refusal(), 6)
  now = restMs
  assert.equal(circuit.refusal(), undefined, 'one tries')
  assert.equal(circuit.refusal(), 1, 'the next does not')
  circuit.undecided()
  assert.equal(circuit.refusal(), undefined, 'the next after one that told nothing')
  circuit.failed()
  assert.equal(circuit.refusal(), 10)
  now = 2 * restMs
  assert.equal(circuit.refusal(), undefined)
  circuit.succeeded()
  for (let count = 0; count < 3; count++) assert.equal(circuit.refusal(), undefined)
})
