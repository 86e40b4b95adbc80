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

const jsonHeaders = { 'content-type': 'application/json' }
const requests: readonly (readonly [path: string, init?: RequestInit])[] = [
  ['/plain/things?page=2&q=a%20b&exact=true&since=2027-01-01&tags=x,y&ids=1&ids=2&order=up'],
  ['/plain/things?q=%F0%9F%98%80'],
  ['/plain/things?undeclared=1'],
  ['/plain/things?q=', { headers: { 'accept-language': 'de', accept: 'text/plain' } }],
  ['/plain/things/caf%C3%A9%2F7'],
  ['/plain/days/2027-01-02?limit=3'],
  ['/plain/mapped/one/two?limit=4&internal=x'],
  ['/plain/search', { method: 'POST', headers: jsonHeaders, body: '{"q":"a"}' }],
  ['/plain/search', { method: 'POST', headers: jsonHeaders, body: '{"q":"b"}' }],
  ['/plain/things', { method: 'POST', headers: jsonHeaders, body: '{"name":"a"}' }],
  ['/plain/things/7', { method: 'DELETE' }],
  ['/plain/files/a/b%20c.png'],
  ['/plain/events'],
  ['/pathed/things'],
  ['/pathed/keys/pk-of-the-caller/of/somebody'],
]

test('an exported file has all that is kept: imported, it is the same answers', async (t) => {
  const upstream = await openUpstream(t, ({ url, method }, response) => {
    if (method === 'DELETE') response.writeHead(204).end()
    else if (url === '/events') response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\n')
    else if (url.startsWith('/files')) response.writeHead(200, { 'content-type': 'image/png' }).end('\x89PNG', 'latin1')
    else sendJson(response, { data: 1 }, { headers: { vary: 'accept-language', link: '</things?page=3>' } })
  })
  const recorder = await openRecorder(t, { apis: proxyApis(upstream.url) })
  await recorder.gateway.storeKey(recorder.accountId, 'pathed', 'pk-pathed-0123456789')
  for (const slug of ['plain', 'pathed'])
    await recorder.choose(slug, { provider: 'live', answers: 'record', writes: true })
  const ask = async ({ ask: call }: Recorder) => {
    const answers: unknown[][] = []
    for (const [path, init] of requests) {
      const response = await call(`/v1/proxy${path}`, init)
      assert.ok(response.ok, `${path}: ${response.status}`)
      answers.push([path, response.status, response.headers.get('link'), await response.text()])
    }
    return answers
  }
  const recorded = await ask(recorder)
  const lines = await recorder.exported()
  assert.equal(lines.length, requests.length)
  const har = await (await recorder.ask('/v1/me/answers/har')).text()
  for (const key of [recorder.key, 'pk-of-the-caller', 'pk-pathed']) assert.ok(!har.includes(key), key)

  const count = requests.length
  assert.deepEqual((await importHar(recorder, har)).report, { entries: count, added: 0, skipped: 0, problems: [] })
  const other = await recorderOf(recorder.gateway)
  assert.deepEqual((await importHar(other, har)).report, { entries: count, added: count, skipped: 0, problems: [] })
  assert.deepEqual(await other.exported(), lines)
  for (const slug of ['plain', 'pathed']) await other.choose(slug, { answers: 'replay' })
  assert.deepEqual(await ask(other), recorded)
})

test('what a file claims to have been recorded is checked', async (t) => {
  const recorder = await openRecorder(t, { apis: proxyApis('http://127.0.0.1:9') })
  const recorded = { listing: 'plain', endpoint: 'things', at: 1, request: { params: {} } }
  const answer = { status: 200, headers: [] }
  const entryOf = (_gatehouse: object) => ({
    startedDateTime: '2027-01-01T00:00:00Z',
    request: { method: 'GET', url: 'http://gateway.test/v1/proxy/plain/things' },
    response: { status: 200, headers: [], content: { text: '{}' } },
    _gatehouse,
  })
  const entries = [
    entryOf({ ...recorded, answer }),
    entryOf({ ...recorded, answer: { ...answer, headers: [['x', 'a\r\nb']] } }),
    entryOf({ ...recorded, answer, request: { params: {}, body: 'x' } }),
    entryOf({ ...recorded, answer, endpoint: 'thing' }),
    entryOf({ ...recorded, answer, listing: 'elsewhere' }),
  ]
  const { report } = await importHar(recorder, JSON.stringify({ log: { entries } }))
  assert.deepEqual(report.problems, [
    { entry: 1, reason: 'its _gatehouse: answer.headers must be pairs of name and value' },
    { entry: 2, reason: 'its _gatehouse: request.body must be a SHA-256 digest in hex' },
    { entry: 3, reason: 'its _gatehouse names another operation than its address' },
    { entry: 4, reason: 'its _gatehouse names another operation than its address' },
  ])
  assert.equal(report.added, 1)
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
      { entry: 3, reason: 'its answer repeats a key of its request, or a value that no parameter declares' },
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

test('a file of another kind is refused after 10,000 lines, and the answers before them are kept', async (t) => {
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, {}))
  const recorder = await openRecorder(t, { apis: proxyApis(upstream.url) })
  const good = {
    listing: 'plain',
    endpoint: 'things',
    at: 1,
    request: { params: {} },
    answer: { status: 200, headers: [], text: '{}' },
  }
  const send = (lines: number) =>
    recorder.ask('/v1/me/answers/import', { method: 'POST', body: `${JSON.stringify(good)}\n${'=\n'.repeat(lines)}` })
  const refused = await send(100_000)
  assert.equal(refused.status, 400)
  assert.match(
    await refused.text(),
    /body has more than 10000 lines that are no recorded answers; answers added before them: 1"/,
  )
  const taken = await send(10_000)
  assert.deepEqual([taken.status, Object(await taken.json()).refused], [200, 10_000])
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
