// Outbound rule 7, sizes: limits of heads, bodies and decompression are checked before bytes are spent on them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import zlib from 'node:zlib'
import { codeIn, openProxy } from '../harness/proxy.ts'
import { headerIn } from '../harness/raw-http.ts'
import { sendJson } from '../harness/upstream.ts'

const proxy = await openProxy({ after })
/** The limit of `/plain/upload` in proxy-apis.ts. */
const small = 16 * 1024
const mebibyte = 1024 * 1024

beforeEach(() => {
  proxy.upstream.received.length = 0
  proxy.answer = (request, response) => sendJson(response, { bytes: request.body.length })
})

const many = (count: number) => Array.from({ length: count }, (_, index) => `X-Many-${index}: 1`)

test('100 headers pass, one more is 431', async (t) => {
  const own = 2
  const most = await proxy.raw(t, proxy.head('GET', '/plain/things', ...many(100 - own)), '\r\n\r\n')
  assert.equal(most.status, 200)
  for (const count of [101, 150, 2000]) {
    const connection = await proxy.connect(t)
    connection.send(proxy.head('GET', '/plain/things', ...many(count - own)), '\r\n\r\n')
    const answer = await connection.answer()
    assert.equal(answer.status, 431, `${count}`)
    assert.equal(codeIn(answer.body), 'headers.too_large')
    await connection.ended()
  }
  assert.equal(proxy.upstream.received.length, 1)
})

test('a head of 32 KiB is the largest: more in one header, in many or in the target is 431', async (t) => {
  const fits = await proxy.raw(t, proxy.head('GET', '/plain/things', `X-Long: ${'a'.repeat(30_000)}`), '\r\n\r\n')
  assert.equal(fits.status, 200)
  const long = 'a'.repeat(33_000)
  for (const head of [
    proxy.head('GET', '/plain/things', `X-Long: ${long}`),
    proxy.head('GET', '/plain/things', `${long}: x`),
    proxy.head('GET', `/plain/things?q=${long}`),
    proxy.head('GET', '/plain/things', ...many(90).map((field) => field + 'a'.repeat(400))),
  ]) {
    const connection = await proxy.connect(t)
    connection.send(head, '\r\n\r\n')
    const answer = await connection.answer()
    assert.equal(answer.status, 431)
    assert.equal(codeIn(answer.body), 'headers.too_large')
    await connection.ended()
  }
  assert.equal(proxy.upstream.received.length, 1)
})

test('a body of the declared limit passes', async () => {
  const response = await proxy.call('/plain/upload', { method: 'POST', body: Buffer.alloc(small, 'a') })
  assert.deepEqual(await response.json(), { bytes: small })
})

for (const [what, path, length, type] of [
  ['a streamed body', '/plain/upload', small + 1, 'application/octet-stream'],
  ['a JSON body', '/plain/things', mebibyte + 1, 'application/json'],
  ['a form', '/plain/form', mebibyte + 1, 'application/x-www-form-urlencoded'],
  ['a body where none is declared', '/plain/things', 15 * 10 ** 12, 'application/json'],
] as const) {
  test(`${what} declared as longer than allowed is 413 before any of it is read or forwarded`, async (t) => {
    const connection = await proxy.connect(t)
    const fields = [`Content-Length: ${length}`, `Content-Type: ${type}`]
    connection.send(proxy.head('POST', path, ...fields), '\r\n\r\n')
    const answer = await connection.answer()
    assert.equal(answer.status, 413)
    assert.equal(codeIn(answer.body), 'body.too_large')
    assert.equal(headerIn(answer, 'connection'), 'close')
    await connection.ended()
    assert.equal(proxy.upstream.received.length, 0)
  })
}

test('a refusal reaches a caller that goes on sending the body', async (t) => {
  const socket = connect({ port: Number(new URL(proxy.gateway.baseUrl).port), host: '127.0.0.1', allowHalfOpen: true })
  t.after(() => void socket.destroy())
  const fields = [`Content-Length: ${mebibyte + 1}`, 'Content-Type: application/json']
  socket.write(`${proxy.head('POST', '/plain/things', ...fields)}\r\n\r\n`)
  let text = ''
  socket.on('data', (part) => {
    text += String(part)
  })
  await once(socket, 'end')
  // rejects when the connection is reset
  const closed = once(socket, 'close')
  socket.end(Buffer.alloc(mebibyte + 1, 'x'))
  await closed
  assert.match(text, /^HTTP\/1\.1 413 [\s\S]*body\.too_large/)
})

test('a caller that waits for 100 Continue is not asked for a body that is too long', async (t) => {
  const connection = await proxy.connect(t)
  const fields = [`Content-Length: ${small + 1}`, 'Expect: 100-continue']
  connection.send(proxy.head('POST', '/plain/upload', ...fields), '\r\n\r\n')
  assert.equal((await connection.answer()).status, 413)
  assert.doesNotMatch(String(connection.received()), /100 Continue/)
  connection.socket.destroy()
  const second = await proxy.connect(t)
  second.send(proxy.head('POST', '/plain/upload', 'Content-Length: 5', 'Expect: 100-continue'), '\r\n\r\n')
  await second.until('100 Continue')
  second.send('hello')
  assert.equal((await second.answer()).status, 200)
})

