// Outbound rule 7, times: to the first byte, between bytes and in total; and the time that a caller allows its call.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { anyObject, body, defineApi, defineProvider, events, get, hosted, keyless, post, str } from '#define'
import { codeIn, errorOf, openProxy } from '../harness/proxy.ts'
import { headerIn } from '../harness/raw-http.ts'
import { until } from '../harness/until.ts'

const insideApi = defineApi({
  slug: 'inside',
  title: 'Inside',
  summary: 'For tests.',
  surface: hosted,
  auth: keyless,
  upstream: null,
  endpoints: {
    never: get('/never', 'Does not end', { returns: anyObject() }),
    drip: get('/drip', 'Events without end', { returns: events({}) }),
    make: post('/make', 'A body', { returns: anyObject(), body: body({ q: str() }) }),
  },
})
const inside = defineProvider(insideApi, () => ({
  never: () => new Promise<Record<string, unknown>>(() => {}),
  async *drip() {
    for (;;) {
      yield 'data: 1\n\n'
      await sleep(20) // without a pause the events would never yield to the timeouts under test
    }
  },
  make: () => ({}),
}))
const proxy = await openProxy({ after }, { more: () => [{ api: insideApi, provider: inside, live: {}, examples: {} }] })

/** Calls, and resolves with the answer once the connection to the provider has been cut. */
async function brokenOff(path: string, ...fields: readonly string[]) {
  const seen = Promise.withResolvers<ServerResponse>()
  const answer = proxy.answer
  proxy.answer = (request, response) => {
    seen.resolve(response)
    return answer(request, response)
  }
  const startedMs = performance.now()
  const answering = proxy.raw({ after }, proxy.head('GET', path, ...fields), '\r\n\r\n')
  const response = await seen.promise
  if (!response.closed) await once(response, 'close')
  assert.equal(response.writableFinished, false)
  return { ...(await answering), ms: performance.now() - startedMs }
}

const silent = () => {}
const dripping = (head: Record<string, string | number>) => (_request: unknown, response: ServerResponse) => {
  response.writeHead(200, head)
  response.write('begun ')
}

test('a provider that does not start its answer in time is a 504, and its call is aborted', async () => {
  proxy.answer = silent
  const answer = await brokenOff('/plain/slow')
  assert.equal(answer.status, 504)
  assert.equal(codeIn(answer.body), 'upstream.silent')
  assert.ok(answer.ms >= 250, `${answer.ms} ms`)
})

for (const [framing, head] of [
  ['chunked', {}],
  ['with a length', { 'content-length': 1000 }],
] as const) {
  test(`a provider that falls silent in an answer ${framing} has the caller's connection cut`, async () => {
    proxy.answer = dripping(head)
    const answer = await brokenOff('/plain/slow')
    assert.equal(answer.status, 200)
    assert.equal(String(answer.body), 'begun ')
    assert.equal(answer.complete, false)
  })
}

test('the idle time is not the total time: an answer that keeps coming passes whole', async () => {
  proxy.answer = async (_request, response) => {
    for (let count = 0; count < 12; count++) {
      response.write(`${count} `)
      await sleep(150) // real gaps, in total longer than the idle time: they are what is tested
    }
    response.end()
  }
  const response = await proxy.call('/plain/slow')
  assert.equal(await response.text(), '0 1 2 3 4 5 6 7 8 9 10 11 ')
})

test('an answer that keeps coming beyond the total time is cut', async () => {
  proxy.answer = (_request, response) => {
    const timer = setInterval(() => void response.write('more '), 20)
    response.once('close', () => clearInterval(timer))
  }
  const answer = await brokenOff('/plain/brief')
  assert.equal(answer.complete, false)
  assert.ok(answer.ms >= 450, `${answer.ms} ms`)
})

test('an answer that has not started when the total time is over is a 504', async () => {
  proxy.answer = silent
  const answer = await brokenOff('/plain/brief')
  assert.equal(answer.status, 504)
  assert.equal(codeIn(answer.body), 'upstream.silent')
})

test('x-gateway-timeout ends a call before its first byte with a 504 that names it', async () => {
  proxy.answer = silent
  // long enough for a busy machine to reach the provider
  const answer = await brokenOff('/plain/things', 'x-gateway-timeout: 600')
  assert.equal(answer.status, 504)
  assert.equal(codeIn(answer.body), 'call.timeout')
  assert.match(String(answer.body), /x-gateway-timeout of 600 ms/)
  assert.ok(answer.ms >= 590, `${answer.ms} ms`)
})

