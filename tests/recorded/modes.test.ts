// What becomes of answers in each mode: recorded, replayed in order, filled in; and how a call narrows that.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseItem } from 'structured-headers'
import { defineProvider, reply } from '#define'
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

test('a call narrows what the listing is set to, and cannot widen it', async (t) => {
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, {}))
  const { ask, choose, exported } = await openRecorder(t, { apis: proxyApis(upstream.url) })
  const outcomes: Record<string, string[]> = {}
  for (const set of ['live', 'record', 'replay', 'fill', 'failover']) {
    await choose('plain', { provider: 'live', answers: set })
    outcomes[set] = []
    for (const asked of ['live', 'record', 'replay', 'fill', 'failover']) {
      const response = await ask(`/v1/proxy/plain/things?q=${set}`, { headers: { 'x-gateway-answers': asked } })
      if (response.status !== 403) outcomes[set].push(asked)
    }
  }
  assert.deepEqual(outcomes, {
    live: ['live'],
    record: ['live', 'record', 'replay', 'fill'],
    replay: ['live', 'replay'],
    fill: ['live', 'replay', 'fill'],
    failover: ['live', 'replay', 'failover'],
  })
  const unknown = await ask('/v1/proxy/plain/things', { headers: { 'x-gateway-answers': 'cached' } })
  assert.equal(unknown.status, 400)
  // of record: kept by record itself, found by replay and fill; of fill: kept by fill
  assert.equal((await exported()).length, 2)
})

test('fill calls the provider once, and a mode ends by itself', async (t) => {
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, {}))
  let nowMs = Date.UTC(2027, 0, 1)
  const platform = {
    clock: () => nowMs,
    monotonic: () => performance.now(),
    randomBytes: (count: number) => randomBytes(count),
  }
  const { ask, choose } = await openRecorder(t, { apis: proxyApis(upstream.url), platform })
  await choose('plain', { provider: 'live', answers: 'fill', forS: 3600 })
  const providers = []
  for (let count = 0; count < 3; count++) {
    const response = await ask('/v1/proxy/plain/things')
    providers.push(response.headers.get('x-gateway-provider'))
  }
  assert.deepEqual([providers, upstream.received.length], [['live', 'replay', 'replay'], 1])
  nowMs += 3_600_000
  const after = await ask('/v1/proxy/plain/things')
  assert.equal(after.headers.get('x-gateway-provider'), 'live')
  const listings = await ask('/v1/me/listings')
  const text = await listings.text()
  assert.match(text, /"slug":"plain"[^}]*"answers":"live","answersUntil":null/)
})

test('a stream keeps its pieces, and what breaks off is not kept', async (t) => {
  const upstream = await openUpstream(t, (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    setTimeout(() => {
      response.write('data: 2\n\n')
      if (request.url?.includes('cut')) response.socket?.destroy()
      else response.end()
    }, 120)
  })
  const { ask, choose, exported } = await openRecorder(t, { apis: proxyApis(upstream.url) })
  await choose('plain', { provider: 'live', answers: 'record' })
  assert.equal(await (await ask('/v1/proxy/plain/events')).text(), 'data: 1\n\ndata: 2\n\n')
  await assert.rejects((await ask('/v1/proxy/plain/events?cut=1')).text())
  const lines = await exported()
  assert.equal(lines.length, 1)
  const { answer } = JSON.parse(lines[0] ?? '') as { answer: { beats: [number, number][] } }
  assert.deepEqual(
    answer.beats.map(([, bytes]) => bytes),
    [9, 9],
  )
  await choose('plain', { answers: 'replay' })
  const response = await ask('/v1/proxy/plain/events')
  const pieces: string[] = []
  for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString())
  assert.deepEqual(pieces, ['data: 1\n\n', 'data: 2\n\n'])
})

