// Keys: where callers may put the gateway key, what a wrong one gets, and which provider key is sent where.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { anyObject, defineApi, get, hosted, ownKey, req, str } from '#define'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { errorOf, openProxy } from '../harness/proxy.ts'
import { providerKeys } from '../harness/proxy-apis.ts'
import { headerIn } from '../harness/raw-http.ts'

const optional = (base: string) =>
  defineApi({
    slug: 'optional',
    title: 'Optional',
    summary: 'Works without a key.',
    surface: hosted,
    upstream: base,
    auth: ownKey.header('x-token', '', { optional: true }),
    endpoints: {
      things: get('/things', 'Things', { returns: anyObject() }),
      improved: get('/improved', 'A separate key', {
        returns: anyObject(),
        params: { 'x-api-key': req.str({ in: 'header', credential: true, secret: true }), note: str({ in: 'header' }) },
        auth: ownKey.header('x-api-key'),
      }),
    },
  })
const suffixed = (base: string) =>
  defineApi({
    slug: 'suffixed',
    title: 'Suffixed',
    summary: 'Another address for some keys.',
    surface: hosted,
    upstream: { base: `${base}/paid`, byKeySuffix: { ':fx': `${base}/free` } },
    auth: ownKey.header('authorization', 'Label-Auth-Key '),
    endpoints: { things: get('/things', 'Things', { returns: anyObject() }) },
  })
const named = (base: string) =>
  defineApi({
    slug: 'named',
    title: 'Named',
    summary: 'Its SDK sends the key as a parameter of the header.',
    surface: hosted,
    upstream: base,
    auth: ownKey.query('api_key', { also: ['authorization'], authParam: 'api_key', optional: true }),
    endpoints: { things: get('/things', 'Things', { returns: anyObject() }) },
  })
const proxy = await openProxy(
  { after },
  {
    more: (base) =>
      [optional(base), suffixed(base), named(base)].map((api) => ({
        api,
        provider: undefined,
        live: {},
        examples: {},
      })),
  },
)
/** An account without any provider key. */
const bare = await proxy.gateway.account()
const live = { 'x-gateway-provider': 'live' }

beforeEach(() => {
  proxy.upstream.received.length = 0
})

const without = (headers: Record<string, string>, path = '/things', slug = 'plain') =>
  proxy.call(`/${slug}${path}`, { key: null, headers })

for (const [what, slug, headers, path] of [
  ['x-gateway-key', 'plain', (key: string) => ({ 'x-gateway-key': key }), '/things'],
  ['Authorization: Bearer', 'bearer', (key: string) => ({ authorization: `Bearer ${key}` }), '/things'],
  ['x-api-key', 'bearer', (key: string) => ({ 'x-api-key': key }), '/things'],
  ['x-goog-api-key', 'bearer', (key: string) => ({ 'x-goog-api-key': key }), '/things'],
  [
    'Authorization: Label-Auth-Key',
    'labelled',
    (key: string) => ({ authorization: `Label-Auth-Key ${key}` }),
    '/things',
  ],
  ['the header of the provider', 'bare', (key: string) => ({ 'x-developer-key': key }), '/things'],
  ['the query parameter of the provider', 'asked', () => ({}), `/things?api_key=${proxy.key}`],
] as const) {
  test(`an SDK may put the gateway key in ${what}, where the provider gets its own key`, async () => {
    const response = await without(headers(proxy.key), path, slug)
    assert.equal(response.status, 200)
    const { headers: sent, url } = proxy.last()
    if (slug === 'bearer') assert.equal(sent.authorization, `Bearer ${providerKeys.bearer}`)
    if (slug === 'labelled') assert.equal(sent.authorization, `Label-Auth-Key ${providerKeys.labelled}`)
    if (slug === 'bare') assert.equal(sent['x-developer-key'], providerKeys.bare)
    if (slug === 'asked') assert.equal(url, `/things?api_key=${encodeURIComponent(providerKeys.asked)}`)
    assert.ok(!JSON.stringify([sent, url]).includes(proxy.key))
  })
}

