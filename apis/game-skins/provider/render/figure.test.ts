// Figures as pixels: which side of which part is where, layers, arms, mirrored limbs, and the bounds of a picture.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PNG } from 'pngjs'
import { openWorld } from '../../test/world.ts'
import { type PartName, partsOf, type Side, sidesOf, type Variant } from '../images/layout.ts'
import type { SkinImage } from '../images/skin-image.ts'
import { drawFigure } from './figure.ts'
import { type Canvas, createCanvas, drawQuad } from './raster.ts'

type Rgba = readonly [number, number, number, number]
const near: readonly Side[] = ['right', 'front', 'top']
const lights: Readonly<Partial<Record<Side, number>>> = { right: 0.78, front: 0.93, top: 1 }

/** A colour for each side of each part, so that a pixel names the side it shows. */
function colourOf(part: PartName, side: Side): Rgba {
  const at = ['head', 'body', 'rightArm', 'leftArm', 'rightLeg', 'leftLeg'].indexOf(part)
  const sideAt = ['top', 'bottom', 'right', 'front', 'left', 'back'].indexOf(side)
  return [40 + at * 35, 40 + sideAt * 35, 200, 255]
}

function paint(image: SkinImage, x: number, y: number, colour: Rgba): void {
  image.data.set(colour, (y * image.width + x) * 4)
}

function markedSkin(variant: Variant, height: 64 | 32 = 64): SkinImage {
  const image: SkinImage = { width: 64, height, data: Buffer.alloc(64 * height * 4) }
  for (const part of partsOf(variant))
    for (const [side, area] of Object.entries(sidesOf(part, part.base)))
      for (let y = area.y; y < area.y + area.height; y++)
        for (let x = area.x; x < area.x + area.width; x++)
          if (y < height) paint(image, x, y, colourOf(part.name, side as Side))
  return image
}

/** Opaque pixels of each side, by `part side`. */
function shown(canvas: Canvas): Map<string, { count: number; x: number; y: number }> {
  const byColour = new Map<string, string>()
  for (const { name } of partsOf('classic'))
    for (const side of near) {
      const light = lights[side] ?? 1
      const [red, green, blue] = colourOf(name, side).map((value) => Math.round(value * light))
      byColour.set(`${red} ${green} ${blue}`, `${name} ${side}`)
    }
  const counts = new Map<string, { count: number; x: number; y: number }>()
  for (let at = 0; at < canvas.data.length; at += 4) {
    const [red, green, blue, alpha] = canvas.data.subarray(at, at + 4)
    const name = byColour.get(`${red} ${green} ${blue}`)
    if (alpha !== 255 || name === undefined) continue
    const { count, x, y } = counts.get(name) ?? { count: 0, x: 0, y: 0 }
    const pixel = at / 4
    counts.set(name, {
      count: count + 1,
      x: x + (pixel % canvas.width),
      y: y + Math.floor(pixel / canvas.width),
    })
  }
  return new Map([...counts].map(([name, { count, x, y }]) => [name, { count, x: x / count, y: y / count }] as const))
}

test('a head shows its right side, its front and its top, in these places', () => {
  const canvas = drawFigure(markedSkin('classic'), 'classic', { view: 'head', size: 128 })
  const sides = shown(canvas)
  assert.deepEqual([...sides.keys()].sort(), ['head front', 'head right', 'head top'])
  const [right, front, top] = near.map((side) => sides.get(`head ${side}`))
  assert.ok(right && front && top)
  assert.ok(right.x < front.x && top.y < right.y && top.y < front.y)
  const opaque = canvas.data.filter((_value, at) => at % 4 === 3).filter((alpha) => alpha === 255).length
  // nearly every opaque pixel shows one side in its own colour; only edges are mixed
  assert.ok(right.count + front.count + top.count > opaque * 0.95)
})

test('a body has its parts where they belong, with the right arm on the left of the picture', () => {
  const sides = shown(drawFigure(markedSkin('classic'), 'classic', { view: 'skin', size: 256 }))
  const at = (name: string) => sides.get(`${name} front`) ?? assert.fail(name)
  const [head, body, rightArm, leftArm] = ['head', 'body', 'rightArm', 'leftArm'].map(at)
  const [rightLeg, leftLeg] = ['rightLeg', 'leftLeg'].map(at)
  assert.ok(head && body && rightArm && leftArm && rightLeg && leftLeg)
  assert.ok(head.y < body.y && body.y < rightLeg.y && body.y < leftLeg.y)
  assert.ok(rightArm.x < body.x && body.x < leftArm.x && rightLeg.x < leftLeg.x)
  assert.ok(sides.has('rightArm right') && !sides.has('leftLeg right'))
})

