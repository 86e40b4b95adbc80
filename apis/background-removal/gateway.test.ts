// Through a running gateway: uploads, both listings, headers, and pictures that are made to harm it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { type OpenGateway, openGateway } from '../../tests/harness/open-gateway.ts'
import { rectanglePicture } from './test/world.ts'

const picture = await rectanglePicture({ width: 120, height: 90 }, { left: 30, top: 20, width: 50, height: 50 })
const closing: (() => unknown)[] = []
let gateway: OpenGateway
before(async () => {
  const apis = (await loadApis()).filter(({ api }) => api.slug === 'background-removal')
  gateway = await openGateway({ after: (close) => void closing.unshift(close) }, { apis })
})
after(async () => {
  for (const close of closing) await close()
})

function remove(fields: Readonly<Record<string, string | Blob>>, listing = 'background-removal', headers = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return gateway.call(`/v1/proxy/${listing}/bg-removal`, { method: 'POST', body, headers })
}
const file = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])
async function codeOf(response: Response): Promise<string> {
  return `${response.status} ${Object(await response.json()).errors?.[0]?.code}`
}

test('a file of a form comes back cut out under both listings, with the headers of the provider and the gateway', async () => {
  for (const listing of ['background-removal', 'background-removal-2']) {
    const response = await remove({ image_file: file(picture), format: 'png' }, listing)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.equal(response.headers.get('x-gateway-provider'), 'embedded')
    assert.equal(response.headers.get('x-gateway-engine'), 'classical grabcut')
    assert.equal(response.headers.get('x-foreground-width'), '50')
    // as a live answer's, because the gateway has limits of its own
    assert.equal(response.headers.get('x-upstream-ratelimit-limit'), '500')
    assert.equal(response.headers.get('x-ratelimit-limit'), null)
  }
})

test("the provider's own path works as ours does, with a gateway key as the client sends its key", async () => {
  const { key } = await gateway.account()
  const body = new FormData()
  body.set('image_file', file(picture))
  const headers = { 'x-api-key': key, 'x-gateway-provider': 'embedded', accept: 'application/json' }
  const path = '/v1/proxy/background-removal/removebg'
  const response = await gateway.call(path, { method: 'POST', body, headers, key: null })
  assert.equal(response.status, 200)
  assert.equal(Object(await response.json()).data.foreground_width, 50)
})

test('a file above the size that is kept in memory, a form without files and JSON are answered too', async () => {
  const noise = Buffer.alloc(500_000)
  // a chunk that decoders skip makes the file long
  const long = Buffer.concat([picture, noise])
  assert.equal((await remove({ image_file: file(long) })).status, 200)
  const path = '/v1/proxy/background-removal-2/bg-removal'
  const base64 = picture.toString('base64')
  const form = await gateway.call(path, { method: 'POST', body: new URLSearchParams({ image_file_b64: base64 }) })
  assert.equal(form.status, 200)
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const json = await gateway.call(path, {
    method: 'POST',
    headers,
    body: JSON.stringify({ image_file_b64: base64, crop: true, bg_color: '' }),
  })
  const { data } = Object(await json.json())
  assert.deepEqual([data.foreground_left, data.foreground_width], [0, 50])
})

test('bombs, files of other kinds and damaged ones are 400, and the gateway does not grow', async () => {
  const hugeHeader = Buffer.from(picture)
  hugeHeader.writeUInt32BE(60_000, 16)
  hugeHeader.writeUInt32BE(60_000, 20)
  const manyPixels = Buffer.from(picture)
  manyPixels.writeUInt32BE(7000, 16)
  manyPixels.writeUInt32BE(7000, 20)
  const packed = deflateSync(Buffer.alloc(400_000_000))
  const bomb = Buffer.concat([picture.subarray(0, 33), Buffer.alloc(8), packed, Buffer.alloc(16)])
  bomb.writeUInt32BE(packed.length, 33)
  bomb.write('IDAT', 37)
  const before = process.memoryUsage.rss()
  assert.equal(await codeOf(await remove({ image_file: file(hugeHeader) })), '400 resolution_too_high')
  assert.equal(await codeOf(await remove({ image_file: file(manyPixels) })), '400 failed_to_read_image')
  assert.equal(await codeOf(await remove({ image_file: file(bomb) })), '400 failed_to_read_image')
  assert.equal(await codeOf(await remove({ image_file: file(Buffer.from('<svg></svg>')) })), '400 invalid_file_type')
  assert.equal(await codeOf(await remove({ image_file: file(picture.subarray(0, 100)) })), '400 failed_to_read_image')
  assert.equal(await codeOf(await remove({ image_url: 'http://127.0.0.1:1/a.png' })), '400 failed_image_download')
  assert.ok(process.memoryUsage.rss() - before < 100_000_000, 'the gateway grew')
  assert.equal((await remove({ image_file: file(picture) })).status, 200)
})
