// When one side disconnects, the other is disconnected at once, and a truncated answer never looks complete.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import zlib from 'node:zlib'
import { bool, defineApi, defineProvider, events, get, hosted, keyless } from '#define'
import { codeIn, openProxy } from '../harness/proxy.ts'
import { openRawUpstream } from '../harness/raw-http.ts'
import { until } from '../harness/until.ts'
import { openUpstream, type Received } from '../harness/upstream.ts'

const leaving = Promise.withResolvers<void>()
const insideApi = defineApi({
  slug: 'inside',
  title: 'Inside',
  summary: 'For tests.',
  surface: hosted,
  auth: keyless,
  upstream: null,
  endpoints: {
    endless: get('/endless', 'Events without end', { returns: events({}) }),
    flood: get('/flood', 'Many events', { returns: events({}) }),
    failing: get('/failing', 'Events that fail', { returns: events({}), params: { now: bool() } }),
  },
})
const inside = defineProvider(insideApi, () => ({
  async *endless() {
    try {
      for (;;) {
        yield 'data: 1\n\n'
        await tick()
      }
    } finally {
      leaving.resolve()
    }
  },
  async *flood() {
    for (let count = 0; count < 400; count++) yield `data: ${'x'.repeat(64 * 1024)}\n\n`
  },
  async *failing() {
    yield 'data: 1\n\n'
    throw new Error('the inside failed')
  },
}))

let answer: (request: Received, response: ServerResponse) => void | Promise<void> = () => {}
const upstream = await openUpstream({ after }, (request, response) => answer(request, response))
let write: (socket: Socket) => void = () => {}
const rawUpstream = await openRawUpstream({ after }, (_request, socket) => write(socket))
const proxy = await openProxy(
  { after },
  { base: upstream.url, more: () => [{ api: insideApi, provider: inside, live: {}, examples: {} }] },
)
const rawProxy = await openProxy({ after }, { base: rawUpstream.url })

const request = (path: string, ...fields: readonly string[]) => `${proxy.head('GET', path, ...fields)}\r\n\r\n`

/** Sets how the provider answers; resolves with its side of the next call. */
function answering(own: (response: ServerResponse) => void): Promise<ServerResponse> {
  return new Promise((resolve) => {
    answer = (_request, response) => {
      own(response)
      resolve(response)
    }
  })
}

for (const [what, path, begin] of [
  ['before the first byte', '/plain/things', () => {}],
  ['after the head', '/plain/things', (response: ServerResponse) => response.writeHead(200).flushHeaders()],
  [
    'between two events',
    '/plain/events',
    (response: ServerResponse) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n'),
  ],
  [
    'in an answer that is masked',
    '/bearer/things',
    (response: ServerResponse) => void response.writeHead(200, { 'content-length': 100 }).write('x'),
  ],
  [
    'in an error that is buffered',
    '/plain/things',
    (response: ServerResponse) => void response.writeHead(500, { 'content-type': 'application/json' }).write('{'),
  ],
  [
    'in a decoded answer',
    '/bearer/things',
    (response: ServerResponse) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).write(zlib.gzipSync('x').subarray(0, 12)),
  ],
] as const) {
  test(`a caller that disconnects ${what} ends the call to the provider at once`, async (t) => {
    const provider = answering(begin)
    const connection = await proxy.connect(t)
    connection.send(request(path))
    const response = await provider
    connection.socket.destroy()
    // far sooner than the time limits of the call would end it
    await until(() => response.closed, 'the end of the call to the provider')
    assert.equal(response.writableFinished, false)
  })
}

test('a caller that disconnects in the middle of its body leaves the provider with an incomplete request', async (t) => {
  for (const framing of ['Content-Length: 100000', 'Transfer-Encoding: chunked']) {
    const before = upstream.received.length
    const [started, broken] = [upstream.started(), upstream.aborted()]
    const connection = await proxy.connect(t)
    connection.send(
      proxy.head('POST', '/plain/big', framing),
      '\r\n\r\n',
      framing.startsWith('T') ? '4\r\nhalf\r\n' : 'half',
    )
    await until(() => upstream.started() > started, 'the call at the provider')
    connection.socket.destroy()
    await until(() => upstream.aborted() > broken, 'the end of the call to the provider')
    assert.equal(upstream.received.length, before)
  }
})

