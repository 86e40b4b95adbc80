// WebSocket sessions with embedded providers: the same key, quota, scopes, headers and record as any call.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ownKey } from '#define'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { exchange, openRaw } from '../harness/raw-http.ts'
import { until } from '../harness/until.ts'
import { codeOf, openSocket, refusedSocket } from './client.ts'
import { socketApi } from './socket-api.ts'

const small = socketApi()
const keyed = socketApi({ slug: 'keyed-sockets', auth: ownKey.query('api_key', { optional: true }) })
const gateway = await openGateway({ after }, { apis: [small, keyed] })
const base = `${gateway.baseUrl}/v1/proxy/sockets`
const key = gateway.key

test('messages go to the handler and back as they are, text as text and binary as binary', async (t) => {
  const session = await openSocket(t, `${base}/echo/hall?greeting=Welcome`, { key })
  assert.equal(await session.next(), 'Welcome, hall')
  session.send('Grüße')
  session.send(Buffer.from([0, 255, 128]))
  assert.equal(await session.next(), 'Grüße')
  assert.deepEqual(await session.next(), Buffer.from([0, 255, 128]))
})

test('the 101 has the headers of every response, and no extension whatever the caller offers', async (t) => {
  const { head, socket } = await openSocket(t, `${base}/echo/hall`, {
    key,
    perMessageDeflate: true,
    headers: { 'x-request-id': 'my-own-id-1' },
  })
  assert.equal(head.headers['x-request-id'], 'my-own-id-1')
  assert.equal(head.headers['x-gateway-provider'], 'embedded')
  assert.match(String(head.headers['x-ratelimit-remaining-minute']), /^\d+$/)
  assert.equal(head.headers['sec-websocket-extensions'], undefined)
  assert.equal(socket.extensions, '')
})

test('the end is that of the handler: its own code, 1000 when it returns, 1011 when it fails', async (t) => {
  const ask = async (message: string) => {
    const session = await openSocket(t, `${base}/echo/hall`, { key })
    session.send(message)
    return session.closed
  }
  assert.deepEqual(await ask('close'), { code: 4001, reason: 'as asked' })
  const failed = await ask('fail')
  assert.equal(failed.code, 1011)
  assert.ok(!failed.reason.includes('the handler failed'))
  assert.ok(gateway.logged.some((line) => line.includes('the handler failed')))
})

test('a session is one call, recorded with its bytes when it ends', async (t) => {
  const { key: ownKeyText, accountId } = await gateway.account()
  const session = await openSocket(t, `${base}/echo/hall`, {
    key: ownKeyText,
    headers: { 'x-request-id': 'recorded-1' },
  })
  for (const message of ['one', 'two', 'three']) {
    session.send(message)
    await session.next()
  }
  session.socket.close(1000)
  await session.closed
  await gateway.components.meter.flush()
  const calls = await gateway.call('/v1/me/calls', { key: ownKeyText })
  const { calls: recorded }: { calls: Record<string, unknown>[] } = JSON.parse(await calls.text())
  assert.equal(recorded.length, 1, accountId)
  const [call] = recorded
  assert.deepEqual(
    [call?.requestId ?? call?.id, call?.endpoint, call?.status, call?.bytesIn, call?.bytesOut],
    ['recorded-1', 'echo', 101, 11, 11],
  )
})

test('a session counts against minute and day once, and is refused like a call when they are used up', async (t) => {
  const { key: own } = await gateway.account({ perMinute: 2, perDay: 100 })
  await openSocket(t, `${base}/echo/hall`, { key: own })
  const second = await openSocket(t, `${base}/echo/hall`, { key: own })
  second.send('a')
  second.send('b')
  assert.equal(await second.next(), 'a')
  const refused = await refusedSocket(`${base}/echo/hall`, { key: own })
  assert.deepEqual([refused.status, codeOf(refused)], [429, 'quota.minute'])
  assert.match(String(refused.headers['retry-after']), /^\d+$/)
})

