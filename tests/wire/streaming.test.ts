// Long answers and bodies are passed on as they arrive, in both directions and in constant memory, and when one side
// disconnects, so does the other.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, type RequestOptions, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import zlib from 'node:zlib'
import { openProxy } from '../harness/proxy.ts'
import type { RawConnection } from '../harness/raw-http.ts'
import { until } from '../harness/until.ts'

const mebibyte = 1024 * 1024

/** A provider that reads its requests itself. */
let serve: (request: IncomingMessage, response: ServerResponse) => void | Promise<void> = () => {}
const server = createServer((request, response) => {
  request.on('error', () => {})
  void serve(request, response)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.close()
  server.closeAllConnections()
})
const proxy = await openProxy({ after }, { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })

/** Lets the provider serve one request, and resolves with it once it has arrived. */
function served(own: typeof serve): Promise<{ request: IncomingMessage; response: ServerResponse }> {
  const seen = Promise.withResolvers<{ request: IncomingMessage; response: ServerResponse }>()
  serve = (request, response) => {
    seen.resolve({ request, response })
    return own(request, response)
  }
  return seen.promise
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
/** Bytes in use after a GC. */
function heldBytes(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const get = (path: string, ...fields: readonly string[]) => `${proxy.head('GET', path, ...fields)}\r\n\r\n`
async function closed(stream: { closed: boolean } & NodeJS.EventEmitter): Promise<void> {
  if (!stream.closed) await once(stream, 'close')
}

for (const slug of ['plain', 'bearer', 'wrapped']) {
  test(`events are passed on one by one, the first before the provider sends the second: ${slug}`, async (t) => {
    const next = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    serve = async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      for (const [index, { promise }] of next.entries()) {
        await promise
        response.write(`event: step\ndata: ${index}\n\n`)
      }
      response.end()
    }
    const connection = await proxy.connect(t)
    connection.send(get(slug === 'plain' ? '/plain/events' : `/${slug}/things`))
    await connection.until('text/event-stream')
    assert.ok(!connection.received().includes('data:'), 'the head comes before the first event')
    next[0]?.resolve()
    await connection.until('data: 0\n\n')
    assert.ok(!connection.received().includes('data: 1'))
    next[1]?.resolve()
    const answer = await connection.answer()
    assert.equal(String(answer.body), 'event: step\ndata: 0\n\nevent: step\ndata: 1\n\n')
  })
}

test('six hundred concurrent streams to one provider do not wait for each other', async (t) => {
  const streams = 600
  const waiting: ServerResponse[] = []
  const all = Promise.withResolvers<void>()
  serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    if (waiting.push(response) === streams) all.resolve()
  }
  const agent = new Agent({ maxSockets: streams })
  t.after(() => agent.destroy())
  const url = `${proxy.gateway.baseUrl}/v1/proxy/plain/events`
  const bodies = Array.from({ length: streams }, () =>
    eventsOf(url, { agent, headers: { 'x-gateway-key': proxy.key } }),
  )
  await Promise.race([all.promise, Promise.all(bodies)])
  assert.equal(waiting.length, streams)
  for (const response of waiting) response.end('data: last\n\n')
  for (const text of await Promise.all(bodies)) assert.equal(text, 'data: last\n\n')
})

function eventsOf(url: string, options: RequestOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, options, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part) => {
        text += part
      })
      answer.once('end', () => resolve(text))
      answer.once('error', reject)
    })
      .once('error', reject)
      .end()
  })
}

test('a body is streamed: the provider has its beginning before the caller sends its end', async (t) => {
  for (const framing of ['Content-Length: 11', 'Transfer-Encoding: chunked']) {
    const isChunked = framing.startsWith('T')
    const pieces: string[] = []
    const provider = served((request, response) => {
      request.on('data', (piece: Buffer) => pieces.push(String(piece)))
      request.on('end', () => response.end(pieces.join('|')))
    })
    const connection = await proxy.connect(t)
    connection.send(proxy.head('POST', '/plain/big', framing), '\r\n\r\n', isChunked ? '6\r\nfirst \r\n' : 'first ')
    const { request } = await provider
    while (pieces.length === 0) await once(request, 'data')
    connection.send(isChunked ? '5\r\nsecon\r\n0\r\n\r\n' : 'secon')
    assert.equal(String((await connection.answer()).body), 'first |secon')
  }
})

