// Answers of every form that HTTP has: which of them are kept, and that a replay is the same answer.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { anyObject, body, defineApi, get, hosted, keyless, post, str } from '#define'
import { proxyApis } from '../harness/proxy-apis.ts'
import { openUpstream, type Received } from '../harness/upstream.ts'
import { openRecorder } from './recorder.ts'

type Form = (response: ServerResponse, request: Received) => void

const json = { 'content-type': 'application/json' }
const kept: Readonly<Record<string, Form>> = {
  compressed: (response) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync('{"a":"compressed"}')),
  'no content': (response) => response.writeHead(204).end(),
  'no bytes': (response) => response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 0 }).end(),
  'a redirect': (response) => response.writeHead(302, { location: '/things?page=2' }).end(),
  'with a hint before it': (response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    response.writeHead(200, json).end('{"a":"hinted"}')
  },
  'with a trailer': (response) => {
    response.writeHead(200, { ...json, trailer: 'x-sum' }).write('{"a":"trailed"}')
    response.addTrailers({ 'x-sum': '7' })
    response.end()
  },
  'not found': (response) => response.writeHead(404, json).end('{"message":"nothing here"}'),
  failed: (response) => response.writeHead(500, json).end('{"message":"broken"}'),
  'with ümlauts & signs': (response) => response.writeHead(200, json).end('{"a":"é☃"}'),
}
const notKept: Readonly<Record<string, Form>> = {
  'not modified': (response) => response.writeHead(304, { etag: '"1"' }).end(),
  'a part': (response) => response.writeHead(206, { ...json, 'content-range': 'bytes 0-1/9' }).end('{"'),
  down: (response) => response.writeHead(503, json).end('{"message":"down"}'),
  'cut after its first event': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n', () => response.socket?.destroy())
  },
}
const forms = { ...kept, ...notKept }

test('each form of an answer is replayed as it came, or not kept', async (t) => {
  const upstream = await openUpstream(t, (request, response) => {
    const name = new URL(request.url, 'http://provider.test').searchParams.get('q') ?? ''
    forms[name]?.(response, request)
  })
  const { ask, choose } = await openRecorder(t, { apis: proxyApis(upstream.url) })
  const see = async (name: string) => {
    const response = await ask(`/v1/proxy/plain/things?q=${encodeURIComponent(name)}`)
    const text = await response.text().catch(() => 'cut')
    const { status, headers } = response
    return [status, headers.get('content-type'), headers.get('location'), text]
  }
  await choose('plain', { provider: 'live', answers: 'record' })
  const recorded: Record<string, unknown[]> = {}
  for (const name of Object.keys(forms)) recorded[name] = await see(name)
  const calls = upstream.received.length
  await choose('plain', { answers: 'replay' })
  for (const name of Object.keys(kept)) assert.deepEqual(await see(name), recorded[name], name)
  for (const name of Object.keys(notKept)) assert.equal((await see(name))[0], 501, name)
  // a kept answer to GET answers HEAD, too, and is whole whatever is asked of it
  const path = '/v1/proxy/plain/things?q=compressed'
  const head = await ask(path, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '18', ''])
  const part = await ask(path, { headers: { range: 'bytes=0-1', 'if-none-match': '*' } })
  assert.deepEqual([part.status, await part.text()], [200, '{"a":"compressed"}'])
  assert.equal(upstream.received.length, calls)
})

test('an answer to HEAD, and one to a body that is too long to compare, are not kept', async (t) => {
  const upstream = await openUpstream(t, (_request, response) => void response.writeHead(200, json).end('{}'))
  const endpoints = {
    things: get('/things', 'Things', { returns: anyObject() }),
    search: post('/search', 'A long body', {
      ...{ returns: anyObject(), body: body({ q: str() }), effect: 'read' },
      limits: { bodyBytes: 2 ** 23 },
    }),
  }
  const common = { slug: 'long', title: 'Long', summary: 'x', surface: hosted, auth: keyless, upstream: upstream.url }
  const apis = [{ api: defineApi({ ...common, endpoints }), provider: undefined, live: {}, examples: {} }]
  const { ask, choose, exported } = await openRecorder(t, { apis })
  await choose('long', { provider: 'live', answers: 'record' })
  assert.equal((await ask('/v1/proxy/long/things', { method: 'HEAD' })).status, 200)
  for (const [length, lines] of [
    [2 ** 21 + 1, 0],
    [2 ** 21, 1],
  ] as const) {
    const long = JSON.stringify({ q: 'x'.repeat(length - '{"q":""}'.length) })
    const response = await ask('/v1/proxy/long/search', { method: 'POST', headers: json, body: long })
    assert.equal(response.status, 200, await response.text())
    assert.equal((await exported()).length, lines, `a body of ${length}`)
  }
})

test('an answer that repeats what no parameter declares is not kept, and the caller gets it all the same', async (t) => {
  const upstream = await openUpstream(t, (request, response) => {
    const { searchParams } = new URL(request.url, 'http://provider.test')
    const said = searchParams.get('echo') ?? searchParams.get('q') ?? ''
    const link = searchParams.get('next')
    response.writeHead(200, { ...json, ...(link && { link: `</things?next=${encodeURIComponent(link)}>` }) })
    response.end(JSON.stringify({ said, echo: encodeURIComponent(said) }))
  })
  const { ask, choose, exported, gateway } = await openRecorder(t, { apis: proxyApis(upstream.url) })
  await choose('plain', { provider: 'live', answers: 'record' })
  const canary = 'canary-of/somebody+1'
  const queries: readonly (readonly [query: string, isKept: boolean])[] = [
    [`q=${encodeURIComponent(canary)}x`, true],
    [`echo=${encodeURIComponent(canary)}`, false],
    [`echo=${Buffer.from(canary).toString('base64url')}&q=quiet`, false],
    [`next=${encodeURIComponent(canary)}&q=quiet`, false],
    [`silent=${encodeURIComponent(canary)}&q=quiet`, true],
    ['echo=short', true],
    ['echo=a-declared-value&q=a-declared-value', true],
    [`q=quiet${'&other=not-declared'.repeat(20)}`, true],
    [`q=quiet${'&other=not-declared'.repeat(21)}`, false],
  ]
  let lines = 0
  for (const [query, isKept] of queries) {
    const response = await ask(`/v1/proxy/plain/things?${query}`)
    assert.equal(response.status, 200, await response.text())
    const found = (await exported()).length
    assert.equal(found - lines, isKept ? 1 : 0, query)
    lines = found
  }
  assert.ok(gateway.logged.some((line) => line.includes('repeats a value that no parameter declares')))
})
