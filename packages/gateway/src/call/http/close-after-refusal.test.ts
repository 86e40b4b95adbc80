// Guards that a refusal reaches a caller who is still sending the body, and that nobody holds the connection with it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { closeAfterRefusal } from './close-after-refusal.ts'
import { createHttpServer } from './server.ts'

const bodyBytes = 3_000_000

interface Refused {
  readonly socket: Socket
  readonly request: IncomingMessage
  /** Resolves when the connection has ended at the server. */
  readonly closed: Promise<unknown>
  /** Requests that the server has handled. */
  handled(): number
  /** Codes of errors of the caller's socket. */
  readonly errors: string[]
}

/** A caller who has got the whole refusal, and has not sent the body. */
async function refused(t: TestContext): Promise<Refused> {
  const requests: IncomingMessage[] = []
  let closed: Promise<unknown> = Promise.resolve()
  const server = createHttpServer({
    requestId: () => 'req_test',
    handle: (request, response) => {
      requests.push(request)
      if (requests.length === 1) closed = once(request.socket, 'close')
      // the body has begun to be read, as that of most refused calls
      request.read(0)
      closeAfterRefusal(request)
      response.writeHead(400, { connection: 'close', 'content-length': 4 }).end('no. ')
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const socket = connect({ port: address.port, host: '127.0.0.1', allowHalfOpen: true })
  t.after(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  const errors: string[] = []
  socket.on('error', (error) => errors.push(String(error)))
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${bodyBytes}\r\n\r\n`)
  let text = ''
  socket.on('data', (part) => {
    text += String(part)
  })
  await once(socket, 'end')
  assert.match(text, /^HTTP\/1\.1 400 [\s\S]*no\. $/)
  const [request] = requests
  assert.ok(request)
  return { socket, request, closed, errors, handled: () => requests.length }
}

test('the rest of the body can be sent after the refusal, and then the connection ends', async (t) => {
  const { socket, request, closed, errors } = await refused(t)
  socket.end(Buffer.alloc(bodyBytes, 'x'))
  await closed
  assert.deepEqual(errors, [])
  assert.ok(request.socket.bytesRead > bodyBytes)
})

test('a request after it on the same connection is not handled', async (t) => {
  const { socket, closed, handled } = await refused(t)
  socket.end(`${'x'.repeat(bodyBytes)}GET /next HTTP/1.1\r\nhost: x\r\n\r\n`)
  await closed
  assert.equal(handled(), 1)
})

test('a caller that neither sends nor closes is disconnected after 5 s', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { request } = await refused(t)
  t.mock.timers.tick(4999)
  assert.equal(request.socket.destroyed, false)
  t.mock.timers.tick(1)
  assert.equal(request.socket.destroyed, true)
})
