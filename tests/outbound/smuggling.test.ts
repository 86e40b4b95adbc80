// Outbound rule 6: a request whose length can be read in two ways is answered 400 and its connection closed; what
// follows it on the connection is never taken for a request.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { codeIn, openProxy } from '../harness/proxy.ts'
import { headerIn, openRawUpstream } from '../harness/raw-http.ts'
import { sendJson } from '../harness/upstream.ts'

const proxy = await openProxy({ after })

beforeEach(() => {
  proxy.upstream.received.length = 0
  proxy.answer = (request, response) => sendJson(response, { path: request.url, body: String(request.body) })
})

/** A complete request that would be answered if it were read as one. */
const hidden = () => `${proxy.head('DELETE', '/plain/things/smuggled')}\r\n\r\n`
const upload = (...fields: readonly string[]) => proxy.head('POST', '/plain/upload', ...fields)

/** Requests by what is wrong with them: the head with its empty line, and the body. */
const malformed: Readonly<Record<string, () => string>> = {
  'Content-Length and Transfer-Encoding': () =>
    `${upload('Content-Length: 5', 'Transfer-Encoding: chunked')}\r\n\r\n0\r\n\r\n`,
  'Transfer-Encoding and Content-Length': () =>
    `${upload('Transfer-Encoding: chunked', 'Content-Length: 5')}\r\n\r\n0\r\n\r\n`,
  'Content-Length: 0 and Transfer-Encoding': () =>
    `${upload('Content-Length: 0', 'Transfer-Encoding: chunked')}\r\n\r\n0\r\n\r\n`,
  'two different lengths': () => `${upload('Content-Length: 5', 'Content-Length: 6')}\r\n\r\nhello`,
  'the same length twice': () => `${upload('Content-Length: 5', 'Content-Length: 5')}\r\n\r\nhello`,
  'the same length twice in two casings': () => `${upload('Content-Length: 5', 'content-length: 5')}\r\n\r\nhello`,
  'a list of lengths': () => `${upload('Content-Length: 5, 5')}\r\n\r\nhello`,
  'a list of different lengths': () => `${upload('Content-Length: 5,6')}\r\n\r\nhello`,
  'a length with a plus': () => `${upload('Content-Length: +5')}\r\n\r\nhello`,
  'a negative length': () => `${upload('Content-Length: -5')}\r\n\r\nhello`,
  'a length of minus zero': () => `${upload('Content-Length: -0')}\r\n\r\n`,
  'a hexadecimal length': () => `${upload('Content-Length: 0x5')}\r\n\r\nhello`,
  'a length with an exponent': () => `${upload('Content-Length: 5e0')}\r\n\r\nhello`,
  'a length with a fraction': () => `${upload('Content-Length: 5.0')}\r\n\r\nhello`,
  'a length with a space inside': () => `${upload('Content-Length: 5 0')}\r\n\r\nhello`,
  'a length with an underscore': () => `${upload('Content-Length: 5_0')}\r\n\r\nhello`,
  'a length with words': () => `${upload('Content-Length: five')}\r\n\r\nhello`,
  'an empty length': () => `${upload('Content-Length:')}\r\n\r\nhello`,
  'a length beyond all numbers': () => `${upload('Content-Length: 99999999999999999999999')}\r\n\r\nhello`,
  'a length of 18446744073709551621': () => `${upload('Content-Length: 18446744073709551621')}\r\n\r\nhello`,
  'a length with a vertical tab': () => `${upload('Content-Length: \x0b5')}\r\n\r\nhello`,
  'a length after a NUL': () => `${upload('Content-Length: \x005')}\r\n\r\nhello`,
  'a space before the colon of the length': () => `${upload('Content-Length : 5')}\r\n\r\nhello`,
  'a space before the name of the length': () => `${upload('X: y', ' Content-Length: 5')}\r\n\r\nhello`,
  'a length as trailing space lines': () => `${upload('Content-Length:', ' 5')}\r\n\r\nhello`,
  'an unknown transfer encoding': () => `${upload('Transfer-Encoding: xchunked')}\r\n\r\n0\r\n\r\n`,
  'a transfer encoding before chunked': () => `${upload('Transfer-Encoding: gzip, chunked')}\r\n\r\n0\r\n\r\n`,
  'a transfer encoding after chunked': () => `${upload('Transfer-Encoding: chunked, gzip')}\r\n\r\n0\r\n\r\n`,
  'chunked and identity': () => `${upload('Transfer-Encoding: chunked, identity')}\r\n\r\n0\r\n\r\n`,
  'identity as transfer encoding': () => `${upload('Transfer-Encoding: identity')}\r\n\r\n`,
  'chunked twice': () => `${upload('Transfer-Encoding: chunked, chunked')}\r\n\r\n0\r\n\r\n`,
  'two Transfer-Encoding headers': () =>
    `${upload('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')}\r\n\r\n0\r\n\r\n`,
  'two different Transfer-Encoding headers': () =>
    `${upload('Transfer-Encoding: identity', 'Transfer-Encoding: chunked')}\r\n\r\n0\r\n\r\n`,
  'a quoted transfer encoding': () => `${upload('Transfer-Encoding: "chunked"')}\r\n\r\n0\r\n\r\n`,
  'a transfer encoding with a parameter': () => `${upload('Transfer-Encoding: chunked;q=1')}\r\n\r\n0\r\n\r\n`,
  'a transfer encoding with a vertical tab': () => `${upload('Transfer-Encoding: \x0bchunked')}\r\n\r\n0\r\n\r\n`,
  'an empty transfer encoding': () => `${upload('Transfer-Encoding:')}\r\n\r\n`,
  'a space before the colon of the transfer encoding': () =>
    `${upload('Transfer-Encoding : chunked')}\r\n\r\n0\r\n\r\n`,
  'a transfer encoding in HTTP/1.0': () =>
    `${upload('Transfer-Encoding: chunked').replace('HTTP/1.1', 'HTTP/1.0')}\r\n\r\n0\r\n\r\n`,
  'a folded transfer encoding': () => `${upload('Transfer-Encoding:', ' chunked')}\r\n\r\n0\r\n\r\n`,
  'a folded header': () => `${upload('X-Folded: a', ' b', 'Content-Length: 5')}\r\n\r\nhello`,
  'a header folded with a tab': () => `${upload('X-Folded: a', '\tb', 'Content-Length: 5')}\r\n\r\nhello`,
  'a bare LF after a header': () =>
    `${upload('X: y\nTransfer-Encoding: chunked', 'Content-Length: 5')}\r\n\r\n0\r\n\r\n`,
  'a bare LF after the request line': () => `${upload('Content-Length: 5').replace('\r\n', '\n')}\r\n\r\nhello`,
  'bare LFs everywhere': () => `${upload('Content-Length: 5').replaceAll('\r\n', '\n')}\n\nhello`,
  'a bare LF as the empty line': () => `${upload('Content-Length: 5')}\r\n\nhello`,
  'a bare CR in a header': () => `${upload('X: y\rContent-Length: 5')}\r\n\r\nhello`,
  'a bare CR as the empty line': () => `${upload('Content-Length: 5')}\r\r\nhello`,
  'a NUL in a header': () => `${upload('X: a\0b', 'Content-Length: 5')}\r\n\r\nhello`,
  'a NUL in a header name': () => `${upload('X\0: a', 'Content-Length: 5')}\r\n\r\nhello`,
  'an empty header name': () => `${upload(': a', 'Content-Length: 5')}\r\n\r\nhello`,
  'a header without a colon': () => `${upload('Content-Length 5')}\r\n\r\nhello`,
  'a chunk size with a plus': () => `${upload('Transfer-Encoding: chunked')}\r\n\r\n+5\r\nhello\r\n0\r\n\r\n`,
  'a negative chunk size': () => `${upload('Transfer-Encoding: chunked')}\r\n\r\n-5\r\nhello\r\n0\r\n\r\n`,
  'a chunk size with 0x': () => `${upload('Transfer-Encoding: chunked')}\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n`,
  'a chunk size with an underscore': () => `${upload('Transfer-Encoding: chunked')}\r\n\r\n0_5\r\nhello\r\n0\r\n\r\n`,
  'a chunk size with a space before it': () =>
    `${upload('Transfer-Encoding: chunked')}\r\n\r\n 5\r\nhello\r\n0\r\n\r\n`,
  'no chunk size': () => `${upload('Transfer-Encoding: chunked')}\r\n\r\n\r\nhello\r\n0\r\n\r\n`,
  'a chunk size beyond all numbers': () =>
    `${upload('Transfer-Encoding: chunked')}\r\n\r\n10000000000000005\r\nhello\r\n0\r\n\r\n`,
  'a chunk longer than its size': () => `${upload('Transfer-Encoding: chunked')}\r\n\r\n3\r\nhello\r\n0\r\n\r\n`,
  'a bare LF after a chunk size': () => `${upload('Transfer-Encoding: chunked')}\r\n\r\n5\nhello\r\n0\r\n\r\n`,
  'a bare LF after a chunk': () => `${upload('Transfer-Encoding: chunked')}\r\n\r\n5\r\nhello\n0\r\n\r\n`,
  'a bare LF in a chunk extension': () => `${upload('Transfer-Encoding: chunked')}\r\n\r\n5;a\nb\r\nhello\r\n0\r\n\r\n`,
  'a bare CR in a chunk extension': () => `${upload('Transfer-Encoding: chunked')}\r\n\r\n5;a\rb\r\nhello\r\n0\r\n\r\n`,
  'an invalid version': () => `${upload('Content-Length: 5').replace('HTTP/1.1', 'HTTP/1.2')}\r\n\r\nhello`,
  'version 2 over this connection': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'no version': () => `${upload('Content-Length: 5').replace(' HTTP/1.1', '')}\r\n\r\nhello`,
  'an invalid method': () => `${upload('Content-Length: 5').replace('POST', 'P(ST')}\r\n\r\nhello`,
  'two Host headers': () => `${upload('Host: other.test', 'Content-Length: 5')}\r\n\r\nhello`,
  'no Host header': () => `${upload('Content-Length: 5').replace('Host: gateway.test\r\n', '')}\r\n\r\nhello`,
}

