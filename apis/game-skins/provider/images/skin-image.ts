// Reads the picture of a skin. The header is read first, and only 64x64 and 64x32 are decoded. Only the pixels are
// kept, so metadata, palette, filters and compression do not matter afterwards.
import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { generatorError } from '../errors.ts'

export interface SkinImage {
  readonly width: 64
  readonly height: 64 | 32
  /** Red, green, blue and alpha of each pixel, row by row. */
  readonly data: Buffer
}

const minBytes = 100
const maxBytes = 20_000
const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const interlaceAt = 28

/** Makes the checks of SOURCES 3.1 in their order; throws 400 `invalid_image` for the first that fails. */
export function readSkinImage(bytes: Buffer): SkinImage {
  if (bytes.length < minBytes || bytes.length > maxBytes) throw invalid(`Invalid file size (${bytes.length})`)
  if (!bytes.subarray(0, 8).equals(signature) || bytes.toString('latin1', 12, 16) !== 'IHDR')
    throw invalid(`Invalid file type: ${typeOf(bytes)}`)
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (width !== 64 || (height !== 64 && height !== 32))
    throw invalid(`Invalid image dimensions. Must be 64x32 or 64x64 (Were ${width}x${height})`)
  return { width, height, data: decode(bytes, height) }
}

/** Encodes the PNG that is served: the pixels and nothing else. */
export function writeSkinImage({ width, height, data }: SkinImage): Buffer {
  const png = new PNG({ width, height })
  data.copy(png.data)
  return PNG.sync.write(png, { deflateLevel: 9 })
}

/** The hash that identifies duplicates: SHA-1 of the size and the decoded pixels (SOURCES 3.2). */
export function imageHashOf({ width, height, data }: SkinImage): string {
  const size = Buffer.alloc(8)
  size.writeInt16LE(width, 0)
  size.writeInt16LE(height, 2)
  size.writeInt32LE(data.length, 4)
  return createHash('sha1').update(size).update(data).digest('hex')
}

/**
 * Detects the kind of arms (SOURCES 3.3): on a slim skin the right edge of the back of the right arm has no opaque
 * pixel. The old 64x32 form has classic arms only.
 */
export function variantOf({ width, height, data }: SkinImage): 'classic' | 'slim' {
  if (height === 32) return 'classic'
  for (let y = 20; y <= 31; y++) for (const x of [54, 55]) if (data[(y * width + x) * 4 + 3] === 255) return 'classic'
  return 'slim'
}

function decode(bytes: Buffer, height: 64 | 32): Buffer {
  try {
    const { picture, imageData } = partsOf(bytes)
    if (bytes[interlaceAt] !== 0) boundInterlaced(imageData, height)
    return PNG.sync.read(picture).data
  } catch (error) {
    // the decoder's own messages are written for programmers
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw invalid(`Failed to read image: the PNG ${isTooLarge ? 'unpacks to more than its pixels' : 'is damaged'}`)
  }
}

/** Limits the unpacked size of an interlaced picture; the decoder limits all others by their size. */
function boundInterlaced(imageData: readonly Buffer[], height: number): void {
  // at most eight bytes per pixel; seven passes, with one byte before each row
  const maxOutputLength = 64 * height * 8 + 7 * (64 + height)
  inflateSync(Buffer.concat(imageData), { maxOutputLength })
}

/**
 * The file up to its IEND chunk, and the contents of its IDAT chunks. Editors and download tools leave bytes after
 * IEND, which readers ignore. A chunk is length, type, content and checksum (PNG specification, 5.3).
 */
function partsOf(bytes: Buffer): { readonly picture: Buffer; readonly imageData: readonly Buffer[] } {
  const imageData: Buffer[] = []
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') imageData.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
    if (type === 'IEND') return { picture: bytes.subarray(0, at), imageData }
  }
  return { picture: bytes, imageData }
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
