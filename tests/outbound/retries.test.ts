// Outbound rule 8, retries: only what is safe to repeat, only before the first byte, when the provider asks for it, and
// within a budget.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { codeIn, openProxy, type ProxyTest } from '../harness/proxy.ts'
import { until } from '../harness/until.ts'
import { type Received, sendJson } from '../harness/upstream.ts'

type Answer = (request: Received, response: ServerResponse) => void
const refusing =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (request, response) =>
    sendJson(response, { refused: request.url }, { status, headers })
const accepting: Answer = (request, response) => sendJson(response, { path: request.url })
const cutting: Answer = (_request, response) => void response.destroy()

/** The provider gives each attempt its answer, and all further ones the last. Records when each attempt arrived. */
function answerAttempts(proxy: ProxyTest, ...answers: readonly Answer[]): number[] {
  const times: number[] = []
  proxy.answer = (request, response) => {
    times.push(performance.now())
    answers[Math.min(times.length, answers.length) - 1]?.(request, response)
  }
  return times
}

const json = { headers: { 'content-type': 'application/json' } }

for (const [what, path, init] of [
  ['a GET', '/plain/things', {}],
  ['a DELETE', '/plain/things/1', { method: 'DELETE' }],
  ['a PUT without a body', '/plain/things/1', { method: 'PUT' }],
  ['a POST declared as safe to repeat', '/plain/search', { ...json, method: 'POST', body: '{"q":"x"}' }],
] as const) {
  test(`${what} is retried after 502, 503, 504 and a broken connection, with the same bytes`, async (t) => {
    const proxy = await openProxy(t)
    for (const first of [refusing(502), refusing(503), refusing(504), cutting]) {
      proxy.upstream.received.length = 0
      answerAttempts(proxy, first, accepting)
      const response = await proxy.call(path, init)
      assert.equal(response.status, 200)
      const [one, two] = proxy.upstream.received
      assert.equal(proxy.upstream.received.length, 2)
      assert.deepEqual([two?.method, two?.url, String(two?.body)], [one?.method, one?.url, String(one?.body)])
    }
  })
}

for (const [what, path, init] of [
  ['a POST', '/plain/things', { ...json, method: 'POST', body: '{"name":"x"}' }],
  ['a PATCH', '/plain/things/1', { method: 'PATCH', body: 'x' }],
  ['a PUT whose body was streamed', '/plain/things/1', { method: 'PUT', body: 'x' }],
] as const) {
  test(`${what} is not retried`, async (t) => {
    const proxy = await openProxy(t)
    for (const [answer, status] of [
      [refusing(503), 503],
      [cutting, 502],
    ] as const) {
      const times = answerAttempts(proxy, answer, accepting)
      assert.equal((await proxy.call(path, init)).status, status)
      assert.equal(times.length, 1)
    }
  })
}

test('a final answer is not retried', async (t) => {
  const proxy = await openProxy(t)
  for (const status of [400, 401, 404, 408, 409, 429, 500, 501, 505]) {
    const times = answerAttempts(proxy, refusing(status, { 'retry-after': '0' }), accepting)
    assert.equal((await proxy.call('/plain/things')).status, status)
    assert.equal(times.length, 1, `${status}`)
  }
})

test('the third attempt is the last, and the caller gets its answer', async (t) => {
  const proxy = await openProxy(t)
  const times = answerAttempts(proxy, refusing(502), refusing(503), refusing(504, { 'x-last': 'yes' }), accepting)
  const response = await proxy.call('/plain/things?q=1')
  assert.equal(response.status, 504)
  assert.equal(response.headers.get('x-last'), 'yes')
  assert.match(await response.text(), /"refused":"\/things\?q=1"/)
  assert.equal(times.length, 3)
})

test('a provider that cannot be reached is a 502', async (t) => {
  const proxy = await openProxy(t)
  await proxy.upstream.close()
  const response = await proxy.call('/plain/things')
  assert.equal(response.status, 502)
  assert.equal(codeIn(await response.text()), 'upstream.unreachable')
})

