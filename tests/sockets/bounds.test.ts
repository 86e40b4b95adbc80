// What bounds a session: how many there are, how large messages are, how long it lasts, and how much of it is held for
// a slow reader, in both directions.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { type OpenOptions, openGateway } from '../harness/open-gateway.ts'
import { openRaw } from '../harness/raw-http.ts'
import { until } from '../harness/until.ts'
import { codeOf, listening, openSocket, refusedSocket } from './client.ts'
import { type SocketApiOptions, socketApi } from './socket-api.ts'

/** On a busy machine a live peer may miss short beats. */
const times = { beatMs: 60_000, closeMs: 200 }
const beats = { socketTimes: { beatMs: 300, closeMs: 200 } }

async function open(t: TestContext, api: SocketApiOptions = {}, options: OpenOptions = {}) {
  const small = socketApi(api)
  const gateway = await openGateway(t, { apis: [small], socketTimes: times, ...options })
  const base = `${gateway.baseUrl}/v1/proxy/sockets`
  return { gateway, base, small, counts: small.counts, key: gateway.key }
}

/** Sends messages of 64 KiB, each when the system has taken the last; returns how many, once one is not taken. */
async function sentUntilStuck(socket: WebSocket): Promise<number> {
  const message = Buffer.alloc(64 * 1024)
  for (let count = 0; count < 2000; count++) {
    const taken = new Promise<boolean>((resolve) => socket.send(message, () => resolve(true)))
    if (!(await Promise.race([taken, sleep(1000).then(() => false)]))) return count
  }
  return 2000
}

/** A handshake on a bare socket: the frames after it are the test's own. */
async function openBare(t: TestContext, base: string, key: string) {
  const connection = await openRaw(t, base)
  const fields = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', `x-gateway-key: ${key}`]
  connection.send(
    [
      'GET /v1/proxy/sockets/echo/hall HTTP/1.1',
      'Host: gateway.test',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ].join('\r\n'),
    `\r\n${fields.join('\r\n')}\r\n\r\n`,
  )
  await connection.until('\r\n\r\n')
  return connection
}

