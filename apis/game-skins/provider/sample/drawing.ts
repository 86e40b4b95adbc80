// Draws sample skins: our own figures, each from a row of colours and a pattern. They resemble neither a person nor any
// of the game's own skins.

import { type Area, type Part, type PartName, partsOf, type Side, sidesOf, type Variant } from '../images/layout.ts'
import type { SkinImage } from '../images/skin-image.ts'

/** A row of the sample; colours are `rrggbb`. */
export interface Design {
  readonly variant: Variant
  readonly skin: string
  readonly hair: string
  readonly shirt: string
  readonly trousers: string
  readonly accent: string
  readonly pattern: string
}

type Rgb = readonly [red: number, green: number, blue: number]

/** Draws a 64x64 picture; the same design always gives the same picture. */
export function drawSkin(design: Design): SkinImage {
  const data = Buffer.alloc(64 * 64 * 4)
  const paint = (x: number, y: number, [red, green, blue]: Rgb) => data.set([red, green, blue, 255], (y * 64 + x) * 4)
  for (const part of partsOf(design.variant)) {
    for (const [side, area] of Object.entries(sidesOf(part, part.base)))
      for (let y = 0; y < area.height; y++)
        for (let x = 0; x < area.width; x++)
          paint(area.x + x, area.y + y, colourAt(design, part.name, side as Side, { x, y, ...sizeOf(area) }))
  }
  drawFace(design, paint)
  drawHairLayer(design, paint)
  return { width: 64, height: 64, data }
}

interface Texel {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
const sizeOf = ({ width, height }: Area) => ({ width, height })

function colourAt(design: Design, part: PartName, side: Side, texel: Texel): Rgb {
  const { skin, hair, shirt, trousers, accent } = design
  if (part === 'head')
    return shaded(side === 'top' || (side !== 'bottom' && texel.y < hairLine(side)) ? hair : skin, texel)
  if (part === 'body') return shaded(isAccent(design.pattern, texel) ? accent : shirt, texel)
  if (part === 'rightArm' || part === 'leftArm') {
    if (side === 'bottom') return shaded(skin, texel)
    if (side === 'top') return shaded(shirt, texel)
    return shaded(texel.y < 7 ? shirt : texel.y === 7 ? accent : skin, texel)
  }
  if (side === 'bottom') return shaded(accent, texel)
  return shaded(side !== 'top' && texel.y >= 10 ? accent : trousers, texel)
}

const hairLine = (side: Side) => (side === 'back' ? 6 : side === 'front' ? 2 : 4)

/** True if a texel of the shirt has the second colour. */
function isAccent(pattern: string, { x, y, width }: Texel): boolean {
  if (pattern === 'stripes') return y % 4 === 1
  if (pattern === 'sash') return (x + y) % 8 < 2
  if (pattern === 'checks') return (x >> 1) % 2 === (y >> 1) % 2
  if (pattern === 'buttons') return x === width >> 1 && y % 3 === 1
  if (pattern === 'belt') return y === 10
  return false
}

/** Varies a colour slightly, so that large areas are not flat. */
function shaded(colour: string, { x, y }: Texel): Rgb {
  const change = ((x * 7 + y * 13) % 5) * 4 - 8
  const [red, green, blue] = rgb(colour).map((value) => Math.min(255, Math.max(0, value + change)))
  return [red ?? 0, green ?? 0, blue ?? 0]
}

function rgb(colour: string): Rgb {
  const value = Number.parseInt(colour, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

type Paint = (x: number, y: number, colour: Rgb) => void

/** Draws eyes and mouth on the front of the head, which begins at 8, 8. */
function drawFace({ accent, hair }: Design, paint: Paint): void {
  for (const [x, inner] of [
    [9, 10],
    [14, 13],
  ] as const) {
    paint(x, 12, [245, 245, 245])
    paint(inner, 12, rgb(accent))
  }
  for (const x of [11, 12]) paint(x, 14, shaded(hair, { x, y: 14, width: 8, height: 8 }))
}

/** Draws a fringe in the layer above the head. */
function drawHairLayer({ hair, pattern }: Design, paint: Paint): void {
  const head: Part | undefined = partsOf('classic')[0]
  if (!head) return
  const { front, top } = sidesOf(head, head.overlay)
  const fringe = 1 + (pattern.length % 3)
  for (let x = 0; x < front.width; x++) {
    for (let y = 0; y < fringe; y++)
      if ((x + y) % 3 !== 1) paint(front.x + x, front.y + y, shaded(hair, { x, y, ...sizeOf(front) }))
    paint(top.x + x, top.y + top.height - 1, shaded(hair, { x, y: 0, ...sizeOf(top) }))
  }
}
