// gatehouse webhooks and gatehouse events against a real gateway and a receiver.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { smallApi } from '../../tests/harness/small-api.ts'
import { until } from '../../tests/harness/until.ts'
import { openUpstream } from '../../tests/harness/upstream.ts'
import { captured } from './captured-io.fixture.ts'

test('a webhook is created, tested, fails, is sent again and recovered, and deleted', async (t) => {
  let status = 204
  const receiver = await openUpstream(t, (_request, response) => void response.writeHead(status).end())
  const gateway = await openGateway(t, {
    apis: [smallApi()],
    environment: { GATEHOUSE_OUTBOUND_ALLOW: '127.0.0.0/8' },
  })
  const cli = (...words: string[]) => captured(['--data', gateway.dataDir, ...words])
  const made = (await cli('--json', 'webhooks', 'create', receiver.url, '--events', 'limit.*, key.*')).json()
  const id = String(made.id)
  assert.match(String(made.secret), /^whsec_/)
  assert.match((await cli('webhooks', 'list')).out, /limit\.\* key\.\* +standard +on/)
  assert.match((await cli('webhooks', 'test', id)).out, /^evt_\w+: 204 in \d+ ms\n$/)
  status = 500
  const failed = await cli('--json', 'webhooks', 'test', id)
  assert.equal(failed.code, 1)
  assert.match((await cli('webhooks', 'deliveries', id)).out, /ping +waits +1 +500 in/)
  status = 204
  const event = String(failed.json().event)
  assert.equal((await cli('webhooks', 'retry', id, event)).code, 0)
  await until(async () => (await cli('webhooks', 'deliveries', id, '--state', 'waits')).out === 'Nothing was sent.\n')
  assert.equal((await cli('webhooks', 'recover', id, '--since', '1h')).out, '0 events are sent.\n')
  assert.match((await cli('webhooks', 'rotate', id, '--grace', '1h')).out, /whsec_/)
  await until(async () => (await cli('events')).out.includes('This is a test of a webhook'))
  assert.equal((await cli('webhooks', 'list', '--all')).out.includes('There are no webhooks'), true)
  assert.equal((await cli('webhooks', 'delete', id)).code, 0)
  assert.equal((await cli('webhooks', 'test', id)).code, 5)
})
