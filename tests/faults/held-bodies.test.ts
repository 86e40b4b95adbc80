// Request bodies that many calls hold at once: refused beyond the bound, and released however a call ends.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import { until } from '../harness/until.ts'

const path = '/v1/proxy/small/things'
/** An account may hold 4 MiB. */
const environment = { GATEHOUSE_BODIES_MB: '16' }
const length = 1_000_000
const half = `{"name":"${'x'.repeat(900_000)}`
const rest = `${'x'.repeat(length - half.length - 2)}"}`

function sending(t: TestContext, gateway: OpenGateway, key: string, more: readonly string[] = []): Socket {
  const { hostname, port } = new URL(gateway.baseUrl)
  const socket = connect(Number(port), hostname)
  t.after(() => void socket.destroy())
  socket.on('error', () => {})
  const head = [`POST ${path} HTTP/1.1`, 'host: gateway', `x-gateway-key: ${key}`, 'content-type: application/json']
  socket.write(`${[...head, `content-length: ${length}`, ...more].join('\r\n')}\r\n\r\n${half}`)
  return socket
}

async function post(gateway: OpenGateway, key: string) {
  const headers = { 'content-type': 'application/json' }
  const response = await gateway.call(path, { method: 'POST', key, headers, body: half + rest })
  await response.arrayBuffer()
  return response.status
}

const isFull = async (gateway: OpenGateway, key: string) => (await post(gateway, key)) === 503

/** The end of a call that holds a body. */
const endings: Readonly<Record<string, (socket: Socket) => unknown>> = {
  'the caller disconnects': (socket) => socket.destroy(),
  'the caller sends no more': (socket) => socket.end(),
  'the body is complete': (socket) => socket.resume().write(rest),
  'the body is not valid': (socket) => socket.resume().write('x'.repeat(rest.length)),
  'the body is not HTTP': (socket) => socket.resume().end(`${rest} and more`),
}

test('an account that holds as much as it may is refused, and others are served', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()], environment })
  const [{ key }, other] = [await gateway.account(), await gateway.account()]
  let received = ''
  // four fit, whichever they are
  for (let count = 0; count < 5; count++)
    sending(t, gateway, key).on('data', (bytes) => {
      received += String(bytes)
    })
  await until(() => received.includes('bodies_full'), 'one call is refused')
  assert.match(received, /^HTTP\/1\.1 503 .*\r\nretry-after: 1\r\n/is)
  assert.equal(await post(gateway, other.key), 200)
})

for (const [how, end] of Object.entries(endings))
  test(`what a call holds is released when ${how}`, async (t) => {
    const gateway = await openGateway(t, { apis: [smallApi()], environment })
    const { key } = await gateway.account()
    // twice, so that bytes released twice or never would show
    for (let round = 0; round < 2; round++) {
      const sockets = Array.from({ length: 4 }, () => sending(t, gateway, key))
      await until(() => isFull(gateway, key), 'the account is full')
      for (const socket of sockets) end(socket)
      await until(async () => !(await isFull(gateway, key)), 'the account has room again')
    }
  })

test('what a call holds is released when its time is over', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()], environment })
  const { key } = await gateway.account()
  for (let count = 0; count < 4; count++) sending(t, gateway, key, ['x-gateway-timeout: 1500']).resume()
  await until(() => isFull(gateway, key), 'the account is full')
  await until(async () => !(await isFull(gateway, key)), 'the account has room again')
})
