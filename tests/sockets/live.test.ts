// WebSocket sessions with live providers: the outbound rules, and both ends of a session end together.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import { after, test } from 'node:test'
import { type WebSocket, WebSocketServer } from 'ws'
import { ownKey } from '#define'
import { openGateway } from '../harness/open-gateway.ts'
import { openRaw } from '../harness/raw-http.ts'
import { until } from '../harness/until.ts'
import { codeOf, listening, openSocket, refusedSocket } from './client.ts'
import { socketApi } from './socket-api.ts'

/** The provider: `behave` sees each session, `received` its handshakes. */
let behave: (socket: WebSocket, request: IncomingMessage) => void = () => {}
const received: IncomingMessage[] = []
const sockets = new WebSocketServer({
  port: 0,
  host: '127.0.0.1',
  handleProtocols: (offered) => ([...offered].includes('second') ? 'second' : false),
})
sockets.on('connection', (socket, request) => {
  received.push(request)
  behave(socket, request)
})
const upstream = await listening({ after }, sockets)

function last(): IncomingMessage {
  const request = received.at(-1)
  if (!request) throw new Error('no handshake reached the provider')
  return request
}

/** One that answers handshakes with whatever `refusal` says. */
let refusal: [status: number, headers: Record<string, string>, body: string] = [404, {}, '']
const refusing = createServer((_request, response) => {
  const [status, headers, body] = refusal
  response.writeHead(status, headers)
  response.end(body)
})
await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
after(() => refusing.close())
const refusingAddress = refusing.address()
const refusingUrl = `http://127.0.0.1:${typeof refusingAddress === 'object' ? refusingAddress?.port : 0}`

const auth = ownKey.header('authorization', 'Bearer ')
const gateway = await openGateway(
  { after },
  {
    apis: ['live', 'refusing', 'away'].map((slug) => socketApi({ slug, auth })),
    upstreams: { live: `${upstream}/base`, refusing: refusingUrl, away: 'http://127.0.0.1:1' },
  },
)
const { key, accountId } = await gateway.account()
const providerKey = 'pk-0123456789abcdef'
for (const slug of ['live', 'refusing', 'away']) await gateway.storeKey(accountId, slug, providerKey)
const address = (slug = 'live', path = '/echo/hall') => `${gateway.baseUrl}/v1/proxy/${slug}${path}`
const echo = (socket: WebSocket) => socket.on('message', (data, binary) => socket.send(data, { binary }))

test('messages pass in both directions as they are', async (t) => {
  behave = echo
  const session = await openSocket(t, address(), { key })
  session.send('Grüße')
  session.send(Buffer.from([0, 255]))
  assert.equal(await session.next(), 'Grüße')
  assert.deepEqual(await session.next(), Buffer.from([0, 255]))
  assert.equal(session.head.headers['x-gateway-provider'], 'live')
})

test('a pass of the embedded provider opens a session there, whatever the account calls otherwise', async (t) => {
  behave = echo
  const headers = { 'x-gateway-provider': 'embedded' }
  const asked = await gateway.call('/v1/proxy/live/pass', { key, headers })
  const { pass } = Object(await asked.json())
  const before = received.length
  for (const options of [{}, { key }]) {
    const session = await openSocket(t, address('live', `/echo/hall?greeting=hi&token=${pass}`), options)
    assert.equal(session.head.headers['x-gateway-provider'], 'embedded')
    assert.equal(await session.next(), 'hi, hall')
  }
  const insisting = await refusedSocket(address('live', `/echo/hall?token=${pass}`), {
    headers: { 'x-gateway-provider': 'live' },
  })
  assert.deepEqual([insisting.status, codeOf(insisting)], [401, 'key.invalid'])
  assert.equal(received.length, before)
  // a token of the provider's own, with the key
  const live = await openSocket(t, address('live', '/echo/hall?token=its-own'), { key })
  assert.equal(live.head.headers['x-gateway-provider'], 'live')
  assert.equal(last().url, '/base/echo/hall?token=its-own')
})

