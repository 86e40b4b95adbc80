// Guards how long a complete response waits for its client, on real sockets.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../../../../tests/harness/until.ts'
import { endResponse } from './stalled-client.ts'

const idleMs = 500
/** More than the OS buffers for a socket that nobody reads. */
const large = Buffer.alloc(32 * 1024 * 1024, 'x')

/**
 * A client that takes longer than `idleMs` in all, but never pauses that long. Its pauses are real: the limit is the
 * timer of the socket, which no clock of a test reaches.
 */
const pause = { everyBytes: 1024 * 1024, ms: 30 }

/** A server of complete responses; `ends` records how each ended. */
async function openServer(t: TestContext, answer: (response: ServerResponse) => void) {
  const ends: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    sockets.add(request.socket)
    response.once('close', () => ends.push(response.writableFinished ? 'sent' : 'cut'))
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close().closeAllConnections())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    ends,
    sockets,
    ended: (how: string) => until(() => ends.includes(how), `a response that is ${how}`),
  }
}

const whole = (response: ServerResponse) => {
  response.writeHead(200, ['content-length', String(large.length)])
  endResponse(response, idleMs, large)
}

test('a client that takes nothing of a complete response is disconnected when its time is over', async (t) => {
  const server = await openServer(t, whole)
  const socket = connect(server.port, '127.0.0.1')
  t.after(() => void socket.destroy())
  socket.on('error', () => {}) // disconnected while bytes were in flight
  socket.pause().write('GET / HTTP/1.1\r\nhost: test\r\n\r\n')
  await server.ended('cut')
})

test('a client that is slow but keeps reading gets the whole response', async (t) => {
  const server = await openServer(t, whole)
  const startMs = performance.now()
  const answer = await answerOf(server.port)
  let taken = 0
  for await (const part of answer) {
    const before = taken
    taken += part.length
    if (Math.floor(before / pause.everyBytes) < Math.floor(taken / pause.everyBytes)) await sleep(pause.ms)
  }
  assert.equal(taken, large.length)
  assert.ok(performance.now() - startMs > idleMs, 'reading took longer than a pause may last')
  await server.ended('sent')
})

test('the limit ends with the response: the connection stays open and is reused', async (t) => {
  const server = await openServer(t, whole)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const ports = new Set<number | undefined>()
  for (let count = 0; count < 2; count++) {
    const answer = await answerOf(server.port, agent)
    ports.add(answer.socket.localPort)
    answer.resume()
    await once(answer, 'end')
    await until(() => [...server.sockets].every(({ timeout }) => timeout !== idleMs), 'the end of the limit')
  }
  assert.equal(ports.size, 1)
  assert.equal(server.sockets.size, 1)
  assert.deepEqual(server.ends, ['sent', 'sent'])
})

test('a string is written as Latin-1, one byte per character', async (t) => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  const server = await openServer(t, (response) => {
    response.writeHead(200, ['content-length', '256'])
    endResponse(response, idleMs, bytes.toString('latin1'))
  })
  const chunks: Buffer[] = []
  for await (const chunk of await answerOf(server.port)) chunks.push(chunk)
  assert.ok(Buffer.concat(chunks).equals(bytes))
})

function answerOf(port: number, agent: Agent | false = false): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, resolve).once('error', reject)
  })
}
