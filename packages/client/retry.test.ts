// When calls are retried, with an injected clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionError, GatewayError } from './gateway-error.ts'
import type { Call } from './request.ts'
import { systemTime, waitMsFor } from './retry.ts'
import { type Answer, json, methodsAt, plainGet, quickTime, startServer } from './test/server.ts'

/** Refuses the first calls, then answers. */
function refusing(times: number, status: number, headers: Record<string, string> = {}): Answer {
  return (request, response, count) =>
    json({ count }, count <= times ? { status, headers } : {})(request, response, count)
}

async function attempts(answer: Answer, call: Call, options?: object, input?: object) {
  const server = await startServer(answer)
  const time = quickTime()
  const outcome = await methodsAt(server.url, { time, timeoutMs: 60_000 })
    .method(call)(input, options)
    .catch((error: unknown) => error)
  await server.close()
  return { outcome, calls: server.arrived.length, waited: time.waited }
}
const post: Call = { method: 'POST', path: '/things', body: ['json'] }

test('429 and 503 are retried after the time in retry-after', async () => {
  for (const status of [429, 503]) {
    const { outcome, calls, waited } = await attempts(refusing(1, status, { 'retry-after': '3' }), plainGet)
    assert.deepEqual(outcome, { count: 2 })
    assert.deepEqual([calls, waited], [2, [3000]])
  }
})
test('a retry-after may be a date', async () => {
  const date = new Date(Date.now() + 10_000).toUTCString()
  const { waited } = await attempts(refusing(1, 503, { 'retry-after': date }), plainGet)
  assert.equal(waited.length, 1)
  assert.ok((waited[0] ?? 0) > 7000 && (waited[0] ?? 0) < 11_000)
})
test('without retry-after the delays increase', async () => {
  const { calls, waited } = await attempts(refusing(2, 503), plainGet)
  assert.deepEqual([calls, waited], [3, [250, 500]])
})
test('a call is retried at most twice, then the error is thrown', async () => {
  const { outcome, calls } = await attempts(refusing(9, 429), plainGet)
  assert.ok(outcome instanceof GatewayError)
  assert.equal(calls, 3)
})
test('a delay over 30 s fails immediately', async () => {
  const { outcome, calls, waited } = await attempts(refusing(1, 429, { 'retry-after': '31' }), plainGet)
  assert.ok(outcome instanceof GatewayError && outcome.retryAfter === 31)
  assert.deepEqual([calls, waited], [1, []])
})
test('a delay that would outlast the timeout of the call fails immediately', async () => {
  const { outcome, calls } = await attempts(refusing(1, 429, { 'retry-after': '5' }), plainGet, { timeoutMs: 4000 })
  assert.ok(outcome instanceof GatewayError)
  assert.equal(calls, 1)
})
test('other statuses are not retried', async () => {
  for (const status of [400, 401, 404, 500]) assert.equal((await attempts(refusing(1, status), plainGet)).calls, 1)
})
test('a read is also retried after 502, 504 and a lost connection, a write is not', async () => {
  const lost: Answer = (request, response, count) =>
    count === 1 ? void response.destroy() : json({ count })(request, response, count)
  const idempotent: Call = { ...post, idempotent: true }
  const put: Call = { ...post, method: 'PUT' }
  for (const answer of [refusing(1, 502), refusing(1, 504), lost]) {
    for (const call of [plainGet, idempotent]) {
      const { outcome, calls } = await attempts(answer, call, {}, { body: {} })
      assert.deepEqual([outcome, calls], [{ count: 2 }, 2])
    }
    for (const call of [post, put]) assert.equal((await attempts(answer, call, {}, { body: {} })).calls, 1)
  }
})
test('a connection that stays lost is a ConnectionError with what fetch threw', async () => {
  const { outcome, calls } = await attempts((_request, response) => void response.destroy(), plainGet)
  assert.ok(outcome instanceof ConnectionError)
  assert.ok(outcome.cause instanceof Error)
  assert.match(outcome.message, /http:\/\/127\.0\.0\.1:\d+/)
  assert.equal(calls, 3)
})
test('a call that is not idempotent is not retried unless it is declared as such', async () => {
  assert.equal((await attempts(refusing(1, 503), post)).calls, 1)
  assert.equal((await attempts(refusing(1, 503), { ...post, idempotent: true })).calls, 2)
  assert.equal((await attempts(refusing(1, 503), { ...plainGet, idempotent: false })).calls, 1)
  assert.equal((await attempts(refusing(1, 503), { method: 'PUT', path: '/things' })).calls, 2)
  assert.equal((await attempts(refusing(1, 503), { method: 'PATCH', path: '/things' })).calls, 1)
})
test('a body that can be read only once is not sent again', async () => {
  const call: Call = { method: 'PUT', path: '/things', body: ['binary'] }
  const { outcome, calls } = await attempts(refusing(1, 503), call, {}, { body: new Blob(['x']).stream() })
  assert.ok(outcome instanceof GatewayError)
  assert.equal(calls, 1)
})
test('retries can be set for one call', async () => {
  assert.equal((await attempts(refusing(9, 503), plainGet, { retries: 0 })).calls, 1)
  assert.equal((await attempts(refusing(9, 503), plainGet, { retries: 4 })).calls, 5)
})
test('a call whose body has begun is never retried', async () => {
  const cut: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"data":', () => response.destroy())
  }
  const { outcome, calls } = await attempts(cut, plainGet)
  assert.ok(outcome instanceof Error)
  assert.equal(calls, 1)
})
test('the jitter stays within its bounds', () => {
  for (const random of [0, 0.5, 0.999]) {
    const waitMs = waitMsFor({ status: 429, retryAfter: 1, isRead: false }, 0, () => random) ?? 0
    assert.ok(waitMs >= 1000 && waitMs < 1250)
    const grown = waitMsFor({ status: 503, retryAfter: undefined, isRead: false }, 1, () => random) ?? 0
    assert.ok(grown >= 500 && grown < 1000)
    assert.equal(
      waitMsFor({ status: 429, retryAfter: 30, isRead: false }, 0, () => random),
      30_000,
    )
  }
})
test('a delay ends early when the call is aborted', async () => {
  const controller = new AbortController()
  const waiting = systemTime.wait(60_000, controller.signal)
  controller.abort(new Error('enough'))
  await assert.rejects(waiting, /enough/)
  await assert.rejects(systemTime.wait(1, controller.signal), /enough/)
})
