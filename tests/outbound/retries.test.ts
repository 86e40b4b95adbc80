// Outbound rule 8, retries: only what is safe to repeat, only before the first byte, when the provider wants it, within
// a budget.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeIn, openProxy, type ProxyTest } from '../proxy.ts'
import { type Received, sendJson } from '../upstream.ts'

type Answer = (request: Received, response: ServerResponse) => void
const refusing =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (request, response) =>
    sendJson(response, { refused: request.url }, { status, headers })
const accepting: Answer = (request, response) => sendJson(response, { path: request.url })
const cutting: Answer = (_request, response) => void response.destroy()

/** Lets the provider answer each attempt in turn; the last answer goes on. Tells when each attempt came in. */
function inTurn(proxy: ProxyTest, ...answers: readonly Answer[]): number[] {
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
  test(`${what} is tried again after 502, 503, 504 and a broken connection, with the same bytes`, async (t) => {
    const proxy = await openProxy(t)
    for (const first of [refusing(502), refusing(503), refusing(504), cutting]) {
      proxy.upstream.received.length = 0
      inTurn(proxy, first, accepting)
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
  test(`${what} is not tried again`, async (t) => {
    const proxy = await openProxy(t)
    for (const [answer, status] of [
      [refusing(503), 503],
      [cutting, 502],
    ] as const) {
      const times = inTurn(proxy, answer, accepting)
      assert.equal((await proxy.call(path, init)).status, status)
      assert.equal(times.length, 1)
    }
  })
}

test('an answer that is final is not asked for again', async (t) => {
  const proxy = await openProxy(t)
  for (const status of [400, 401, 404, 408, 409, 429, 500, 501, 505]) {
    const times = inTurn(proxy, refusing(status, { 'retry-after': '0' }), accepting)
    assert.equal((await proxy.call('/plain/things')).status, status)
    assert.equal(times.length, 1, `${status}`)
  }
})

test('the third attempt is the last, and its answer is the caller`s', async (t) => {
  const proxy = await openProxy(t)
  const times = inTurn(proxy, refusing(502), refusing(503), refusing(504, { 'x-last': 'yes' }), accepting)
  const response = await proxy.call('/plain/things?q=1')
  assert.equal(response.status, 504)
  assert.equal(response.headers.get('x-last'), 'yes')
  assert.match(await response.text(), /"refused":"\/things\?q=1"/)
  assert.equal(times.length, 3)
})

test('a provider that cannot be reached is tried three times and then a 502', async (t) => {
  const proxy = await openProxy(t)
  await proxy.upstream.close()
  const response = await proxy.call('/plain/things')
  assert.equal(response.status, 502)
  assert.equal(codeIn(await response.text()), 'upstream.unreachable')
})

test('nothing is tried again after the first byte', async (t) => {
  const proxy = await openProxy(t)
  const times = inTurn(
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

for (const [what, value, least] of [
  ['seconds', () => '1', 1000],
  ['no seconds', () => '0', 0],
  ['a date', (now: number) => new Date(now + 1000).toUTCString(), 1000],
  ['a date that has passed', (now: number) => new Date(now - 60_000).toUTCString(), 0],
] as const) {
  test(`a Retry-After of ${what} is waited for, no less`, async (t) => {
    const now = Date.UTC(2030, 0, 1)
    const proxy = await openProxy(t, { platform: { clock: () => now } })
    const times = inTurn(proxy, refusing(503, { 'retry-after': value(now) }), accepting)
    assert.equal((await proxy.call('/plain/things')).status, 200)
    const waited = (times[1] ?? 0) - (times[0] ?? 0)
    assert.ok(waited >= least - 5 && waited < least + 900, `${waited} ms`)
  })
}

for (const value of ['3', '3600', new Date(Date.now() + 60_000).toUTCString()]) {
  test(`a Retry-After of ${value} is too long to wait: the caller is told instead`, async (t) => {
    const proxy = await openProxy(t)
    const times = inTurn(proxy, refusing(503, { 'retry-after': value }), accepting)
    const response = await proxy.call('/plain/things')
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('retry-after'), value)
    assert.equal(times.length, 1)
  })
}

test('attempts without a Retry-After wait longer each time', async (t) => {
  const proxy = await openProxy(t)
  const times = inTurn(proxy, refusing(503, { 'retry-after': 'soon' }), cutting, accepting)
  assert.equal((await proxy.call('/plain/things')).status, 200)
  const [one = 0, two = 0, three = 0] = times
  assert.ok(two - one >= 95 && three - two >= 195, `${two - one} ms, ${three - two} ms`)
})

test('retries have a budget: a provider that fails is not called three times as often for long', async (t) => {
  const proxy = await openProxy(t)
  const retry = { 'retry-after': '0' }
  let attempts = 0
  for (let calls = 0; calls < 5; calls++) {
    const times = inTurn(proxy, refusing(503, retry), refusing(503, retry), accepting)
    assert.equal((await proxy.call('/plain/things')).status, 200)
    attempts += times.length
  }
  assert.equal(attempts, 15, 'ten retries in reserve')
  const times = inTurn(proxy, refusing(503, retry), accepting)
  assert.equal((await proxy.call('/plain/things')).status, 503)
  assert.equal(times.length, 1, 'and none left')
  inTurn(proxy, accepting)
  for (let calls = 0; calls < 10; calls++) await proxy.call('/plain/things')
  const later = inTurn(proxy, refusing(503, retry), accepting)
  assert.equal((await proxy.call('/plain/things')).status, 200)
  assert.equal(later.length, 2, 'one more for ten calls')
})

test('the body of an answer that is dropped is not read for ever', async (t) => {
  const proxy = await openProxy(t)
  const dropped = Promise.withResolvers<void>()
  inTurn(
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

test('a caller that leaves while another attempt is waited for ends the call', async (t) => {
  const proxy = await openProxy(t)
  const times = inTurn(proxy, refusing(503, { 'retry-after': '1' }), accepting)
  const connection = await proxy.connect(t)
  connection.send(proxy.head('GET', '/plain/things'), '\r\n\r\n')
  while (times.length === 0) await sleep(5)
  connection.socket.destroy()
  await once(connection.socket, 'close')
  await sleep(1300)
  assert.equal(times.length, 1)
})
