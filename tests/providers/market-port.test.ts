// The port of the item market names its own paths to whoever asks for another.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGateway } from '../harness/open-gateway.ts'

test('an unknown path at the port of the market is answered with paths of the market', async (t) => {
  const { marketUrl } = await openGateway(t)
  for (const path of ['/', '/v1/me', '/docs']) {
    const answer = await fetch(marketUrl + path)
    assert.equal(answer.status, 404)
    const { error } = Object(await answer.json())
    assert.ok(error.details.nearest.length > 0)
    for (const near of error.details.nearest) assert.match(near, /^\/api\/v1\//)
  }
})
