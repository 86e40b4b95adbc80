// Outbound rule 10: a value that is injected is checked for CR, LF, NUL and other control characters when it is stored,
// and again when it is sent.
import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { createVaultRepository } from '#store'
import { createMasterSeal } from '../../packages/gateway/src/account/vault/master-seal.ts'
import { dataKeyLabel, providerKeyLabel, seal } from '../../packages/gateway/src/account/vault/seal.ts'
import { Secret } from '../../packages/gateway/src/process/secret.ts'
import { errorOf, openProxy } from '../harness/proxy.ts'
import { type KeyedSlug, providerKeys } from '../harness/proxy-apis.ts'

const proxy = await openProxy({ after })
const { components } = proxy.gateway

beforeEach(() => {
  proxy.upstream.received.length = 0
})

const unsafe = {
  'a line break': 'pk-0123456789\r\nX-Injected: yes',
  'a CR': 'pk-0123456789\rX-Injected: yes',
  'an LF': 'pk-0123456789\nX-Injected: yes',
  'an LF at its end': 'pk-0123456789\n',
  'a NUL': 'pk-0123456789\0',
  'a tab': 'pk-0123\t456789',
  'an escape': 'pk-0123\x1b[2J456789',
  'a DEL': 'pk-0123456789\x7f',
} as const

/** Stores a key past the check of the vault, as a restored or damaged database could contain it. */
async function plant(slug: string, text: string): Promise<void> {
  const { store, masterKey, randomBytes } = components
  const rows = createVaultRepository(store.db)
  const row = await rows.dataKey(proxy.accountId)
  assert.ok(row)
  const masterSeal = createMasterSeal({ store, masterKey, randomBytes })
  const dataKey = createSecretKey(await masterSeal.open(row.wrapped, dataKeyLabel(proxy.accountId), row.masterVersion))
  const version = (await rows.version(proxy.accountId, slug)) + 1
  const label = providerKeyLabel(proxy.accountId, slug, version)
  const sealed = seal(dataKey, label, { plain: Buffer.from(text), randomBytes })
  assert.ok(await rows.put({ accountId: proxy.accountId, slug, version, sealed, hint: '', at: 0 }))
  components.vault.forget(proxy.accountId, slug)
}

for (const [what, text] of Object.entries(unsafe)) {
  test(`a provider key with ${what} is refused when it is stored`, async () => {
    await assert.rejects(components.vault.put(proxy.accountId, 'bearer', new Secret(text)), {
      code: 'provider_key.refused',
    })
    const response = await fetch(`${proxy.gateway.baseUrl}/v1/me/provider-keys/bearer`, {
      method: 'PUT',
      headers: { 'x-gateway-key': proxy.key, 'content-type': 'application/json' },
      body: JSON.stringify({ key: text }),
    })
    assert.equal(response.status, 400)
    assert.ok(!(await response.text()).includes('0123456789'), 'the refusal repeats the key')
    assert.equal((await proxy.call('/bearer/things')).status, 200)
    assert.equal(proxy.last().headers.authorization, `Bearer ${providerKeys.bearer}`, 'the key before it stays')
  })

  test(`a stored key with ${what} is refused when it would be sent, wherever the provider takes it`, async () => {
    for (const slug of Object.keys(providerKeys) as KeyedSlug[]) {
      await plant(slug, text)
      const response = await proxy.call(`/${slug}/things`)
      const { status, code } = await errorOf(response)
      assert.deepEqual([status, code], [400, 'provider_key.refused'], slug)
      await components.vault.put(proxy.accountId, slug, new Secret(providerKeys[slug]))
    }
    assert.equal(proxy.upstream.received.length, 0)
    assert.ok(!proxy.gateway.logged.some((entry) => entry.includes('0123456789')), 'the log repeats the key')
  })
}

test('a key that is stored past the check works if it is valid', async () => {
  await plant('bare', 'pk-planted-0123456789')
  assert.equal((await proxy.call('/bare/things')).status, 200)
  assert.equal(proxy.last().headers['x-developer-key'], 'pk-planted-0123456789')
})

test('a key that does not fit into a header is refused before it is sent, but in a query it is encoded', async () => {
  const text = 'pk-\u{1f511}-0123456789'
  await components.vault.put(proxy.accountId, 'bare', new Secret(text))
  await components.vault.put(proxy.accountId, 'asked', new Secret(text))
  assert.equal((await errorOf(await proxy.call('/bare/things'))).code, 'provider_key.refused')
  assert.equal((await proxy.call('/asked/things')).status, 200)
  assert.equal(proxy.last().url, `/things?api_key=${encodeURIComponent(text)}`)
  assert.equal(proxy.upstream.received.length, 1)
})