test('the provider gets its key and nothing of the caller: no gateway key, cookie, origin or forwarding header', async (t) => {
  behave = echo
  await openSocket(t, address('live', `/echo/hall?greeting=hi&extra=1&copy=${key}`), {
    key,
    origin: 'https://page.test',
    protocols: [key, 'second'],
    headers: { cookie: 'a=b', 'x-forwarded-for': '192.0.2.1', 'x-other': 'no', 'accept-language': 'de' },
  })
  const { url, headers } = last()
  assert.equal(url, '/base/echo/hall?greeting=hi&extra=1')
  assert.equal(headers.authorization, `Bearer ${providerKey}`)
  assert.equal(headers['accept-language'], 'de')
  assert.equal(headers['sec-websocket-protocol'], 'second')
  assert.equal(headers['sec-websocket-extensions'], undefined)
  assert.match(String(headers['x-gateway-hop']), /./)
  for (const name of ['cookie', 'origin', 'x-gateway-key', 'x-forwarded-for', 'x-other', 'content-type'])
    assert.equal(headers[name], undefined, name)
  assert.ok(!JSON.stringify(headers).includes(key))
})

test('a header that the handshake names as hop-by-hop stays behind, and those of the handshake cannot be replaced', async (t) => {
  behave = echo
  const connection = await openRaw(t, gateway.baseUrl)
  connection.send(
    ['GET /v1/proxy/live/echo/hall HTTP/1.1', 'Host: gateway.test', `x-gateway-key: ${key}`, 'Upgrade: websocket'].join(
      '\r\n',
    ),
    '\r\nConnection: Upgrade, Accept-Language\r\nAccept-Language: de\r\nx-gateway-hop: other\r\n',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  )
  await connection.until('101 Switching')
  const { headers } = last()
  assert.equal(headers['accept-language'], undefined)
  assert.match(String(headers['x-gateway-hop']), /^other, /)
  assert.equal(headers.connection, 'Upgrade')
})

test('the provider chooses the subprotocol', async (t) => {
  behave = echo
  const chosen = await openSocket(t, address(), { key, protocols: ['first', 'second'] })
  assert.equal(chosen.socket.protocol, 'second')
})

