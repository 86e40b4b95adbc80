// What comes in one turn leaves in one piece and in order; nothing is held for longer, and no source piles up in
// memory.
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { ResponseWriter } from './response-writer.ts'

interface Exchange {
  readonly response: ServerResponse
  readonly writer: ResponseWriter
  /** What the caller has, from the end of the head on. */
  readonly body: () => string
  /** Lets the caller read. */
  readonly read: () => void
  readonly full: () => number
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
  let full = 0
  const writer = new ResponseWriter(response, {
    idleMs: 5000,
    onFull: () => full++,
    releasesBuffers: options.releasesBuffers === true,
  })
  const end = () => text.indexOf('\r\n\r\n')
  return { response, writer, read, full: () => full, body: () => (end() < 0 ? 'no head' : text.slice(end() + 4)) }
}

/** A chunked body without its framing. */
function plain(body: string): string {
  const [head = ''] = body.split('\r\n', 1)
  const length = Number.parseInt(head, 16)
  const from = head.length + 2
  return length > 0 ? body.slice(from, from + length) + plain(body.slice(from + length + 2)) : ''
}

const bytes = (text: string) => Buffer.from(text)

test('small chunks of one turn are one chunk on the wire, those of the next another, the last with the end', async (t) => {
  const { writer, body } = await exchange(t)
  for (const text of ['a', 'b', 'c']) {
    assert.equal(writer.write(bytes(text)), true)
    // Node itself joins what is written before the next tick
    await new Promise<void>((resolve) => process.nextTick(resolve))
  }
  await turn()
  writer.write(bytes('d'))
  await turn()
  writer.write(bytes('e'))
  writer.end(bytes('f'))
  await sleep(30)
  assert.equal(body(), '3\r\nabc\r\n1\r\nd\r\n2\r\nef\r\n0\r\n\r\n')
})

test('a head that nothing follows goes out with its turn', async (t) => {
  const { writer, body } = await exchange(t)
  writer.open()
  await sleep(30)
  assert.equal(body(), '')
  writer.end()
  await sleep(30)
  assert.equal(body(), '0\r\n\r\n')
})

test('large chunks leave with their turn, as they are and without a pause between, and overtake nothing', async (t) => {
  const { writer, response, body } = await exchange(t)
  const written = t.mock.method(response, 'write')
  const large = bytes('x'.repeat(40_000))
  for (const chunk of [bytes('before'), large, bytes('be'), bytes('tween'), large, bytes('after')]) {
    writer.write(chunk)
    await new Promise<void>((resolve) => process.nextTick(resolve))
  }
  assert.equal(written.mock.callCount(), 0)
  await turn()
  const pieces = written.mock.calls.map(({ arguments: [piece] }) => piece)
  assert.deepEqual(pieces.map(String), ['before', `${large}`, 'between', `${large}`, 'after'])
  assert.equal(pieces[1], large)
  writer.write(bytes('the '))
  writer.write(large)
  writer.write(bytes('end'))
  writer.end()
  await sleep(50)
  assert.equal(plain(body()) === `before${large}between${large}afterthe ${large}end`, true)
})

test('more than 128 KB do not wait for the end of a turn', async (t) => {
  const { writer, response, body } = await exchange(t)
  const written = t.mock.method(response, 'write')
  const large = bytes('z'.repeat(50_000))
  for (let count = 1; count <= 3; count++) {
    assert.equal(written.mock.callCount(), 0)
    writer.write(large)
  }
  assert.equal(written.mock.callCount(), 3)
  writer.end()
  await sleep(50)
  assert.equal(plain(body()).length, 150_000)
})

test('a source that never waits is told to, within its turn, when the caller takes nothing', async (t) => {
  const { writer, response, body, read, full } = await exchange(t, { reads: false })
  const part = bytes('y'.repeat(1000))
  let count = 0
  while (writer.write(part) && count < 100_000) count++
  assert.ok(count < 1000, `${count} chunks were taken in one turn`)
  assert.equal(full(), 1)
  const drained = new Promise((resolve) => response.once('drain', resolve))
  read()
  await drained
  writer.end()
  await sleep(100)
  assert.equal(plain(body()).length, (count + 1) * 1000)
})

test('what had come before a cut reaches the caller, and the connection ends without an end of the answer', async (t) => {
  const { writer, response, body } = await exchange(t)
  writer.write(bytes('the '))
  writer.write(bytes('beginning'))
  writer.cut()
  await new Promise((resolve) => response.once('close', resolve))
  await sleep(30)
  assert.equal(body(), 'd\r\nthe beginning\r\n')
})

test('a caller that has gone meanwhile is no mistake', async (t) => {
  const { writer, response } = await exchange(t)
  writer.open()
  writer.write(bytes('late'))
  response.destroy()
  await turn()
  writer.write(bytes('later'))
  writer.end()
  await turn()
  assert.equal(response.destroyed, true)
})

const largest = (length: number) => Buffer.from(new ArrayBuffer(length)).fill('m')

test('the memory of large chunks is given back when they have been sent, in the midst of an answer and at its end', async (t) => {
  const { writer, body } = await exchange(t, { releasesBuffers: true })
  const [early, late, last] = [largest(200_000), largest(50_000), largest(20_000)]
  writer.write(early)
  assert.equal(early.length, 200_000)
  await sleep(50)
  assert.equal(early.length, 0)
  writer.write(late)
  writer.end(last)
  assert.equal(late.length + last.length, 70_000)
  await sleep(50)
  assert.equal(late.length + last.length, 0)
  assert.equal(plain(body()), 'm'.repeat(270_000))
})

test('memory is not given back before the caller has taken the chunk, nor after a cut, nor unasked', async (t) => {
  const waiting = await exchange(t, { releasesBuffers: true, reads: false })
  let last = largest(0)
  while (waiting.response.writableLength === 0) {
    last = largest(1_000_000)
    waiting.writer.write(last)
    await sleep(10)
  }
  assert.equal(last.length, 1_000_000)
  waiting.response.destroy()
  await sleep(30)
  assert.equal(last.length, 1_000_000)

  const unasked = await exchange(t)
  const chunk = largest(50_000)
  unasked.writer.write(chunk)
  unasked.writer.end()
  await sleep(50)
  assert.equal(plain(unasked.body()).length, 50_000)
  assert.equal(chunk.length, 50_000)
})
