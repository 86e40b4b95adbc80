// Every operation of an added API that reads: recorded from a stand-in for its provider, and replayed byte for byte
// when nobody listens there. Its answers go with it.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { effectOf } from '#define/reflect'
import { apiOf, examplesOf, readDescription } from '#descriptions'
import { admin, petDocument } from '../added-apis/document.ts'
import { type EveryEndpoint, everyEndpoint, exampleCall } from '../harness/every-endpoint.ts'
import { smallApi } from '../harness/small-api.ts'
import { openUpstream, type Received } from '../harness/upstream.ts'
import { openRecorder } from './recorder.ts'

const query = (name: string, example: unknown, rest: object = {}) => {
  const type = Array.isArray(example) ? 'array' : typeof example
  return {
    name,
    in: 'query',
    schema: { type, ...(type === 'array' && { items: { type: 'string' } }) },
    example,
    ...rest,
  }
}
const answered = (type: string, schema: object = {}) => ({ description: 'x', content: { [type]: { schema } } })
const binary = { type: 'string', format: 'binary' }

/** An operation for each kind of parameter and of answer, with an example. */
const operations: Readonly<Record<string, object>> = {
  '/places/{name}': {
    parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' }, example: 'Zürich & Genève' }],
  },
  '/lists': {
    parameters: [query('tags', ['é', 'b']), query('ids', ['1', '2'], { style: 'pipeDelimited', explode: false })],
  },
  '/typed': { parameters: [query('page', 2), query('exact', true), query('q', 'a+b c')] },
  '/headers': { parameters: [{ name: 'X-Locale', in: 'header', schema: { type: 'string' }, example: 'de-CH' }] },
  '/text': { responses: { 200: answered('text/csv') } },
  '/bytes': { responses: { 200: answered('image/png', binary) } },
  '/events': { responses: { 200: answered('text/event-stream') } },
  '/empty': { responses: { 204: { description: 'Nothing' } } },
  '/missing': { responses: { 200: answered('application/json') } },
}

const document = petDocument({
  paths: Object.fromEntries(
    Object.entries(operations).map(([path, operation]) => [
      path,
      { get: { responses: { 200: answered('application/json') }, ...operation } },
    ]),
  ),
})

/** Answers in the kind that the path names, with what tells one request from another. */
function answer({ url, headers, rawHeaders }: Received, response: ServerResponse): void {
  const [kind = ''] = url.slice(1).split(/[/?]/)
  const text = JSON.stringify({ url, locale: headers['x-locale'], sent: rawHeaders.length })
  const types: Readonly<Record<string, string>> = { text: 'text/csv', bytes: 'image/png', events: 'text/event-stream' }
  response.setHeader('content-type', types[kind] ?? 'application/json')
  if (kind === 'empty') response.writeHead(204).end()
  else if (kind === 'missing') response.writeHead(404).end('{"message":"nothing here"}')
  else if (kind === 'bytes') response.end(Buffer.from([0xff, 0x00, 0x0a, 0xc3, 0x28, ...Buffer.from(text)]))
  else if (kind === 'events') response.end(`data: ${text}\n\ndata: [DONE]\n\n`)
  else response.end(text)
}

async function readsOf(described: object): Promise<EveryEndpoint[]> {
  const description = await readDescription(JSON.stringify(described))
  const api = apiOf(description, { slug: 'pet-shop', title: description.title })
  const loaded = { api, provider: undefined, live: {}, examples: examplesOf(description) }
  return everyEndpoint([loaded], 'hosted').filter(({ endpoint }) => effectOf(endpoint) === 'read')
}

test('every read of an added API is replayed byte for byte, and is forgotten with it', async (t) => {
  const upstream = await openUpstream(t, answer)
  const recorder = await openRecorder(t, { apis: [smallApi()] })
  const { gateway, accountId, ask, choose, exported } = recorder
  const added = await admin(gateway, 'POST', `/apis?base=${encodeURIComponent(upstream.url)}`, document)
  assert.equal(added.status, 201, added.text)
  await admin(gateway, 'PUT', `/accounts/${accountId}/provider-keys/pet-shop`, { key: 'shop-key-123456' })
  const reads = await readsOf(document)
  assert.equal(reads.length, Object.keys(operations).length)
  const seeAll = async () => {
    const seen: unknown[] = []
    for (const entry of reads) {
      const { path, init } = exampleCall(entry)
      const response = await ask(path, init)
      const { status, headers } = response
      const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1')
      seen.push([entry.id, headers.get('x-gateway-provider'), status, headers.get('content-type'), bytes])
    }
    return seen
  }
  await choose('pet-shop', { provider: 'live', answers: 'record' })
  const recorded = await seeAll()
  assert.equal(upstream.received.length, reads.length)
  await upstream.close()
  await choose('pet-shop', { answers: 'replay' })
  const asReplayed = recorded.map((one) => (Array.isArray(one) ? one.with(1, 'replay') : one))
  assert.ok(!JSON.stringify(recorded).includes('"replay"'), 'something was not recorded live')
  assert.deepEqual(await seeAll(), asReplayed)
  const lines = (await exported()).join()
  assert.ok(!lines.includes('shop-key-123456'))

  await admin(gateway, 'DELETE', '/apis/pet-shop')
  assert.deepEqual(await exported(), [])
})
