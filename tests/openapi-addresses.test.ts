// Documents name the address at which they were asked for, so that a tool that keeps one can call; a host name that is
// not the gateway's own is never repeated.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { openGateway } from './harness/open-gateway.ts'
import { socketApi } from './sockets/socket-api.ts'

test('the servers of a document are absolute by the address that was asked', async (t) => {
  const apis = [socketApi(), socketApi({ slug: 'other' })]
  const { baseUrl } = await openGateway(t, { apis })
  const { port } = new URL(baseUrl)
  const read = (path: string, host: string) =>
    new Promise<ReturnType<typeof Object>>((resolve, reject) => {
      const sent = request(baseUrl + path, { headers: { host } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => resolve(Object(JSON.parse(text))))
      })
      sent.on('error', reject).end()
    })
  const urlOf = async (path: string, host: string) => (await read(path, host)).servers[0].url
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, '192.168.1.5:9000']) {
    assert.equal(await urlOf('/openapi/sockets.json', host), `http://${host}/v1/proxy/sockets`)
    assert.equal(await urlOf('/openapi/me.json', host), `http://${host}/v1`)
    assert.equal(await urlOf('/openapi.json', host), `http://${host}`)
    const { apis: listed } = await read('/openapi', host)
    assert.ok(listed.every(({ openapi }: { openapi: string }) => openapi.startsWith(`http://${host}/openapi/`)))
  }
  assert.equal(await urlOf('/openapi/sockets.json', 'evil.test'), '/v1/proxy/sockets')
  assert.equal(await urlOf('/openapi.json', 'evil.test'), '/')
  for (let number = 0; number < 20; number++) await read('/openapi/sockets.json', `localhost:${number + 1}`)
  assert.equal(await urlOf('/openapi/sockets.json', `localhost:${port}`), `http://localhost:${port}/v1/proxy/sockets`)
  assert.equal(await urlOf('/openapi/sockets.json', 'localhost:20'), '/v1/proxy/sockets', 'no more are kept')

  const all = await read('/openapi.json', 'localhost')
  assert.deepEqual(all.tags.length, 2)
  assert.ok(all.paths['/v1/proxy/sockets/plain'] && all.paths['/v1/proxy/other/plain'])
  const called = await fetch(`${baseUrl}/v1/proxy/other/plain`)
  assert.equal(called.status, 401, 'the addresses are those of calls')
})