test('answer and body are streamed at the same time', async (t) => {
  serve = (request, response) => {
    response.writeHead(200)
    request.on('data', (piece: Buffer) => void response.write(`got ${piece} `))
    request.on('end', () => response.end('end'))
  }
  const connection = await proxy.connect(t)
  connection.send(proxy.head('POST', '/plain/big', 'Content-Length: 6'), '\r\n\r\none')
  await connection.until('got one')
  connection.send('two')
  assert.equal(String((await connection.answer()).body), 'got one got two end')
})

test('an answer that arrives before the provider has the whole body reaches the caller, whose connection stays open', async (t) => {
  serve = (request, response) => {
    response.writeHead(request.method === 'POST' ? 401 : 200, { 'content-type': 'application/json' })
    response.end('{"early":true}')
  }
  for (const total of [64 * 1024, 20 * mebibyte]) {
    const first = Buffer.alloc(16 * 1024)
    const connection = await proxy.connect(t)
    connection.send(proxy.head('POST', '/plain/big', `Content-Length: ${total + first.length}`), '\r\n\r\n', first)
    assert.equal((await connection.answer()).status, 401)
    await pour(connection.socket, total).done
    connection.send(get('/plain/things'))
    assert.equal((await connection.answer()).status, 200)
  }
})

interface Poured {
  sent: number
  /** Since when it has been waiting for `drain`; 0 while it writes. */
  waitsSinceMs: number
  done: Promise<void>
}

/** Writes `bytes` bytes of a body as fast as they are accepted, until the other side disconnects. */
function pour(sink: Writable, bytes: number): Poured {
  const piece = Buffer.alloc(64 * 1024, 'x')
  const state: Poured = { sent: 0, waitsSinceMs: 0, done: Promise.resolve() }
  const closed = new Promise<void>((resolve) => void sink.once('close', resolve))
  let drained = Promise.withResolvers<void>()
  sink.on('drain', () => drained.resolve())
  const write = async () => {
    for (; state.sent < bytes && !sink.destroyed; state.sent += piece.length) {
      drained = Promise.withResolvers()
      if (sink.write(piece)) continue
      state.waitsSinceMs = performance.now()
      await Promise.race([drained.promise, closed])
      state.waitsSinceMs = 0
    }
  }
  state.done = write()
  return state
}

for (const framing of ['Content-Length', 'Transfer-Encoding']) {
  test(`a body of 200 MB is uploaded in constant memory: ${framing}`, async (t) => {
    const total = 200 * mebibyte
    let arrived = 0
    let mostHeld = 0
    const heldBefore = heldBytes()
    const rssBefore = process.memoryUsage.rss()
    serve = (request, response) => {
      request.on('data', (piece: Buffer) => {
        const before = arrived
        arrived += piece.length
        if (Math.floor(before / (40 * mebibyte)) !== Math.floor(arrived / (40 * mebibyte)))
          mostHeld = Math.max(mostHeld, heldBytes() - heldBefore)
      })
      request.on('end', () => response.end(`${arrived}`))
    }
    const connection = await proxy.connect(t)
    if (framing === 'Content-Length') {
      connection.send(proxy.head('POST', '/plain/big', `Content-Length: ${total}`), '\r\n\r\n')
      await pour(connection.socket, total).done
    } else {
      connection.send(proxy.head('POST', '/plain/big', 'Transfer-Encoding: chunked'), '\r\n\r\n')
      const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000), Buffer.from('\r\n')])
      for (let sent = 0; sent < total; sent += 0x10000)
        if (!connection.socket.write(chunk)) await once(connection.socket, 'drain')
      connection.send('0\r\n\r\n')
    }
    assert.equal(String((await connection.answer()).body), String(total))
    assert.ok(mostHeld < 100 * mebibyte, `held ${mostHeld}`)
    assert.ok(process.memoryUsage.rss() - rssBefore < 150 * mebibyte)
  })
}