test('an SDK may put the gateway key in a parameter of Authorization where the API declares it', async () => {
  const key = `IDS licensee="sl_1" api_key="${proxy.key}" user="u"`
  assert.equal((await without({ ...live, authorization: key }, '/things', 'named')).status, 200)
  assert.ok(!JSON.stringify([proxy.last().headers, proxy.last().url]).includes(proxy.key))
  for (const [slug, authorization] of [
    ['plain', key],
    ['named', `IDS other_key="${proxy.key}"`],
    ['named', `IDS api_key="${proxy.key}x"`],
  ] as const)
    assert.equal((await without({ authorization }, '/things', slug)).status, 401, slug)
})

test('a key in any other location is refused', async () => {
  for (const [slug, path, headers] of [
    ['plain', `/things?api_key=${proxy.key}`, {}],
    ['asked', `/things?key=${proxy.key}`, {}],
    ['plain', '/things', { 'x-developer-key': proxy.key }],
    ['plain', '/things', { cookie: `x-gateway-key=${proxy.key}` }],
    ['plain', '/things', { 'proxy-authorization': `Bearer ${proxy.key}` }],
    ['plain', '/things', { authorization: `Basic ${Buffer.from(`${proxy.key}:`).toString('base64')}` }],
  ] as const)
    assert.equal((await without(headers, path, slug)).status, 401, JSON.stringify([slug, path]))
  assert.equal(proxy.upstream.received.length, 0)
})

test('x-gateway-key takes precedence: a valid key elsewhere does not make up for a wrong one there', async () => {
  const response = await without({ 'x-gateway-key': 'gh_live_wrong', authorization: `Bearer ${proxy.key}` })
  assert.equal(response.status, 401)
})

test('a missing key and a wrong one get identical answers', async (t) => {
  const flipped = proxy.key.slice(0, -1) + (proxy.key.endsWith('0') ? '1' : '0')
  const unknown = (
    await proxy.gateway.components.keys.create({ accountId: bare.accountId, surface: 'market', name: 'Market' })
  ).key
  const bodies = new Set<string>()
  for (const field of [
    'X-None: 1',
    'x-gateway-key:',
    'x-gateway-key: x',
    `x-gateway-key: ${flipped}`,
    `x-gateway-key: ${proxy.key}x`,
    `x-gateway-key: ${proxy.key.toUpperCase()}`,
    `x-gateway-key: ${proxy.gateway.adminKey}`,
    `x-gateway-key: ${reveal(unknown)}`,
    `x-gateway-key: ${'a'.repeat(5000)}`,
    `x-gateway-key: ${proxy.key}\r\nx-gateway-key: ${proxy.key}`,
  ]) {
    const answer = await proxy.raw(
      t,
      `GET /v1/proxy/plain/things HTTP/1.1\r\nHost: x\r\nx-request-id: same-request\r\n${field}\r\n\r\n`,
    )
    assert.equal(answer.status, 401, field.slice(0, 60))
    assert.equal(headerIn(answer, 'www-authenticate'), 'ApiKey header="x-gateway-key"')
    const names = answer.headers.map(([name]) => name).join()
    bodies.add(`${names} ${answer.body}`)
  }
  assert.equal(bodies.size, 1)
  assert.match([...bodies].join(), /"code":"key\.invalid"/)
})

test('refusing a wrong key takes as long as refusing a missing one', async () => {
  const times = async (headers: Record<string, string>) => {
    const startedMs = performance.now()
    await (await without(headers)).text()
    return performance.now() - startedMs
  }
  for (const headers of [{}, { 'x-gateway-key': 'x' }, { 'x-gateway-key': `gh_live_${'a'.repeat(27)}_abcdef` }])
    assert.ok((await times(headers)) >= 9)
})

test('a call without the provider key it needs is a 403 that says how to store one', async () => {
  for (const slug of ['bearer', 'bare', 'labelled', 'pathed', 'wrapped']) {
    const refused = await errorOf(await proxy.call(`/${slug}/things`, { key: bare.key, headers: live }))
    assert.deepEqual([refused.status, refused.code], [403, 'provider_key.missing'])
    assert.match(String(refused.message), new RegExp(`PUT ${proxy.gateway.baseUrl}/v1/me/provider-keys/${slug} `))
  }
  assert.equal(proxy.upstream.received.length, 0)
})

