// The life of an added API: added, called live, documented, found by agents, changed and removed, in every process and
// without a restart.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { eachStore } from '../harness/services.ts'
import { smallApi } from '../harness/small-api.ts'
import { until } from '../harness/until.ts'
import { type Cleanup, openUpstream, sendJson } from '../harness/upstream.ts'
import { admin, petDocument } from './document.ts'

await eachStore('an added API', (database) => {
  const open = (t: Cleanup, { dataDir, url } = database.target) =>
    openGateway(t, {
      dataDir,
      environment: { ...(url !== undefined && { GATEHOUSE_DATABASE_URL: url }) },
      apis: [smallApi()],
    })
  const shop = (t: Cleanup) =>
    openUpstream(t, ({ method, url }, response) =>
      method === 'DELETE' ? void response.writeHead(204).end() : sendJson(response, { url }),
    )

  test('is called live from the next call on, with the key where the document says, and counted', async (t) => {
    const gateway = await open(t)
    const upstream = await shop(t)
    const query = `?slug=pet-shop&base=${encodeURIComponent(`${upstream.url}/v1`)}`
    const added = await admin(gateway, 'POST', `/apis${query}`, petDocument())
    assert.equal(added.status, 201, added.text)
    assert.deepEqual([added.json.slug, added.json.title, added.json.operations], ['pet-shop', 'Pet shop', 4])
    assert.equal(added.json.base, `${upstream.url}/v1`)
    const { accountId, key } = await gateway.account()
    const missing = await gateway.call('/v1/proxy/pet-shop/pets', { key })
    assert.equal(missing.status, 403)
    const stored = await admin(gateway, 'PUT', `/accounts/${accountId}/provider-keys/pet-shop`, {
      key: 'shop-key-123456',
    })
    assert.equal(stored.status, 200, stored.text)
    const answer = await gateway.call('/v1/proxy/pet-shop/pets?kind=cat&more=1&more=%C3%A9', { key })
    assert.deepEqual([answer.status, await answer.json()], [200, { url: '/v1/pets?kind=cat&more=1&more=%C3%A9' }])
    assert.equal(answer.headers.get('x-gateway-provider'), 'live')
    assert.equal(upstream.received[0]?.headers['x-shop-key'], 'shop-key-123456')
    assert.equal(upstream.received[0]?.headers['x-gateway-key'], undefined)
    const posted = await gateway.call('/v1/proxy/pet-shop/pets', {
      key,
      method: 'POST',
      body: '<pet/>',
      headers: { 'content-type': 'application/xml' },
    })
    assert.equal(posted.status, 200)
    const sent = upstream.received[1]
    assert.deepEqual([sent?.body.toString(), sent?.headers['content-type']], ['<pet/>', 'application/xml'])
    const usage = await admin(gateway, 'GET', `/usage?account=${accountId}&by=day&listing=pet-shop`)
    assert.equal(Object(usage.json.total).calls, 3)
    await admin(gateway, 'DELETE', '/apis/pet-shop')
  })

  test('is in the lists, the reference, OpenAPI and what agents find', async (t) => {
    const gateway = await open(t, await database.empty())
    const upstream = await shop(t)
    const base = encodeURIComponent(upstream.url)
    const mcp = mcpOf(gateway)
    assert.doesNotMatch(await mcp('find_operations', { query: 'list capybaras' }), /pet-shop/)
    await admin(gateway, 'POST', `/apis?base=${base}`, petDocument())
    for (const path of ['/openapi', '/openapi.json', '/llms.txt', '/docs/index.json', '/openapi/pet-shop.json'])
      assert.match(await (await gateway.call(path)).text(), /pet-shop/, path)
    assert.equal((await gateway.call('/docs/pet-shop')).status, 200)
    assert.match(await (await gateway.call('/v1/me/listings')).text(), /"slug":"pet-shop"/)
    const listed = await admin(gateway, 'GET', '/apis')
    assert.deepEqual(
      Object(listed.json.apis).map((one: { slug: string; added: boolean }) => [one.slug, one.added]),
      [
        ['small', false],
        ['pet-shop', true],
      ],
    )
    assert.match(await mcp('find_operations', { query: 'list capybaras' }), /pet-shop\.listPets/)
    // the demo account wants embedded answers, and gets what it has made before
    const json = { 'content-type': 'application/json' }
    const made = await gateway.call('/v1/proxy/pet-shop/pets', {
      method: 'POST',
      body: '{"name":"Ada"}',
      headers: json,
    })
    const { id } = Object(await made.json())
    const read = await gateway.call(`/v1/proxy/pet-shop/pets/${id}`)
    assert.deepEqual([made.status, read.status, Object(await read.json()).name], [201, 200, 'Ada'])
    assert.equal(read.headers.get('x-gateway-provider'), 'embedded')
    assert.equal(upstream.started(), 0)
    await admin(gateway, 'PUT', `/accounts/${gateway.demoAccountId}/provider-keys/pet-shop`, { key: 'shop-key-123456' })
    assert.match(await mcp('call_read', { operation: 'pet-shop.listPets' }), /listPets answered 200.*\/pets/)
    await admin(gateway, 'DELETE', '/apis/pet-shop')
    assert.doesNotMatch(await mcp('find_operations', { query: 'list capybaras' }), /pet-shop/)
    assert.equal((await gateway.call('/docs/pet-shop')).status, 404)
  })

  test('is served, changed and removed by every process within two seconds, and after a restart', async (t) => {
    const [first, second] = [await open(t), await open(t)]
    const upstream = await shop(t)
    const base = encodeURIComponent(upstream.url)
    const { accountId, key } = await first.account()
    const within2s = async (path: string, status: number) => {
      const began = Date.now()
      await until(async () => (await second.call(path, { key })).status === status, `${path} is ${status}`)
      assert.ok(Date.now() - began < 2000)
    }
    await admin(first, 'POST', `/apis?base=${base}`, petDocument())
    await within2s('/v1/proxy/pet-shop/pets', 403)
    await admin(first, 'PUT', `/accounts/${accountId}/provider-keys/pet-shop`, { key: 'shop-key-123456' })
    await within2s('/v1/proxy/pet-shop/pets', 200)
    const document = petDocument()
    const changed = { ...document, paths: { ...document.paths, '/shops': { get: { responses: {} } } } }
    const updated = await admin(first, 'PUT', '/apis/pet-shop', changed)
    assert.deepEqual([updated.status, updated.json.revision], [200, 2], updated.text)
    await within2s('/v1/proxy/pet-shop/shops', 200)
    const third = await open(t)
    assert.equal((await third.call('/v1/proxy/pet-shop/shops', { key })).status, 200)
    const exported = await admin(third, 'GET', '/apis/pet-shop/document')
    assert.equal(exported.text, JSON.stringify(changed))
    assert.equal((await admin(third, 'DELETE', '/apis/pet-shop')).status, 204)
    assert.equal((await third.call('/v1/proxy/pet-shop/pets', { key })).status, 404)
    await within2s('/v1/proxy/pet-shop/pets', 404)
    // a key that was stored for the old API never reaches a new one of the same slug
    await admin(first, 'POST', `/apis?base=${base}`, petDocument())
    assert.equal((await first.call('/v1/proxy/pet-shop/pets', { key })).status, 403)
    await admin(first, 'DELETE', '/apis/pet-shop')
  })

  test('of two that are added under one slug, one is refused', async (t) => {
    const [first, second] = [await open(t), await open(t)]
    const answers = await Promise.all(
      [first, second, first, second].map((gateway) => admin(gateway, 'POST', '/apis?slug=race', petDocument())),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
    await admin(first, 'DELETE', '/apis/race')
  })
})

/** Returns a function that calls a tool of the gateway and returns its text. */
function mcpOf(gateway: OpenGateway): (name: string, args: object) => Promise<string> {
  return async (name, args) => {
    const { key } = gateway
    const response = await fetch(`${gateway.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        'x-gateway-key': key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    })
    return response.text()
  }
}
