// Pictures of callers: what their first bytes say, what is decoded and what is not, and what is passed on.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { fileKind, readPictureHeader } from './header.ts'
import { decodePicture, encodePicture, resizePicture } from './pixels.ts'

const limits = { maxPixels: 1_000_000 }

/** The left half red, the right half blue. */
function halves(width: number, height: number) {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) data.set(at % width < width / 2 ? [255, 0, 0] : [0, 0, 255], at * 3)
  return sharp(data, { raw: { width, height, channels: 3 } })
}
const png = await halves(40, 20).png().toBuffer()

/** A PNG chunk (PNG specification, 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
interface PngOptions {
  readonly unpacked?: number
  readonly interlaced?: boolean
  readonly extra?: Buffer
}
/** A PNG of that size whose image data is so long when unpacked. */
function pngOf(
  width: number,
  height: number,
  { unpacked = 100, interlaced = false, extra = Buffer.alloc(0) }: PngOptions = {},
) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, interlaced ? 1 : 0], 8)
  const data = chunk('IDAT', deflateSync(Buffer.alloc(unpacked)))
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', header), extra, data, chunk('IEND', Buffer.alloc(0))])
}

test('the header of every format and variant says the size that the decoder finds', async () => {
  const pictures: [string, Buffer][] = [
    ['png', await halves(37, 21).png().toBuffer()],
    ['png', await halves(37, 21).png({ palette: true }).toBuffer()],
    ['jpg', await halves(37, 21).jpeg().toBuffer()],
    ['jpg', await halves(37, 21).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer()],
    ['webp', await halves(37, 21).webp().toBuffer()],
    ['webp', await halves(37, 21).webp({ lossless: true }).toBuffer()],
    ['webp', await halves(37, 21).ensureAlpha(0.5).webp().withMetadata({ density: 90 }).toBuffer()],
  ]
  for (const [format, bytes] of pictures)
    assert.deepEqual(readPictureHeader(bytes), { format, width: 37, height: 21 }, format)
})

test('a header that is cut off, changed or of another kind is refused and never throws', async () => {
  const pictures = [png, await halves(9, 9).jpeg().toBuffer(), await halves(9, 9).webp().toBuffer()]
  fc.assert(
    fc.property(
      fc.constantFrom(...pictures),
      fc.nat(120),
      fc.array(fc.tuple(fc.nat(60), fc.nat(255))),
      (bytes, end, changes) => {
        const changed = Buffer.from(bytes.subarray(0, end))
        for (const [at, value] of changes) if (at < changed.length) changed.writeUInt8(value, at)
        const header = readPictureHeader(changed)
        assert.ok(header === undefined || (header.width > 0 && header.height > 0))
      },
    ),
  )
  assert.equal(fileKind(Buffer.from('GIF89a')), 'gif')
  assert.equal(fileKind(Buffer.from('plain text')), undefined)
  assert.equal(readPictureHeader(await halves(9, 9).gif().toBuffer()), undefined)
  assert.equal(readPictureHeader(pngOf(0, 5)), undefined)
})

test('the orientation is applied and no metadata is passed on', async () => {
  const exif = { IFD0: { ImageDescription: 'where I live' } }
  const turned = await halves(40, 20).jpeg({ quality: 100 }).withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
  const decoded = await decodePicture(turned, limits)
  // turned clockwise: what was on the left is at the top
  assert.deepEqual([decoded.width, decoded.height, decoded.original], [20, 40, { width: 20, height: 40 }])
  const at = (x: number, y: number) => [...decoded.data.subarray((y * 20 + x) * 4, (y * 20 + x) * 4 + 3)]
  assert.ok((at(10, 5)[0] ?? 0) > 200 && (at(10, 35)[2] ?? 0) > 200)
  for (const format of ['jpg', 'webp', 'png'] as const) {
    const {
      exif: kept,
      orientation,
      icc,
    } = await sharp(await encodePicture(decoded, { format, quality: 90 })).metadata()
    assert.deepEqual([kept, orientation, icc], [undefined, undefined, undefined])
  }
})

test('a picture is decoded to the size that is asked for, cut off where it must cover', async () => {
  const filled = await decodePicture(png, { ...limits, resize: () => ({ width: 10, height: 10 }) })
  assert.deepEqual([filled.width, filled.height, filled.original], [10, 10, { width: 40, height: 20 }])
  const covered = await decodePicture(png, { ...limits, resize: () => ({ width: 10, height: 10 }), fit: 'cover' })
  assert.deepEqual([covered.width, covered.height], [10, 10])
  const resized = await resizePicture(covered, { width: 3, height: 7 })
  assert.equal(resized.data.length, 3 * 7 * 4)
})

test('PNG keeps every byte of colours, alpha and masks', async () => {
  const data = Uint8Array.from({ length: 16 * 4 }, (_, at) => (at * 37) % 256)
  const rgba = { width: 4, height: 4, channels: 4, data } as const
  assert.deepEqual(
    Uint8Array.from((await decodePicture(await encodePicture(rgba, { format: 'png' }), limits)).data),
    data,
  )
  const mask = { width: 8, height: 8, channels: 1, data } as const
  const { channels, space } = await sharp(await encodePicture(mask, { format: 'png' })).metadata()
  assert.deepEqual([channels, space], [1, 'b-w'])
})

test('pictures with too many pixels are refused before they are decoded', async () => {
  await assert.rejects(decodePicture(png, { maxPixels: 799 }), /pixel limit/)
  assert.equal((await decodePicture(png, { maxPixels: 800 })).width, 40)
  await assert.rejects(decodePicture(pngOf(60_000, 60_000), limits), /pixel limit/)
})

test('only PNG, JPEG and WebP are decoded', async () => {
  const others = [
    await halves(8, 8).gif().toBuffer(),
    await halves(8, 8).tiff().toBuffer(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    Buffer.from('P3 1 1 255 1 2 3'),
    Buffer.alloc(0),
    png.subarray(0, 60),
  ]
  for (const bytes of others) await assert.rejects(decodePicture(bytes, limits))
})

test('data and metadata that unpack to far more than the picture do not make the process grow', async () => {
  const profile = Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(300_000_000))])
  const bombs = [
    pngOf(500, 500, { unpacked: 400_000_000 }),
    pngOf(500, 500, { unpacked: 400_000_000, interlaced: true }),
    pngOf(500, 500, { unpacked: 750_500, extra: chunk('iCCP', profile) }),
    pngOf(500, 500, { unpacked: 750_500, extra: chunk('zTXt', profile) }),
  ]
  const before = process.resourceUsage().maxRSS
  for (const bomb of bombs) await decodePicture(bomb, limits).catch(() => undefined)
  assert.ok(process.resourceUsage().maxRSS - before < 60_000, 'the process grew')
})
