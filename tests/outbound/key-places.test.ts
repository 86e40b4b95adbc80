// Provider keys in every place: each part reaches its places, replaces what the caller sent there, and is masked in
// whatever comes back (docs/architecture.md, outbound rules 3, 4 and 10).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type KeyScheme, keyedApis, keySchemes, type SchemeSlug } from '../harness/keyed-apis.ts'
import { errorOf, openProxy } from '../harness/proxy.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'

const token = 'tk-Token/0123456789.abc'
const tokenServer = await openUpstream({ after }, (_request, response) =>
  sendJson(response, { access_token: token, token_type: 'bearer', expires_in: 3600 }),
)
const schemes: Readonly<Record<SchemeSlug, KeyScheme>> = keySchemes(`${tokenServer.url}/token`)
const slugs = Object.keys(schemes) as SchemeSlug[]
const proxy = await openProxy({ after }, { more: (base) => keyedApis(base, schemes) })

const store = (slug: string, body: unknown, key = proxy.key) =>
  proxy.gateway.call(`/v1/me/provider-keys/${slug}`, {
    ...{ method: 'PUT', key, body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json' },
  })

before(async () => {
  for (const slug of slugs) assert.equal((await store(slug, schemes[slug].stored)).status, 200, slug)
})

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

/** The headers and the query that carry the key. */
const carriers: Readonly<Record<SchemeSlug, { headers: Readonly<Record<string, string>>; url?: string }>> = {
  cookie: { headers: { cookie: 'session_key=ck-Cookie/0123456789' } },
  basic: { headers: { authorization: basic('alice@example.test:pw-Basic/0123:456') } },
  'basic-user': { headers: { authorization: basic('sk_user_0123456789abcdef:') } },
  double: {
    headers: { 'dd-api-key': 'dd-api-0123456789abcdef', 'dd-application-key': 'dd-app-fedcba9876543210' },
  },
  everywhere: {
    headers: {
      'x-one': 'Key one-0123456789/abc',
      cookie: 'three=three-0123456789; again=one-0123456789/abc',
      authorization: basic('bob:proto-0123456789'),
    },
    url: '/things?two=two-0123456789%26abc&limit=5',
  },
  client: { headers: { authorization: `Bearer ${token}` } },
  'client-body': { headers: { authorization: `Bearer ${token}`, 'x-app': 'app-0123456789abcdef' } },
}

for (const slug of slugs) {
  const { headers, url = '/things?limit=5' } = carriers[slug]
  const secrets = slug.startsWith('client') ? [...schemes[slug].secrets, token] : schemes[slug].secrets

  test(`${slug}: each part is in its places, and nothing that the caller sent there`, async () => {
    const own = {
      authorization: 'Bearer own',
      cookie: 'session_key=own; three=own',
      'x-one': 'own',
      'dd-api-key': 'own',
    }
    const response = await proxy.call(`/${slug}/things?limit=5${slug === 'everywhere' ? '&two=own&%74wo=own' : ''}`, {
      headers: { ...own, 'x-extra': 'passes', connection: 'x-one, authorization, dd-api-key' },
    })
    assert.equal(response.status, 200, await response.text())
    const received = proxy.last()
    assert.equal(received.url, url)
    for (const [name, value] of Object.entries(headers)) {
      assert.equal(received.headers[name], value)
      assert.equal(received.rawHeaders.filter((one) => one.toLowerCase() === name).length, 1)
    }
    if (!('cookie' in headers)) assert.equal(received.headers.cookie, undefined)
  })

  test(`${slug}: nothing secret comes back, in any form, in headers or in bodies`, async () => {
    proxy.answer = (_request, response) => {
      const echoes = secrets.flatMap(echoesOf)
      response.writeHead(200, {
        'content-type': 'text/plain',
        ...Object.fromEntries(echoes.map((echo, at) => [`x-echo-${at}`, encodeURI(echo)])),
      })
      response.end(echoes.join('\n'))
    }
    const response = await proxy.call(`/${slug}/things`)
    assert.equal(response.status, 200)
    const texts = [await response.text(), ...[...response.headers].map(([, value]) => value)]
    for (const text of texts) for (const secret of secrets) assertHidden(text, secret)
    proxy.answer = (request, answer) => sendJson(answer, { received: request.rawHeaders, url: request.url })
    const whole = await (await proxy.call(`/${slug}/things`)).text()
    for (const secret of secrets) assertHidden(whole, secret)
  })

  test(`${slug}: the stored key is described by names and hints only`, async () => {
    const response = await proxy.gateway.call('/v1/me/provider-keys', { key: proxy.key })
    const text = await response.text()
    for (const secret of secrets) assert.ok(!text.includes(secret), text)
    const { providerKeys } = JSON.parse(text)
    const { parts } = providerKeys.find((one: { slug: string }) => one.slug === slug)
    const { stored } = schemes[slug]
    assert.deepEqual(
      parts?.map(({ name }: { name: string }) => name),
      'parts' in stored ? Object.keys(stored.parts) : undefined,
    )
  })
}

test('no log line and no record of a call holds a secret', async () => {
  const record = await (await proxy.gateway.call('/v1/me/calls?limit=100', { key: proxy.key })).text()
  for (const slug of slugs)
    for (const secret of [...schemes[slug].secrets, token]) {
      assertHidden(record, secret)
      for (const line of proxy.gateway.logged) assertHidden(line, secret)
    }
})

test('names by which the provider knows the account stay in the answer', async () => {
  const text = '{"user":"alice@example.test","client":"client-of-test","other":"bob"}'
  proxy.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(text)
  }
  for (const slug of ['basic', 'client', 'everywhere']) {
    const response = await proxy.call(`/${slug}/things`)
    assert.equal(await response.text(), text)
  }
})