test('slim arms are three pixels wide where classic ones are four', () => {
  const areas = (['classic', 'slim'] as const).map((variant) => {
    const sides = shown(drawFigure(markedSkin(variant), variant, { view: 'skin', size: 300 }))
    const [arm, body] = [sides.get('rightArm front')?.count ?? 0, sides.get('body front')?.count ?? 1]
    return arm / body
  })
  const [classic = 0, slim = 0] = areas
  assert.ok(Math.abs(classic - 4 / 8) < 0.05 && Math.abs(slim - 3 / 8) < 0.05, `${classic} ${slim}`)
})

test('the upper layer covers the base where it is opaque, and only there', () => {
  const image = markedSkin('classic')
  const [head] = partsOf('classic')
  assert.ok(head)
  const { front } = sidesOf(head, head.overlay)
  for (let y = 0; y < 4; y++) for (let x = 0; x < 8; x++) paint(image, front.x + x, front.y + y, [255, 255, 255, 255])
  const before = shown(drawFigure(markedSkin('classic'), 'classic', { view: 'head', size: 200 })).get('head front')
  const after = shown(drawFigure(image, 'classic', { view: 'head', size: 200 })).get('head front')
  assert.ok(before && after)
  assert.ok(after.count > before.count * 0.35 && after.count < before.count * 0.6, `${after.count} of ${before.count}`)
  assert.ok(after.y > before.y)
})

test('the old form mirrors its one arm and leg for the left', () => {
  const image = markedSkin('classic', 32)
  // the inner edge of the right leg's front, next to the left leg
  const leg = partsOf('classic').find(({ name }) => name === 'rightLeg') ?? assert.fail()
  const { front } = sidesOf(leg, leg.base)
  for (let y = 0; y < 12; y++) paint(image, front.x + 3, front.y + y, [255, 0, 0, 255])
  const canvas = drawFigure(image, 'classic', { view: 'skin', size: 300 })
  const row = Math.floor(canvas.height * 0.8)
  const reds: number[] = []
  for (let x = 0; x < canvas.width; x++) {
    const [red, green, blue] = canvas.data.subarray((row * canvas.width + x) * 4)
    if (red === Math.round(255 * 0.93) && green === 0 && blue === 0) reds.push(x)
  }
  // two pixels of the skin side by side: one of each leg
  const [first = 0, last = 0] = [reds[0], reds.at(-1)]
  assert.equal(reds.length, last - first + 1)
  const pixel = (canvas.height / 34) * Math.cos(Math.PI / 6)
  assert.ok(Math.abs(reds.length - 2 * pixel) < pixel * 0.6, `${reds.length} ${pixel}`)
})

test('a translucent texel is mixed with what is below it', () => {
  const canvas = createCanvas(2, 2)
  const quad = { corner: [0, 0], across: [2, 0], down: [0, 2], columns: 1, rows: 1, light: 1 } as const
  drawQuad(canvas, { ...quad, texel: () => [200, 0, 0, 255] })
  drawQuad(canvas, { ...quad, texel: () => [0, 200, 0, 128] })
  assert.deepEqual([...canvas.data.subarray(0, 4)], [100, 100, 0, 255])
  const empty = createCanvas(2, 2)
  drawQuad(empty, { ...quad, texel: () => [10, 20, 30, 128] })
  assert.deepEqual([...empty.data.subarray(0, 4)], [10, 20, 30, 128])
})

test('a picture has the size that was asked for, between 16 and 300 pixels', async () => {
  const world = await openWorld()
  const path = '/render/0f6c1d2e3b4a4c5d8e6f708192a3b4c2'
  const sizeOf = async (query: string) => {
    const { width, height } = PNG.sync.read((await world.ask<Buffer>(path + query)).body)
    return Math.max(width, height)
  }
  for (const [query, size] of Object.entries({
    '/head': 256,
    '/skin?size=100': 100,
    '/skin?size=9999': 300,
    '/head?size=1': 16,
  }))
    assert.equal(await sizeOf(query), size, query)
  assert.equal((await world.ask(`${path}/cape`)).status, 404)
  const byId = (await world.ask<Buffer>('/render/104729002/head')).body
  assert.deepEqual(byId, (await world.ask<Buffer>(`${path}/head`)).body)
})
