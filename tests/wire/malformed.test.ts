// Requests that are not valid HTTP, or that Node's server would refuse by itself: each gets the gateway's own error.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isRecord, openProxy } from '../harness/proxy.ts'
import { headerIn } from '../harness/raw-http.ts'

const proxy = await openProxy({ after })
const key = `x-gateway-key: ${proxy.key}`
const get = 'GET /v1/proxy/plain/things HTTP/1.1'
const post = ['POST /v1/proxy/plain/things HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 12']

const refused: readonly [what: string, lines: readonly string[], status: number, code: string][] = [
  ['no Host header', [get, key], 400, 'request.malformed'],
  ['two Host headers', [get, 'Host: x', 'Host: y', key], 400, 'request.malformed'],
  ['an unknown expectation', [get, 'Host: x', 'Expect: tea', key], 417, 'request.expectation'],
  ['an unknown expectation and a body', [...post, 'Expect: 200-ok', key], 417, 'request.expectation'],
  ['CONNECT', ['CONNECT provider.test:443 HTTP/1.1', 'Host: provider.test:443'], 405, 'method.unknown'],
  ['an unknown method', ['BREW /v1/proxy/plain/things HTTP/1.1', 'Host: x', key], 400, 'request.malformed'],
  ['an absolute target', ['GET http://x/v1/proxy/plain/things HTTP/1.1', 'Host: x', key], 400, 'request.malformed'],
  ['an asterisk', ['OPTIONS * HTTP/1.1', 'Host: x', key], 400, 'request.malformed'],
  ['another protocol', ['PRI * HTTP/2.0', '', 'SM'], 400, 'request.malformed'],
]

for (const [what, lines, status, code] of refused)
  test(`a request with ${what} gets an error with its code and id, and its connection ends`, async (t) => {
    const connection = await proxy.connect(t)
    connection.send([...lines, '', ''].join('\r\n'))
    const answer = await connection.answer()
    const parsed: unknown = JSON.parse(String(answer.body))
    assert.ok(isRecord(parsed) && isRecord(parsed.error) && isRecord(parsed.meta))
    assert.deepEqual([answer.status, parsed.error.code, typeof parsed.error.message], [status, code, 'string'])
    assert.equal(headerIn(answer, 'x-request-id'), parsed.meta.requestId)
    assert.equal(headerIn(answer, 'connection'), 'close')
    assert.equal(headerIn(answer, 'content-type'), 'application/json; charset=utf-8')
    await connection.ended()
    assert.equal(proxy.upstream.received.length, 0)
  })

test('HTTP/1.0 needs no Host header', async (t) => {
  const answer = await proxy.raw(t, ['GET /v1/proxy/plain/things HTTP/1.0', key, '', ''].join('\r\n'))
  assert.equal(answer.status, 200)
})

test('CONNECT behind a call whose answer is under way ends the connection, and adds no bytes to that answer', async (t) => {
  const connection = await proxy.connect(t)
  connection.send(`${get}\r\nHost: x\r\n${key}\r\n\r\nCONNECT provider.test:443 HTTP/1.1\r\nHost: x\r\n\r\n`)
  assert.doesNotMatch(String(await connection.ended()), /405/)
})

test('bytes that are not HTTP behind a call under way add nothing to its answer, and are refused behind a whole one', async (t) => {
  const garbage = 'no request\r\n\r\n'
  const under = await proxy.connect(t)
  under.send(`${get}\r\nHost: x\r\n${key}\r\n\r\n${garbage}`)
  assert.doesNotMatch(String(await under.ended()), /HTTP\/1\.1 400/)
  const behind = await proxy.connect(t)
  behind.send(`${get}\r\nHost: x\r\n${key}\r\n\r\n`)
  assert.equal((await behind.answer()).status, 200)
  behind.send(garbage)
  const all = String(await behind.ended())
  assert.match(all, /HTTP\/1\.1 400 [\s\S]*request\.malformed/)
})