const wrongForms: readonly [SchemeSlug, unknown, string][] = [
  ['double', { key: 'dd-api-0123456789abcdef' }, 'DD-API-KEY, DD-APPLICATION-KEY'],
  ['double', {}, 'DD-API-KEY, DD-APPLICATION-KEY'],
  ['double', { parts: {} }, 'DD-API-KEY, DD-APPLICATION-KEY'],
  ['double', { parts: { 'DD-API-KEY': 'dd-api-0123456789abcdef' } }, 'DD-API-KEY, DD-APPLICATION-KEY'],
  ['double', { parts: { 'dd-api-key': 'a0123456789', 'DD-APPLICATION-KEY': 'b0123456789' } }, 'DD-API-KEY'],
  ['client', { parts: { client_secret: 'cs-0123456789' } }, 'client_id, client_secret'],
  ['cookie', { parts: { session_key: 'ck-0123456789' } }, 'is one text'],
  ['cookie', { key: 'ck-0123456789', parts: {} }, 'is one text'],
]
for (const [slug, body, named] of wrongForms)
  test(`${slug}: ${JSON.stringify(body)} is refused with the right form`, async () => {
    const { status, code, message } = await errorOf(await store(slug, body))
    assert.deepEqual([status, code], [400, 'input.invalid'])
    assert.ok(String(message).includes(named), String(message))
  })

test('names that every object inherits, and parts that are not declared, are refused like others', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', '', 'x'.repeat(500)]) {
    const parts = `{"DD-API-KEY":"a-0123456789","DD-APPLICATION-KEY":"b-0123456789",${JSON.stringify(name)}:"c-0123456789"}`
    const response = await proxy.gateway.call('/v1/me/provider-keys/double', {
      ...{ method: 'PUT', key: proxy.key, body: `{"parts":${parts}}` },
      headers: { 'content-type': 'application/json' },
    })
    assert.equal((await errorOf(response)).code, 'input.invalid', name)
  }
})

test('a part that could split a head, or end a cookie, is refused, and the key before it stays', async () => {
  const bad = ['dd\r\nx-injected: 1', 'dd-0123456789\0', '\u0001[["a","b"]]', '', 'x'.repeat(5000), '\ud800-0123456789']
  for (const text of bad) {
    const { status } = await errorOf(
      await store('double', { parts: { 'DD-API-KEY': text, 'DD-APPLICATION-KEY': 'b-0123456789' } }),
    )
    assert.equal(status, 400)
    assert.equal((await errorOf(await store('cookie', { key: text }))).status, 400)
  }
  assert.equal(
    (await errorOf(await store('cookie', { key: 'ck-0123456789; admin=1' }))).code,
    'provider_key.implausible',
  )
  proxy.answer = (request, response) => sendJson(response, { path: request.url })
  for (const slug of ['double', 'cookie']) assert.equal((await proxy.call(`/${slug}/things`)).status, 200)
  assert.equal(proxy.last().headers.cookie, 'session_key=ck-Cookie/0123456789')
})

