// Fields of forms and of multipart bodies are written as an added API declares, by all that the gateway writes: the
// calls of agents, the typed client, the command line and the curl of the reference. Embedded answers read them so.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { connectTo } from '#client'
import { curlOf } from '#derive'
import { apiOf, readDescription } from '#descriptions'
import { captured, emptyFolder } from '../../packages/cli/captured-io.fixture.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'
import { callTool } from '../mcp/agent.ts'
import { admin } from './document.ts'

const run = promisify(execFile)
const strings = { type: 'array', items: { type: 'string' } }
const operation = (operationId: string, type: string, encoding: object) => {
  const properties = {
    tags: strings,
    ids: strings,
    plain: strings,
    place: { type: 'object' },
    rule: { type: 'object' },
  }
  const content = { [type]: { schema: { type: 'object', properties }, encoding } }
  return { post: { operationId, requestBody: { content }, responses: { 200: { description: 'Fine.' } } } }
}
const formEncoding = {
  tags: { style: 'form', explode: false },
  ids: { style: 'pipeDelimited', explode: false },
  place: { style: 'deepObject', explode: true },
  rule: { contentType: 'application/json' },
}
const partEncoding = {
  place: { contentType: 'application/vnd.place+json' },
  rule: { style: 'deepObject', explode: true },
  tags: { contentType: 'text/plain, image/*' },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Forms', version: '1' },
  paths: {
    '/form': operation('sendForm', 'application/x-www-form-urlencoded', formEncoding),
    '/parts': operation('sendParts', 'multipart/form-data', partEncoding),
  },
}
const body = { tags: ['a b', 'c,d'], ids: ['1', '2'], plain: ['x', 'y'], place: { city: 'Ås' }, rule: { a: 1 } }

type Methods = Readonly<Record<string, (input: object) => Promise<unknown>>>

test('fields of forms and of multipart bodies are written as an added API declares', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, {}))
  const added = await admin(gateway, 'POST', `/apis?slug=forms&base=${encodeURIComponent(upstream.url)}`, document)
  assert.equal(added.status, 201, added.text)
  const { accountId, key } = await gateway.account()
  const made = await gateway.components.keys.create({ accountId, surface: 'hosted', name: 'Agent', agent: 'write' })
  const file = join(
    emptyFolder((close) => t.after(close)),
    'gatehouse.ts',
  )
  writeFileSync(file, (await admin(gateway, 'GET', '/client?slug=forms')).text)
  const { formsApi } = await import(pathToFileURL(file).href)
  const headers = { 'x-gateway-provider': 'live' }
  const client = connectTo<Methods>(formsApi, { url: gateway.baseUrl, key, headers })
  const api = apiOf(await readDescription(JSON.stringify(document)), { slug: 'forms' })

  const writers: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    agent: async (id) => {
      const order = { operation: `forms.${id}`, provider: 'live', arguments: { body } }
      const result = await callTool(gateway, 'call_write', order, { key: reveal(made.key) })
      assert.notEqual(result.isError, true, JSON.stringify(result))
    },
    client: (id) => client[id]?.({ body }) ?? assert.fail(id),
    'command line': async (id) => {
      const texts = Object.entries(body).flatMap(([name, value]) =>
        [value].flat().map((one) => `${name}=${typeof one === 'string' ? one : JSON.stringify(one)}`),
      )
      const words = ['forms', id, ...texts.flatMap((text) => ['--form', text]), '--header', 'x-gateway-provider=live']
      const ran = await captured(['--url', gateway.baseUrl, '--key', key, 'call', ...words])
      assert.equal(ran.code, 0, ran.err)
    },
    curl: (id) => {
      const command = curlOf(api, api.endpoints[id] ?? assert.fail(id), { body, output: null })
      const env = { ...process.env, GATEHOUSE_URL: gateway.baseUrl, GATEHOUSE_KEY: key }
      return run('sh', ['-c', `${command} -s -f -H 'x-gateway-provider: live'`], { env })
    },
  }
  for (const [writer, write] of Object.entries(writers)) {
    const call = async (id: string) => {
      upstream.received.length = 0
      await write(id)
      return upstream.received.at(-1)?.body.toString() ?? ''
    }
    assert.equal(
      (await call('sendForm')).replaceAll('+', '%20'),
      'tags=a%20b,c%2Cd&ids=1%7C2&plain=x&plain=y&place%5Bcity%5D=%C3%85s&rule=%7B%22a%22%3A1%7D',
      writer,
    )
    const parts = await call('sendParts')
    assert.match(
      parts,
      /name="place"\r\ncontent-type: application\/vnd\.place\+json\r\n\r\n\{"city":"Ås"\}\r\n/i,
      writer,
    )
    assert.match(parts, /name="rule\[a\]"\r\n\r\n1\r\n/, writer)
    // of several types, none is chosen
    assert.match(parts, /name="tags"\r\n\r\na b\r\n/, writer)
  }

  const { paths } = Object(await (await gateway.call('/openapi/forms.json')).json())
  const encodingOf = (path: string, type: string) => paths[path].post.requestBody.content[type].encoding
  assert.deepEqual(encodingOf('/form', 'application/x-www-form-urlencoded'), formEncoding)
  assert.deepEqual(encodingOf('/parts', 'multipart/form-data'), { place: partEncoding.place, rule: partEncoding.rule })
})

test('embedded answers keep the fields of forms and of multipart bodies as values of their kinds', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  const thing = {
    type: 'object',
    required: ['name', 'age', 'tags', 'place'],
    properties: {
      id: { type: 'string' },
      name: { type: 'string' },
      age: { $ref: '#/components/schemas/Age' },
      tags: { type: 'array', items: { type: 'string' } },
      place: { type: 'object', properties: { city: { type: 'string' }, at: { type: 'object' } } },
    },
  }
  const answer = {
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
    description: '',
  }
  const schema = { $ref: '#/components/schemas/Thing' }
  const content = {
    'application/x-www-form-urlencoded': {
      schema,
      encoding: { tags: { style: 'pipeDelimited', explode: false }, place: { style: 'deepObject', explode: true } },
    },
    'multipart/form-data': { schema, encoding: { place: { contentType: 'application/json' } } },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    servers: [{ url: 'https://things.example.com' }],
    components: { schemas: { Thing: thing, Age: { type: ['integer', 'null'] } } },
    paths: {
      '/things': { post: { requestBody: { content }, responses: { 201: answer } } },
      '/things/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: answer },
        },
      },
    },
  }
  for (const check of ['provider', 'gateway']) {
    const added = await admin(gateway, 'POST', `/apis?slug=things-${check}&check=${check}`, document)
    assert.equal(added.status, 201, added.text)
    const { key } = await gateway.account()
    const headers = { 'x-gateway-key': key, 'x-gateway-provider': 'embedded' }
    const parts = new FormData()
    const fields = { name: 'Gate', age: '7', tags: '', place: '{"city":"Ås"}' }
    for (const [name, value] of Object.entries(fields)) if (value !== '') parts.append(name, value)
    for (const tag of ['a', 'b']) parts.append('tags', tag)
    const form = new URLSearchParams('name=Gate&age=7&tags=a|b&place[city]=Ås')
    for (const sent of [form, parts]) {
      const kept = await fetch(`${gateway.baseUrl}/v1/proxy/things-${check}/things`, {
        method: 'POST',
        headers,
        body: sent,
      })
      const { id, ...value } = Object(await kept.json())
      assert.deepEqual([kept.status, value], [201, { name: 'Gate', age: 7, tags: ['a', 'b'], place: { city: 'Ås' } }])
    }
  }
})
