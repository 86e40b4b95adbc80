// What only shows through the gateway: fields alone make a search too, and a browser gets one CORS header, because it
// would refuse two.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../../tests/harness/open-gateway.ts'

const gateway = await openGateway({ after }, { apis: await loadApis(apisFolder, 'book-catalogue') })

for (const [path, status] of [
  ['/search.json?q=hobbit', 200],
  ['/search.json?q=ab', 422],
  ['/subjects/Love.json', 200],
  ['/subjects/love.json', 200],
] as const)
  test(`${path} sends a browser exactly one CORS header`, async () => {
    const headers = { origin: 'https://app.example.org', 'x-gateway-provider': 'embedded' }
    const answer = await gateway.call(`/v1/proxy/book-catalogue${path}`, { headers })
    assert.equal(answer.status, status)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    await answer.arrayBuffer()
  })

test('a search by fields alone needs no q, and an empty one is refused', async () => {
  const answer = await gateway.call('/v1/proxy/book-catalogue/search.json?title=moby+dick&author=melville')
  const { numFound, q } = JSON.parse(await answer.text())
  assert.ok(numFound > 0)
  assert.equal(q, '')
  const nothing = await gateway.call('/v1/proxy/book-catalogue/search.json?limit=3&title=')
  assert.equal(nothing.status, 400)
  assert.equal(JSON.parse(await nothing.text()).error.details.problems[0].name, 'q')
})