test('a refusal before the upgrade is an ordinary answer with the error pair', async () => {
  const cases: [string, Parameters<typeof refusedSocket>[1], number, string][] = [
    [`${base}/echo/hall`, {}, 401, 'key.invalid'],
    [`${base}/echo/hall`, { key: 'gh_live_wrong' }, 401, 'key.invalid'],
    [`${base}/echo/hall?greeting=${'x'.repeat(21)}`, { key }, 400, 'input.invalid'],
    [`${base}/echo/hall`, { key, headers: { 'x-gateway-provider': 'live' } }, 501, 'provider.live_missing'],
  ]
  for (const [address, options, status, code] of cases) {
    const refused = await refusedSocket(address, options)
    assert.deepEqual([refused.status, codeOf(refused)], [status, code])
    assert.match(String(refused.headers['x-request-id']), /^req_/)
  }
  const own = await refusedSocket(`${base}/refused?status=403`, { key })
  assert.equal(own.status, 403)
  const { message, error } = JSON.parse(own.body)
  assert.deepEqual([message, error], ['Not here.', { code: 'provider.forbidden', message: 'Not here.' }])
})

test('the key is accepted where it is for any call, and never from a cookie or a subprotocol', async (t) => {
  await openSocket(t, `${base}/echo/hall`, { headers: { authorization: `Bearer ${key}` } })
  await openSocket(t, `${gateway.baseUrl}/v1/proxy/keyed-sockets/echo/hall?api_key=${key}`)
  const cookie = await refusedSocket(`${base}/echo/hall`, { headers: { cookie: `x-gateway-key=${key}` } })
  assert.equal(codeOf(cookie), 'key.invalid')
  assert.equal(codeOf(await refusedSocket(`${base}/echo/hall`, { protocols: [key] })), 'key.invalid')
})

test('a page of any origin may connect, with a key', async (t) => {
  const session = await openSocket(t, `${base}/echo/hall`, { key, origin: 'https://page.test' })
  assert.equal(session.head.headers['access-control-allow-origin'], '*')
  assert.equal(codeOf(await refusedSocket(`${base}/echo/hall`, { origin: gateway.baseUrl })), 'key.invalid')
})

test('scopes and addresses of a key hold for its sessions', async (t) => {
  const { accountId } = await gateway.account()
  const make = async (settings: object) =>
    reveal(
      (await gateway.components.keys.create({ accountId, surface: 'hosted', name: 'Restricted', ...settings })).key,
    )
  const oneRoom = await make({ scopes: [{ slug: 'sockets', methods: ['GET'], path: '/echo/hall' }] })
  await openSocket(t, `${base}/echo/hall`, { key: oneRoom })
  const other = await refusedSocket(`${base}/echo/attic`, { key: oneRoom })
  assert.deepEqual([other.status, codeOf(other)], [403, 'key.scope'])
  const elsewhere = await refusedSocket(`${base}/echo/hall`, { key: await make({ addresses: ['192.0.2.0/24'] }) })
  assert.deepEqual([elsewhere.status, codeOf(elsewhere)], [403, 'key.address'])
})

test('a pass stands for the key of whoever asked for it, at the address that declares it and nowhere else', async (t) => {
  const { key: own, keyId } = await gateway.account({ perMinute: 3, perDay: 100 })
  const { pass }: { pass: string } = JSON.parse(
    await (await gateway.call('/v1/proxy/sockets/pass', { key: own })).text(),
  )
  const session = await openSocket(t, `${base}/echo/hall?token=${pass}`)
  assert.equal(session.head.headers['x-ratelimit-limit-minute'], '3')
  const refused = async (address: string) => codeOf(await refusedSocket(address))
  assert.equal(await refused(`${base}/echo/hall?token=${pass.slice(0, -1)}`), 'key.invalid')
  assert.equal(await refused(`${base}/echo/hall?pass=${pass}`), 'key.invalid')
  assert.equal(await refused(`${base}/flood?token=${pass}`), 'key.invalid')
  assert.equal(await refused(`${gateway.baseUrl}/v1/proxy/keyed-sockets/echo/hall?token=${pass}`), 'key.invalid')
  assert.equal((await gateway.call(`/v1/proxy/sockets/plain?token=${pass}`, { key: null })).status, 401)
  await gateway.components.keys.revoke(keyId)
  assert.equal(await refused(`${base}/echo/hall?token=${pass}`), 'key.invalid')
})