test('a caller that disconnects is not logged as a failure of the gateway', async (t) => {
  for (const [path, type, id] of [
    ['/plain/big', 'text/plain', 'left-streaming'],
    ['/plain/things', 'application/json', 'left-buffered'],
  ] as const) {
    const connection = await proxy.connect(t)
    connection.send(
      proxy.head('POST', path, 'Content-Length: 1000', `Content-Type: ${type}`, `x-request-id: ${id}`),
      '\r\nExpect: 100-continue\r\n\r\n{',
    )
    // the call has begun
    await connection.until('100 Continue')
    connection.socket.destroy()
    const logged = () => proxy.gateway.logged.some((line) => line.includes(id) && line.includes('"status":499'))
    await until(logged, 'the log line of the call')
  }
  const entries = proxy.gateway.logged.filter((line) => line.includes('left-'))
  assert.equal(entries.length, 2, 'each call is logged once')
  assert.ok(!entries.some((line) => /internal\.bug|"level":"error"|"level":"warn"/.test(line)), entries.join('\n'))
})

test('an embedded provider stops when its caller disconnects', async (t) => {
  const connection = await proxy.connect(t)
  connection.send(request('/inside/endless', 'x-gateway-provider: embedded'))
  await connection.until('data: 1')
  connection.socket.destroy()
  await leaving.promise
})

test('an embedded provider that fails while streaming events closes the connection', async (t) => {
  const cut = await proxy.raw(t, request('/inside/failing', 'x-gateway-provider: embedded'))
  assert.equal(cut.status, 200)
  assert.equal(cut.complete, false)
})

test('a slow reader of embedded events accumulates no listeners', async (t) => {
  const warnings: string[] = []
  const note = (warning: Error) => warnings.push(warning.name)
  process.on('warning', note)
  t.after(() => void process.off('warning', note))
  const connection = await proxy.connect(t)
  connection.send(request('/inside/flood', 'x-gateway-provider: embedded'))
  const flooded = await connection.answer()
  assert.equal(flooded.complete, true)
  assert.equal(flooded.body.length, 400 * (64 * 1024 + 8))
  assert.deepEqual(warnings, [])
})

const started: Readonly<Record<string, Record<string, string | number>>> = {
  'with a length': { 'content-length': 100 },
  'in chunks': {},
  'of JSON with a length': { 'content-type': 'application/json', 'content-length': 100 },
  'of JSON in chunks': { 'content-type': 'application/json' },
  'of events': { 'content-type': 'text/event-stream' },
}
for (const [what, head] of Object.entries(started)) {
  for (const slug of ['plain', 'bearer', 'wrapped']) {
    for (const [how, end] of [
      ['resets', (response: ServerResponse) => void response.socket?.resetAndDestroy()],
      ['closes', (response: ServerResponse) => void response.socket?.end()],
    ] as const) {
      test(`a provider that ${how} its connection in an answer ${what} gets the caller disconnected: ${slug}`, async (t) => {
        void answering((response) => {
          response.writeHead(200, head)
          response.write('{"a":1', () => end(response))
        })
        const cut = await proxy.raw(t, request(`/${slug}/things`, 'Connection: close'))
        assert.equal(cut.status, 200)
        assert.equal(cut.complete, false)
        assert.doesNotMatch(String(cut.body), /\}$/)
      })
    }
  }
}

test('an answer without a length ends with the connection, and is distinguished from a truncated one', async (t) => {
  for (const slug of ['plain', 'bearer', 'wrapped']) {
    write = (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{"a":1}')
    const whole = await rawProxy.raw(t, `${rawProxy.head('GET', `/${slug}/things`)}\r\n\r\n`)
    assert.equal(whole.complete, true)
    assert.equal(String(whole.body), slug === 'wrapped' ? '{"data":{"a":1}}' : '{"a":1}')
    write = (socket) =>
      void socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{"a":1', () =>
        socket.resetAndDestroy(),
      )
    const cut = await rawProxy.raw(t, `${rawProxy.head('GET', `/${slug}/things`)}\r\n\r\n`).catch(() => undefined)
    assert.ok(cut === undefined || !cut.complete || cut.status === 502)
  }
})

test('a provider that truncates a buffered error is a 502, not half an error', async (t) => {
  for (const slug of ['plain', 'bearer']) {
    write = (socket) =>
      void socket.write('HTTP/1.1 500 X\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a":', () =>
        socket.destroy(),
      )
    const answer = await rawProxy.raw(t, `${rawProxy.head('PATCH', '/plain/things/1')}\r\n\r\n`)
    assert.equal(answer.status, 502, slug)
    assert.equal(codeIn(answer.body), 'upstream.cut')
  }
})

test('an encoded answer that is truncated or damaged is cut where it has to be decoded', async (t) => {
  const bytes = zlib.gzipSync(Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * index * 7919) % 253)))
  const damaged = Buffer.from(bytes)
  damaged.fill(0xff, 400, 500)
  for (const sent of [bytes.subarray(0, bytes.length - 10), damaged]) {
    void answering((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': sent.length })
      response.end(sent)
    })
    const cut = await proxy.raw(t, request('/bearer/things'))
    assert.equal(cut.complete, false)
  }
})

