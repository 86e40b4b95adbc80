// Draws the figure that wears a skin, seen from the front, from above and from its right: boxes ordered by distance,
// each with three visible sides, in a parallel projection (painter's algorithm).
import { present } from '#define/present'
import { type Part, type PartName, partsOf, type Side, sidesOf, type Variant } from '../images/layout.ts'
import type { SkinImage } from '../images/skin-image.ts'
import { type Canvas, createCanvas, drawQuad, halved, type Point } from './raster.ts'

export type View = 'head' | 'skin'

/** A point of the figure: `x` to its left, `y` up, `z` to its front; one unit is one pixel of the skin. */
type Vector = readonly [x: number, y: number, z: number]

const yaw = Math.PI / 6
const pitch = Math.PI / 9
const [cosYaw, sinYaw, cosPitch, sinPitch] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)]

/** Projects a point onto the canvas, where `y` points down. The figure is turned so that its right side shows. */
function project([x, y, z]: Vector): Point {
  return [x * cosYaw + z * sinYaw, -y * cosPitch + (z * cosYaw - x * sinYaw) * sinPitch]
}

interface Placed {
  readonly part: Part
  /** The lowest corner at the back, on the figure's right. */
  readonly at: Vector
}

/** Distance of the upper layer from the base (SOURCES 3.4). */
const overlayGap: Readonly<Record<PartName, number>> = {
  head: 0.5,
  body: 0.25,
  rightArm: 0.25,
  leftArm: 0.25,
  rightLeg: 0.25,
  leftLeg: 0.25,
}

/** Parts from far to near: those further left or lower are behind. */
const farToNear: readonly PartName[] = ['leftLeg', 'rightLeg', 'leftArm', 'body', 'rightArm', 'head']

/** Draws a picture of at most `size` pixels in height and width, with a transparent background. */
export function drawFigure(image: SkinImage, variant: Variant, { view, size }: { view: View; size: number }): Canvas {
  const placed = place(variant).filter(({ part }) => view === 'skin' || part.name === 'head')
  const bounds = boundsOf(placed)
  const scale = (size * 2) / Math.max(bounds.width, bounds.height)
  const canvas = createCanvas(evenly(bounds.width * scale), evenly(bounds.height * scale))
  const toCanvas = (point: Vector): Point => {
    const [x, y] = project(point)
    return [(x - bounds.left) * scale, (y - bounds.top) * scale]
  }
  for (const { part, at } of placed) {
    const layers = layersOf(image, part)
    const draw = (layer: Layer, sides: readonly Side[], gap: number) => {
      for (const side of sides) drawSide(canvas, image, { part, at, layer, side, gap, toCanvas })
    }
    const gap = overlayGap[part.name]
    if (layers.overlay) draw(layers.overlay, farSides, gap)
    draw(layers.base, nearSides, 0)
    if (layers.overlay) draw(layers.overlay, nearSides, gap)
  }
  return halved(canvas)
}

const nearSides: readonly Side[] = ['right', 'front', 'top']
const farSides: readonly Side[] = ['bottom', 'back', 'left']
const lights: Readonly<Record<Side, number>> = { top: 1, front: 0.93, right: 0.78, left: 0.7, back: 0.7, bottom: 0.6 }
const evenly = (length: number) => Math.max(2, Math.ceil(length / 2) * 2)

function place(variant: Variant): Placed[] {
  const parts = partsOf(variant)
  const arm = variant === 'slim' ? 3 : 4
  const corners: Readonly<Record<PartName, Vector>> = {
    head: [-4, 24, -4],
    body: [-4, 12, -2],
    rightArm: [-4 - arm, 12, -2],
    leftArm: [4, 12, -2],
    rightLeg: [-4, 0, -2],
    leftLeg: [0, 0, -2],
  }
  return farToNear.flatMap((name) => {
    const part = parts.find((one) => one.name === name)
    return part ? [{ part, at: corners[name] }] : []
  })
}

interface Layer {
  readonly corner: readonly [x: number, y: number]
  /** True for the second arm or leg of the old form, which has only one of each and mirrors it. */
  readonly isMirrored: boolean
}

const mirrored: Readonly<Partial<Record<PartName, readonly [x: number, y: number]>>> = {
  leftArm: [40, 16],
  leftLeg: [0, 16],
}

function layersOf({ height }: SkinImage, { name, base, overlay }: Part): { base: Layer; overlay: Layer | undefined } {
  if (height === 64)
    return { base: { corner: base, isMirrored: false }, overlay: { corner: overlay, isMirrored: false } }
  const other = mirrored[name]
  return {
    base: { corner: other ?? base, isMirrored: other !== undefined },
    overlay: name === 'head' ? { corner: overlay, isMirrored: false } : undefined,
  }
}

interface SideToDraw extends Placed {
  readonly layer: Layer
  readonly side: Side
  readonly gap: number
  toCanvas(point: Vector): Point
}

function drawSide(canvas: Canvas, { data, width: stride }: SkinImage, drawn: SideToDraw): void {
  const { part, layer, side, toCanvas } = drawn
  const texels = sidesOf(part, layer.corner)
  const area = texels[layer.isMirrored ? opposite(side) : side]
  const [corner, across, down] = edgesOf(drawn)
  const [from, right, below] = [toCanvas(corner), toCanvas(across), toCanvas(down)]
  drawQuad(canvas, {
    corner: from,
    across: [right[0] - from[0], right[1] - from[1]],
    down: [below[0] - from[0], below[1] - from[1]],
    columns: area.width,
    rows: area.height,
    light: lights[side],
    texel: (column, row) => {
      const x = area.x + (layer.isMirrored ? area.width - 1 - column : column)
      const at = ((area.y + row) * stride + x) * 4
      return [present(data[at]), present(data[at + 1]), present(data[at + 2]), present(data[at + 3])]
    },
  })
}

const opposite = (side: Side): Side => (side === 'left' ? 'right' : side === 'right' ? 'left' : side)

/** Three corners of a side, named as in its picture: upper left, upper right, lower left. */
function edgesOf({ part, at, side, gap }: SideToDraw): readonly [Vector, Vector, Vector] {
  const [x0, y0, z0] = [at[0] - gap, at[1] - gap, at[2] - gap]
  const [x1, y1, z1] = [at[0] + part.width + gap, at[1] + part.height + gap, at[2] + part.depth + gap]
  const sides: Readonly<Record<Side, readonly [Vector, Vector, Vector]>> = {
    front: [
      [x0, y1, z1],
      [x1, y1, z1],
      [x0, y0, z1],
    ],
    back: [
      [x1, y1, z0],
      [x0, y1, z0],
      [x1, y0, z0],
    ],
    right: [
      [x0, y1, z0],
      [x0, y1, z1],
      [x0, y0, z0],
    ],
    left: [
      [x1, y1, z1],
      [x1, y1, z0],
      [x1, y0, z1],
    ],
    top: [
      [x0, y1, z0],
      [x1, y1, z0],
      [x0, y1, z1],
    ],
    bottom: [
      [x0, y0, z1],
      [x1, y0, z1],
      [x0, y0, z0],
    ],
  }
  return sides[side]
}

function boundsOf(placed: readonly Placed[]) {
  const points = placed.flatMap(({ part, at }) => {
    const gap = overlayGap[part.name]
    return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
      project([
        at[0] + (corner & 1 ? part.width + gap : -gap),
        at[1] + (corner & 2 ? part.height + gap : -gap),
        at[2] + (corner & 4 ? part.depth + gap : -gap),
      ]),
    )
  })
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}