test('calls to keyless APIs, and to APIs whose key is optional, are sent without a key', async () => {
  assert.equal((await proxy.call('/plain/things', { key: bare.key, headers: live })).status, 200)
  assert.equal((await proxy.call('/optional/things', { key: bare.key, headers: live })).status, 200)
  assert.equal(proxy.last().headers['x-token'], undefined)
  assert.equal((await proxy.call('/optional/things')).status, 200)
  assert.equal(proxy.last().headers['x-token'], 'pk-optional')
})

test('the stored key fills a declared credential, and the value of the caller counts only without one', async () => {
  const stored = await proxy.call('/asked/things')
  assert.equal(stored.status, 200)
  assert.equal(proxy.last().url, `/things?api_key=${encodeURIComponent(providerKeys.asked)}`)
  assert.equal((await proxy.call('/asked/things?api_key=mine')).status, 200)
  assert.equal(proxy.last().url, `/things?api_key=${encodeURIComponent(providerKeys.asked)}`)
  const own = await proxy.call('/asked/things?api_key=mine&limit=1', { key: bare.key, headers: live })
  assert.equal(own.status, 200)
  assert.equal(proxy.last().url, '/things?api_key=mine&per_page=1')
  const neither = await errorOf(await proxy.call('/asked/things', { key: bare.key, headers: live }))
  assert.deepEqual([neither.status, neither.code], [403, 'provider_key.missing'])
})

test('an endpoint may take the key in another location than its API', async () => {
  assert.equal((await proxy.call('/optional/improved', { headers: { note: 'n' } })).status, 200)
  assert.deepEqual(
    [proxy.last().headers['x-api-key'], proxy.last().headers['x-token'], proxy.last().headers.note],
    ['pk-optional', undefined, 'n'],
  )
  const own = { ...live, 'x-api-key': 'mine' }
  assert.equal((await proxy.call('/optional/improved', { key: bare.key, headers: own })).status, 200)
  assert.equal(proxy.last().headers['x-api-key'], 'mine')
})

test('the suffix of a provider key chooses among the declared addresses, and nothing else does', async () => {
  await proxy.gateway.storeKey(proxy.accountId, 'suffixed', 'pk-0123456789:fx')
  await proxy.call('/suffixed/things')
  assert.equal(proxy.last().url, '/free/things')
  await proxy.gateway.storeKey(proxy.accountId, 'suffixed', 'pk-0123456789')
  await proxy.call('/suffixed/things', { headers: { authorization: 'Label-Auth-Key x:fx' } })
  assert.equal(proxy.last().url, '/paid/things')
})

test('a new provider key takes effect at once, and so does its removal', async () => {
  const { accountId, key } = await proxy.gateway.account()
  await proxy.gateway.storeKey(accountId, 'bare', 'pk-first-0123456789')
  await proxy.call('/bare/things', { key })
  assert.equal(proxy.last().headers['x-developer-key'], 'pk-first-0123456789')
  await proxy.gateway.storeKey(accountId, 'bare', 'pk-second-0123456789')
  await proxy.call('/bare/things', { key })
  assert.equal(proxy.last().headers['x-developer-key'], 'pk-second-0123456789')
  await proxy.gateway.components.vault.remove(accountId, 'bare')
  assert.equal((await proxy.call('/bare/things', { key })).status, 403)
  assert.equal(proxy.upstream.received.length, 2)
})

test('a placeholder of the first start is never sent', async () => {
  const { accountId, key } = await proxy.gateway.account()
  await proxy.gateway.storeKey(accountId, 'bearer', 'gatehouse-placeholder-bearer')
  assert.equal((await errorOf(await proxy.call('/bearer/things', { key, headers: live }))).code, 'provider_key.missing')
  assert.equal(proxy.upstream.received.length, 0)
})
