// Pictures whose right answer is known: a drawn subject over a drawn background, mixed by an alpha that the test keeps.
// Each is the same on every run for its seed.
import { createSeededRandom } from '#provider/test'

export interface Composite {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Red, green, blue of each pixel. */
  readonly rgb: Uint8Array
  /** The right alpha, 0 to 1. */
  readonly alpha: Float32Array
  /** The colours of the subject alone. */
  readonly subject: Uint8Array
}
export interface CompositeOptions {
  readonly seed: number
  readonly ground: 'plain' | 'textured'
  /** Width of the soft edge in pixels; 0 for one of a single pixel. */
  readonly softness?: number
  readonly width?: number
  readonly height?: number
}

type Colour = readonly [number, number, number]

export function createComposite(options: CompositeOptions): Composite {
  const { seed, ground, softness = 0, width = 640, height = 480 } = options
  const random = createSeededRandom(seed)
  const draw = (min: number, max: number) => min + (random.int(0, 1_000_000) / 1_000_000) * (max - min)
  const hue = draw(0, 1)
  const colours = {
    subject: [colourOf(hue, draw(0.5, 0.9), draw(0.35, 0.6)), colourOf(hue + 0.05, draw(0.5, 0.9), draw(0.5, 0.8))],
    ground: [colourOf(hue + 0.5, draw(0.2, 0.6), draw(0.7, 0.9)), colourOf(hue + 0.35, draw(0.2, 0.6), draw(0.3, 0.5))],
  } as const
  const inside = shapeOf(seed % 4, { width, height, draw })
  const coarse = noiseOf(draw, 24)
  const fine = noiseOf(draw, 7)
  const rgb = new Uint8Array(width * height * 3)
  const subject = new Uint8Array(width * height * 3)
  const alpha = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      // positive inside, in pixels from the edge
      const a = Math.min(1, Math.max(0, inside(x + 0.5, y + 0.5) / Math.max(1, softness) + 0.5))
      alpha[at] = softness > 0 ? a * a * (3 - 2 * a) : a
      const texture = 0.6 * coarse(x, y) + 0.4 * fine(x, y)
      const behind = ground === 'textured' ? texture : (0.4 * (x + y)) / (width + height)
      const grain = draw(-3, 3)
      for (let channel = 0; channel < 3; channel++) {
        const front = mix(colours.subject[0], colours.subject[1], channel, fine(y + 300, x))
        const back = mix(colours.ground[0], colours.ground[1], channel, behind)
        subject[at * 3 + channel] = Math.round(front)
        rgb[at * 3 + channel] = Math.round(
          Math.min(255, Math.max(0, front * (alpha[at] ?? 0) + back * (1 - (alpha[at] ?? 0)) + grain)),
        )
      }
    }
  const name = `${ground}${softness > 0 ? ` soft ${softness}` : ''} ${seed}`
  return { name, width, height, rgb, alpha, subject }
}

interface ShapeOptions {
  readonly width: number
  readonly height: number
  readonly draw: (min: number, max: number) => number
}
/** Distance from the edge at a point, positive inside; near the edge it is that in pixels. */
type Shape = (x: number, y: number) => number

function shapeOf(kind: number, { width, height, draw }: ShapeOptions): Shape {
  const [cx, cy] = [width * draw(0.42, 0.58), height * draw(0.45, 0.55)]
  const unit = Math.min(width, height)
  if (kind === 0) {
    const [rx, ry] = [unit * draw(0.25, 0.38), unit * draw(0.25, 0.38)]
    return (x, y) => (1 - Math.hypot((x - cx) / rx, (y - cy) / ry)) * Math.min(rx, ry)
  }
  if (kind === 1) {
    const [w, h, r] = [unit * draw(0.2, 0.4), unit * draw(0.2, 0.4), unit * draw(0.04, 0.1)]
    return (x, y) => {
      const [dx, dy] = [Math.abs(x - cx) - w + r, Math.abs(y - cy) - h + r]
      return r - Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - Math.min(0, Math.max(dx, dy))
    }
  }
  if (kind === 2) {
    const [lobes, base, depth, turn] = [Math.floor(draw(3, 7)), unit * draw(0.27, 0.34), draw(0.1, 0.25), draw(0, 6)]
    return (x, y) => {
      const angle = Math.atan2(y - cy, x - cx)
      return (base * (1 + depth * Math.sin(lobes * angle + turn)) - Math.hypot(x - cx, y - cy)) * 0.85
    }
  }
  // head and shoulders, cut off by the lower border
  const head = unit * draw(0.13, 0.17)
  const [wide, top] = [unit * draw(0.28, 0.36), height * 0.3]
  return (x, y) => {
    const face = head - Math.hypot(x - cx, (y - top) / 1.25)
    const body = (1 - Math.hypot((x - cx) / wide, (y - height * 1.05) / (height * 0.52))) * wide
    return Math.max(face, body)
  }
}

/** Smooth noise from 0 to 1 that changes within `size` pixels. */
function noiseOf(draw: ShapeOptions['draw'], size: number): (x: number, y: number) => number {
  const side = 256
  const values = Float32Array.from({ length: side * side }, () => draw(0, 1))
  const at = (x: number, y: number) => values[(y & (side - 1)) * side + (x & (side - 1))] ?? 0
  return (x, y) => {
    const [gx, gy] = [Math.floor(x / size), Math.floor(y / size)]
    const [fx, fy] = [smooth(x / size - gx), smooth(y / size - gy)]
    const top = at(gx, gy) * (1 - fx) + at(gx + 1, gy) * fx
    const bottom = at(gx, gy + 1) * (1 - fx) + at(gx + 1, gy + 1) * fx
    return top * (1 - fy) + bottom * fy
  }
}

const smooth = (value: number) => value * value * (3 - 2 * value)
const mix = (one: Colour, other: Colour, channel: number, share: number) =>
  ((one[channel] ?? 0) * (1 - share) + (other[channel] ?? 0) * share) * 255

/** Hue, saturation and lightness to red, green and blue, each from 0 to 1. */
function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const at = (offset + hue * 12) % 12
    return lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))
  }
  return [channel(0), channel(8), channel(4)]
}
