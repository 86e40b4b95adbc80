// The reference page of an added API, which can have thousands of operations.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '#define/present'
import { apiOf, embeddedOf, examplesOf, readDescription } from '#descriptions'
import { apiPage } from '../../packages/gateway/src/api/docs/api-page.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import { admin, petDocument } from './document.ts'

const operations = 300

test('the reference page of an added API is that of its declaration', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
  const paths = Array.from({ length: operations }, (_, at) => [
    `/things${at}/{id}`,
    { get: { operationId: `read${at}`, parameters, responses: { 200: { description: 'A thing' } } } },
  ])
  const document = JSON.stringify(petDocument({ title: 'Large', paths: Object.fromEntries(paths) }))
  assert.equal((await admin(gateway, 'POST', '/apis?slug=large', document)).status, 201)
  const answer = await gateway.call('/docs/large')
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
  const page = await answer.text()
  const description = await readDescription(document)
  const api = apiOf(description, { slug: 'large' })
  const listing = present(api.listings[0])
  const provider = embeddedOf(description, 'large')
  const source = { api, listing, examples: examplesOf(description), provider, address: gateway.baseUrl }
  const { title, navigation, content } = await apiPage(source)
  for (const part of [title, navigation.text, content.text]) assert.ok(page.includes(part))
})
