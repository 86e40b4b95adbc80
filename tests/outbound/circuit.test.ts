// Outbound rule 8, the circuit breaker: per listing and origin, it opens, lets one call through as a trial, and counts
// only the provider's own failures.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { createCircuit } from '../../packages/gateway/src/upstream/circuit.ts'
import { errorOf, openProxy, type ProxyTest } from '../harness/proxy.ts'
import { until } from '../harness/until.ts'
import { sendJson } from '../harness/upstream.ts'

const failureLimit = 10
const openMs = 10_000

interface CircuitWorld extends ProxyTest {
  /** Advances the gateway's monotonic clock. */
  advance(ms: number): void
  /** A POST, which is never retried. */
  make(slug?: string, headers?: Record<string, string>): Promise<Response>
  fail(count: number, slug?: string): Promise<void>
}

async function open(t: TestContext): Promise<CircuitWorld> {
  let now = 1_000_000
  const proxy = await openProxy(t, { platform: { monotonic: () => now } })
  const make = (slug = 'plain', headers = {}) =>
    proxy.call(`/${slug}/things`, {
      method: 'POST',
      body: '{"name":"x"}',
      headers: { 'content-type': 'application/json', ...headers },
    })
  return Object.assign(proxy, {
    advance: (ms: number) => {
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

async function assertOpen(proxy: CircuitWorld, slug?: string): Promise<void> {
  const before = proxy.upstream.received.length
  const response = await proxy.make(slug)
  const retryAfter = Number(response.headers.get('retry-after'))
  assert.deepEqual([response.status, (await errorOf(response)).code], [503, 'upstream.circuit_open'])
  assert.ok(retryAfter >= 1 && retryAfter <= 10, `retry-after ${retryAfter}`)
  assert.equal(proxy.upstream.received.length, before, 'the provider was called')
}

test('ten failures in a row open the circuit: calls are refused without calling the provider', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit)
  await assertOpen(proxy)
})

test('the metrics show the circuit of a listing: closed, open, on trial, closed again', async (t) => {
  const proxy = await open(t)
  const shown = async () => {
    const text = await (await fetch(`${proxy.gateway.baseUrl}/metrics`)).text()
    return Number(/^gatehouse_provider_circuit\{listing="plain"\} (\d)$/m.exec(text)?.[1])
  }
  proxy.answer = accept
  await (await proxy.make()).arrayBuffer()
  assert.equal(await shown(), 0)
  await proxy.fail(failureLimit)
  assert.equal(await shown(), 2)
  proxy.advance(openMs)
  assert.equal(await shown(), 1)
  proxy.answer = accept
  await (await proxy.make()).arrayBuffer()
  assert.equal(await shown(), 0)
})

test('another listing of the same origin is not affected', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit)
  proxy.answer = accept
  assert.equal((await proxy.make('bare')).status, 200)
  await assertOpen(proxy)
})

test('a success in between resets the count', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit - 1)
  proxy.answer = accept
  assert.equal((await proxy.make()).status, 200)
  await proxy.fail(failureLimit - 1)
  proxy.answer = accept
  assert.equal((await proxy.make()).status, 200)
})

test('after its time one call is a trial while others are refused; its success closes the circuit', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit)
  proxy.advance(openMs - 1000)
  await assertOpen(proxy)
  proxy.advance(1000)
  const reached = Promise.withResolvers<ServerResponse>()
  proxy.answer = (_request, response) => reached.resolve(response)
  const trial = proxy.make()
  const response = await reached.promise
  await assertOpen(proxy)
  sendJson(response, {})
  assert.equal((await trial).status, 200)
  proxy.answer = accept
  assert.equal((await proxy.make()).status, 200)
})

test('a trial that fails keeps the circuit open for as long again', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit)
  proxy.advance(openMs)
  await proxy.fail(1)
  await assertOpen(proxy)
  proxy.advance(openMs - 1000)
  await assertOpen(proxy)
  proxy.advance(1000)
  proxy.answer = accept
  assert.equal((await proxy.make()).status, 200)
})

test('a trial with a long answer closes the circuit when the answer begins, not when it ends', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit)
  proxy.advance(openMs)
  proxy.answer = (_request, response) => void response.writeHead(200).write('begun')
  const long = await proxy.make()
  assert.equal(long.status, 200)
  proxy.answer = accept
  assert.equal((await proxy.make()).status, 200)
  await long.body?.cancel()
})

