// Sizes and places to the pixel.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readOptions } from '../removal/read-options.ts'
import { boxAtSize, layOut, regionOf } from './layout.ts'
import type { CutOutOptions } from './options.ts'
import { fitWithin, largestSize, resultSize } from './sizes.ts'

const optionsOf = (fields: Readonly<Record<string, unknown>>): CutOutOptions => {
  const { size, ...options } = readOptions(fields)
  assert.ok(size !== 'auto')
  return { ...options, size }
}
const picture = { width: 400, height: 300 }
const box = { left: 50, top: 100, width: 200, height: 100 }
const laid = (fields: Readonly<Record<string, unknown>>) => layOut(picture, box, optionsOf(fields))

test('sizes have at most their megapixels, both sides by one factor and rounded down', () => {
  assert.deepEqual(fitWithin({ width: 625, height: 400 }, 250_000), { width: 625, height: 400 })
  assert.deepEqual(fitWithin({ width: 6250, height: 4000 }, 250_000), { width: 625, height: 400 })
  assert.deepEqual(fitWithin({ width: 500, height: 333 }, 250_000), { width: 500, height: 333 })
  assert.deepEqual(fitWithin({ width: 720, height: 1080 }, 250_000), { width: 408, height: 612 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (width, height) => {
      const size = fitWithin({ width, height }, 250_000)
      assert.ok(size.width * size.height <= 250_000 || size.width === 1 || size.height === 1)
      assert.ok(size.width <= width && size.height <= height)
    }),
  )
})

test('each size has its limit, and PNG another', () => {
  const large = { width: 10_000, height: 5000 }
  const pixels = (fields: object, isOpaque = false) => {
    const { width, height } = resultSize(large, optionsOf({ ...fields }), isOpaque)
    return Math.round((width * height) / 10_000) / 100
  }
  for (const [size, expected] of [
    ['preview', 0.25],
    ['small', 0.25],
    ['regular', 0.25],
    ['medium', 1.5],
    ['hd', 4],
    ['full', 25],
    ['4k', 25],
    ['50MP', 50],
  ] as const)
    assert.ok(Math.abs(pixels({ size, format: 'jpg' }) - expected) < 0.02, size)
  assert.ok(Math.abs(pixels({ size: 'full', format: 'png' }) - 10) < 0.02)
  assert.ok(Math.abs(pixels({ size: 'full' }) - 10) < 0.02)
  assert.ok(Math.abs(pixels({ size: 'full' }, true) - 25) < 0.02)
  assert.deepEqual(largestSize(large, optionsOf({ size: 'preview', format: 'zip' }), false), {
    width: 7071,
    height: 3535,
  })
})

test('cropping leaves the subject and its margins, which are limited', () => {
  assert.deepEqual(laid({}), { canvas: picture, subject: box })
  assert.deepEqual(laid({ crop_margin: '30px' }), { canvas: picture, subject: box })
  const cropped = (margin: string) => {
    const { canvas, subject } = laid({ crop: true, crop_margin: margin })
    return [canvas.width, canvas.height, subject.left, subject.top]
  }
  assert.deepEqual(cropped('0'), [200, 100, 0, 0])
  assert.deepEqual(cropped('30px'), [260, 160, 30, 30])
  assert.deepEqual(cropped('10% 5px'), [210, 120, 5, 10])
  assert.deepEqual(cropped('1px 2px 3px 4px'), [206, 104, 4, 1])
  // half the subject at most
  assert.deepEqual(cropped('400px'), [400, 200, 100, 50])
  const large = layOut(
    picture,
    { left: 0, top: 0, width: 4000, height: 3000 },
    optionsOf({ crop: true, crop_margin: '50%' }),
  )
  assert.deepEqual(large.canvas, { width: 5000, height: 4000 })
})

test('a scaled subject fills that part of the canvas, centred unless a position is given', () => {
  assert.deepEqual(laid({ scale: '100%' }).subject, { left: 0, top: 50, width: 400, height: 200 })
  assert.deepEqual(laid({ scale: '50%' }).subject, { left: 100, top: 100, width: 200, height: 100 })
  assert.deepEqual(laid({ scale: '50%', position: '0% 100%' }).subject, { left: 0, top: 200, width: 200, height: 100 })
  assert.deepEqual(laid({ scale: '25%', position: 'original' }).subject, {
    left: 100,
    top: 125,
    width: 100,
    height: 50,
  })
  assert.deepEqual(laid({ position: '100%' }).subject, { ...box, left: 200, top: 200 })
  assert.deepEqual(laid({ position: 'center' }).subject, { ...box, left: 100, top: 100 })
  assert.deepEqual(laid({ crop: true, scale: '10%' }), {
    canvas: { width: 200, height: 100 },
    subject: { left: 90, top: 45, width: 20, height: 10 },
  })
})

test('whatever is asked for, the subject is inside the canvas', () => {
  const part = fc.integer({ min: 0, max: 100 }).map((value) => `${value}%`)
  const side = fc.integer({ min: 1, max: 3000 })
  fc.assert(
    fc.property(
      fc.record({ width: side, height: side, left: fc.nat(500), top: fc.nat(500) }),
      fc.record({
        crop: fc.boolean(),
        crop_margin: fc.oneof(
          part,
          fc.nat(900).map((value) => `${value}px`),
        ),
        scale: fc.option(
          fc.integer({ min: 10, max: 100 }).map((value) => `${value}%`),
          { nil: 'original' },
        ),
        position: fc.oneof(
          fc.constantFrom('original', 'center'),
          part,
          fc.tuple(part, part).map((two) => two.join(' ')),
        ),
      }),
      (subject, fields) => {
        const whole = { width: subject.left + subject.width + 7, height: subject.top + subject.height + 3 }
        const { canvas, subject: put } = layOut(whole, subject, optionsOf(fields))
        assert.ok(put.left >= 0 && put.top >= 0 && put.width >= 1 && put.height >= 1)
        assert.ok(put.left + put.width <= canvas.width && put.top + put.height <= canvas.height)
        assert.ok([...Object.values(put), ...Object.values(canvas)].every(Number.isInteger))
      },
    ),
  )
})

test('a region is in pixels or percent of the original, inside it and not empty', () => {
  const region = (roi: string) => regionOf(optionsOf({ roi }).roi, picture)
  assert.deepEqual(region('0% 0% 100% 100%'), { left: 0, top: 0, ...picture })
  assert.deepEqual(region('10px 20% 50% 299px'), { left: 10, top: 60, width: 190, height: 239 })
  assert.equal(region('0px 0px 401px 300px'), 'roi_exceeds_bounds')
  assert.equal(region('0% 0% 101% 50%'), 'roi_exceeds_bounds')
  assert.equal(region('50% 0% 50% 100%'), 'roi_region_empty')
  assert.equal(region('90% 0% 10% 100%'), 'roi_region_empty')
  assert.deepEqual(boxAtSize({ left: 10, top: 60, width: 190, height: 240 }, picture, { width: 200, height: 150 }), {
    ...{ left: 5, top: 30, width: 95, height: 120 },
  })
})
