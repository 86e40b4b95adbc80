// Guards which Host headers the operator's pages without a key accept.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { createIsOperatorHost } from './operator-host.ts'

test('only names that no foreign page can have are those of the operator', async (t) => {
  const isOperatorHost = createIsOperatorHost('https://Data.example.com:8443/gateway')
  const options = { requireHostHeader: false }
  const server = createServer(options, (request, response) => void response.end(`${isOperatorHost(request)}`))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const accepts = async (field: string) => {
    const socket = connect(address.port, '127.0.0.1')
    socket.write(`GET / HTTP/1.0\r\n${field}\r\n`)
    return String(Buffer.concat(await socket.toArray())).endsWith('true')
  }
  for (const host of [
    'localhost',
    'LocalHost:8787',
    'gateway.localhost:8787',
    '127.0.0.1:8787',
    '192.0.2.7',
    '[::1]:80',
  ])
    assert.ok(await accepts(`Host: ${host}\r\n`), host)
  for (const host of ['data.example.com', 'DATA.example.com:8443', '[2001:db8::1]'])
    assert.ok(await accepts(`Host: ${host}\r\n`), host)
  assert.ok(await accepts(''), 'none')
  for (const host of ['', 'rebound.test', 'notlocalhost', 'localhost.rebound.test', '127.0.0.1.rebound.test:8787'])
    assert.ok(!(await accepts(`Host: ${host}\r\n`)), host)
  for (const host of ['example.com', 'x.data.example.com', 'rebound.test:80:80', '127.0.0.1@rebound.test'])
    assert.ok(!(await accepts(`Host: ${host}\r\n`)), host)
})
