// A stored key that is the subject of a call: it takes the place of its stand-in in the path, and of a gateway key, and
// of nothing else (docs/architecture.md, outbound rule 3).
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { errorOf, openProxy } from '../harness/proxy.ts'
import { providerKeys } from '../harness/proxy-apis.ts'

const proxy = await openProxy({ after })

beforeEach(() => {
  proxy.upstream.received.length = 0
})

test('the stand-in and a key of the gateway become the stored key', async () => {
  for (const written of ['stored', proxy.key]) {
    assert.equal((await proxy.call(`/pathed/keys/${written}/of/ada%2Flovelace?page=1`)).status, 200)
    assert.equal(proxy.last().url, `/keys/${providerKeys.pathed}/of/ada%2Flovelace?page=1`)
  }
})

test('a key of the gateway in that place also identifies the caller', async () => {
  const key = null
  assert.equal((await proxy.call(`/pathed/keys/${proxy.key}/of/ada`, { key })).status, 200)
  assert.equal(proxy.last().url, `/keys/${providerKeys.pathed}/of/ada`)
  assert.equal((await proxy.call('/pathed/keys/stored/of/ada', { key })).status, 401)
  assert.equal((await proxy.call(`/pathed/keys/stored/of/${proxy.key}`, { key })).status, 401)
})

test('a key of the caller stays as it is', async () => {
  assert.equal((await proxy.call('/pathed/keys/ak_other/of/ada')).status, 200)
  assert.equal(proxy.last().url, '/keys/ak_other/of/ada')
})

test('a key of the gateway anywhere else in the path is refused', async () => {
  for (const key of ['stored', 'ak_other']) {
    const response = await proxy.call(`/pathed/keys/${key}/of/${proxy.key}`)
    assert.deepEqual([response.status, (await errorOf(response)).code], [400, 'input.invalid'])
  }
  assert.equal(proxy.upstream.received.length, 0)
})

test('without a stored key, the call is refused and not sent', async () => {
  await proxy.gateway.components.vault.remove(proxy.accountId, 'pathed')
  for (const written of ['stored', proxy.key]) {
    const headers = { 'x-gateway-provider': 'live' }
    const response = await proxy.call(`/pathed/keys/${written}/of/ada`, { headers })
    assert.deepEqual([response.status, (await errorOf(response)).code], [403, 'provider_key.missing'])
  }
  assert.equal((await proxy.call('/pathed/keys/ak_other/of/ada')).status, 200)
  assert.equal(proxy.upstream.received.length, 1)
})
