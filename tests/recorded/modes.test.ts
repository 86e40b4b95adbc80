// What becomes of answers in each mode: recorded, replayed in order, filled in; and how a call narrows that.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseItem } from 'structured-headers'
import { proxyApis } from '../harness/proxy-apis.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'
import { openRecorder } from './recorder.ts'

test('what was recorded is replayed without the provider, and says so', async (t) => {
  let count = 0
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, { count: ++count }))
  const recorder = await openRecorder(t, { apis: proxyApis(upstream.url) })
  await recorder.choose('plain', { provider: 'live', answers: 'record' })
  const recorded = await recorder.ask('/v1/proxy/plain/things?page=2&q=a')
  assert.deepEqual([recorded.headers.get('x-gateway-provider'), await recorded.json()], ['live', { count: 1 }])
  assert.equal(recorded.headers.get('x-gateway-answer'), null)
  await recorder.choose('plain', { answers: 'replay' })
  const replayed = await recorder.ask('/v1/proxy/plain/things?q=a&page=2')
  assert.deepEqual([replayed.status, replayed.headers.get('x-gateway-provider')], [200, 'replay'])
  assert.deepEqual(await replayed.json(), { count: 1 })
  const [word, details] = parseItem(replayed.headers.get('x-gateway-answer') ?? '')
  assert.equal(String(word), 'replay')
  assert.deepEqual([...details.keys()], ['age', 'at'])
  const missing = await recorder.ask('/v1/proxy/plain/things?q=b&page=2')
  const { error } = (await missing.json()) as { error: { code: string; details: { nearest: { differs: unknown } } } }
  assert.deepEqual([missing.status, error.code], [501, 'replay.missing'])
  assert.deepEqual(error.details.nearest.differs, [{ part: 'params.q', sent: 'b', kept: 'a' }])
  assert.equal(upstream.received.length, 1)
})
