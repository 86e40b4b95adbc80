// Guards that the chunks of one tick leave in one piece and in order, that nothing is held for longer, and that no
// source fills memory.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import { until } from '../../../../../tests/harness/until.ts'
import { ResponseWriter } from './response-writer.ts'

interface Exchange {
  readonly response: ServerResponse
  readonly writer: ResponseWriter
  /** The bytes that the client has received after the head. */
  readonly body: () => string
  /** Lets the client read. */
  readonly read: () => void
  /** The number of calls of `onFull` by the writer. */
  readonly fullCount: () => number
}

async function exchange(
  t: TestContext,
  options: { reads?: boolean; releasesBuffers?: boolean } = {},
): Promise<Exchange> {
  const arrived = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => arrived.resolve(response)).listen(0, '127.0.0.1')
  t.after(() => void server.close().closeAllConnections())
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  t.after(() => void socket.destroy())
  let text = ''
  const read = () => {
    socket.setEncoding('latin1').on('data', (part) => {
      text += part
    })
  }
  if (options.reads !== false) read()
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  const response = await arrived.promise
  response.on('error', () => {})
  response.writeHead(200, ['content-type', 'text/plain', 'transfer-encoding', 'chunked'])
  let fullCount = 0
  const writer = new ResponseWriter(response, {
    idleMs: 5000,
    onFull: () => fullCount++,
    releasesBuffers: options.releasesBuffers === true,
  })
  const endOfHead = () => text.indexOf('\r\n\r\n')
  return {
    response,
    writer,
    read,
    fullCount: () => fullCount,
    body: () => (endOfHead() < 0 ? 'no head' : text.slice(endOfHead() + 4)),
  }
}

/** A chunked body without its framing. */
function plain(body: string): string {
  const [head = ''] = body.split('\r\n', 1)
  const length = Number.parseInt(head, 16)
  const from = head.length + 2
  return length > 0 ? body.slice(from, from + length) + plain(body.slice(from + length + 2)) : ''
}

const bytes = (text: string) => Buffer.from(text)

test('small chunks of one tick are one chunk on the wire, those of the next tick another, the last with the end', async (t) => {
  const { writer, body } = await exchange(t)
  for (const text of ['a', 'b', 'c']) {
    assert.equal(writer.write(bytes(text)), true)
    // Node itself coalesces what is written before the microtask queue is empty
    await new Promise<void>((resolve) => process.nextTick(resolve))
  }
  await tick()
  writer.write(bytes('d'))
  await tick()
  writer.write(bytes('e'))
  writer.end(bytes('f'))
  const expected = '3\r\nabc\r\n1\r\nd\r\n2\r\nef\r\n0\r\n\r\n'
  await until(() => body().length >= expected.length, 'the end of the response')
  assert.equal(body(), expected)
})

test('a head that no chunk follows is sent at the end of its tick', async (t) => {
  const { writer, body } = await exchange(t)
  writer.open()
  await until(() => body() !== 'no head', 'the head')
  assert.equal(body(), '')
  writer.end()
  await until(() => body() !== '', 'the end of the response')
  assert.equal(body(), '0\r\n\r\n')
})

test('large chunks are written at the end of their tick, uncopied, together and in order', async (t) => {
  const { writer, response, body } = await exchange(t)
  const written = t.mock.method(response, 'write')
  const large = bytes('x'.repeat(40_000))
  for (const chunk of [bytes('before'), large, bytes('be'), bytes('tween'), large, bytes('after')]) {
    writer.write(chunk)
    await new Promise<void>((resolve) => process.nextTick(resolve))
  }
  assert.equal(written.mock.callCount(), 0)
  await tick()
  const pieces = written.mock.calls.map(({ arguments: [piece] }) => piece)
  assert.deepEqual(pieces.map(String), ['before', `${large}`, 'between', `${large}`, 'after'])
  assert.equal(pieces[1], large)
  writer.write(bytes('the '))
  writer.write(large)
  writer.write(bytes('end'))
  writer.end()
  await until(() => body().endsWith('0\r\n\r\n'), 'the end of the response')
  assert.ok(plain(body()) === `before${large}between${large}afterthe ${large}end`)
})

