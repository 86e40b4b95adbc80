// Draws the avatar of a character: a mirrored pattern of squares derived from its id and name, so that it is always the
// same and no two look alike. It is not a likeness of anybody.
import { createHash } from 'node:crypto'
import jpeg from 'jpeg-js'

const pixels = 300
/** JPEG codes blocks of 8 x 8 pixels: a square of whole blocks stays flat and small. */
const blockPixels = 8
/** Squares on a side of the pattern, and blocks on a side of a square. */
const squares = 5
const squareBlocks = 7
const marginBlocks = 1
const half = Math.ceil(squares / 2)
const quality = 90

type Rgb = readonly [red: number, green: number, blue: number]

/** A JPEG of 300 x 300 pixels. */
export function drawAvatar({ id, name }: { readonly id: number; readonly name: string }): Buffer {
  const hash = createHash('sha256').update(`${id} ${name}`).digest()
  const angle = ((hash[0] ?? 0) / 256) * 2 * Math.PI
  const background = colour(232, angle + Math.PI, 10)
  const ink = colour(70 + (hash[1] ?? 0) / 4, angle, 60)
  const data = Buffer.alloc(pixels * pixels * 4, 255)
  for (let y = 0; y < pixels; y++)
    for (let x = 0; x < pixels; x++)
      data.set(isInked(hash, squareAt(x), squareAt(y)) ? ink : background, (y * pixels + x) * 4)
  return jpeg.encode({ data, width: pixels, height: pixels }, quality).data
}

/** A brightness of 0 to 255, a hue as an angle, and the distance from grey. */
function colour(brightness: number, hue: number, saturation: number): Rgb {
  const [blueness, redness] = [saturation * Math.cos(hue), saturation * Math.sin(hue)]
  // from YCbCr, as in the JFIF specification
  const [red, green, blue] = [
    brightness + 1.402 * redness,
    brightness - 0.344136 * blueness - 0.714136 * redness,
    brightness + 1.772 * blueness,
  ].map((value) => Math.round(Math.min(255, Math.max(0, value))))
  return [red ?? 0, green ?? 0, blue ?? 0]
}

function squareAt(pixel: number): number {
  return Math.floor((Math.floor(pixel / blockPixels) - marginBlocks) / squareBlocks)
}

/** The left half is drawn by bits of the hash; the right half mirrors it. */
function isInked(hash: Buffer, column: number, row: number): boolean {
  if (column < 0 || row < 0 || column >= squares || row >= squares) return false
  const mirrored = Math.min(column, squares - 1 - column)
  return ((hash[2 + row * half + mirrored] ?? 0) & 1) === 1
}
