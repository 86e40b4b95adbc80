// Guards that no receiver of a webhook, whatever it answers, leads elsewhere, costs much memory, holds a try for longer
// than its limit, or ends in anything but a status or a sentence.
import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createOutboundAllow } from '../../packages/gateway/src/process/outbound-allow.ts'
import { createNamedFetch, NamedFetchError } from '../../packages/gateway/src/upstream/named-fetch.ts'
import { until } from '../harness/until.ts'

const timeoutMs = 1500
/** Time that a slow machine may add. */
const graceMs = 20_000

interface Receiver {
  readonly name: string
  /** Answers a connection that has sent a request. */
  readonly answer: (socket: Socket) => void
  readonly expected: number | RegExp
  readonly retryAfter?: string
  readonly scheme?: 'https'
}

/** Writes again and again until the connection is gone. */
function flood(socket: Socket, text: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(text));
  }
  socket.on('drain', write)
  write()
}
/** Writes a text a few bytes at a time, and never its end. */
function trickle(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer)
    else socket.write(text[at++ % text.length] ?? '')
  }, 100)
}

const broken = /has cut the connection|broke off/
const silent = /No answer within 1.5 s/
const receivers: readonly Receiver[] = [
  {
    name: 'a head that comes byte by byte',
    answer: (one) => trickle(one, 'HTTP/1.1 200 OK\r\nx-a: '),
    expected: silent,
  },
  {
    name: 'a head without an end',
    answer: (one) => {
      one.write('HTTP/1.1 200 OK\r\n')
      flood(one, `x-a: ${'a'.repeat(8000)}\r\n`)
    },
    expected: broken,
  },
  {
    name: 'interim answers without an end',
    answer: (one) => flood(one, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)),
    expected: /no answer but interim ones/,
  },
  { name: 'another protocol', answer: (one) => one.end('SSH-2.0-OpenSSH_9.9\r\n'), expected: broken },
  { name: 'an end at once', answer: (one) => one.destroy(), expected: broken },
  { name: 'an end in the head', answer: (one) => one.end('HTTP/1.1 200 OK\r\ncontent-le'), expected: broken },
  {
    name: 'an upgrade that nobody asked for',
    answer: (one) => one.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    expected: broken,
  },
  { name: 'HTTP without TLS', scheme: 'https', answer: (one) => one.end('HTTP/1.1 200 OK\r\n\r\n'), expected: broken },
  { name: 'HTTP/1.0', answer: (one) => one.end('HTTP/1.0 204 No Content\r\n\r\n'), expected: 204 },
  {
    name: 'a body shorter than it says',
    answer: (one) => one.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nok'),
    expected: 200,
  },
  {
    name: 'a body without an end',
    answer: (one) => {
      one.write('HTTP/1.1 200 OK\r\n\r\n')
      flood(one, 'a'.repeat(65_536))
    },
    expected: 200,
  },
  {
    name: 'a chunk of a terabyte',
    answer: (one) => one.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffff\r\nok'),
    expected: 200,
  },
  {
    name: 'a redirect into the network',
    answer: (one) =>
      one.end('HTTP/1.1 307 Go\r\nlocation: http://169.254.169.254/latest/\r\ncontent-length: 0\r\n\r\n'),
    expected: 307,
  },
  {
    name: 'a request to wait for years',
    answer: (one) => one.end('HTTP/1.1 429 Slow\r\nretry-after: 99999999999999999999\r\ncontent-length: 0\r\n\r\n'),
    expected: 429,
    retryAfter: '99999999999999999999',
  },
  {
    name: 'two times to wait',
    answer: (one) => one.end('HTTP/1.1 503 Slow\r\nretry-after: 1\r\nretry-after: 2\r\ncontent-length: 0\r\n\r\n'),
    expected: 503,
  },
  {
    name: 'lengths that contradict each other',
    answer: (one) =>
      one.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'),
    expected: broken,
  },
]

async function open(t: TestContext, { answer }: Receiver): Promise<{ port: number; open: Set<Socket> }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return { port: address.port, open }
}

for (const receiver of receivers)
  test(`a receiver with ${receiver.name}`, async (t) => {
    const { port, open: connections } = await open(t, receiver)
    const { post } = createNamedFetch({ allow: createOutboundAllow('127.0.0.0/8') })
    const request = { account: 'acc_a', headers: {}, body: '{}', timeoutMs, keptBytes: 1024 }
    const begun = performance.now()
    const before = process.memoryUsage()
    const end = await post(`${receiver.scheme ?? 'http'}://127.0.0.1:${port}/`, request).catch(
      (error: unknown) => error,
    )
    const after = process.memoryUsage()
    if (typeof receiver.expected === 'number') {
      assert.ok(!(end instanceof Error), String(end))
      const { status, bytes, retryAfter } = Object(end)
      assert.equal(status, receiver.expected)
      assert.ok(bytes.length <= 1024)
      if (receiver.retryAfter !== undefined) assert.equal(retryAfter, receiver.retryAfter)
    } else {
      assert.ok(end instanceof NamedFetchError, String(end))
      assert.match(end.message, receiver.expected)
    }
    assert.ok(performance.now() - begun < timeoutMs + graceMs)
    const grown = after.rss - before.rss + (after.arrayBuffers - before.arrayBuffers)
    assert.ok(grown < 128 * 1024 * 1024, `${grown} bytes`)
    await until(() => connections.size === 0, 'its connection is closed')
  })
