// Recorded answers as HAR files: written for other tools and read again, and read from what browsers save.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proxyApis } from '../harness/proxy-apis.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'
import { openRecorder, type Recorder, recorderOf } from './recorder.ts'

async function importHar({ ask }: Recorder, har: string) {
  const response = await ask('/v1/me/answers/har', { method: 'POST', body: har })
  return { status: response.status, report: (await response.json()) as { added: number; problems: unknown[] } }
}

test('exported answers are imported by another account, and replayed without the provider', async (t) => {
  const upstream = await openUpstream(t, ({ url }, response) =>
    sendJson(response, { url, data: 1 }, { headers: { link: '</things?page=3>; rel="next"' } }),
  )
  const recorder = await openRecorder(t, { apis: proxyApis(upstream.url) })
  const paths = [
    '/things?page=2&q=a%20b&exact=true&since=2027-01-01&tags=x,y&ids=1&ids=2&order=up',
    '/things/caf%C3%A9%2F7',
    '/days/2027-01-02?limit=3',
    '/mapped/one/two?limit=4&internal=x',
  ]
  await recorder.choose('plain', { provider: 'live', answers: 'record' })
  const ask = async ({ ask: call }: Recorder) =>
    Promise.all(
      paths.map(async (path) => {
        const response = await call(`/v1/proxy/plain${path}`)
        return [response.status, response.headers.get('x-gateway-provider'), await response.text()]
      }),
    )
  const recorded = await ask(recorder)
  await recorder.ask('/v1/proxy/plain/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"q":"a"}',
  })
  const har = await (await recorder.ask('/v1/me/answers/har?listing=plain')).text()
  assert.equal(JSON.parse(har).log.entries.length, paths.length)
  assert.ok(!har.includes(recorder.key))

  const other = await recorderOf(recorder.gateway)
  assert.deepEqual(await importHar(other, har), {
    status: 200,
    report: { entries: 4, added: 4, skipped: 0, problems: [] },
  })
  assert.equal((await importHar(other, har)).report.added, 0)
  await other.choose('plain', { answers: 'replay' })
  const replayed = await ask(other)
  assert.deepEqual(
    replayed,
    recorded.map(([status, , text]) => [status, 'replay', text]),
  )
})

test('reads of a browser are found by the address of their provider; what is not taken is named', async (t) => {
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, {}))
  const recorder = await openRecorder(t, { apis: proxyApis(upstream.url) })
  const entry = (
    method: string,
    url: string,
    { status = 200, text = '{"n":1}', headers = [{ name: '', value: '' }] } = {},
  ) => ({
    startedDateTime: '2027-01-01T00:00:00Z',
    time: 3,
    request: { method, url, headers },
    response: { status, headers: [], content: { mimeType: 'application/json', text } },
  })
  const key = { name: 'Authorization', value: 'Bearer key-of-somebody' }
  const entries = [
    entry('GET', `${upstream.url}/things?page=2&api_key=key-of-somebody`, { headers: [key] }),
    entry('GET', `${upstream.url}/v2/two/of/one?per_page=4`),
    entry('DELETE', `${upstream.url}/things/7`),
    entry('GET', `${upstream.url}/things/8`, { text: '{"key":"key-of-somebody"}', headers: [key] }),
    entry('GET', `${upstream.url}/things/9`, { status: 503 }),
    entry('GET', 'https://elsewhere.example/things'),
  ]
  const { report } = await importHar(recorder, JSON.stringify({ log: { version: '1.2', entries } }))
  assert.deepEqual(report, {
    ...{ entries: 6, added: 2, skipped: 4 },
    problems: [
      { entry: 2, reason: 'it is no read' },
      { entry: 3, reason: 'its answer repeats a key of its request' },
      { entry: 4, reason: 'its answer is not kept: GET 503' },
      { entry: 5, reason: 'its address is that of no listing' },
    ],
  })
  assert.ok(!(await recorder.exported()).join().includes('key-of-somebody'))
  await recorder.choose('plain', { answers: 'replay' })
  for (const path of ['/things?page=2', '/mapped/one/two?limit=4']) {
    const response = await recorder.ask(`/v1/proxy/plain${path}`)
    assert.deepEqual([response.status, await response.json()], [200, { n: 1 }], path)
  }
  const wrong = await importHar(recorder, '{"log":{}}')
  assert.equal(wrong.status, 400)
  assert.equal(upstream.received.length, 0)
})

test('an imported answer brings no headers about the connection, the session or the gateway', async (t) => {
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, {}))
  const recorder = await openRecorder(t, { apis: proxyApis(upstream.url) })
  const headers = [
    ['content-type', 'application/json'],
    ['content-length', '1'],
    ['transfer-encoding', 'chunked'],
    ['set-cookie', 'session=1'],
    ['x-gateway-provider', 'live'],
    ['x-own', 'kept'],
  ]
  const line = { listing: 'plain', endpoint: 'things', at: 1, request: { params: {} } }
  const answer = { status: 200, headers, text: '{"n":1}' }
  const body = JSON.stringify({ ...line, answer })
  assert.equal((await recorder.ask('/v1/me/answers/import', { method: 'POST', body })).status, 200)
  await recorder.choose('plain', { answers: 'replay' })
  const response = await recorder.ask('/v1/proxy/plain/things')
  assert.equal(await response.text(), '{"n":1}')
  const names = ['content-length', 'transfer-encoding', 'set-cookie', 'x-gateway-provider', 'x-own']
  assert.deepEqual(
    names.map((name) => response.headers.get(name)),
    ['7', null, null, 'replay', 'kept'],
  )
})