for (const [what, path, type, limit] of [
  ['streamed', '/plain/upload', 'application/octet-stream', small],
  ['read whole', '/plain/things', 'application/json', mebibyte],
] as const) {
  test(`a chunked body beyond the limit is 413, and no whole body reaches the provider: ${what}`, async (t) => {
    const broken = proxy.upstream.aborted()
    const connection = await proxy.connect(t)
    connection.send(proxy.head('POST', path, 'Transfer-Encoding: chunked', `Content-Type: ${type}`), '\r\n\r\n')
    const chunk = `1000\r\n${' '.repeat(0x1000)}\r\n`
    for (let sent = 0; sent <= limit; sent += 0x1000) connection.send(chunk)
    const answer = await connection.answer()
    assert.equal(answer.status, 413)
    assert.equal(codeIn(answer.body), 'body.too_large')
    connection.send('0\r\n\r\n')
    await connection.ended()
    assert.equal(proxy.upstream.received.length, 0, 'a whole request')
    assert.ok(proxy.upstream.aborted() - broken <= 1)
  })
}

test('a caller that keeps sending can read the refusal', async (t) => {
  for (const framing of [`Content-Length: ${20 * mebibyte}`, 'Transfer-Encoding: chunked']) {
    const connection = await proxy.connect(t)
    connection.send(proxy.head('POST', '/plain/upload', framing), '\r\n\r\n')
    const piece = Buffer.alloc(0x10000, 0x20)
    const isChunked = framing.startsWith('T')
    for (let sent = 0; sent < 2 * mebibyte; sent += piece.length) {
      if (isChunked) connection.send('10000\r\n', piece, '\r\n')
      else connection.send(piece)
    }
    const answer = await connection.answer()
    assert.equal(answer.status, 413)
    connection.socket.destroy()
  }
  assert.equal(proxy.upstream.received.length, 0)
})

const encoders = {
  gzip: zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: (bytes: Buffer) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: zlib.zstdCompressSync,
} as const
const grownBytes = 100 * mebibyte

for (const [encoding, encode] of Object.entries(encoders)) {
  const bomb = encode(Buffer.alloc(grownBytes, 0x20))
  const post = (bytes: Buffer, path = '/plain/things') =>
    proxy.call(path, {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    })

  test(`a body in ${encoding} is checked decoded and forwarded as it was sent`, async () => {
    const bytes = encode(Buffer.from('{"name":"x"}'))
    assert.equal((await post(bytes)).status, 200)
    assert.ok(proxy.last().body.equals(bytes))
    assert.equal(proxy.last().headers['content-encoding'], encoding)
    assert.equal((await post(encode(Buffer.from('{"name":5}')))).status, 400)
    assert.equal((await post(Buffer.from('no such encoding'))).status, 400)
    assert.equal(proxy.upstream.received.length, 1)
  })

  test(`a small body in ${encoding} that expands beyond the limit is 413 and costs no memory`, async () => {
    assert.ok(bomb.length < mebibyte)
    const before = process.memoryUsage.rss()
    const response = await post(bomb)
    assert.equal(response.status, 413)
    assert.ok(process.memoryUsage.rss() - before < 60 * mebibyte)
    assert.equal(proxy.upstream.received.length, 0)
  })

  test(`an answer in ${encoding} that expands more than a hundredfold is cut where it is decoded`, async (t) => {
    proxy.answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding, 'content-type': 'application/json' })
      response.end(bomb)
    }
    const before = process.memoryUsage.rss()
    const answer = await proxy.raw(t, proxy.head('GET', '/bearer/things'), '\r\n\r\n')
    assert.equal(answer.complete, false)
    assert.ok(answer.body.length < grownBytes / 4, `${answer.body.length} bytes`)
    assert.ok(process.memoryUsage.rss() - before < 60 * mebibyte)
  })

  test(`an error in ${encoding} that expands more than a hundredfold is a 502`, async (t) => {
    proxy.answer = (_request, response) => {
      response.writeHead(500, { 'content-encoding': encoding, 'content-type': 'application/json' })
      response.end(bomb)
    }
    const answer = await proxy.raw(t, proxy.head('GET', '/plain/things'), '\r\n\r\n')
    assert.ok(!answer.complete || answer.status === 502)
    assert.ok(answer.body.length < grownBytes / 4)
  })
}

test('an answer that compresses well, but less than a hundredfold, passes whole', async () => {
  const text = Buffer.from(JSON.stringify(Array.from({ length: 100_000 }, (_, index) => ({ index, name: 'thing' }))))
  const bytes = zlib.gzipSync(text)
  proxy.answer = (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' })
    response.end(bytes)
  }
  const response = await proxy.call('/bearer/things')
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(text))
})

test('an encoded answer that is not read passes unchanged', async (t) => {
  const bomb = zlib.gzipSync(Buffer.alloc(50 * mebibyte))
  proxy.answer = (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length })
    response.end(bomb)
  }
  const answer = await proxy.raw(t, proxy.head('GET', '/plain/things', 'Accept-Encoding: gzip'), '\r\n\r\n')
  assert.equal(proxy.last().headers['accept-encoding'], 'gzip')
  assert.equal(headerIn(answer, 'content-encoding'), 'gzip')
  assert.ok(answer.body.equals(bomb))
})

test('a head of a provider beyond 64 KiB is a 502', async () => {
  proxy.answer = (_request, response) => {
    for (let index = 0; index < 10; index++) response.setHeader(`x-long-${index}`, 'a'.repeat(7_000))
    response.end('x')
  }
  const response = await proxy.call('/plain/things')
  assert.equal(response.status, 502)
  assert.equal(codeIn(await response.text()), 'upstream.head_too_large')
})
