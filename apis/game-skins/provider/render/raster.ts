// Draws parallelograms of texels: in a parallel projection each side of a part is a parallelogram. A pixel takes the
// texel below its centre and covers earlier ones.
import { present } from '#define/present'

export interface Canvas {
  readonly width: number
  readonly height: number
  /** Red, green, blue and alpha of each pixel, row by row; colours are not premultiplied. */
  readonly data: Uint8Array
}
export type Point = readonly [x: number, y: number]

/** A parallelogram of texels: its corner on the canvas, and the vectors of its two edges. */
interface Quad {
  readonly corner: Point
  /** The whole edge along which the columns of texels follow each other. */
  readonly across: Point
  /** The whole edge along which the rows follow each other. */
  readonly down: Point
  readonly columns: number
  readonly rows: number
  /** Returns red, green, blue and alpha of a texel. */
  readonly texel: (column: number, row: number) => readonly [number, number, number, number]
  /** Brightness factor. */
  readonly light: number
}

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, data: new Uint8Array(width * height * 4) }
}

export function drawQuad(canvas: Canvas, quad: Quad): void {
  const { corner, across, down, columns, rows } = quad
  const area = across[0] * down[1] - across[1] * down[0]
  if (Math.abs(area) < 1e-9) return
  const corners = [0, 1, 2, 3].map((at) => [
    corner[0] + (at & 1 ? across[0] : 0) + (at & 2 ? down[0] : 0),
    corner[1] + (at & 1 ? across[1] : 0) + (at & 2 ? down[1] : 0),
  ])
  const span = (axis: 0 | 1, limit: number): Point => {
    const values = corners.map((point) => present(point[axis]))
    return [Math.max(0, Math.floor(Math.min(...values))), Math.min(limit, Math.ceil(Math.max(...values)))]
  }
  const [left, right] = span(0, canvas.width)
  const [top, bottom] = span(1, canvas.height)
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const [fromX, fromY] = [x + 0.5 - corner[0], y + 0.5 - corner[1]]
      const column = Math.floor(((fromX * down[1] - fromY * down[0]) / area) * columns)
      const row = Math.floor(((fromY * across[0] - fromX * across[1]) / area) * rows)
      if (column < 0 || row < 0 || column >= columns || row >= rows) continue
      blend(canvas.data, (y * canvas.width + x) * 4, quad.texel(column, row), quad.light)
    }
}

/** Blends source over destination (Porter and Duff, 1984). */
function blend(
  data: Uint8Array,
  at: number,
  [red, green, blue, alpha]: readonly [number, number, number, number],
  light: number,
): void {
  if (alpha === 0) return
  const source = alpha / 255
  const below = (present(data[at + 3]) / 255) * (1 - source)
  const total = source + below
  const mix = (value: number, offset: number) =>
    Math.round((value * light * source + present(data[at + offset]) * below) / total)
  data[at] = mix(red, 0)
  data[at + 1] = mix(green, 1)
  data[at + 2] = mix(blue, 2)
  data[at + 3] = Math.round(total * 255)
}

/** Returns the picture at half the size: each pixel is the mean of four, weighted by opacity, which smooths edges. */
export function halved({ width, height, data }: Canvas): Canvas {
  const half = createCanvas(width >> 1, height >> 1)
  for (let y = 0; y < half.height; y++)
    for (let x = 0; x < half.width; x++) {
      const four = [0, 4, width * 4, width * 4 + 4].map((offset) => (y * 2 * width + x * 2) * 4 + offset)
      const alpha = four.reduce((sum, at) => sum + present(data[at + 3]), 0)
      const out = (y * half.width + x) * 4
      if (alpha === 0) continue
      for (let c = 0; c < 3; c++)
        half.data[out + c] = Math.round(
          four.reduce((sum, at) => sum + present(data[at + c]) * present(data[at + 3]), 0) / alpha,
        )
      half.data[out + 3] = Math.round(alpha / 4)
    }
  return half
}
