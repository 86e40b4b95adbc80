// Draws the picture of a character: a mirrored pattern of squares that follows from its id and name, so that it is always the
// same and no two look alike. Not a likeness of anybody.
import { createHash } from 'node:crypto'
import { type Colour, encodeJpeg } from './jpeg.ts'

const pixels = 300
/** Squares on a side of the pattern, and blocks on a side of a square. */
const squares = 5
const squareBlocks = 7
const marginBlocks = 1
const half = Math.ceil(squares / 2)

/** A JPEG of 300 x 300 pixels. */
export function drawAvatar({ id, name }: { readonly id: number; readonly name: string }): Buffer {
  const hash = createHash('sha256').update(`${id} ${name}`).digest()
  const angle = ((hash[0] ?? 0) / 256) * 2 * Math.PI
  const ground = colour(232, angle + Math.PI, 10)
  const ink = colour(70 + (hash[1] ?? 0) / 4, angle, 60)
  return encodeJpeg({
    width: pixels,
    height: pixels,
    colourAt: (column, row) => (isInked(hash, squareAt(column), squareAt(row)) ? ink : ground),
  })
}

/** A brightness, and a colour as an angle and a distance from grey. */
function colour(brightness: number, angle: number, strength: number): Colour {
  const [cb, cr] = [Math.cos(angle), Math.sin(angle)].map((side) => Math.round(128 + strength * side))
  return [Math.round(brightness), cb ?? 128, cr ?? 128]
}

function squareAt(block: number): number {
  return Math.floor((block - marginBlocks) / squareBlocks)
}

/** The left half is drawn by bits of the hash, the right half mirrors it. */
function isInked(hash: Buffer, column: number, row: number): boolean {
  if (column < 0 || row < 0 || column >= squares || row >= squares) return false
  const mirrored = Math.min(column, squares - 1 - column)
  return ((hash[2 + row * half + mirrored] ?? 0) & 1) === 1
}
