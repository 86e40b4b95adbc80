// Reads the picture of a skin. Its size is read from the header first, and nothing but 64x64 and 64x32 is decoded; then
// metadata, palette, filters and compression no longer matter, because only the pixels are kept.
import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { generatorError } from '../errors.ts'

export interface SkinImage {
  readonly width: 64
  readonly height: 64 | 32
  /** Red, green, blue, alpha of each pixel, row by row. */
  readonly data: Buffer
}

const minBytes = 100
const maxBytes = 20_000
const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const interlaceAt = 28

/** The checks of SOURCES 3.1 in its order; 400 `invalid_image` for the first that fails. */
export function readSkinImage(bytes: Buffer): SkinImage {
  if (bytes.length < minBytes || bytes.length > maxBytes) throw invalid(`Invalid file size (${bytes.length})`)
  if (!bytes.subarray(0, 8).equals(signature) || bytes.toString('latin1', 12, 16) !== 'IHDR')
    throw invalid(`Invalid file type: ${typeOf(bytes)}`)
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (width !== 64 || (height !== 64 && height !== 32))
    throw invalid(`Invalid image dimensions. Must be 64x32 or 64x64 (Were ${width}x${height})`)
  return { width, height, data: decode(bytes, height) }
}

/** The PNG that is served: the pixels and nothing else. */
export function writeSkinImage({ width, height, data }: SkinImage): Buffer {
  const png = new PNG({ width, height })
  data.copy(png.data)
  return PNG.sync.write(png, { deflateLevel: 9 })
}

/** By which duplicates are known: SHA-1 of the size and the decoded pixels (SOURCES 3.2). */
export function imageHashOf({ width, height, data }: SkinImage): string {
  const size = Buffer.alloc(8)
  size.writeInt16LE(width, 0)
  size.writeInt16LE(height, 2)
  size.writeInt32LE(data.length, 4)
  return createHash('sha1').update(size).update(data).digest('hex')
}

/**
 * Which arms it has (SOURCES 3.3): the right edge of the back of the right arm has no opaque pixel on a slim one. The
 * old 64x32 form knows only classic arms.
 */
export function variantOf({ width, height, data }: SkinImage): 'classic' | 'slim' {
  if (height === 32) return 'classic'
  for (let y = 20; y <= 31; y++) for (const x of [54, 55]) if (data[(y * width + x) * 4 + 3] === 255) return 'classic'
  return 'slim'
}

function decode(bytes: Buffer, height: 64 | 32): Buffer {
  try {
    if (bytes[interlaceAt] !== 0) boundInterlaced(bytes, height)
    return PNG.sync.read(bytes).data
  } catch (error) {
    // what decoders say is meant for programmers
    const isTooLarge = Reflect.get(Object(error), 'code') === 'ERR_BUFFER_TOO_LARGE'
    throw invalid(`Failed to read image: the PNG ${isTooLarge ? 'unpacks to more than its pixels' : 'is damaged'}`)
  }
}

/** The decoder bounds what it unpacks by the size of the picture, except for an interlaced one. */
function boundInterlaced(bytes: Buffer, height: number): void {
  // eight bytes at most for a pixel; seven passes, each with a byte before each of its rows
  const maxOutputLength = 64 * height * 8 + 7 * (64 + height)
  inflateSync(Buffer.concat([...imageData(bytes)]), { maxOutputLength })
}

/** The contents of the IDAT chunks: length, type, content and checksum follow each other (PNG specification, 5.3). */
function* imageData(bytes: Buffer): Generator<Buffer> {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') yield bytes.subarray(at + 8, at + 8 + length)
    at += 12 + length
  }
}

const otherTypes: readonly (readonly [start: string, type: string])[] = [
  ['ffd8ff', 'image/jpeg'],
  ['474946383', 'image/gif'],
  ['424d', 'image/bmp'],
]

function typeOf(bytes: Buffer): string {
  const start = bytes.toString('hex', 0, 12)
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return otherTypes.find(([known]) => start.startsWith(known))?.[1] ?? 'unknown'
}

const invalid = (error: string) => generatorError('invalid_image', error)