test('revoking or disabling a key ends its sessions before the revocation returns, and no others', async (t) => {
  const [one, two] = [await gateway.account(), await gateway.account()]
  const ended = await openSocket(t, `${base}/echo/hall`, { key: one.key })
  const kept = await openSocket(t, `${base}/echo/hall`, { key: two.key })
  await gateway.components.keys.update(one.keyId, { name: 'Another name' })
  ended.send('still here')
  assert.equal(await ended.next(), 'still here')
  await gateway.components.keys.revoke(one.keyId)
  assert.deepEqual(await ended.closed, { code: 1008, reason: 'The key may not be used any more.' })
  kept.send('still here')
  assert.equal(await kept.next(), 'still here')
  await gateway.components.keys.update(two.keyId, { enabled: false })
  assert.equal((await kept.closed).code, 1008)
})

test('a call without an upgrade is 426, and an upgrade of anything else is an ordinary call', async () => {
  const plain = await gateway.call('/v1/proxy/sockets/echo/hall')
  assert.deepEqual([plain.status, plain.headers.get('upgrade')], [426, 'websocket'])
  const other = await refusedSocket(`${base}/plain`, { key })
  assert.deepEqual([other.status, other.body], [200, '{"plain":true}'])
})

const head = (...fields: string[]) =>
  ['GET /v1/proxy/sockets/echo/hall HTTP/1.1', 'Host: gateway.test', `x-gateway-key: ${key}`, ...fields, '', ''].join(
    '\r\n',
  )
const socketFields = ['Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Version: 13']

for (const [what, status, ...fields] of [
  ['h2c', 426, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
  ['a WebSocket beside h2c', 426, 'Connection: Upgrade', 'Upgrade: h2c, websocket', ...socketFields],
  ['an upgrade that Connection does not name', 426, 'Connection: keep-alive', 'Upgrade: websocket', ...socketFields],
  ['another version', 400, 'Connection: Upgrade', 'Upgrade: websocket', socketFields[0], 'Sec-WebSocket-Version: 8'],
  ['a short key', 400, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: AAAA', socketFields[1]],
  ['a header given twice', 400, 'Connection: Upgrade', 'Upgrade: websocket', ...socketFields, 'Host: other.test'],
  [
    'a protocol name with a line break escape',
    400,
    'Connection: Upgrade',
    'Upgrade: websocket',
    ...socketFields,
    'Sec-WebSocket-Protocol: a b',
  ],
] as const) {
  test(`${what} opens no session: ${status}`, async (t) => {
    const answer = await exchange(
      t,
      gateway.baseUrl,
      head('Connection: close', ...fields.map(String)).replace('Connection: close\r\n', ''),
    )
    assert.equal(answer.status, status)
  })
}

test('an upgrade with a body is an ordinary call, whose body is no frame and no second request', async (t) => {
  const body = 'GET /v1/proxy/sockets/plain HTTP/1.1\r\nHost: a\r\n\r\n'
  const answer = await exchange(
    t,
    gateway.baseUrl,
    head('Connection: Upgrade', 'Upgrade: websocket', ...socketFields, `Content-Length: ${body.length}`) + body,
  )
  assert.equal(answer.status, 426)
})

test('a session behind an answer that is not complete closes the connection instead of mixing the two', async (t) => {
  const connection = await openRaw(t, gateway.baseUrl)
  const first = `GET /v1/proxy/sockets/plain HTTP/1.1\r\nHost: gateway.test\r\nx-gateway-key: ${key}\r\n\r\n`
  connection.send(first + head('Connection: Upgrade', 'Upgrade: websocket', ...socketFields))
  const received = (await connection.ended()).toString()
  assert.ok(!received.includes('101 Switching'), received)
})

test('a call that has come back to the gateway is refused before it becomes a session', async () => {
  const own = gateway.components.pools.hops.after({})
  const refused = await refusedSocket(`${base}/echo/hall`, { key, headers: { 'x-gateway-hop': own } })
  assert.deepEqual([refused.status, codeOf(refused)], [508, 'request.loop'])
})

test('the handler learns that the caller has left', async (t) => {
  const before = small.counts.ended
  const session = await openSocket(t, `${base}/echo/hall`, { key })
  session.socket.terminate()
  await until(() => small.counts.ended > before)
})