test('a caller that disconnects during its trial does not leave the circuit open for ever', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit)
  proxy.advance(openMs)
  const reached = Promise.withResolvers<ServerResponse>()
  proxy.answer = (_request, response) => reached.resolve(response)
  const disconnect = new AbortController()
  const trial = proxy.call('/plain/things', { signal: disconnect.signal })
  const response = await reached.promise
  disconnect.abort()
  await assert.rejects(trial)
  if (!response.closed) await once(response, 'close')
  proxy.answer = accept
  assert.equal((await proxy.make()).status, 200)
})

/** Each makes a call fail because of the caller. */
const callersDoing: Readonly<Record<string, (proxy: CircuitWorld, t: TestContext) => Promise<void>>> = {
  'a short x-gateway-timeout': async (proxy) => {
    proxy.answer = () => {}
    assert.equal((await proxy.make('plain', { 'x-gateway-timeout': '10' })).status, 504)
  },
  'a body over the limit': async (proxy) => {
    const body = new Blob([Buffer.alloc(20_000)]).stream()
    assert.equal((await proxy.call('/plain/upload', { method: 'POST', body, duplex: 'half' })).status, 413)
  },
  'disconnecting before the answer': async (proxy) => {
    const reached = Promise.withResolvers<ServerResponse>()
    proxy.answer = (_request, response) => reached.resolve(response)
    const disconnect = new AbortController()
    const call = proxy.call('/plain/things', { signal: disconnect.signal })
    const response = await reached.promise
    disconnect.abort()
    await assert.rejects(call)
    if (!response.closed) await once(response, 'close')
  },
  'disconnecting in the middle of an upload': async (proxy, t) => {
    const { started, aborted } = proxy.upstream
    const before = { started: started(), aborted: aborted() }
    const connection = await proxy.connect(t)
    connection.send(proxy.head('POST', '/plain/big', 'Content-Length: 100000'), '\r\n\r\n', Buffer.alloc(50_000))
    await until(() => started() > before.started, 'the upload at the provider')
    connection.socket.destroy()
    await until(() => aborted() > before.aborted, 'the end of the upload')
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
  test(`${what} counts neither against a provider nor in its favour`, async (t) => {
    const proxy = await open(t)
    for (let count = 0; count < failureLimit + 2; count++) await act(proxy, t)
    proxy.answer = accept
    assert.equal((await proxy.make()).status, 200)
  })
}

test('a call whose timeout is too short does not reset the count', async (t) => {
  const proxy = await open(t)
  await proxy.fail(failureLimit - 1)
  proxy.answer = () => {}
  assert.equal((await proxy.make('plain', { 'x-gateway-timeout': '10' })).status, 504)
  await proxy.fail(1)
  await assertOpen(proxy)
})

test('an account whose key cannot be sent does not open the circuit for the others', async (t) => {
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

test('500 is an answer: it does not open the circuit', async (t) => {
  const proxy = await open(t)
  proxy.answer = (_request, response) => sendJson(response, {}, { status: 500 })
  for (let count = 0; count < failureLimit + 2; count++) assert.equal((await proxy.make()).status, 500)
})

test('a provider that cuts off its answer, or does not speak HTTP, counts as failing', async (t) => {
  for (const answer of [
    (_request: unknown, response: ServerResponse) => void response.destroy(),
    (_request: unknown, response: ServerResponse) => void response.socket?.end('NONSENSE\r\n\r\n'),
  ]) {
    const proxy = await open(t)
    proxy.answer = answer
    for (let count = 0; count < failureLimit; count++) assert.equal((await proxy.make()).status, 502)
    await assertOpen(proxy)
  }
})

test('the circuit itself: closed, open, half-open with one trial, and open again', () => {
  let now = 0
  const circuit = createCircuit(() => now)
  for (let count = 0; count < failureLimit; count++) {
    assert.equal(circuit.retryAfterS(), undefined)
    circuit.failed()
  }
  assert.equal(circuit.retryAfterS(), 10)
  now = 4001
  assert.equal(circuit.retryAfterS(), 6)
  now = openMs
  assert.equal(circuit.retryAfterS(), undefined, 'one call is the trial')
  assert.equal(circuit.retryAfterS(), 1, 'the next is refused')
  circuit.inconclusive()
  assert.equal(circuit.retryAfterS(), undefined, 'a new trial after an inconclusive one')
  circuit.failed()
  assert.equal(circuit.retryAfterS(), 10)
  now = 2 * openMs
  assert.equal(circuit.retryAfterS(), undefined)
  circuit.succeeded()
  for (let count = 0; count < 3; count++) assert.equal(circuit.retryAfterS(), undefined)
})
