// Callers that do not read their answers: a complete answer waits in memory no longer than the endpoint's idle time.
// (Answers that are still arriving from the provider: tests/wire/streaming.test.ts.)
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import { until } from '../harness/until.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'

/** More than the OS buffers for a socket that nobody reads, and less than the longest answer that is translated. */
const name = 'x'.repeat(15 * 1024 * 1024)

/** An answer that the gateway collects before it passes it on, so that it is complete when the caller reads nothing. */
async function open(t: TestContext, idleMs: number): Promise<OpenGateway> {
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, { name }))
  return openGateway(t, { apis: [smallApi({ limits: { idleMs } })], upstreams: { small: upstream.url } })
}

async function callsUnderWay({ baseUrl }: OpenGateway): Promise<string | undefined> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  return /^gatehouse_calls_under_way (\d+)$/m.exec(text)?.[1]
}

test('callers that read nothing of a complete answer are cut off after the idle time, and others are served', async (t) => {
  const gateway = await open(t, 400)
  for (let count = 0; count < 3; count++) {
    const socket = connect(Number(new URL(gateway.baseUrl).port), '127.0.0.1')
    t.after(() => void socket.destroy())
    socket.on('error', () => {}) // cut off while bytes were on their way
    await once(socket, 'connect')
    const head = ['POST /v1/proxy/small/translated/one HTTP/1.1', 'host: gateway', `x-gateway-key: ${gateway.key}`]
    socket.pause().write([...head, 'x-gateway-provider: live', 'content-length: 0', '', ''].join('\r\n'))
  }
  await until(async () => (await callsUnderWay(gateway)) === '3')
  assert.equal((await gateway.call('/v1/proxy/small/things/one')).status, 200)
  await until(async () => (await callsUnderWay(gateway)) === '0')
})

test('a caller that reads a complete answer late, but within the idle time, gets all of it', async (t) => {
  const gateway = await open(t, 60_000)
  const init = { method: 'POST', headers: { 'x-gateway-provider': 'live' } }
  const answer = await gateway.call('/v1/proxy/small/translated/one', init)
  await until(async () => (await callsUnderWay(gateway)) === '1')
  assert.equal(JSON.parse(await answer.text()).id, name)
  await until(async () => (await callsUnderWay(gateway)) === '0')
})
