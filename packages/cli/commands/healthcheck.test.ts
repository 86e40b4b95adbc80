// The check that containers and service managers run: its exit code is all that they read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openUpstream } from '../../../tests/harness/upstream.ts'
import { captured } from '../captured-io.fixture.ts'

test('it exits with 0 while the gateway is ready, else with 1 and the reason, and asks no other machine', async (t) => {
  let status = 200
  const gateway = await openUpstream(t, (request, response) => {
    response.writeHead(request.url === '/readyz' ? status : 404, { 'content-type': 'text/plain' })
    response.end(status === 200 ? 'ready\n' : 'the disk of the database is full\n')
  })
  const env = { GATEHOUSE_PORT: new URL(gateway.url).port, GATEHOUSE_PUBLIC_URL: 'https://data.example.com' }
  const check = (more: object = {}) =>
    captured(['healthcheck'], { env: { ...env, GATEHOUSE_HOST: '0.0.0.0', ...more } })
  assert.deepEqual(await check().then(({ code, out, err }) => [code, out, err]), [0, 'ready\n', ''])
  const { code, out } = await captured(['healthcheck', '--url', gateway.url, '--json'])
  assert.deepEqual([code, JSON.parse(out)], [0, { ready: true, text: 'ready' }])
  status = 503
  const ill = await check()
  assert.deepEqual([ill.code, ill.out], [1, ''])
  assert.match(ill.err, /is not ready: the disk of the database is full/)
  const away = await check({ GATEHOUSE_PORT: '1' })
  assert.equal(away.code, 1)
  assert.match(away.err, /No gateway answers at http:\/\/127\.0\.0\.1:1\./)
  const unknown = await check({ GATEHOUSE_PORT: '0' })
  assert.equal(unknown.code, 2)
  assert.match(unknown.err, /Pass the address with --url/)
})