const head = 'HTTP/1.1 200 OK\r\n'
const malformed: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'no HTTP': 'NONSENSE\r\n\r\n',
  'a TLS greeting': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc',
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/3': 'HTTP/3.0 200 OK\r\n\r\n',
  'no version': '200 OK\r\n\r\n',
  'an invalid status': 'HTTP/1.1 abc OK\r\n\r\n',
  'a status of two digits': 'HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n',
  'a status of four digits': 'HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n',
  'a switch of protocols': 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
  'an interim answer alone': 'HTTP/1.1 103 Early Hints\r\n\r\n',
  '100 alone': 'HTTP/1.1 100 Continue\r\n\r\n',
  'half a head': `${head}Content-Length: 5\r\nX-Ha`,
  'a header without a colon': `${head}no colon\r\n\r\n`,
  'a NUL in a header': `${head}X: a\0b\r\nContent-Length: 0\r\n\r\n`,
  'a space before a colon': `${head}Content-Length : 0\r\n\r\n`,
  'a folded header': `${head}X: a\r\n b\r\nContent-Length: 0\r\n\r\n`,
  'a length and chunks': `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'two lengths': `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
  'a list of lengths': `${head}Content-Length: 5, 6\r\n\r\nhello`,
  'a negative length': `${head}Content-Length: -5\r\n\r\nhello`,
  'a length with words': `${head}Content-Length: five\r\n\r\nhello`,
  'a length beyond all numbers': `${head}Content-Length: 99999999999999999999999\r\n\r\nhello`,
}
for (const [what, bytes] of Object.entries(malformed)) {
  test(`a provider that answers with ${what} is a 502`, async (t) => {
    // the circuit breaker must not answer instead
    rawProxy.gateway.components.pools.circuit('plain', rawUpstream.url).succeeded()
    write = (socket) => void socket.end(Buffer.from(bytes, 'latin1'))
    const answer = await rawProxy.raw(t, `${rawProxy.head('PATCH', '/plain/things/1')}\r\n\r\n`)
    assert.equal(answer.status, 502)
    assert.ok(['upstream.invalid', 'upstream.cut'].includes(String(codeIn(answer.body))), String(answer.body))
    assert.equal(answer.complete, true)
  })
}

test('malformed chunks from a provider disconnect the caller', async (t) => {
  for (const bytes of ['zz\r\nhello\r\n0\r\n\r\n', '5\r\nhello\r\n-1\r\n\r\n', '5\r\nhello\r\n', '5\r\nhel']) {
    rawProxy.gateway.components.pools.circuit('plain', rawUpstream.url).succeeded()
    write = (socket) => void socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n${bytes}`)
    const answer = await rawProxy.raw(t, `${rawProxy.head('PATCH', '/plain/things/1')}\r\n\r\n`).catch(() => undefined)
    assert.ok(answer === undefined || !answer.complete || answer.status === 502, bytes)
  }
})

test('fewer bytes than the declared length disconnect the caller; excess bytes are never passed on', async (t) => {
  write = (socket) => void socket.end(`${head}Content-Length: 10\r\n\r\nhello`)
  const less = await rawProxy.raw(t, `${rawProxy.head('PATCH', '/plain/things/1')}\r\n\r\n`)
  assert.equal(less.complete, false)
  write = (socket) => void socket.end(`${head}Content-Length: 5\r\n\r\nhello and more`)
  const more = await rawProxy.raw(t, `${rawProxy.head('PATCH', '/plain/things/1')}\r\n\r\n`)
  assert.ok(!String(more.body).includes('more'))
})
