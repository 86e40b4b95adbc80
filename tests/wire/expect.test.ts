// `Expect: 100-continue` (RFC 9110, section 10.1.1): a caller that waits gets `100 Continue`, whatever kind of body it
// sends.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'

test('a caller that waits with its JSON gets 100 Continue, and the response once the body has arrived', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  const socket = connect(Number(new URL(gateway.baseUrl).port), '127.0.0.1')
  t.after(() => void socket.destroy())
  socket.setEncoding('latin1')
  const body = '{"name":"one"}'
  const head = ['POST /v1/proxy/small/things HTTP/1.1', 'host: gateway', `x-gateway-key: ${gateway.key}`]
  const length = ['content-type: application/json', `content-length: ${body.length}`, 'connection: close']
  socket.write([...head, ...length, 'expect: 100-continue', '', ''].join('\r\n'))
  const [interim] = await once(socket, 'data')
  assert.equal(interim, 'HTTP/1.1 100 Continue\r\n\r\n')
  socket.write(body)
  let text = ''
  for await (const part of socket) text += String(part)
  assert.match(text, /^HTTP\/1\.1 200 OK\r\n/)
  assert.match(text, /\{"id":"added"\}$/)
})
