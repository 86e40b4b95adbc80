// What results look like: where the subject is, what is behind it, what is said of it. Pictures are flat, so that every
// pixel of the result is known; they are cut out in this process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { cutOut } from './provider/picture/cut-out.ts'
import { readOptions } from './provider/removal/read-options.ts'
import { decode, type Fields, near, pixelOf as pixel, rectanglePicture } from './test/world.ts'

const size = { width: 200, height: 150 }
const box = { left: 60, top: 40, width: 80, height: 70 }
const rectangle = await rectanglePicture(size, box)

interface Cut {
  readonly background?: Buffer
  readonly picture?: Buffer
}
async function resultOf(fields: Fields, { picture = rectangle, background }: Cut = {}) {
  const { size, ...options } = readOptions(fields)
  assert.ok(size !== 'auto')
  return cutOut({ picture, background, options: { ...options, size }, engines: [{ kind: 'classical' }] })
}
async function cut(fields: Fields, more: Cut = {}) {
  const result = await resultOf(fields, more)
  assert.ok(!('problem' in result), JSON.stringify(result))
  return { ...result, picture: await decode(Buffer.from(result.bytes)) }
}

test('crop, scale and position put the subject where the headers say, to the pixel', async () => {
  for (const [fields, canvas, put] of [
    [{ crop: true }, [80, 70], [0, 0, 80, 70]],
    [{ crop: 'true', crop_margin: '10% 20px' }, [120, 84], [20, 7, 80, 70]],
    [{ scale: '100%' }, [200, 150], [15, 0, 171, 150]],
    [{ scale: '50%', position: '100% 0%' }, [200, 150], [114, 0, 86, 75]],
    [{ position: '0%' }, [200, 150], [0, 0, 80, 70]],
  ] as const) {
    const { picture, size, foreground } = await cut(fields)
    assert.deepEqual([size.width, size.height], canvas)
    assert.deepEqual([foreground.left, foreground.top, foreground.width, foreground.height], put)
    assert.deepEqual([picture.width, picture.height], canvas)
    const [left, top, width, height] = put
    const opaque = (x: number, y: number) => (pixel(picture, x, y)[3] ?? 0) > 127
    // the corners of the subject are opaque, and the pixels outside them are not
    for (const [x, y] of [
      [left + 1, top + 1],
      [left + width - 2, top + height - 2],
    ] as const)
      assert.ok(opaque(x, y), `${JSON.stringify(fields)} ${x} ${y}`)
    for (const [x, y] of [
      [left - 1, top],
      [left + width, top],
      [left, top - 1],
      [left, top + height],
    ] as const)
      if (x >= 0 && y >= 0 && x < picture.width && y < picture.height) assert.ok(!opaque(x, y), `${x} ${y}`)
  }
})

test('what is outside the region of interest is background, and a region beyond the picture is refused', async () => {
  const { picture, foreground } = await cut({ roi: '0% 0% 100px 100%' })
  assert.deepEqual(foreground, { left: 60, top: 40, width: 40, height: 70 })
  for (let y = 0; y < 150; y++) for (let x = 100; x < 200; x++) assert.equal(pixel(picture, x, y)[3], 0)
  assert.deepEqual(await resultOf({ roi: '0px 0px 201px 10px' }), { problem: 'roi_exceeds_bounds', failures: [] })
  assert.deepEqual(await resultOf({ roi: '50px 0px 50px 10px' }), { problem: 'roi_region_empty', failures: [] })
})

test('backgrounds are colours, half-transparent ones too, or pictures that cover the canvas', async () => {
  const { picture: coloured } = await cut({ bg_color: '0000ff', format: 'png' })
  assert.deepEqual(pixel(coloured, 5, 5), [0, 0, 255, 255])
  near(pixel(coloured, 100, 75), [190, 30, 40, 255], 3)
  const { picture: veiled } = await cut({ bg_color: '00ff0080' })
  assert.deepEqual(pixel(veiled, 5, 5), [0, 255, 0, 128])
  // twice as wide as it is high: its middle part shows
  const strips = new Uint8Array(40 * 10 * 3)
  for (let at = 0; at < 400; at++)
    strips.set(at % 40 < 10 ? [255, 0, 0] : at % 40 < 30 ? [0, 255, 0] : [0, 0, 255], at * 3)
  const background = await sharp(strips, { raw: { width: 40, height: 10, channels: 3 } })
    .png()
    .toBuffer()
  const { picture: pictured } = await cut({ format: 'png' }, { background })
  assert.deepEqual([pictured.width, pictured.height], [200, 150])
  near(pixel(pictured, 100, 5), [0, 255, 0, 255], 3)
  near(pixel(pictured, 8, 140), [0, 255, 0, 255], 40)
  near(pixel(pictured, 100, 75), [190, 30, 40, 255], 3)
})

test('the type is what the caller says at that level of detail, and a shadow is for cars only', async () => {
  const typeOf = async (fields: Fields) => (await cut(fields)).type
  assert.equal(await typeOf({}), 'product')
  assert.equal(await typeOf({ type: 'car' }), 'car')
  assert.equal(await typeOf({ type: 'animal', type_level: 'none' }), undefined)
  assert.equal(await typeOf({ type: 'graphic' }), 'other')
  assert.equal(await typeOf({ type: 'graphic', type_level: '2' }), 'graphics')
  assert.equal(await typeOf({ type: 'transportation', type_level: 'latest' }), 'transportation')
  const shadowOf = async (fields: Fields) => pixel((await cut(fields)).picture, 100, 111)
  assert.deepEqual(await shadowOf({ add_shadow: true }), [0, 0, 0, 0])
  const [red, green, blue, alpha = 0] = await shadowOf({ add_shadow: true, type: 'car' })
  assert.deepEqual([red, green, blue], [0, 0, 0])
  assert.ok(alpha > 20 && alpha < 200, `${alpha}`)
})

test('windows of cars let more than half of the light through, unless that is not wanted, and nothing else does', async () => {
  const data = new Uint8Array(200 * 150 * 3).fill(222)
  for (let y = 40; y < 110; y++) for (let x = 40; x < 160; x++) data.set([190, 30, 40], (y * 200 + x) * 3)
  for (let y = 52; y < 68; y++) for (let x = 70; x < 130; x++) data.set([222, 222, 222], (y * 200 + x) * 3)
  const car = await sharp(data, { raw: { width: 200, height: 150, channels: 3 } })
    .png()
    .toBuffer()
  const alphaAt = async (fields: Fields, x: number, y: number) =>
    pixel((await cut(fields, { picture: car })).picture, x, y)[3] ?? 0
  const glass = await alphaAt({ type: 'car' }, 100, 60)
  assert.ok(glass > 95 && glass < 110, `${glass}`)
  assert.deepEqual([await alphaAt({ type: 'car' }, 100, 90), await alphaAt({ type: 'car' }, 10, 10)], [255, 0])
  // without it the window is what it shows: background
  assert.equal(await alphaAt({ type: 'car', semitransparency: false }, 100, 60), 0)
  assert.equal(await alphaAt({}, 100, 60), 0)
})
