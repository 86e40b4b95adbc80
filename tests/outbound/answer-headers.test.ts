// Outbound rule 3, on the way back: headers about the provider's own connection or host do not reach the caller.
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, type TestContext, test } from 'node:test'
import { openProxy } from '../harness/proxy.ts'
import { headerIn, openRawUpstream } from '../harness/raw-http.ts'

let answerWith: (socket: Socket) => void = () => {}
const provider = await openRawUpstream({ after }, (_request, socket) => answerWith(socket))
const proxy = await openProxy({ after }, { base: provider.url })

/** The provider answers `hi` with these header lines. */
function answers(...fields: readonly string[]): void {
  answerWith = (socket) => void socket.write(['HTTP/1.1 200 OK', ...fields, 'Content-Length: 2', '', 'hi'].join('\r\n'))
}

for (const [name, value] of [
  ['keep-alive', 'timeout=5, max=100'],
  ['proxy-authenticate', 'Basic'],
  ['proxy-connection', 'keep-alive'],
  ['te', 'trailers'],
  ['trailer', 'x-checksum'],
  ['set-cookie', 'session=provider'],
  ['set-cookie2', 'session=provider'],
  ['strict-transport-security', 'max-age=31536000'],
  ['public-key-pins', 'pin-sha256="x"'],
  ['alt-svc', 'h3=":443"'],
  ['clear-site-data', '"*"'],
  ['nel', '{}'],
  ['report-to', '{}'],
  ['reporting-endpoints', 'a="https://a.test"'],
  ['access-control-allow-origin', 'https://only.test'],
  ['access-control-allow-credentials', 'true'],
  ['access-control-expose-headers', 'x-secret'],
  ['server-timing', 'db;dur=53'],
  ['x-gateway-provider', 'embedded'],
] as const) {
  test(`${name} of a provider does not reach the caller, in any casing`, async (t) => {
    for (const written of [name, name.toUpperCase(), name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())]) {
      answers(`${written}: ${value}`)
      const answer = await proxy.raw(t, proxy.head('GET', '/plain/things'), '\r\n\r\n')
      assert.equal(answer.status, 200)
      const values = answer.headers.filter(([own]) => own.toLowerCase() === name).map(([, one]) => one)
      assert.ok(!values.includes(value), `${values}`)
    }
  })
}

for (const [what, ...fields] of [
  ['one', 'Connection: X-Hop'],
  ['a list', 'Connection: keep-alive, x-hop'],
  ['one without a space', 'connection: foo,X-HOP,bar'],
  ['two Connection headers', 'Connection: keep-alive', 'Connection: x-hop'],
] as const) {
  test(`a header that the provider's Connection names, as ${what}, does not reach the caller`, async (t) => {
    answers('X-Hop: only for you', 'X-Kept: for all', ...fields)
    const answer = await proxy.raw(t, proxy.head('GET', '/plain/things'), '\r\n\r\n')
    assert.equal(headerIn(answer, 'x-hop'), undefined)
    assert.equal(headerIn(answer, 'x-kept'), 'for all')
    assert.equal(String(answer.body), 'hi')
  })
}

test('trailers of a provider do not reach the caller', async (t) => {
  answerWith = (socket) =>
    void socket.write(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x-late\r\n\r\n2\r\nhi\r\n0\r\nx-late: secret\r\n\r\n',
    )
  const connection = await proxy.connect(t)
  connection.send(proxy.head('GET', '/plain/things', 'TE: trailers', 'Connection: close'), '\r\n\r\n')
  const everything = String(await connection.ended())
  assert.match(everything, /^HTTP\/1\.1 200 OK/)
  assert.match(everything, /0\r\n\r\n$/)
  assert.doesNotMatch(everything, /x-late/i)
})

test('interim responses and reason phrases of a provider do not reach the caller', async (t) => {
  answerWith = (socket) =>
    void socket.write(
      'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\nHTTP/1.1 200 Secret Reason\r\nContent-Length: 2\r\n\r\nhi',
    )
  const connection = await proxy.connect(t)
  connection.send(proxy.head('GET', '/plain/things', 'Connection: close'), '\r\n\r\n')
  const everything = String(await connection.ended())
  assert.match(everything, /^HTTP\/1\.1 200 OK\r\n/)
  assert.equal(everything.match(/HTTP\/1\.1 \d+/g)?.length, 1)
  assert.doesNotMatch(everything, /Early Hints|preload|Secret/)
})

const interim = (status: string) => `HTTP/1.1 ${status}\r\nX-Interim: yes\r\n\r\n`

/** A GET and a POST to a provider that sends `before` and then an answer. */
async function answersAfter(t: TestContext, before: string) {
  const body = ['Content-Type: application/json', 'Content-Length: 12', '', '{"name":"x"}'].join('\r\n')
  answerWith = (socket) => void socket.write(`${before}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi`)
  const got = await proxy.raw(t, proxy.head('GET', '/plain/things'), '\r\n\r\n')
  return [got, await proxy.raw(t, proxy.head('POST', '/plain/things'), `\r\n${body}`)]
}

test('an interim response is skipped, an unrequested 100 Continue too', async (t) => {
  for (const before of ['100 Continue', '102 Processing', '103 Early Hints', '199 Odd'].flatMap((one, at, all) => [
    interim(one),
    interim(one) + interim(one) + interim(all[(at + 1) % 4] ?? one),
  ]))
    for (const answer of await answersAfter(t, before))
      assert.deepEqual([answer.status, String(answer.body), headerIn(answer, 'x-interim')], [200, 'hi', undefined])
})

test('an ordinary header reaches the caller with all its values, unless one is not valid in a header', async (t) => {
  answers('X-Many: one', 'X-Many: two', 'Vary: accept', 'ETag: "a"', 'Cache-Control: max-age=5', 'X-Latin: caf\xe9')
  const answer = await proxy.raw(t, proxy.head('GET', '/plain/things'), '\r\n\r\n')
  const many = answer.headers.filter(([name]) => name === 'x-many').map(([, value]) => value)
  assert.equal(many.join(', '), 'one, two')
  assert.equal(headerIn(answer, 'vary'), 'accept')
  assert.equal(headerIn(answer, 'etag'), '"a"')
  assert.equal(headerIn(answer, 'cache-control'), 'private, max-age=5')
})

test('the connection of a caller stays open whatever the provider does with its own', async (t) => {
  const connection = await proxy.connect(t)
  for (const fields of [['Connection: close'], ['Connection: keep-alive', 'Keep-Alive: timeout=1']]) {
    answerWith = (socket) => {
      socket.write(['HTTP/1.1 200 OK', ...fields, 'Content-Length: 2', '', 'hi'].join('\r\n'))
      if (fields[0] === 'Connection: close') socket.end()
    }
    connection.send(proxy.head('GET', '/plain/things'), '\r\n\r\n')
    const answer = await connection.answer()
    assert.equal(String(answer.body), 'hi')
    assert.equal(headerIn(answer, 'connection'), 'keep-alive')
  }
})
