// Skins through a real gateway: on the API's own thread, with a signing key in the vault, textures without a key, and
// uploads as the provider's client sends them.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createAccountsRepository } from '#store'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { type OpenGateway, openGateway } from '../../tests/harness/open-gateway.ts'
import { readSkinImage } from './provider/images/skin-image.ts'
import { randomSkin } from './test/pictures.ts'
import { encodePng } from './test/png.ts'
import { multipart } from './test/world.ts'

const mount = '/v1/proxy/game-skins'
const closing: (() => unknown)[] = []
let gateway: OpenGateway
let nowMs = Date.parse('2026-11-02T12:00:00Z')

before(async () => {
  const apis = await loadApis(apisFolder, 'game-skins')
  gateway = await openGateway(
    { after: (close) => void closing.unshift(close) },
    { apis, platform: { clock: () => nowMs } },
  )
})
after(async () => {
  for (const close of closing) await close()
})

async function call(path: string, init: RequestInit & { key?: string | null } = {}) {
  nowMs += 10_000
  const headers = { 'x-gateway-provider': 'embedded', 'user-agent': 'Tests/1.0', ...Object(init.headers) }
  return gateway.call(mount + path, { ...init, headers })
}
const json = async (response: Response) => Object(await response.json())

test("the provider's client uploads, and anyone can fetch and verify the texture without a key", async () => {
  const skin = randomSkin(1, 'slim')
  const { body } = multipart({ name: 'Uploaded' }, encodePng(skin), '--------------------------5512')
  // the client names the type of a form and no boundary
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await call('/generate/upload', { method: 'POST', headers, body: new Uint8Array(body) })
  const made = await json(answer)
  assert.deepEqual([answer.status, made.name, made.variant], [200, 'Uploaded', 'slim'])
  assert.equal(answer.headers.get('x-upstream-ratelimit-limit'), '20')

  const { url, value, signature } = made.data.texture
  assert.ok(url.startsWith(`${gateway.baseUrl}${mount}/texture/`))
  const texture = await fetch(url)
  assert.deepEqual([texture.status, texture.headers.get('content-type')], [200, 'image/png'])
  assert.deepEqual(readSkinImage(Buffer.from(await texture.arrayBuffer())).data, skin.data)

  const keys = await json(await fetch(`${gateway.baseUrl}${mount}/publickeys`))
  const [{ publicKey }] = keys.profilePropertyKeys
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  assert.ok(verify('sha1', Buffer.from(value), key, Buffer.from(signature, 'base64')))
})

test('everything else needs a key, and a redirect leads through the gateway', async () => {
  for (const path of ['/get/list/1', '/get/delay', '/render/104729001/head'])
    assert.equal((await call(path, { key: null })).status, 401, path)
  const moved = await call('/get/id/0f6c1d2e3b4a4c5d8e6f708192a3b4c1')
  assert.equal(moved.status, 301)
  const target = moved.headers.get('location') ?? ''
  assert.equal(target, `${gateway.baseUrl}${mount}/get/uuid/0f6c1d2e3b4a4c5d8e6f708192a3b4c1`)
})

test('a form is read like JSON, and errors keep the members of the provider', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const link = 'url=https%3A%2F%2Fminesk.in%2F104729003'
  assert.equal((await json(await call('/generate/url', { method: 'POST', headers, body: link }))).id, 104729003)
  const wrong = await call('/generate/url', { method: 'POST', headers, body: 'url=http%3A%2F%2F10.0.0.1%2Fa.png' })
  const { error, errorCode, errorType, delayInfo } = await json(wrong)
  assert.deepEqual([wrong.status, errorCode, errorType], [400, 'blocked_url_host', 'GeneratorError'])
  assert.deepEqual(delayInfo, { millis: 2000, seconds: 2 })
  assert.equal(error, 'Url host is not allowed')
})

test('a host that resolves to a private address is refused by the guarded fetcher', async () => {
  const body = JSON.stringify({ url: 'http://169.254.169.254/latest/meta-data' })
  const headers = { 'content-type': 'application/json' }
  const refused = await call('/generate/url', { method: 'POST', headers, body })
  assert.deepEqual([refused.status, (await json(refused)).errorCode], [400, 'invalid_image_url'])
})

test('the private key is in the vault alone: no log line and no row holds it, and no account of a caller lists it', async () => {
  const { components, logged } = gateway
  const rows = await components.store.db
    .selectFrom('game_skins_keys' as never)
    .selectAll()
    .execute()
  const [{ secret, public_key: publicKey }] = JSON.parse(JSON.stringify(rows))
  assert.match(secret, /^signing-key\.[0-9a-f]{16}$/)
  // a PKCS #8 key repeats the modulus, which is public; what follows it is not
  assert.ok(!JSON.stringify(rows).includes('PRIVATE') && publicKey.length < 800)
  assert.ok(!logged.join('\n').includes('MIIJ'))
  const accounts = await createAccountsRepository(components.store.db).list()
  for (const { id } of accounts)
    for (const key of await components.vault.list(id)) assert.ok(!key.slug.includes('signing-key'), key.slug)
})
