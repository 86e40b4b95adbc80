// Draws the avatar of a character: a mirrored pattern of squares derived from its id and name, so that it is stable and
// unique. It does not depict anybody.
import { createHash } from 'node:crypto'
import jpeg from 'jpeg-js'

const pixels = 300
/** Size of a JPEG block, 8 x 8 pixels: a square of whole blocks stays flat and small. */
const blockPixels = 8
/** Number of squares along a side of the pattern, and of blocks along a side of a square. */
const squares = 5
const squareBlocks = 7
const marginBlocks = 1
const half = Math.ceil(squares / 2)
const quality = 90

type Rgb = readonly [red: number, green: number, blue: number]

/** Returns a JPEG of 300 x 300 pixels. */
export function drawAvatar({ id, name }: { readonly id: number; readonly name: string }): Buffer {
  const hash = createHash('sha256').update(`${id} ${name}`).digest()
  const angle = (hash.readUInt8(0) / 256) * 2 * Math.PI
  const background = colour(232, angle + Math.PI, 10)
  const ink = colour(70 + hash.readUInt8(1) / 4, angle, 60)
  const data = Buffer.alloc(pixels * pixels * 4, 255)
  for (let y = 0; y < pixels; y++)
    for (let x = 0; x < pixels; x++)
      data.set(isInked(hash, squareAt(x), squareAt(y)) ? ink : background, (y * pixels + x) * 4)
  return jpeg.encode({ data, width: pixels, height: pixels }, quality).data
}

/** Converts a brightness of 0 to 255, a hue as an angle, and the distance from grey. */
function colour(brightness: number, hue: number, saturation: number): Rgb {
  const [blueness, redness] = [saturation * Math.cos(hue), saturation * Math.sin(hue)]
  // from YCbCr, as in the JFIF specification
  return [
    byteOf(brightness + 1.402 * redness),
    byteOf(brightness - 0.344136 * blueness - 0.714136 * redness),
    byteOf(brightness + 1.772 * blueness),
  ]
}

function byteOf(value: number): number {
  return Math.round(Math.min(255, Math.max(0, value)))
}

function squareAt(pixel: number): number {
  return Math.floor((Math.floor(pixel / blockPixels) - marginBlocks) / squareBlocks)
}

/** True if the square is coloured: bits of the hash set the left half, which the right half mirrors. */
function isInked(hash: Buffer, column: number, row: number): boolean {
  if (column < 0 || row < 0 || column >= squares || row >= squares) return false
  const mirrored = Math.min(column, squares - 1 - column)
  return (hash.readUInt8(2 + row * half + mirrored) & 1) === 1
}