test('a provider that reads slowly slows its caller down', async (t) => {
  const provider = served(() => {})
  const connection = await proxy.connect(t)
  connection.send(proxy.head('POST', '/plain/big', `Content-Length: ${200 * mebibyte}`), '\r\n\r\n')
  const poured = pour(connection.socket, 200 * mebibyte)
  await provider
  await waiting(poured)
  assert.ok(poured.sent < 60 * mebibyte, `${poured.sent} bytes were taken`)
  connection.socket.destroy()
  await poured.done
})

/** Resolves when nothing more has been accepted for a while. */
async function waiting(poured: Poured): Promise<void> {
  let over = false
  void poured.done.then(() => {
    over = true
  })
  const isBlocked = () => poured.waitsSinceMs > 0 && performance.now() - poured.waitsSinceMs >= 300
  await until(() => over || isBlocked(), 'the sender is blocked', 60_000)
}

/** Reads the rest of an answer and returns its length. */
function readAll(connection: RawConnection): Promise<number> {
  let bytes = 0
  connection.socket.removeAllListeners('data')
  return new Promise((resolve) => {
    connection.socket.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    connection.socket.once('close', () => resolve(bytes))
    connection.socket.resume()
  })
}

const noise = Buffer.from(Array.from({ length: 64 * 1024 }, (_, index) => (index * 7919 * (index % 251)) & 0xff))
for (const [what, slug, total, encoded] of [
  ['unchanged', 'plain', 300 * mebibyte, false],
  ['masked', 'bearer', 100 * mebibyte, false],
  ['decoded', 'bearer', 100 * mebibyte, true],
] as const) {
  test(`a slow reader of ${total / mebibyte} MB slows the provider down instead of filling memory: ${what}`, async (t) => {
    const heldBefore = heldBytes()
    let poured: Poured | undefined
    const provider = served((_request, response) => {
      response.writeHead(200, encoded ? { 'content-encoding': 'gzip' } : { 'content-length': total })
      // stored blocks are cheap to encode and decode
      const gzip = zlib.createGzip({ level: 0 })
      if (encoded) gzip.pipe(response)
      const sink = encoded ? gzip : response
      poured = pour(sink, total)
      void poured.done.then(() => sink.end())
    })
    const connection = await proxy.connect(t)
    connection.socket.pause()
    connection.send(get(`/${slug}/things`, 'Connection: close'))
    await provider
    assert.ok(poured)
    await waiting(poured)
    assert.ok(poured.sent < 80 * mebibyte, `${poured.sent} bytes were taken from the provider`)
    assert.ok(heldBytes() - heldBefore < 80 * mebibyte)
    const bytes = await readAll(connection)
    assert.ok(bytes > total && bytes < total + mebibyte, `${bytes}`)
    assert.equal(poured.sent, total)
  })
}

test('a reader that takes nothing is disconnected after the idle time, and the provider with it', async (t) => {
  let poured: Poured | undefined
  const provider = served((_request, response) => {
    response.writeHead(200, { 'content-length': 300 * mebibyte })
    poured = pour(response, 300 * mebibyte)
  })
  const connection = await proxy.connect(t)
  connection.socket.pause()
  connection.send(get('/plain/slow'))
  const { response } = await provider
  await closed(response)
  assert.equal(response.writableFinished, false)
  await poured?.done
})

test('the bytes of a large answer are those of the provider', async (t) => {
  serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    for (let count = 0; count < 200; count++) response.write(noise)
    response.end()
  }
  for (const slug of ['plain', 'bearer']) {
    const answer = await proxy.raw(t, get(`/${slug}/things`))
    assert.equal(answer.body.length, 200 * noise.length)
    for (let at = 0; at < answer.body.length; at += noise.length)
      assert.ok(answer.body.subarray(at, at + noise.length).equals(noise))
  }
})
