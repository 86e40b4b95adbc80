// Guards how bodies are read: bounds in bytes and time, and refusals that still reach the caller.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { Failure } from '#define'
import { type BodyBounds, boundedStream, readWholeBody } from './body.ts'
import { createHttpServer } from './server.ts'

const roomy: BodyBounds = { bodyBytes: 1000, idleMs: 5000, totalMs: 10_000 }

type Length = (request: IncomingMessage, bounds: BodyBounds) => Promise<number>
const whole: Length = async (request, bounds) => (await readWholeBody(request, bounds)).decoded.length
/** Reads a call as the gateway does: once everything that arrived with the head has been parsed. */
const atOnce: Length = async (request, bounds) => {
  await tick()
  const body = readWholeBody(request, bounds)
  if (!(body instanceof Promise)) return body.decoded.length
  body.catch(() => {})
  throw new Error('the body had to be awaited')
}
const inParts: Length = async (request, bounds) => {
  let length = 0
  for await (const chunk of boundedStream(request, bounds)) length += chunk.length
  return length
}

/** A server that reads each body and answers with its length or the code of the refusal. */
async function serving(t: TestContext, bounds: BodyBounds, length = whole): Promise<(head: string) => Socket> {
  const server = createHttpServer({
    requestId: () => 'req_test',
    handle: (request, response) => {
      const answer = length(request, bounds).then(
        (bytes) => `read ${bytes}`,
        (error: unknown) => (error instanceof Failure ? error.code : String(error)),
      )
      void answer.then((text) => {
        response.writeHead(200, { connection: 'close' })
        response.end(text)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return (head) => {
    const socket = connect(address.port, '127.0.0.1')
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`)
    return socket
  }
}

async function textOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

test('a sender that pauses too long is refused; one that pauses briefly is not', async (t) => {
  const open = await serving(t, { ...roomy, idleMs: 80 })
  const stalled = open('content-length: 10')
  stalled.write('12345')
  assert.match(await textOf(stalled), /request\.slow/)
  const prompt = open('content-length: 5')
  prompt.write('12345')
  assert.match(await textOf(prompt), /read 5/)
})

for (const [how, length] of Object.entries({ whole, 'in parts': inParts, 'at once': atOnce }))
  test(`a missing body, declared or not, is read as an empty one: ${how}`, async (t) => {
    const open = await serving(t, roomy, length)
    for (const head of ['x-length: unsaid', 'content-length: 0', 'transfer-encoding: chunked\r\n\r\n0'])
      assert.match(await textOf(open(head)), /read 0/, head)
  })

test('a long body is read as it was sent, whether or not its length is declared', async (t) => {
  const long = Buffer.from(Array.from({ length: 5_000_003 }, (_, at) => (at * 7) % 251))
  const expected = createHash('sha256').update(long).digest('hex')
  const bounds = { ...roomy, bodyBytes: 6_000_000 }
  for (const head of ['transfer-encoding: chunked', `content-length: ${long.length}`]) {
    let digest = ''
    const open = await serving(t, bounds, async (request) => {
      const { raw, decoded } = await readWholeBody(request, bounds)
      assert.equal(raw, decoded)
      digest = createHash('sha256').update(raw).digest('hex')
      return raw.length
    })
    const socket = open(head)
    const chunk = head.includes('chunked') ? [`${long.length.toString(16)}\r\n`, long, '\r\n0\r\n\r\n'] : [long]
    for (const part of chunk) socket.write(part)
    assert.match(await textOf(socket), /read 5000003/)
    assert.equal(digest, expected)
  }
})

test('a body that arrived with its head is read synchronously, whole and within its bounds', async (t) => {
  const open = await serving(t, { ...roomy, bodyBytes: 9 }, atOnce)
  assert.match(await textOf(open('content-length: 9\r\n\r\n12345678')), /read 9/)
  assert.match(await textOf(open('transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n3\r\ndef\r\n0')), /read 6/)
  assert.match(await textOf(open('content-length: 10\r\n\r\n123456789')), /body\.too_large/)
  assert.match(await textOf(open('content-length: 4000\r\n\r\n123')), /had to be awaited/)
})

test('a sender that trickles is refused when the total time is over', async (t) => {
  const open = await serving(t, { ...roomy, totalMs: 150 })
  const socket = open('transfer-encoding: chunked')
  const drip = setInterval(() => socket.writable && socket.write('1\r\nx\r\n'), 20)
  t.after(() => clearInterval(drip))
  assert.match(await textOf(socket), /request\.slow/)
})

test('a chunked body over the limit is refused with an answer that reaches the caller', async (t) => {
  const open = await serving(t, { ...roomy, bodyBytes: 4 })
  const socket = open('transfer-encoding: chunked')
  socket.write('5\r\n12345\r\n')
  assert.match(await textOf(socket), /body\.too_large/)
})

test('an encoded body is measured by its decoded length', async (t) => {
  const open = await serving(t, roomy)
  const small = gzipSync('x'.repeat(900))
  const fits = open(`content-encoding: gzip\r\ncontent-length: ${small.length}`)
  fits.write(small)
  assert.match(await textOf(fits), /read 900/)
  const bomb = gzipSync('x'.repeat(100_000))
  const grows = open(`content-encoding: gzip\r\ncontent-length: ${bomb.length}`)
  grows.write(bomb)
  assert.match(await textOf(grows), /body\.too_large/)
})
