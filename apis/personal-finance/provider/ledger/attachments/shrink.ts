// Scales images down by a box filter, always to JPEG: each pixel is the mean of those it replaces. It is pure and slow,
// so image-worker.ts runs it in a thread.

import { inflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { present } from '#define/present'
import { jpegMemoryLimit, pixelLimit } from './image-size.ts'

interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue, alpha of each pixel, row by row. */
  readonly data: Uint8Array
  /** Preserves the orientation in the copy. */
  readonly exif?: Buffer | undefined
}

/** Longest side of each copy, in pixels. */
export const variantSides = { thumb: 150, large: 1000 } as const
export type Variant = keyof typeof variantSides

const quality = 82

/** Returns both copies of an image. Throws if it is unreadable. */
export function variantsOf(kind: 'png' | 'jpg', bytes: Buffer): Record<Variant, Buffer> {
  const pixels = kind === 'png' ? readPng(bytes) : readJpeg(bytes)
  const large = shrink(pixels, variantSides.large)
  return { large: writeJpeg(large), thumb: writeJpeg(shrink(large, variantSides.thumb)) }
}

/** Scales an image so that no side exceeds `side`; an image that fits is returned as is. */
function shrink(image: Pixels, side: number): Pixels {
  const scale = Math.max(image.width, image.height) / side
  if (scale <= 1) return image
  const width = Math.max(1, Math.round(image.width / scale))
  const height = Math.max(1, Math.round(image.height / scale))
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    const rows = boxOf(y, height, image.height)
    for (let x = 0; x < width; x++)
      writeMean(image, { rows, columns: boxOf(x, width, image.width) }, data, (y * width + x) * 4)
  }
  return { width, height, data, exif: image.exif }
}

interface Box {
  readonly from: number
  readonly to: number
}

function boxOf(at: number, count: number, of: number): Box {
  const from = Math.floor((at * of) / count)
  return { from, to: Math.max(from + 1, Math.floor(((at + 1) * of) / count)) }
}

/** Writes the mean colour, weighted by opacity so that transparent pixels add nothing. */
function writeMean(image: Pixels, { rows, columns }: { rows: Box; columns: Box }, out: Uint8Array, to: number): void {
  const { data } = image
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (let y = rows.from; y < rows.to; y++) {
    for (let x = columns.from; x < columns.to; x++) {
      const at = (y * image.width + x) * 4
      const opaque = present(data[at + 3])
      red += present(data[at]) * opaque
      green += present(data[at + 1]) * opaque
      blue += present(data[at + 2]) * opaque
      alpha += opaque
    }
  }
  if (alpha > 0) out.set([Math.round(red / alpha), Math.round(green / alpha), Math.round(blue / alpha)], to)
  else out.fill(0, to, to + 3)
  out[to + 3] = Math.round(alpha / ((rows.to - rows.from) * (columns.to - columns.from)))
}

/** Reads the size in the first chunk (PNG specification, 11.2.1) before decompressing anything. */
function readPng(bytes: Buffer): Pixels {
  if (bytes.length < 33) throw new Error('the image is truncated')
  refuseHuge(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  if (bytes.readUInt8(interlaceAt) !== 0) refuseInterlacedBomb(bytes)
  const { width, height, data } = PNG.sync.read(bytes)
  return { width, height, data }
}

/** Offset of the interlace method (PNG specification, 11.2.1). */
const interlaceAt = 28
const mostBytesPerPixel = 8

/** Refuses an interlaced image that expands beyond its declared size; the decoder bounds only the others. */
function refuseInterlacedBomb(bytes: Buffer): void {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  // seven passes, each with a byte before each of its rows
  const maxOutputLength = width * height * mostBytesPerPixel + 7 * (height + width) + 64
  inflateSync(Buffer.concat([...imageData(bytes)]), { maxOutputLength })
}

/** Yields the contents of the IDAT chunks: length, type, content and checksum in sequence (PNG specification, 5.3). */
function* imageData(bytes: Buffer): Generator<Buffer> {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') yield bytes.subarray(at + 8, at + 8 + length)
    at += 12 + length
  }
}

function readJpeg(bytes: Buffer): Pixels {
  const limits = { maxResolutionInMP: pixelLimit / 1_000_000, maxMemoryUsageInMB: jpegMemoryLimit / 1024 / 1024 }
  const image = jpeg.decode(bytes, { ...limits, useTArray: true, formatAsRGBA: true })
  refuseHuge(image.width, image.height)
  // returned by the decoder and accepted by the encoder, but missing in the types of both
  const exif = 'exifBuffer' in image ? image.exifBuffer : undefined
  const { width, height, data } = image
  return { width, height, data, exif: exif instanceof Uint8Array ? Buffer.from(exif) : undefined }
}

function refuseHuge(width: number, height: number): void {
  if (width < 1 || height < 1 || width * height > pixelLimit) throw new Error('the image has too many pixels')
}

/** Writes a JPEG, which has no transparency: transparent areas are white. */
function writeJpeg({ width, height, data, exif }: Pixels): Buffer {
  const flat = new Uint8Array(data)
  for (let at = 0; at < flat.length; at += 4) {
    const opaque = present(flat[at + 3]) / 255
    for (let c = 0; c < 3; c++) flat[at + c] = Math.round(present(flat[at + c]) * opaque + 255 * (1 - opaque))
    flat[at + 3] = 255
  }
  const image = { width, height, data: flat, ...(exif ? { exifBuffer: exif } : {}) }
  return Buffer.from(jpeg.encode(image, quality).data)
}
