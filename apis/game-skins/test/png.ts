// Writes the same pixels as different PNG files: with a palette, interlaced, filtered, with metadata. Independent of
// the library that the provider reads with.
import { crc32, deflateSync } from 'node:zlib'
import type { SkinImage } from '../provider/images/skin-image.ts'

interface PngOptions {
  /** At most 256 colours. */
  readonly palette?: boolean
  readonly interlaced?: boolean
  /** The filter of each row: 0 none, 1 the difference to the pixel on the left. */
  readonly filter?: 0 | 1
  /** Text of a tEXt chunk. */
  readonly comment?: string
  readonly level?: number
}
type Pixels = Pick<SkinImage, 'data'> & { readonly width: number; readonly height: number }

export function encodePng(image: Pixels, options: PngOptions = {}): Buffer {
  const { palette = false, interlaced = false, filter = 0, comment, level = 6 } = options
  const colours = palette ? paletteOf(image) : undefined
  const header = Buffer.alloc(13)
  header.writeUInt32BE(image.width, 0)
  header.writeUInt32BE(image.height, 4)
  header.set([8, colours ? 3 : 6, 0, 0, interlaced ? 1 : 0], 8)
  const chunks = [chunk('IHDR', header)]
  if (comment !== undefined) chunks.push(chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1')))
  if (colours) {
    chunks.push(chunk('PLTE', Buffer.concat(colours.map((colour) => colour.subarray(0, 3)))))
    chunks.push(chunk('tRNS', Buffer.from(colours.map((colour) => colour[3] ?? 0))))
  }
  const passes = interlaced ? adam7 : [[0, 0, 1, 1] as const]
  const rows = passes.flatMap((pass) => rowsOf(image, pass, { colours, filter }))
  chunks.push(chunk('IDAT', deflateSync(Buffer.concat(rows), { level })), chunk('IEND', Buffer.alloc(0)))
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

/** First column and row of each pass, and the steps between them (PNG specification, 8.2). */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

interface RowOptions {
  readonly colours: readonly Buffer[] | undefined
  readonly filter: 0 | 1
}

function rowsOf(
  image: Pixels,
  [left, top, stepX, stepY]: readonly [number, number, number, number],
  { colours, filter }: RowOptions,
): Buffer[] {
  const rows: Buffer[] = []
  for (let y = top; y < image.height; y += stepY) {
    const pixels: Buffer[] = []
    for (let x = left; x < image.width; x += stepX) {
      const pixel = image.data.subarray((y * image.width + x) * 4, (y * image.width + x) * 4 + 4)
      pixels.push(colours ? Buffer.from([colours.findIndex((colour) => colour.equals(pixel))]) : pixel)
    }
    const plain = Buffer.concat(pixels)
    const size = colours ? 1 : 4
    const filtered = filter === 0 ? plain : plain.map((value, at) => value - (at < size ? 0 : (plain[at - size] ?? 0)))
    rows.push(Buffer.from([filter]), Buffer.from(filtered))
  }
  return rows
}

function paletteOf({ data }: Pixels): Buffer[] {
  const colours = new Map<string, Buffer>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.subarray(at, at + 4)
    colours.set(colour.toString('hex'), colour)
  }
  if (colours.size > 256) throw new Error('too many colours for a palette')
  return [...colours.values()]
}

/** Length, type, content and checksum (PNG specification, 5.3). */
export function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