test('more than 128 KB do not wait for the end of the tick', async (t) => {
  const { writer, response, body } = await exchange(t)
  const written = t.mock.method(response, 'write')
  const large = bytes('z'.repeat(50_000))
  for (let count = 1; count <= 3; count++) {
    assert.equal(written.mock.callCount(), 0)
    writer.write(large)
  }
  assert.equal(written.mock.callCount(), 3)
  writer.end()
  await until(() => body().endsWith('0\r\n\r\n'), 'the end of the response')
  assert.equal(plain(body()).length, 150_000)
})

test('a source that never waits gets backpressure within its tick when the client reads nothing', async (t) => {
  const { writer, response, body, read, fullCount } = await exchange(t, { reads: false })
  const part = bytes('y'.repeat(1000))
  let count = 0
  while (writer.write(part) && count < 100_000) count++
  assert.ok(count < 1000, `${count} chunks were accepted in one tick`)
  assert.equal(fullCount(), 1)
  const drained = new Promise((resolve) => response.once('drain', resolve))
  read()
  await drained
  writer.end()
  await until(() => body().endsWith('0\r\n\r\n'), 'the end of the response')
  assert.equal(plain(body()).length, (count + 1) * 1000)
})

test('what arrived before a cut reaches the client, and the connection closes without an end of the response', async (t) => {
  const { writer, response, body } = await exchange(t)
  writer.write(bytes('the '))
  writer.write(bytes('beginning'))
  writer.cut()
  await new Promise((resolve) => response.once('close', resolve))
  const expected = 'd\r\nthe beginning\r\n'
  await until(() => body().length >= expected.length, 'the beginning of the response')
  assert.equal(body(), expected)
})

test('writing to a client that has disconnected is harmless', async (t) => {
  const { writer, response } = await exchange(t)
  writer.open()
  writer.write(bytes('late'))
  response.destroy()
  await tick()
  writer.write(bytes('later'))
  writer.end()
  await tick()
  assert.equal(response.destroyed, true)
})

const largest = (length: number) => Buffer.from(new ArrayBuffer(length)).fill('m')

test('large chunks are released once they are sent, in the middle of a response and at its end', async (t) => {
  const { writer, body } = await exchange(t, { releasesBuffers: true })
  const [early, late, last] = [largest(200_000), largest(50_000), largest(20_000)]
  writer.write(early)
  assert.equal(early.length, 200_000)
  await until(() => early.length === 0, 'the release of the first chunk')
  writer.write(late)
  writer.end(last)
  assert.equal(late.length + last.length, 70_000)
  await until(() => late.length + last.length === 0, 'the release of the last chunks')
  await until(() => body().endsWith('0\r\n\r\n'), 'the end of the response')
  assert.equal(plain(body()), 'm'.repeat(270_000))
})

test('a chunk is not released before it is sent, nor after a cut, nor without the option', async (t) => {
  const waiting = await exchange(t, { releasesBuffers: true, reads: false })
  let last = largest(0)
  while (waiting.response.writableLength === 0) {
    last = largest(1_000_000)
    waiting.writer.write(last)
    await tick()
  }
  assert.equal(last.length, 1_000_000)
  const closed = once(waiting.response, 'close')
  waiting.response.destroy()
  await closed
  await tick()
  assert.equal(last.length, 1_000_000)

  const holding = await exchange(t)
  const chunk = largest(50_000)
  holding.writer.write(chunk)
  holding.writer.end()
  await until(() => holding.body().endsWith('0\r\n\r\n'), 'the end of the response')
  assert.equal(plain(holding.body()).length, 50_000)
  assert.equal(chunk.length, 50_000)
})
