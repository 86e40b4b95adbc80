// Pictures of skins: the hash against the provider's own package, variants, and refusals before anything is decoded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { imageHash } from '@inventivetalent/imghash'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import { Refusal } from '#define'
import { sampled } from '../../../../tests/harness/seed.ts'
import { randomOldSkin, randomSkin, withPixel } from '../../test/pictures.ts'
import { chunk, encodePng } from '../../test/png.ts'
import { imageHashOf, readSkinImage, type SkinImage, variantOf, writeSkinImage } from './skin-image.ts'

const encodings = [
  {},
  { palette: true },
  { interlaced: true },
  { palette: true, interlaced: true },
  { filter: 1 },
  { comment: 'made by a test', level: 1 },
] as const

function refusalOf(bytes: Buffer): { errorCode?: string; error?: string } {
  try {
    readSkinImage(bytes)
  } catch (error) {
    assert.ok(error instanceof Refusal)
    assert.equal(error.status, 400)
    return Object(error.body)
  }
  assert.fail('the picture was accepted')
}

test("the hash is that of the provider's own package, however the picture is encoded", async () => {
  const skins = [randomSkin(1, 'slim'), randomSkin(2, 'classic'), randomOldSkin(3)]
  for (const skin of skins) {
    const hash = imageHashOf(skin)
    for (const encoding of encodings) {
      const colours = 'palette' in encoding && skin.height === 32
      if (colours) continue
      const png = encodePng(skin, encoding)
      assert.equal(await imageHash(png, { algorithm: 'sha1' }), hash, JSON.stringify(encoding))
      assert.equal(imageHashOf(readSkinImage(png)), hash, JSON.stringify(encoding))
    }
    assert.equal(imageHashOf(readSkinImage(writeSkinImage(skin))), hash)
  }
})

test('16 bits to a channel, grey and missing transparency hash as at the provider', async () => {
  for (const [colorType, bitDepth] of [
    [6, 16],
    [2, 8],
    [0, 8],
    [4, 8],
  ] as const) {
    const png = new PNG({ width: 64, height: 64 })
    randomSkin(4, 'classic').data.copy(png.data)
    const bytes = PNG.sync.write(png, { colorType, bitDepth, deflateLevel: 9 })
    if (bytes.length > 20_000) continue
    assert.equal(imageHashOf(readSkinImage(bytes)), await imageHash(bytes, { algorithm: 'sha1' }), `${colorType}`)
  }
})

test('one changed pixel changes the hash', () => {
  const skin = randomSkin(5, 'classic')
  fc.assert(
    fc.property(fc.nat(63), fc.nat(63), fc.nat(255), (x, y, red) => {
      const changed = withPixel(skin, x, y, [red, 1, 2, 255])
      if (changed.data.equals(skin.data)) return
      assert.notEqual(imageHashOf(changed), imageHashOf(skin))
    }),
    { numRuns: 100 },
  )
})

test('the variant of every generated slim, classic and 64x32 skin is detected', () => {
  for (let seed = 0; seed < 100; seed++) {
    assert.equal(variantOf(randomSkin(seed, 'slim')), 'slim')
    assert.equal(variantOf(randomSkin(seed, 'classic')), 'classic')
    assert.equal(variantOf(randomOldSkin(seed)), 'classic')
  }
})

test('a skin is slim unless one of the pixels of the right edge is opaque', () => {
  const slim = randomSkin(6, 'slim')
  for (let y = 18; y < 34; y++)
    for (let x = 52; x < 58; x++) {
      const isEdge = (x === 54 || x === 55) && y >= 20 && y <= 31
      assert.equal(variantOf(withPixel(slim, x, y, [1, 2, 3, 255])), isEdge ? 'classic' : 'slim', `${x} ${y}`)
      assert.equal(variantOf(withPixel(slim, x, y, [1, 2, 3, 254])), 'slim')
    }
})