test('x-gateway-timeout cuts a call after its first byte', async () => {
  proxy.answer = dripping({ 'content-length': 1000 })
  const answer = await brokenOff('/plain/things', 'x-gateway-timeout: 600')
  assert.equal(answer.status, 200)
  assert.equal(answer.complete, false)
})

test('x-gateway-timeout does not lengthen what the endpoint allows', async () => {
  proxy.answer = silent
  const answer = await brokenOff('/plain/brief', 'x-gateway-timeout: 60000')
  assert.equal(answer.status, 504)
  assert.equal(codeIn(answer.body), 'upstream.silent')
})

test('x-gateway-timeout spans all attempts: none starts that could not finish in time', async () => {
  let attempts = 0
  proxy.answer = (_request, response) => {
    attempts++
    response.writeHead(503).end()
  }
  assert.equal((await proxy.call('/plain/things', { headers: { 'x-gateway-timeout': '1000' } })).status, 503)
  assert.equal(attempts, 1)
})

for (const path of ['/plain/paced', '/plain/paced-json']) {
  test(`a caller that falls silent in its body is a 408, and its connection is closed: ${path}`, async (t) => {
    const before = proxy.upstream.received.length
    const connection = await proxy.connect(t)
    connection.send(proxy.head('POST', path, 'Content-Length: 100', 'Content-Type: application/json'), '\r\n\r\n{')
    const answer = await connection.answer()
    assert.equal(answer.status, 408)
    assert.equal(codeIn(answer.body), 'request.slow')
    await connection.ended()
    assert.equal(proxy.upstream.received.length, before)
  })
}

test('a body that keeps coming slowly passes, but not beyond the total time', async (t) => {
  proxy.answer = (request, response) => void response.end(String(request.body))
  const piece = 'x'.repeat(1024) // the least that counts as sending
  const drip = async (path: string, count: number) => {
    const connection = await proxy.connect(t)
    connection.send(proxy.head('POST', path, `Content-Length: ${count * piece.length}`), '\r\n\r\n')
    for (let sent = 0; sent < count && !connection.socket.destroyed; sent++) {
      connection.send(piece)
      await sleep(60) // real gaps: the pace of the caller is what is tested
    }
    return connection.answer()
  }
  assert.equal(String((await drip('/plain/paced', 8)).body), piece.repeat(8))
  const late = await drip('/plain/hasty', 30)
  assert.ok(late.status === 504 || late.status === 408, `${late.status}`)
})

test('x-gateway-timeout applies while waiting for the body of the caller', async (t) => {
  for (const path of ['/plain/things', '/plain/upload']) {
    proxy.answer = silent
    const connection = await proxy.connect(t)
    const fields = ['Content-Length: 100', 'Content-Type: application/json', 'x-gateway-timeout: 150']
    connection.send(proxy.head('POST', path, ...fields), '\r\n\r\n{"name":')
    const answer = await connection.answer()
    assert.equal(answer.status, 504)
    assert.equal(codeIn(answer.body), 'call.timeout')
    await connection.ended()
  }
})

test('a call that ended in the middle of its body leaves no timer behind', async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  const connection = await proxy.connect(t)
  const fields = ['Content-Length: 100', 'Content-Type: application/json', 'x-gateway-timeout: 100']
  connection.send(proxy.head('POST', '/plain/things', ...fields), '\r\n\r\n{"name":')
  assert.equal((await connection.answer()).status, 504)
  await connection.ended()
  await until(() => timers() <= before, 'the end of the timers of the body')
})

test('x-gateway-timeout applies to an embedded provider too', async (t) => {
  const headers = { 'x-gateway-provider': 'embedded', 'x-gateway-timeout': '100' }
  const refused = await errorOf(await proxy.call('/inside/never', { headers }))
  assert.deepEqual([refused.status, refused.code], [504, 'call.timeout'])
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const cut = await proxy.raw(t, proxy.head('GET', '/inside/drip', ...fields), '\r\n\r\n')
  assert.equal(cut.status, 200)
  assert.equal(headerIn(cut, 'content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(cut.complete, false)
})

for (const value of ['0', '-1', '1.5', '3600001', '1e3', '0x10', 'soon', '100, 200', '99999999999999999999']) {
  test(`x-gateway-timeout: ${value} is a 400 that names it`, async () => {
    const response = await proxy.call('/plain/things', { headers: { 'x-gateway-timeout': value } })
    const { status, code, message } = await errorOf(response)
    assert.deepEqual([status, code], [400, 'input.invalid'])
    assert.match(String(message), /x-gateway-timeout must be 1 to 3600000 milliseconds/)
  })
}
