// What the operator says about keys in place of the document, and a document whose operations are at several addresses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import { type Cleanup, openUpstream, sendJson } from '../harness/upstream.ts'
import { admin, petDocument } from './document.ts'

/** A provider that also gives tokens. */
async function opened(t: Cleanup) {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  const upstream = await openUpstream(t, ({ url }, response) =>
    sendJson(response, url === '/token' ? { access_token: 'token-4711-abcdef', token_type: 'bearer' } : []),
  )
  const { accountId, key } = await gateway.account()
  const base = encodeURIComponent(upstream.url)
  const call = (path: string) => gateway.call(path, { key, headers: { 'x-gateway-provider': 'live' } })
  const store = (slug: string, body: object) =>
    admin(gateway, 'PUT', `/accounts/${accountId}/provider-keys/${slug}`, body)
  return { gateway, upstream, base, call, store }
}
const { security: _, components, ...withoutKeys } = petDocument()
const bare = { ...withoutKeys, components: { schemas: components.schemas } }

test('a key has a place although the document names none: a header or a query parameter of every operation', async (t) => {
  const { gateway, upstream, base, call, store } = await opened(t)
  const added = await admin(gateway, 'POST', `/apis?slug=in-header&base=${base}&keyHeader=X-Api-Key`, bare)
  assert.deepEqual(added.json.keys, [{ name: 'key', sent: 'the header x-api-key' }], added.text)
  await store('in-header', { key: 'bare-key-123456' })
  assert.equal((await call('/v1/proxy/in-header/pets')).status, 200)
  assert.equal(upstream.received.at(-1)?.headers['x-api-key'], 'bare-key-123456')

  await admin(gateway, 'POST', `/apis?slug=in-query&base=${base}&keyQuery=api_key`, petDocument())
  await store('in-query', { key: 'bare-key-123456' })
  await call('/v1/proxy/in-query/pets?kind=cat')
  assert.equal(upstream.received.at(-1)?.url, '/pets?api_key=bare-key-123456&kind=cat')

  // another place replaces the previous
  const moved = `/apis/in-query?keyHeader=X-Key&confirm=true`
  assert.deepEqual((await admin(gateway, 'PUT', moved, petDocument())).json.keys, [
    { name: 'key', sent: 'the header x-key' },
  ])
  for (const wrong of ['keyHeader=a%20b', 'keyHeader=a&keyQuery=b', 'keyQuery=__proto__'])
    assert.equal((await admin(gateway, 'POST', `/apis?slug=wrong&base=${base}&${wrong}`, bare)).status, 400, wrong)
})

test('tokens come from the address that the operator names, for the scopes that are chosen', async (t) => {
  const { gateway, upstream, base, call, store } = await opened(t)
  const tokenUrl = encodeURIComponent(`${upstream.url}/token`)
  const scopes = { read: 'Reads.', write: 'Writes.' }
  const flows = { authorizationCode: { authorizationUrl: 'https://x.test', tokenUrl: 'https://y.test', scopes } }
  const document = { ...petDocument(), components: { securitySchemes: { shopKey: { type: 'oauth2', flows } } } }
  const options = `base=${base}&tokenUrl=${tokenUrl}`
  const added = await admin(gateway, 'POST', `/apis?slug=tokens&${options}&scopes=read%20write`, document)
  assert.match(added.text, /client_id and client_secret at http:[^"]*\/token, for the scopes read write/)
  await store('tokens', { parts: { client_id: 'shop', client_secret: 'secret-123456' } })
  assert.equal((await call('/v1/proxy/tokens/pets')).status, 200)
  const [forToken, live] = upstream.received
  assert.equal(new URLSearchParams(forToken?.body.toString()).get('scope'), 'read write')
  assert.equal(live?.headers.authorization, 'Bearer token-4711-abcdef')

  const unknown = await admin(gateway, 'POST', `/apis?slug=other&${options}&scopes=admin`, document)
  assert.match(unknown.message, /There is no scope admin\. The document has read, write/)
  const none = await admin(gateway, 'POST', `/apis?slug=other&base=${base}&scopes=read`, petDocument())
  assert.match(none.message, /Name a token address/)
  // a document that names no scheme at all gets tokens, too
  assert.equal((await admin(gateway, 'POST', `/apis?slug=bare&${options}`, bare)).status, 201)
  await store('bare', { parts: { client_id: 'shop', client_secret: 'secret-123456' } })
  await call('/v1/proxy/bare/pets')
  assert.equal(upstream.received.at(-1)?.headers.authorization, 'Bearer token-4711-abcdef')
})

test('operations at another address are counted, and are served by an API of that address', async (t) => {
  const { gateway, upstream, base, call, store } = await opened(t)
  const { paths, ...rest } = petDocument()
  const upload = { post: { operationId: 'upload', responses: {} }, get: { operationId: 'uploads', responses: {} } }
  const document = { ...rest, paths: { ...paths, '/uploads': { servers: [{ url: upstream.url }], ...upload } } }
  const home = await admin(gateway, 'POST', '/apis?slug=home&dryRun=true', document)
  assert.deepEqual([home.json.operations, home.json.elsewhere], [4, [{ address: upstream.url, operations: 2 }]])
  const other = await admin(gateway, 'POST', `/apis?slug=uploads&base=${base}`, document)
  assert.deepEqual(
    [other.json.operations, other.json.elsewhere],
    [2, [{ address: 'https://pets.example.com/v1', operations: 4 }]],
  )
  await store('uploads', { key: 'shop-key-123456' })
  assert.equal((await call('/v1/proxy/uploads/uploads')).status, 200)
  assert.equal((await call('/v1/proxy/uploads/pets')).status, 404)
})