test('size, type and dimensions are refused in this order, in the words of the provider', () => {
  assert.deepEqual(refusalOf(Buffer.alloc(99)), failed('Invalid file size (99)'))
  assert.deepEqual(refusalOf(Buffer.alloc(20_001)), failed('Invalid file size (20001)'))
  assert.deepEqual(refusalOf(Buffer.alloc(200, 'x')), failed('Invalid file type: unknown'))
  const jpeg = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(200)])
  assert.deepEqual(refusalOf(jpeg), failed('Invalid file type: image/jpeg'))
  for (const [width, height] of [
    [64, 63],
    [32, 64],
    [128, 128],
    [1, 1],
  ] as const) {
    const image = { width, height, data: Buffer.alloc(width * height * 4) }
    const words = `Invalid image dimensions. Must be 64x32 or 64x64 (Were ${width}x${height})`
    const padded = encodePng(image, { comment: 'x'.repeat(100) })
    assert.deepEqual(refusalOf(padded), failed(words))
  }
})

test('a picture whose header claims a huge size is refused without being unpacked', () => {
  const bytes = encodePng(randomSkin(7, 'classic'))
  bytes.writeUInt32BE(2 ** 31 - 1, 16)
  bytes.writeUInt32BE(2 ** 31 - 1, 20)
  assert.match(refusalOf(bytes).error ?? '', /Were 2147483647x2147483647/)
})

test('an interlaced picture that unpacks to more than its size says is refused', () => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(64, 0)
  header.writeUInt32BE(64, 4)
  header.set([8, 6, 0, 0, 1], 8)
  const bomb = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(15_000_000), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
  assert.ok(bomb.length < 20_000)
  assert.equal(refusalOf(bomb).errorCode, 'invalid_image')
  assert.equal(refusalOf(bomb).error, 'Failed to read image: the PNG unpacks to more than its pixels')
})

test('a damaged picture is called damaged, not in the words of the decoder', () => {
  const intact = encodePng(randomSkin(1, 'classic'), {})
  const flooded = Buffer.concat([
    intact.subarray(0, 33),
    chunk('IDAT', deflateSync(Buffer.alloc(15_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
  assert.ok(flooded.length < 20_000)
  for (const damaged of [intact.subarray(0, 200), flooded])
    assert.equal(refusalOf(damaged).error, 'Failed to read image: the PNG is damaged')
})

test('bytes behind the end of the picture are ignored', () => {
  const image = randomSkin(9, 'classic')
  const more = ['\n', '\0'.repeat(300), 'saved by an editor', 'PK\u0003\u0004\u0014', '\u00ff\u00ff\u00ff\u00ffIDAT']
  for (const interlaced of [false, true]) {
    const intact = encodePng(image, { interlaced })
    for (const behind of [...more.map((text) => Buffer.from(text, 'latin1')), encodePng(randomSkin(1, 'slim'))]) {
      const bytes = Buffer.concat([intact, behind])
      if (bytes.length > 20_000) continue
      assert.ok(readSkinImage(bytes).data.equals(image.data), JSON.stringify(behind.toString('latin1', 0, 20)))
    }
  }
})

test('any damage is refused as an invalid image or leaves a picture of the right size', () => {
  const intact = encodePng(randomSkin(8, 'slim'), { palette: true })
  const damage = fc.array(fc.tuple(fc.nat(intact.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(damage, fc.nat(intact.length), (changes, cut) => {
      const bytes = Buffer.from(intact)
      for (const [at, value] of changes) bytes[at] = value
      for (const damaged of [bytes, intact.subarray(0, cut)]) {
        const image = readOrRefuse(damaged)
        if (image) assert.equal(image.data.length, image.width * image.height * 4)
      }
    }),
    { numRuns: sampled(200) },
  )
})

function readOrRefuse(bytes: Buffer): SkinImage | undefined {
  try {
    return readSkinImage(bytes)
  } catch (error) {
    assert.ok(error instanceof Refusal && Object(error.body).errorCode === 'invalid_image')
    return undefined
  }
}

const failed = (error: string) => ({
  success: false,
  errorType: 'GeneratorError',
  errorCode: 'invalid_image',
  error,
})
