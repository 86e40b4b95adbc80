// Guards that nobody holds a connection by dripping a body, read or not. The clock of the timers is the test's.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import { Failure } from '#define'
import { boundedStream, readWholeBody } from './body.ts'
import { createHttpServer } from './server.ts'
import { watchUnreadBody } from './unread-body.ts'

interface Arrived {
  readonly socket: Socket
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Sends so many bytes and waits until the server has read them. */
  drip(bytes: number): Promise<void>
}

/** A request whose head has arrived, at a server that does nothing with it. */
async function arriving(t: TestContext): Promise<Arrived> {
  const arrival = Promise.withResolvers<[IncomingMessage, ServerResponse]>()
  const server = createHttpServer({ requestId: () => 'req_test', handle: (...both) => arrival.resolve(both) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const socket = connect(address.port, '127.0.0.1')
  t.after(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  socket.on('error', () => {}).resume()
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n')
  const [request, response] = await arrival.promise
  const drip = async (bytes: number) => {
    const from = request.socket.bytesRead
    socket.write(Buffer.alloc(bytes, 'x'))
    await meets(() => request.socket.bytesRead >= from + bytes)
    // lets whoever reads the request run
    for (let ticks = 0; ticks < 5; ticks++) await tick()
  }
  return { socket, request, response, drip }
}

/** Polls once per tick, because the timers are the test's. */
async function meets(isMet: () => boolean): Promise<void> {
  while (!isMet()) await tick()
}

/** Timers and the monotonic clock, moved by the test. */
function mockTime(t: TestContext): (ms: number) => void {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  let nowMs = performance.now()
  t.mock.method(performance, 'now', () => nowMs)
  return (ms) => {
    nowMs += ms
    t.mock.timers.tick(ms)
  }
}

const bounds = { bodyBytes: 1_000_000, idleMs: 60_000, totalMs: 600_000 }
const readers = {
  whole: async (request: IncomingMessage): Promise<void> => {
    await readWholeBody(request, bounds)
  },
  'in chunks': async (request: IncomingMessage): Promise<void> => {
    for await (const chunk of boundedStream(request, bounds)) assert.ok(chunk.length > 0)
  },
}

/** Reads the body; `code` is that of the refusal. */
function reading(request: IncomingMessage, read: (typeof readers)['whole']) {
  const outcome: { code: string | undefined } = { code: undefined }
  read(request).catch((error: unknown) => {
    outcome.code = error instanceof Failure ? error.code : String(error)
  })
  return outcome
}

for (const [how, read] of Object.entries(readers)) {
  test(`a body read ${how} is refused when its idle time brings less than 1 KiB, however steadily it drips`, async (t) => {
    const { request, drip } = await arriving(t)
    const pass = mockTime(t)
    const outcome = reading(request, read)
    await drip(2000)
    for (let second = 0; second < 50; second += 10) {
      pass(10_000)
      await drip(10)
      assert.equal(outcome.code, undefined)
    }
    pass(10_000)
    await meets(() => outcome.code !== undefined)
    assert.equal(outcome.code, 'request.slow')
  })

  test(`a body read ${how} that brings 1 KiB in each idle time is not refused`, async (t) => {
    const { request, drip } = await arriving(t)
    const pass = mockTime(t)
    const outcome = reading(request, read)
    for (let round = 0; round < 8; round++) {
      await drip(1100)
      pass(50_000)
      await tick()
      assert.equal(outcome.code, undefined)
    }
  })
}

test('a body that nobody reads ends its connection when a minute brings less than 1 KiB', async (t) => {
  const { socket, request, response, drip } = await arriving(t)
  const pass = mockTime(t)
  response.end('done')
  await meets(() => response.writableFinished)
  request.resume()
  watchUnreadBody(request)
  await drip(2000)
  pass(60_000)
  await drip(1000)
  assert.equal(request.socket.destroyed, false)
  const closed = once(socket, 'close')
  pass(60_000)
  await closed
})