test('a kept answer is independent of the envelope and of the gateway that kept it', async (t) => {
  const upstream = await openUpstream(t, (_request, response) =>
    sendJson(response, { a: 1 }, { headers: { link: `<${upstream.url}/things?page=2>; rel="next"` } }),
  )
  const { ask, choose, exported, gateway } = await openRecorder(t, { apis: proxyApis(upstream.url) })
  await choose('plain', { provider: 'live', answers: 'record' })
  const wrapped = { headers: { 'x-gateway-envelope': 'data' } }
  assert.deepEqual(await (await ask('/v1/proxy/plain/things', wrapped)).json(), { data: { a: 1 } })
  assert.match((await exported())[0] ?? '', /<\{gateway\}\/v1\/proxy\/plain\/things\?page=2>/)
  await choose('plain', { answers: 'replay' })
  assert.deepEqual(await (await ask('/v1/proxy/plain/things', wrapped)).json(), { data: { a: 1 } })
  const raw = await ask('/v1/proxy/plain/things')
  assert.deepEqual(await raw.json(), { a: 1 })
  assert.equal(raw.headers.get('link'), `<${gateway.baseUrl}/v1/proxy/plain/things?page=2>; rel="next"`)
})

test('bodies decide: JSON by its values, forms with files by their parts', async (t) => {
  const upstream = await openUpstream(t, (request, response) => sendJson(response, { bytes: request.body.length }))
  const { ask, choose } = await openRecorder(t, { apis: proxyApis(upstream.url) })
  await choose('plain', { provider: 'live', answers: 'fill', writes: true })
  const form = (text: string) => {
    const body = new FormData()
    body.set('file', new Blob([text]), 'a.txt')
    return body
  }
  const json = { 'content-type': 'application/json' }
  const bodies: [path: string, init: RequestInit, provider: string][] = [
    ['/search', { headers: json, body: '{"q":"a","n":1}' }, 'live'],
    ['/search', { headers: json, body: '{ "n": 1.0, "q": "a" }' }, 'replay'],
    ['/search', { headers: json, body: '{"q":"b","n":1}' }, 'live'],
    ['/search', { headers: json, body: '{"q":"a","n":9007199254740992}' }, 'live'],
    ['/search', { headers: json, body: '{"q":"a","n":9007199254740993}' }, 'live'],
    ['/upload', { body: form('one') }, 'live'],
    ['/upload', { body: form('one') }, 'replay'],
    ['/upload', { body: form('two') }, 'live'],
  ]
  for (const [path, init, provider] of bodies) {
    const response = await ask(`/v1/proxy/plain${path}`, { method: 'POST', ...init })
    assert.equal(response.headers.get('x-gateway-provider'), provider, `${path} ${String(init.body)}`)
  }
})

test('a gateway that replays files calls nobody, and refuses or embeds what they lack', async (t) => {
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, { from: 'provider' }))
  const [plain] = proxyApis(upstream.url)
  assert.ok(plain)
  const provider = defineProvider(plain.api, () =>
    Object.fromEntries(Object.keys(plain.api.endpoints).map((id) => [id, () => reply({ made: 'up' })])),
  )
  const apis = [{ ...plain, provider }]
  const { ask, choose, exported } = await openRecorder(t, { apis })
  await choose('plain', { provider: 'live', answers: 'record' })
  await ask('/v1/proxy/plain/things?q=kept')
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-fixtures-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'plain.jsonl'), (await exported()).join('\n'))
  const calls = upstream.received.length
  for (const isStrict of [true, false]) {
    const environment = { GATEHOUSE_REPLAY: folder, ...(isStrict && { GATEHOUSE_REPLAY_STRICT: 'true' }) }
    const replaying = await openRecorder(t, { apis, environment })
    const see = async (query: string, headers: Record<string, string>) => {
      const response = await replaying.ask(`/v1/proxy/plain/things?q=${query}`, { headers })
      const text = await response.text()
      return [response.status, response.headers.get('x-gateway-provider'), text.slice(0, 18)]
    }
    assert.deepEqual(await see('kept', { 'x-gateway-provider': 'live' }), [200, 'replay', '{"from":"provider"'])
    assert.deepEqual(await see('kept', { 'x-gateway-provider': 'embedded' }), [200, 'embedded', '{"made":"up"}'])
    for (const answers of ['live', 'fill', 'replay'])
      assert.deepEqual(
        await see('other', { 'x-gateway-answers': answers }),
        isStrict ? [501, 'replay', '{"error":{"code":"'] : [200, 'embedded', '{"made":"up"}'],
      )
  }
  assert.equal(upstream.received.length, calls)
})