test('a key for HTTP Basic needs a colon, and a gateway key is no part of a key', async () => {
  assert.equal((await errorOf(await store('basic', { key: 'alice-0123456789' }))).code, 'provider_key.implausible')
  const parts = { 'DD-API-KEY': proxy.key, 'DD-APPLICATION-KEY': 'b-0123456789' }
  assert.equal((await errorOf(await store('double', { parts }))).code, 'provider_key.implausible')
})

test('an SDK may send the gateway key as the user or the password of HTTP Basic', async () => {
  for (const text of [`${proxy.key}:`, `someone:${proxy.key}`]) {
    const response = await proxy.call('/basic/things', { key: null, headers: { authorization: basic(text) } })
    assert.equal(response.status, 200)
    assert.equal(proxy.last().headers.authorization, basic('alice@example.test:pw-Basic/0123:456'))
  }
  // where no stored key replaces it, it is dropped all the same
  await proxy.call('/cookie/things', { headers: { authorization: basic(`${proxy.key}:`) } })
  assert.equal(proxy.last().headers.authorization, undefined)
})

test('a key that was stored for an earlier declaration is refused in our words, and not sent', async () => {
  const other = await proxy.gateway.account()
  await proxy.gateway.storeKey(other.accountId, 'double', 'one-text-0123456789')
  await proxy.gateway.storeKey(other.accountId, 'client', 'one-text-0123456789')
  const count = proxy.upstream.received.length
  for (const slug of ['double', 'client']) {
    const { status, code } = await errorOf(await proxy.call(`/${slug}/things`, { key: other.key }))
    assert.deepEqual([status, code], [403, 'provider_key.incomplete'])
  }
  assert.equal(proxy.upstream.received.length, count)
})

test('without a stored key, the advice names the parts', async () => {
  const other = await proxy.gateway.account()
  const headers = { 'x-gateway-provider': 'live' }
  const { code, message } = await errorOf(await proxy.call('/double/things', { key: other.key, headers }))
  assert.equal(code, 'provider_key.missing')
  assert.ok(String(message).includes('{"parts":{"DD-API-KEY":"…","DD-APPLICATION-KEY":"…"}}'), String(message))
})

/** The forms in which a provider could echo a secret. */
function echoesOf(secret: string): string[] {
  const hex = Buffer.from(secret).toString('hex')
  return [
    ...[
      secret,
      secret.toUpperCase(),
      encodeURIComponent(secret),
      JSON.stringify(secret),
      hex,
      hex.replace(/../g, '%$&'),
    ],
    ...['', 'u', 'u:', 'user:'].map((start) => Buffer.from(`${start}${secret}:more`).toString('base64')),
    [...secret].map((character) => `&#${character.charCodeAt(0)};`).join(''),
    [...secret].map((character) => `\\u00${character.charCodeAt(0).toString(16)}`).join(''),
  ]
}

function assertHidden(text: string, secret: string): void {
  const decoded = [
    ...[text, text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))],
    text.replace(/\\u00([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    text.replace(/&#([0-9]+);/g, (_, decimal: string) => String.fromCodePoint(Number(decimal))),
    ...[...text.matchAll(/[A-Za-z0-9+/=]{8,}/g)].map(([part]) => Buffer.from(part, 'base64').toString('latin1')),
    ...[...text.matchAll(/(?:[0-9a-f]{2}){6,}/gi)].map(([part]) => Buffer.from(part, 'hex').toString('latin1')),
  ]
  for (const one of decoded)
    assert.ok(!one.toLowerCase().includes(secret.toLowerCase()), `${secret} is in ${text.slice(0, 2000)}`)
}