test('a provider may choose no subprotocol, and gets those that were offered', async (t) => {
  behave = echo
  const connection = await openRaw(t, gateway.baseUrl)
  connection.send(
    [
      ...['GET /v1/proxy/live/echo/hall HTTP/1.1', 'Host: gateway.test', `x-gateway-key: ${key}`, 'Upgrade: websocket'],
      ...['Connection: Upgrade', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Version: 13'],
      ...['Sec-WebSocket-Protocol: USP, other', '\r\n'],
    ].join('\r\n'),
  )
  await connection.until('\r\n\r\n')
  const head = String(connection.received())
  assert.match(head, /^HTTP\/1\.1 101 /)
  assert.doesNotMatch(head, /sec-websocket-protocol/i)
  assert.deepEqual(last().headers['sec-websocket-protocol']?.split(/, ?/), ['USP', 'other'])
})

test('an end without a code stays one, in both directions', async (t) => {
  const ends: number[] = []
  behave = (socket) => {
    socket.on('message', () => socket.close())
    socket.on('close', (code) => ends.push(code))
  }
  const one = await openSocket(t, address(), { key })
  one.send('go')
  assert.deepEqual(await one.closed, { code: 1005, reason: '' })
  const two = await openSocket(t, address(), { key })
  two.socket.close()
  await two.closed
  await until(() => ends.length === 2)
  assert.equal(ends[1], 1005)
})

test('a key that the provider echoes is masked in messages and in the reason of the end', async (t) => {
  behave = (socket) => {
    socket.send(`{"key":"${providerKey}"}`)
    socket.send(Buffer.from(`key ${providerKey}`))
    socket.close(4000, `bad ${providerKey}`)
  }
  const session = await openSocket(t, address(), { key })
  const stars = '*'.repeat(providerKey.length)
  assert.equal(await session.next(), `{"key":"${stars}"}`)
  assert.equal(String(await session.next()), `key ${stars}`)
  assert.deepEqual(await session.closed, { code: 4000, reason: `bad ${stars}` })
})

test('a message that holds a key of the gateway never reaches the provider, and ends the session', async (t) => {
  const seen: string[] = []
  behave = (socket) => socket.on('message', (data) => seen.push(String(data)))
  for (const message of [`{"key":"${key}"}`, Buffer.from(key)]) {
    const session = await openSocket(t, address(), { key })
    session.send('before')
    session.send(message)
    assert.equal((await session.closed).code, 1008)
  }
  await until(() => seen.length === 2)
  assert.deepEqual(seen, ['before', 'before'])
})

test('the end of either side is the end of the other, with its code and reason', async (t) => {
  const ends: [number, string][] = []
  behave = (socket) => {
    socket.on('message', () => socket.close(4002, 'enough'))
    socket.on('close', (code, reason) => ends.push([code, String(reason)]))
  }
  const one = await openSocket(t, address(), { key })
  one.send('go')
  assert.deepEqual(await one.closed, { code: 4002, reason: 'enough' })
  const two = await openSocket(t, address(), { key })
  two.socket.close(4003, 'mine')
  await two.closed
  await until(() => ends.length === 2)
  assert.deepEqual(ends[1], [4003, 'mine'])
})

test('a session that the provider or the caller breaks off is broken off at the other end, too', async (t) => {
  let provider: WebSocket | undefined
  let end: number | undefined
  behave = (socket) => {
    provider = socket
    socket.on('close', (code) => {
      end = code
    })
  }
  const one = await openSocket(t, address(), { key })
  provider?.terminate()
  assert.equal((await one.closed).code, 1006)
  const two = await openSocket(t, address(), { key })
  end = undefined
  two.socket.terminate()
  await until(() => end !== undefined)
  assert.equal(end, 1006)
})

test("a provider's refusal is its own answer, masked and with the error pair; a redirect leads nowhere else", async () => {
  refusal = [403, { 'content-type': 'application/json', 'x-own': providerKey }, `{"message":"not ${providerKey}"}`]
  const refused = await refusedSocket(address('refusing'), { key })
  const stars = '*'.repeat(providerKey.length)
  assert.equal(refused.status, 403)
  assert.equal(refused.headers['x-own'], stars)
  assert.deepEqual(JSON.parse(refused.body).error, { code: 'provider.forbidden', message: `not ${stars}` })
  refusal = [302, { location: 'https://elsewhere.test/' }, '']
  const redirected = await refusedSocket(address('refusing'), { key })
  assert.deepEqual([redirected.status, redirected.headers.location], [302, undefined])
  assert.equal(redirected.headers['x-upstream-location'], 'https://elsewhere.test/')
})

test('an answer to a handshake that is neither is 502', async () => {
  refusal = [200, { 'content-type': 'text/plain' }, 'hello']
  const refused = await refusedSocket(address('refusing'), { key })
  assert.deepEqual([refused.status, codeOf(refused)], [502, 'upstream.invalid'])
  refusal = [400, { 'content-type': 'text/plain' }, 'x'.repeat(300 * 1024)]
  assert.equal(codeOf(await refusedSocket(address('refusing'), { key })), 'upstream.too_large')
})

test('a provider that cannot be reached is 502, and ten failures open its circuit', async () => {
  for (let count = 0; count < 10; count++)
    assert.equal(codeOf(await refusedSocket(address('away'), { key })), 'upstream.unreachable')
  const open = await refusedSocket(address('away'), { key })
  assert.deepEqual([open.status, codeOf(open)], [503, 'upstream.circuit_open'])
})

test('without a provider key the handshake is refused', async () => {
  const { key: other } = await gateway.account()
  const refused = await refusedSocket(address(), { key: other, headers: { 'x-gateway-provider': 'live' } })
  assert.deepEqual([refused.status, codeOf(refused)], [403, 'provider_key.missing'])
})