for (const [what, request] of Object.entries(malformed)) {
  test(`${what}: 400, and the connection is closed without a second answer`, async (t) => {
    const connection = await proxy.connect(t)
    connection.send(request() + hidden())
    const everything = (await connection.ended()).toString('latin1')
    assert.match(everything, /^HTTP\/1\.1 400 Bad Request\r\n/)
    assert.equal(everything.split('HTTP/1.1 ').length, 2, 'one answer')
    assert.match(everything, /^connection: close\r$/im)
    assert.ok(!proxy.upstream.received.some((one) => one.url.includes('smuggled')), 'what followed was a request')
    assert.ok(!proxy.upstream.received.some((one) => one.body.length > 0), 'a body arrived as if it were whole')
  })
}

test('an error of the parser has the form of every other error', async (t) => {
  const answer = await proxy.raw(t, malformed['two different lengths']?.() ?? '')
  assert.equal(codeIn(answer.body), 'request.malformed')
  assert.equal(headerIn(answer, 'content-type'), 'application/json; charset=utf-8')
  assert.match(headerIn(answer, 'x-request-id') ?? '', /^req_/)
})

test('chunk extensions and trailers are read, and the body is forwarded without either', async (t) => {
  const connection = await proxy.connect(t)
  const body = '5;ext=1\r\nhello\r\n6\r\n world\r\n0\r\nX-Trailer: secret\r\n\r\n'
  connection.send(`${upload('Transfer-Encoding: Chunked')}\r\n\r\n${body}`)
  assert.equal((await connection.answer()).status, 200)
  assert.equal(String(proxy.last().body), 'hello world')
  assert.equal(proxy.last().headers['transfer-encoding'], 'chunked')
  assert.equal(proxy.last().headers['content-length'], undefined)
  assert.equal(proxy.last().headers['x-trailer'], undefined)
  connection.send(`${proxy.head('GET', '/plain/things')}\r\n\r\n`)
  assert.equal((await connection.answer()).status, 200, 'and the connection goes on')
})

