// Fields of forms are written as an added API declares, where the gateway writes them: in calls of agents. The served
// document says the same to others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'
import { callTool } from '../mcp/agent.ts'
import { admin } from './document.ts'

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

test('fields of forms are written as an added API declares', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, {}))
  const added = await admin(gateway, 'POST', `/apis?slug=forms&base=${encodeURIComponent(upstream.url)}`, document)
  assert.equal(added.status, 201, added.text)
  const { accountId } = await gateway.account()
  const made = await gateway.components.keys.create({ accountId, surface: 'hosted', name: 'Agent', agent: 'write' })
  const call = async (name: string) => {
    const order = { operation: `forms.${name}`, provider: 'live', arguments: { body } }
    const result = await callTool(gateway, 'call_write', order, { key: reveal(made.key) })
    assert.notEqual(result.isError, true, JSON.stringify(result))
    return upstream.received.at(-1)?.body.toString() ?? ''
  }
  assert.equal(
    await call('sendForm'),
    'tags=a%20b,c%2Cd&ids=1%7C2&plain=x&plain=y&place%5Bcity%5D=%C3%85s&rule=%7B%22a%22%3A1%7D',
  )
  const parts = await call('sendParts')
  assert.match(parts, /name="place"\r\ncontent-type: application\/vnd\.place\+json\r\n\r\n\{"city":"Ås"\}\r\n/)
  // of several types, none is chosen
  assert.match(parts, /name="tags"\r\n\r\na b\r\n/)

  const { paths } = Object(await (await gateway.call('/openapi/forms.json')).json())
  const encodingOf = (path: string, type: string) => paths[path].post.requestBody.content[type].encoding
  assert.deepEqual(encodingOf('/form', 'application/x-www-form-urlencoded'), formEncoding)
  assert.deepEqual(encodingOf('/parts', 'multipart/form-data'), { place: partEncoding.place })
})
