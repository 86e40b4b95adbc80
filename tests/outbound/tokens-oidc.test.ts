// Tokens of client credentials from a real token server, oidc-provider, and a provider that accepts what it has issued.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Provider } from 'oidc-provider'
import { ownKey } from '#define'
import { keyPlace } from '#define/reflect'
import { keyedApis } from '../harness/keyed-apis.ts'
import { errorOf, openProxy } from '../harness/proxy.ts'
import { sendJson } from '../harness/upstream.ts'

const secret = 'cs/Secret+0123456789=&%:x'
const scopes = ['read', 'write:all']

const server = createServer((request, response) => void issuer.callback()(request, response))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => void server.close())
const issuerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const issuer = new Provider(issuerUrl, {
  scopes,
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  clients: [
    ['in-header', 'client_secret_basic', 'read write:all'],
    ['in-body', 'client_secret_post', 'read write:all'],
    ['narrow', 'client_secret_basic', 'read'],
  ].map(([id = '', method, scope = '']) => ({
    ...{ client_id: id, client_secret: secret, grant_types: ['client_credentials'], scope },
    ...{ redirect_uris: [], response_types: [], token_endpoint_auth_method: method as 'client_secret_basic' },
  })),
})
let issued = 0
issuer.on('grant.success', () => {
  issued++
})

const url = `${issuerUrl}/token`
const auth = {
  'in-header': ownKey.clientCredentials({ url, scopes }),
  'in-body': ownKey.several([keyPlace.header('authorization', 'token', 'Bearer ')], {
    token: { url, scopes, client: 'body' },
  }),
  narrow: ownKey.clientCredentials({ url, scopes }),
}
const schemes = Object.fromEntries(
  Object.entries(auth).map(([slug, one]) => [slug, { auth: one, stored: { parts: {} }, secrets: [] }]),
)
const proxy = await openProxy({ after }, { more: (base) => keyedApis(base, schemes) })
proxy.answer = async (request, response) => {
  const text = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const token = await issuer.ClientCredentials.find(text)
  if (token) sendJson(response, { client: token.clientId, scope: token.scope, echo: text })
  else sendJson(response, { error: 'invalid_token', echo: text }, { status: 401 })
}

const store = (slug: string, parts: Readonly<Record<string, string>>) =>
  proxy.gateway.call(`/v1/me/provider-keys/${slug}`, {
    ...{ method: 'PUT', key: proxy.key, body: JSON.stringify({ parts }) },
    headers: { 'content-type': 'application/json' },
  })
const tokenSent = () => String(proxy.last().headers.authorization).slice('Bearer '.length)

for (const slug of ['in-header', 'in-body'])
  test(`${slug}: calls go out with a token, one for all of them, and a revoked one is replaced`, async () => {
    assert.equal((await store(slug, { client_id: slug, client_secret: secret })).status, 200)
    const before = issued
    const responses = await Promise.all(Array.from({ length: 30 }, () => proxy.call(`/${slug}/things`)))
    for (const response of responses) {
      assert.equal(response.status, 200)
      const body = Object(await response.json())
      assert.deepEqual([body.client, body.scope], [slug, 'read write:all'])
      assert.match(body.echo, /^\*+$/)
    }
    assert.equal(issued, before + 1)
    const first = tokenSent()
    await (await issuer.ClientCredentials.find(first))?.destroy()
    assert.equal((await proxy.call(`/${slug}/things`)).status, 200)
    assert.equal(issued, before + 2)
    assert.notEqual(tokenSent(), first)
    assert.ok(!proxy.gateway.logged.some((line) => line.includes(first) || line.includes(secret)))
  })

test('a wrong secret and a scope that the client may not have are refused in our words', async () => {
  await store('in-header', { client_id: 'in-header', client_secret: 'cs-wrong-0123456789' })
  const wrong = await errorOf(await proxy.call('/in-header/things'))
  assert.deepEqual([wrong.status, wrong.code], [403, 'provider_key.token_refused'])
  assert.ok(String(wrong.message).includes('does not know this client id with this secret'))
  await store('narrow', { client_id: 'narrow', client_secret: secret })
  const narrow = await errorOf(await proxy.call('/narrow/things'))
  assert.deepEqual([narrow.status, narrow.code], [403, 'provider_key.token_refused'])
  assert.ok(String(narrow.message).includes('scopes'), String(narrow.message))
})