test('pipelined requests are answered one by one and in order', async (t) => {
  const connection = await proxy.connect(t)
  const one = `${upload('Content-Length: 5')}\r\n\r\nhello`
  connection.send(one, one.replace('hello', 'again'), `${proxy.head('GET', '/plain/things/3')}\r\n\r\n`)
  const bodies = []
  for (let count = 0; count < 3; count++) bodies.push(JSON.parse(String((await connection.answer()).body)))
  assert.deepEqual(bodies, [
    { path: '/upload', body: 'hello' },
    { path: '/upload', body: 'again' },
    { path: '/things/3', body: '' },
  ])
})

test('the body of a GET is never read as the next request', async (t) => {
  // with a valid key the body itself is refused, because it would carry the key to the provider
  for (const [inner, status] of [
    [hidden(), 400],
    [hidden().replace(/gh_live_\w+/, 'no key'), 200],
  ] as const) {
    const connection = await proxy.connect(t)
    const request = `${proxy.head('GET', '/plain/things', `Content-Length: ${inner.length}`, 'Connection: close')}`
    connection.send(`${request}\r\n\r\n${inner}`)
    const everything = String(await connection.ended())
    assert.match(everything, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.equal(everything.split('HTTP/1.1 ').length, 2)
    if (status === 200) assert.equal(String(proxy.last().body), inner)
  }
  assert.equal(proxy.upstream.received.length, 1)
})

test('the body of a refused call is never read as the next request', async (t) => {
  const inner = hidden()
  for (const path of ['/nowhere/x', '/plain/nowhere', '/plain/things/1/2/3']) {
    const connection = await proxy.connect(t)
    connection.send(`${proxy.head('POST', path, `Content-Length: ${inner.length}`)}\r\n\r\n${inner}`)
    const everything = String(await Promise.race([connection.ended(), connection.answer().then(connection.received)]))
    assert.match(everything, /^HTTP\/1\.1 404/)
    assert.equal(everything.split('HTTP/1.1 ').length, 2)
  }
  assert.equal(proxy.upstream.received.length, 0)
})

test('an error behind a running call cuts the connection: it is never written into the answer of that call', async (t) => {
  let finish = () => {}
  const responseStarted = new Promise<void>((resolve) => {
    proxy.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 1000, 'content-type': 'text/plain' })
      response.write('begun')
      finish = () => void response.end('x'.repeat(995))
      resolve()
    }
  })
  const connection = await proxy.connect(t)
  connection.send(`${proxy.head('GET', '/plain/things')}\r\n\r\n`)
  await responseStarted
  await connection.until('begun')
  connection.send('NONSENSE\r\n\r\n')
  const everything = String(await connection.ended())
  finish()
  assert.doesNotMatch(everything, /400 Bad Request|request\.malformed/)
  assert.match(everything, /begun$/)
})

test('bytes behind an answer of the provider are never the answer to another call', async (t) => {
  const extra = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison'
  const provider = await openRawUpstream(t, (request, socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-For: ${request.start.split(' ')[1]}\r\n\r\nhi${extra}`)
  })
  const own = await openProxy(t, { base: provider.url })
  for (let count = 0; count < 6; count++) {
    const answer = await own.raw(t, `${own.head('GET', `/plain/things/${count}`)}\r\n\r\n`)
    if (answer.status === 502) continue
    assert.equal(headerIn(answer, 'x-for'), `/things/${count}`)
    assert.equal(String(answer.body), 'hi')
  }
})
