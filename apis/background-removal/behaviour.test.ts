// Removing backgrounds as callers see it: sources, fields, headers, formats. Pictures here are flat, so that every
// pixel of the result is known.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { createComposite } from './test/composites.ts'
import {
  codeOf,
  decode,
  type Fields,
  filePart,
  near,
  openWorld,
  pixelOf as pixel,
  pngOf,
  rectanglePicture,
} from './test/world.ts'

const size = { width: 200, height: 150 }
const box = { left: 60, top: 40, width: 80, height: 70 }
const rectangle = await rectanglePicture(size, box)
const world = await openWorld()
const separate = await openWorld({ inProcesses: true })
const remove = (fields: Fields, call = {}) => world.remove({ image_file: filePart(rectangle), ...fields }, call)
const foregroundOf = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
  ['left', 'top', 'width', 'height'].map((name) => Number(headers[`x-foreground-${name}`]))
const sizeOf = ({ headers }: { headers: Readonly<Record<string, string>> }) => [
  Number(headers['x-width']),
  Number(headers['x-height']),
]
const alphaOf = ({ data }: { data: Uint8Array }) => data.filter((_, at) => at % 4 === 3)

test('the subject comes back as PNG to the pixel, and nothing of the background with it', async () => {
  const response = await separate.remove({ image_file: filePart(rectangle) })
  assert.equal(response.status, 200)
  assert.ok(response.body.equals((await remove({})).body), 'a process finds something else than the tests do')
  assert.equal(response.headers['content-type'], 'image/png')
  assert.equal(response.headers['x-gateway-engine'], 'classical grabcut')
  assert.deepEqual(sizeOf(response), [200, 150])
  assert.deepEqual([response.headers['x-max-width'], response.headers['x-max-height']], ['200', '150'])
  assert.deepEqual(foregroundOf(response), [60, 40, 80, 70])
  const picture = await decode(response.body)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const isInside = x >= 60 && x < 140 && y >= 40 && y < 110
      if (isInside) near(pixel(picture, x, y), [190, 30, 40, 255], 6)
      else assert.deepEqual(pixel(picture, x, y), [0, 0, 0, 0], `${x} ${y}`)
    }
})

test('a file, base64 with or without its prefix, and an address give the same result', async () => {
  const fetched: string[] = []
  const online = await openWorld({
    kit: {
      fetch: async (url) => {
        fetched.push(url)
        return { status: 200, contentType: 'image/png', bytes: rectangle }
      },
    },
  })
  const { body } = await remove({})
  const base64 = rectangle.toString('base64')
  for (const source of [
    { image_file_b64: base64 },
    { image_file_b64: `data:image/png;base64,${base64}`, image_url: '' },
    { image_file_b64: `data:image/png;charset=utf-8;base64,${base64.replaceAll(/.{76}/g, '$&\r\n')}` },
    { image_url: 'https://images.example.org/a.png' },
  ]) {
    const response = await online.remove(source)
    assert.ok(response.body.equals(body), `${Object.keys(source)}`)
  }
  assert.deepEqual(fetched, ['https://images.example.org/a.png'])
})

test('sources that are missing, doubled, unreachable or no pictures are refused with their codes', async () => {
  const failing = (fetch: () => Promise<never> | Promise<{ status: number; contentType: string; bytes: Buffer }>) =>
    openWorld({ kit: { fetch } })
  const missing = await failing(async () => ({ status: 404, contentType: '', bytes: Buffer.alloc(0) }))
  const refusing = await failing(() => Promise.reject(Object.assign(new Error('No.'), { name: 'FetchRefused' })))
  const titleOf = ({ body }: { body: unknown }) => Object(body).errors[0].title
  const url = 'https://images.example.org/a.png'
  const base64 = rectangle.toString('base64')
  assert.equal(codeOf(await world.remove({})), '400 missing_source')
  assert.equal(codeOf(await remove({ image_url: url })), '400 multiple_sources')
  assert.equal(codeOf(await remove({ bg_color: 'red', bg_image_url: url })), '400 multiple_bg_sources')
  assert.equal(codeOf(await world.remove({ image_url: 'file:///etc/passwd' })), '400 invalid_image_url')
  assert.equal(codeOf(await world.remove({ image_url: 'no address' })), '400 invalid_image_url')
  assert.equal(codeOf(await remove({ bg_image_url: 'ftp://example.org/a' })), '400 invalid_bg_image_url')
  const notFound = await missing.remove({ image_url: url })
  assert.equal(codeOf(notFound), '400 failed_image_download')
  assert.match(titleOf(notFound), /: HTTP Status 404$/)
  const refused = await refusing.remove({ image_file_b64: base64, bg_image_url: url })
  assert.equal(codeOf(refused), '400 failed_bg_download')
  assert.match(titleOf(refused), /: No\.$/)
  assert.equal(codeOf(await world.remove({ image_file_b64: 'not base64!' })), '400 failed_to_read_image')
  assert.equal(
    codeOf(await world.remove({ image_file: filePart(rectangle.subarray(0, 50)) })),
    '400 failed_to_read_image',
  )
  assert.equal(
    codeOf(await world.remove({ image_file: filePart(rectangle.subarray(0, 20)) })),
    '400 invalid_dimensions',
  )
  const gif = await world.remove({ image_file: filePart(Buffer.from('GIF89a')) })
  assert.equal(codeOf(gif), '400 invalid_file_type')
  assert.equal(Object(gif.body).errors[0].detail, 'Expected jpg/png/webp, received gif')
  assert.equal(
    codeOf(await world.remove({ image_file: filePart(Buffer.alloc(22 * 1024 * 1024 + 1)) })),
    '400 file_too_large',
  )
})

