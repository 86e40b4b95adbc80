// What the ports answer before the gateway is ready.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../process/config.ts'
import { createLog } from '../process/log.ts'
import { createServers } from './servers.ts'

const log = createLog('silent')

test('a call during the start is refused in the form of every other error, and says when to call again', async (t) => {
  const servers = createServers(readConfig({ GATEHOUSE_PORT: '0', GATEHOUSE_HOST: '127.0.0.1' }), log, () => 'req_1')
  t.after(() => servers.close())
  await servers.open('gateway')
  const { baseUrl } = servers.urls()
  const early = await fetch(`${baseUrl}/v1/proxy/randomness/dice`)
  assert.deepEqual([early.status, early.headers.get('retry-after')], [503, '1'])
  assert.equal(early.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.deepEqual(await early.json(), {
    error: { code: 'gateway.starting', message: 'This process is starting. Call again.' },
    meta: { requestId: 'req_1' },
  })
  servers.serve({
    handle: (_port, _request, response) => response.end('ready'),
    sockets: { isFor: () => false, handle: () => undefined },
  })
  assert.equal(await (await fetch(baseUrl)).text(), 'ready')
})

test('each port has its own public address', () => {
  const config = readConfig({
    GATEHOUSE_PUBLIC_URL: 'https://data.example.com, https://market.example.com',
  })
  assert.deepEqual(createServers(config, log, () => 'req_1').urls(), {
    baseUrl: 'https://data.example.com',
    marketUrl: 'https://market.example.com',
  })
})
