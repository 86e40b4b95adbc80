// An agent sees with each operation who would answer it, before it calls.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { callTool } from './agent.ts'

test('operations are found with who would answer them, and whether a key for that is missing', async (t) => {
  const gateway = await openGateway(t)
  const { accountId, key: ownKey } = await gateway.account()
  const found = async (api: string, key: string) => {
    const { content } = await callTool(gateway, 'find_operations', { api, limit: 1 }, { key })
    return String(content[0].text).split('\n')[0]
  }
  const own = async (method: string, path: string, body?: object) =>
    gateway.call(`/v1/me/${path}`, {
      ...{ method, key: ownKey },
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  assert.match((await found('personal-finance', gateway.key)) ?? '', /^personal-finance\.\w+ \[\w+\] .+ \(embedded\)$/)
  await own('PUT', 'provider-keys/personal-finance', { key: 'k3y-of-the-provider' })
  assert.equal((await own('PUT', 'listings/personal-finance', { provider: 'live' })).status, 200)
  assert.match((await found('personal-finance', ownKey)) ?? '', / \(live\)$/)
  await own('DELETE', 'provider-keys/personal-finance')
  assert.match((await found('personal-finance', ownKey)) ?? '', / \(live, but its key is missing\)$/)

  const scopes = [{ slug: 'personal-finance' }]
  const narrow = await gateway.components.keys.create({ accountId, surface: 'hosted', name: 'Agent', scopes })
  assert.match((await found('personal-finance', reveal(narrow.key))) ?? '', /[^)]$/)
})

test('an agent whose call lacks a provider key is told where a person stores it, and nothing else is', async (t) => {
  const gateway = await openGateway(t)
  const read = (operation: string, provider: string) =>
    callTool(gateway, 'call_read', { operation, provider }, { key: gateway.key })
  const missing = await read('translation.listGlossaries', 'live')
  assert.match(missing.content[0].text, /answered 403/)
  const address = `${gateway.baseUrl}/console/provider-keys?slug=translation`
  assert.equal(missing.content[2].text, `Do not ask for the key here. A person stores it at ${address}`)
  const answered = await read('translation.listGlossaries', 'embedded')
  assert.equal(answered.content.length, 2)
  const refused = await read('personal-finance.getUser', 'embedded')
  assert.ok(!JSON.stringify(refused).includes('/console/provider-keys'))
})