test('a picture whose header says too many pixels, or that unpacks to more than it says, is refused', async () => {
  const huge = Buffer.from(rectangle)
  huge.writeUInt32BE(10_000, 16)
  huge.writeUInt32BE(5001, 20)
  const refused = await world.remove({ image_file: filePart(huge) })
  assert.equal(codeOf(refused), '400 resolution_too_high')
  assert.match(Object(refused.body).errors[0].detail, /51 megapixels/)
  huge.writeUInt32BE(5000, 20)
  assert.equal(codeOf(await separate.remove({ image_file: filePart(huge) })), '400 failed_to_read_image')
})

test('a picture of one colour has no foreground, and one that is cut out already keeps its alpha', async () => {
  const flat = await rectanglePicture(size, { left: 0, top: 0, width: 0, height: 0 })
  assert.equal(codeOf(await world.remove({ image_file: filePart(flat) })), '400 unknown_foreground')
  const { body } = await remove({})
  const again = await world.remove({ image_file: filePart(body) })
  assert.equal(again.headers['x-gateway-engine'], 'alpha of the picture')
  assert.ok(Buffer.from(alphaOf(await decode(again.body))).equals(alphaOf(await decode(body))))
})

test('the orientation of a photograph is applied before anything is measured', async () => {
  const turned = await sharp(rectangle).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer()
  const response = await world.remove({ image_file: filePart(turned), roi: '0px 0px 150px 200px' })
  assert.deepEqual(sizeOf(response), [150, 200])
  const [left = 0, top = 0, width = 0, height = 0] = foregroundOf(response)
  near([left, top, width, height], [40, 60, 70, 80], 2)
})

test('an archive put together again is the PNG: its mask exactly, its colours as far as JPEG goes', async (t) => {
  const composite = createComposite({ seed: 2, ground: 'textured', softness: 6, width: 320, height: 240 })
  const picture = { image_file: filePart(await pngOf(composite)) }
  const png = await decode((await world.remove(picture)).body)
  const zip = await world.remove({ ...picture, format: 'zip' })
  assert.equal(zip.headers['content-type'], 'application/zip')
  // stored: method 0 in the local header (APPNOTE 4.4.5)
  assert.equal(zip.body.readUInt16LE(8), 0)
  const files = unzipSync(zip.body)
  assert.deepEqual(Object.keys(files), ['color.jpg', 'alpha.png'])
  const alpha = await sharp(files['alpha.png'] ?? Buffer.alloc(0))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  assert.equal(alpha.info.channels, 1)
  assert.ok(alpha.data.equals(alphaOf(png)), 'the masks differ')
  const colour = await sharp(files['color.jpg'] ?? Buffer.alloc(0))
    .raw()
    .toBuffer()
  let [sum, most, count] = [0, 0, 0]
  for (let at = 0; at < alpha.data.length; at++)
    for (let channel = 0; channel < 3 && (alpha.data[at] ?? 0) > 0; channel++) {
      const difference = Math.abs((png.data[at * 4 + channel] ?? 0) - (colour[at * 3 + channel] ?? 0))
      sum += difference
      most = Math.max(most, difference)
      count++
    }
  t.diagnostic(`colours of archive and PNG differ by ${(sum / count).toFixed(2)} of 255 in the mean, ${most} at most`)
  assert.ok(sum / count < 0.6 && most <= 5, `${sum / count} ${most}`)
})

test('JPG and WebP, masks, and automatic formats have their types and channels', async () => {
  const typed = async (fields: Fields) => {
    const { headers, body } = await remove(fields)
    const { format, channels, hasAlpha } = await sharp(body).metadata()
    return [headers['content-type'], format, channels, hasAlpha]
  }
  assert.deepEqual(await typed({ format: 'jpg' }), ['image/jpeg', 'jpeg', 3, false])
  assert.deepEqual(await typed({ format: 'webp' }), ['image/webp', 'webp', 4, true])
  assert.deepEqual(await typed({ bg_color: 'fff' }), ['image/jpeg', 'jpeg', 3, false])
  assert.deepEqual(await typed({ bg_color: 'fff8' }), ['image/png', 'png', 4, true])
  assert.deepEqual(await typed({ channels: 'alpha', bg_color: 'fff' }), ['image/png', 'png', 1, false])
  const mask = await sharp((await remove({ channels: 'alpha' })).body)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  assert.ok(mask.equals(alphaOf(await decode((await remove({})).body))), 'the mask is not the alpha')
  const white = await decode((await remove({ format: 'jpg' })).body)
  near(pixel(white, 5, 5), [255, 255, 255, 255], 2)
})

test('JSON holds the picture in base64 and where the subject is', async () => {
  const { body } = await remove({ crop: true, crop_margin: '10px' })
  const response = await remove({ crop: true, crop_margin: '10px' }, { accept: 'application/json' })
  const { data } = JSON.parse(String(response.body))
  assert.ok(Buffer.from(data.result_b64, 'base64').equals(body))
  const { result_b64: _picture, ...box } = data
  assert.deepEqual(box, { foreground_top: 10, foreground_left: 10, foreground_width: 80, foreground_height: 70 })
})