/** A masked frame with a mask of zeros. */
function frame(opcode: number, payload: Buffer, isFinal = true): Buffer {
  return Buffer.concat([Buffer.from([(isFinal ? 0x80 : 0) | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

test('sessions of an account and of the process are limited, and a place is free again after each', async (t) => {
  // a twentieth, rounded up, is two
  const { gateway, base, key } = await open(t, {}, { environment: { GATEHOUSE_SESSIONS: '21' } })
  const address = `${base}/echo/hall`
  const first = await openSocket(t, address, { key })
  await openSocket(t, address, { key })
  const third = await refusedSocket(address, { key })
  assert.deepEqual([third.status, codeOf(third)], [429, 'session.limit'])
  for (let count = 0; count < 19; count++) {
    const other = await gateway.account()
    await openSocket(t, address, { key: other.key })
  }
  const last = await gateway.account()
  const full = await refusedSocket(address, { key: last.key })
  assert.deepEqual([full.status, codeOf(full)], [503, 'gateway.sessions_full'])
  first.socket.close()
  await first.closed
  // refusals have not taken places
  await until(async () => {
    const again = await openSocket(t, address, { key }).catch(() => undefined)
    return again !== undefined
  })
})

test('a lease that is lost, or a key that expires, during the handshake ends the session as it opens', async (t) => {
  let nowMs = Date.parse('2026-03-02T10:00:00Z')
  const { gateway, base, small } = await open(t, {}, { platform: { clock: () => nowMs } })
  const { accountId } = await gateway.account()
  const expiresAt = nowMs + 60_000
  const made = await gateway.components.keys.create({ accountId, surface: 'hosted', name: 'Short', expiresAt })
  small.duringHandshake = async () => {
    nowMs += 60_000
  }
  const expired = await openSocket(t, `${base}/held`, { key: reveal(made.key) })
  assert.deepEqual(await expired.closed, { code: 1008, reason: 'The key has expired.' })
  const { key } = await gateway.account()
  small.duringHandshake = async () => {
    t.mock.method(gateway.components.invalidations, 'hasLease', () => false)
  }
  const lost = await openSocket(t, `${base}/held`, { key })
  assert.equal((await lost.closed).code, 1013)
  t.mock.restoreAll()
  small.duringHandshake = async () => {}
  assert.equal(await (await openSocket(t, `${base}/held`, { key })).next(), 'begun')
})

test('open sessions are a metric by listing, from the handshake to the end', async (t) => {
  const { gateway, base, key, small } = await open(t)
  const shown = async () => {
    const text = await (await fetch(`${gateway.baseUrl}/metrics`)).text()
    return /^gatehouse_sessions_open\{listing="sockets"\} (\d+)$/m.exec(text)?.[1]
  }
  assert.equal(await shown(), undefined)
  let atHandshake: string | undefined
  small.duringHandshake = async () => {
    atHandshake = await shown()
  }
  const first = await openSocket(t, `${base}/held`, { key })
  await openSocket(t, `${base}/echo/hall`, { key })
  assert.deepEqual([atHandshake, await shown()], ['1', '2'])
  await refusedSocket(`${base}/refused?status=403`, { key })
  first.socket.close()
  await first.closed
  await until(async () => (await shown()) === '1')
})

test('a message over the declared size ends the session with 1009, whole or in fragments', async (t) => {
  const { base, key } = await open(t, { messageBytes: 1000 })
  const session = await openSocket(t, `${base}/echo/hall`, { key })
  session.send('x'.repeat(1000))
  assert.equal(String(await session.next()).length, 1000)
  session.send('x'.repeat(1001))
  assert.equal((await session.closed).code, 1009)
  const fragments = await openSocket(t, `${base}/echo/hall`, { key })
  for (let count = 0; count < 11; count++) fragments.socket.send('x'.repeat(100), { fin: false })
  assert.equal((await fragments.closed).code, 1009)
})

test('a message in too many fragments ends the session', async (t) => {
  const { base, key } = await open(t)
  const session = await openSocket(t, `${base}/echo/hall`, { key })
  for (let count = 0; count <= 1024; count++) session.socket.send('', { fin: false })
  assert.equal((await session.closed).code, 1008)
})

test('a compressed frame ends the session, because no extension was agreed', async (t) => {
  const { base, key } = await open(t)
  const connection = await openBare(t, base, key)
  const compressed = frame(0x2, Buffer.from('bomb'))
  compressed[0] = (compressed[0] ?? 0) | 0x40
  connection.send(compressed)
  const received = await connection.ended()
  // a close frame with 1002
  assert.ok(received.includes(Buffer.from([0x88, 2, 0x03, 0xea])), received.toString('hex'))
})

test('an unmasked frame, and text that is not UTF-8, end the session', async (t) => {
  const { base, key } = await open(t)
  const unmasked = await openBare(t, base, key)
  unmasked.send(Buffer.from([0x81, 1, 0x61]))
  assert.ok((await unmasked.ended()).includes(Buffer.from([0x03, 0xea])))
  const broken = await openBare(t, base, key)
  broken.send(frame(0x1, Buffer.from([0xc3, 0x28])))
  assert.ok((await broken.ended()).includes(Buffer.from([0x03, 0xef])))
})

test('a session without messages ends with 1001 after its idle time, although both sides are alive', async (t) => {
  const { base, key } = await open(t, { limits: { idleMs: 400 } }, beats)
  const session = await openSocket(t, `${base}/echo/hall`, { key })
  assert.equal((await session.closed).code, 1001)
})

test('a session ends after its total time, and after the time that the caller allowed', async (t) => {
  const { base, key } = await open(t, { limits: { totalMs: 150 } })
  const session = await openSocket(t, `${base}/echo/hall`, { key })
  const chatter = setInterval(() => session.send('still here'), 20)
  t.after(() => clearInterval(chatter))
  assert.equal((await session.closed).code, 1000)
  const allowed = await openSocket(t, `${base}/echo/hall`, { key, headers: { 'x-gateway-timeout': '100' } })
  assert.equal((await allowed.closed).code, 1000)
})

test('a caller that answers no ping is cut off; one that does stays', async (t) => {
  const { base, key } = await open(t, {}, beats)
  const alive = await openSocket(t, `${base}/echo/hall`, { key })
  const silent = await openBare(t, base, key)
  await silent.ended()
  alive.send('here')
  assert.equal(await alive.next(), 'here')
})

test('a caller that reads nothing slows the handler down, holds a bounded amount, and is cut off', async (t) => {
  const { base, key, counts } = await open(t, { limits: { idleMs: 600 } }, beats)
  const session = await openSocket(t, `${base}/flood`, { key })
  session.socket.pause()
  let before = -1
  await until(() => {
    const isStill = counts.flooded === before && before > 0
    before = counts.flooded
    return isStill
  })
  // 64 KiB each: what the buffers of two sockets take, and no more
  assert.ok(counts.flooded < 400, `${counts.flooded}`)
  session.socket.resume()
  await session.closed
})

test('a handler that reads nothing slows the caller down, and its pings are not held against it', async (t) => {
  const { base, key, counts } = await open(t, {}, beats)
  const session = await openSocket(t, `${base}/slow`, { key })
  const sent = await sentUntilStuck(session.socket)
  assert.equal(counts.read, 1)
  assert.ok(sent > 0 && sent < 400, `${sent}`)
  assert.equal(session.socket.readyState, session.socket.OPEN)
})

test('pings in a flood are answered only as fast as the caller reads', async (t) => {
  const { base, key, gateway } = await open(t, { limits: { idleMs: 60_000 } })
  const connection = await openBare(t, base, key)
  connection.socket.pause()
  const pings = Buffer.concat(Array.from({ length: 20_000 }, () => frame(0x9, Buffer.alloc(120))))
  const before = process.memoryUsage().external + process.memoryUsage().heapUsed
  for (let count = 0; count < 20; count++) {
    if (!connection.socket.write(pings)) await Promise.race([once(connection.socket, 'drain'), sleep(500)])
  }
  const grown = process.memoryUsage().external + process.memoryUsage().heapUsed - before
  assert.ok(grown < 48 * 1024 * 1024, `${grown}`)
  assert.equal((await gateway.call('/v1/proxy/sockets/plain')).status, 200)
})

test('a provider that sends faster than the caller reads is slowed down, and the reverse', async (t) => {
  const provider = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const upstream = await listening(t, provider)
  const { base, key } = await open(t, {}, { upstreams: { sockets: upstream } })
  const live = { key, headers: { 'x-gateway-provider': 'live' } }
  const connected = once(provider, 'connection')
  const session = await openSocket(t, `${base}/echo/hall`, live)
  const [far]: WebSocket[] = await connected
  if (!far) throw new Error('no connection')
  for (const [sender, reader] of [
    [far, session.socket],
    [session.socket, far],
  ] as const) {
    reader.pause()
    const sent = await sentUntilStuck(sender)
    assert.ok(sent > 0 && sent < 800, `${sent}`)
    reader.resume()
    await until(() => sender.bufferedAmount === 0)
  }
})

test('sessions close with 1001 when the gateway stops, also one whose caller does not answer', async (t) => {
  const { gateway, base, key } = await open(t)
  const polite = await openSocket(t, `${base}/echo/hall`, { key })
  const silent = await openBare(t, base, key)
  const stopping = gateway.stop()
  assert.deepEqual(await polite.closed, { code: 1001, reason: 'The gateway is shutting down. Connect again.' })
  await silent.ended()
  await stopping
})

test('a provider that does not answer the handshake in time is 504', async (t) => {
  const { createServer } = await import('node:net')
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  t.after(() => silent.close())
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { base, key } = await open(
    t,
    { limits: { firstByteMs: 150 } },
    {
      upstreams: { sockets: `http://127.0.0.1:${port}` },
    },
  )
  const headers = { 'x-gateway-provider': 'live' }
  const refused = await refusedSocket(`${base}/echo/hall`, { key, headers })
  assert.deepEqual([refused.status, codeOf(refused)], [504, 'upstream.silent'])
  const own = await refusedSocket(`${base}/echo/hall`, { key, headers: { ...headers, 'x-gateway-timeout': '50' } })
  assert.deepEqual([own.status, codeOf(own)], [504, 'call.timeout'])
})