test('nothing is retried after the first byte', async (t) => {
  const proxy = await openProxy(t)
  const times = answerAttempts(
    proxy,
    (_request, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('begun', () => response.destroy())
    },
    accepting,
  )
  await assert.rejects(proxy.call('/plain/things').then((response) => response.text()))
  assert.equal(times.length, 1)
})

for (const [what, value, minMs] of [
  ['seconds', () => '1', 1000],
  ['no seconds', () => '0', 0],
  ['a date', (now: number) => new Date(now + 1000).toUTCString(), 1000],
  ['a date that has passed', (now: number) => new Date(now - 60_000).toUTCString(), 0],
] as const) {
  test(`a Retry-After of ${what} is honoured`, async (t) => {
    const now = Date.UTC(2030, 0, 1)
    const proxy = await openProxy(t, { platform: { clock: () => now } })
    const times = answerAttempts(proxy, refusing(503, { 'retry-after': value(now) }), accepting)
    assert.equal((await proxy.call('/plain/things')).status, 200)
    const waitedMs = (times[1] ?? 0) - (times[0] ?? 0)
    assert.ok(waitedMs >= minMs - 5, `${waitedMs} ms`)
  })
}

for (const value of ['3', '3600', new Date(Date.now() + 86_400_000).toUTCString()]) {
  test(`a Retry-After of ${value} is too long to wait: the caller gets the answer`, async (t) => {
    const proxy = await openProxy(t)
    const times = answerAttempts(proxy, refusing(503, { 'retry-after': value }), accepting)
    const response = await proxy.call('/plain/things')
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('retry-after'), value)
    assert.equal(times.length, 1)
  })
}

test('without a Retry-After each attempt waits longer than the previous', async (t) => {
  const proxy = await openProxy(t)
  const times = answerAttempts(proxy, cutting, refusing(503, { 'retry-after': 'soon' }), accepting)
  assert.equal((await proxy.call('/plain/things')).status, 200)
  const [one = 0, two = 0, three = 0] = times
  assert.ok(two - one >= 95 && three - two >= 195, `${two - one} ms, ${three - two} ms`)
})

test('retries have a budget: a failing provider is not called three times as often for long', async (t) => {
  const proxy = await openProxy(t)
  const retry = { 'retry-after': '0' }
  let attempts = 0
  for (let calls = 0; calls < 5; calls++) {
    const times = answerAttempts(proxy, refusing(503, retry), refusing(503, retry), accepting)
    assert.equal((await proxy.call('/plain/things')).status, 200)
    attempts += times.length
  }
  assert.equal(attempts, 15, 'a reserve of ten retries')
  const times = answerAttempts(proxy, refusing(503, retry), accepting)
  assert.equal((await proxy.call('/plain/things')).status, 503)
  assert.equal(times.length, 1, 'and none left')
  answerAttempts(proxy, accepting)
  for (let calls = 0; calls < 10; calls++) await proxy.call('/plain/things')
  const later = answerAttempts(proxy, refusing(503, retry), accepting)
  assert.equal((await proxy.call('/plain/things')).status, 200)
  assert.equal(later.length, 2, 'one more after ten calls')
})

test('a discarded answer is not read indefinitely', async (t) => {
  const proxy = await openProxy(t)
  const dropped = Promise.withResolvers<void>()
  answerAttempts(
    proxy,
    (_request, response) => {
      response.writeHead(503)
      const timer = setInterval(() => void response.write(Buffer.alloc(16 * 1024)), 1)
      response.once('close', () => {
        clearInterval(timer)
        dropped.resolve()
      })
    },
    accepting,
  )
  assert.equal((await proxy.call('/plain/things')).status, 200)
  await dropped.promise
})

test('a caller that disconnects before a retry ends the call', async (t) => {
  const proxy = await openProxy(t)
  const times = answerAttempts(proxy, refusing(503), refusing(503), accepting)
  const connection = await proxy.connect(t)
  connection.send(proxy.head('GET', '/plain/things'), '\r\n\r\n')
  await until(() => times.length === 1, 'the first attempt')
  connection.socket.destroy()
  // timers of equal length fire in order: when this call is retried, the first would have been
  assert.equal((await proxy.call('/plain/things/2')).status, 200)
  assert.equal(proxy.upstream.received.filter(({ url }) => url === '/things').length, 1)
})
