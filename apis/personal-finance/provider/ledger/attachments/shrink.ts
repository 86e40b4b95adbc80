// Smaller copies of images, always JPEG, by a box filter: each pixel is the mean of those it replaces. Pure and slow,
// so image-worker.ts runs it in a thread.
import { inflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { jpegMemoryLimit, pixelLimit } from './image-size.ts'

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue, alpha of each pixel, row by row. */
  readonly data: Uint8Array
  /** Carries the orientation over to the copy. */
  readonly exif?: Buffer | undefined
}

/** Longest side of each copy, in pixels. */
export const variantSides = { thumb: 150, large: 1000 } as const
export type Variant = keyof typeof variantSides

const quality = 82

/** Both copies of an image. Throws when it cannot be read. */
export function variantsOf(kind: 'png' | 'jpg', bytes: Buffer): Record<Variant, Buffer> {
  const pixels = kind === 'png' ? readPng(bytes) : readJpeg(bytes)
  const large = shrink(pixels, variantSides.large)
  return { large: writeJpeg(large), thumb: writeJpeg(shrink(large, variantSides.thumb)) }
}

/** Scaled down so that no side is longer than `side`; an image that fits is returned as it is. */
export function shrink(image: Pixels, side: number): Pixels {
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

/** Colours are weighted by opacity, so that transparent pixels contribute none. */
function writeMean(image: Pixels, { rows, columns }: { rows: Box; columns: Box }, out: Uint8Array, to: number): void {
  const sum = [0, 0, 0]
  let alpha = 0
  for (let y = rows.from; y < rows.to; y++) {
    for (let x = columns.from; x < columns.to; x++) {
      const at = (y * image.width + x) * 4
      const opaque = image.data[at + 3] ?? 0
      alpha += opaque
      for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (image.data[at + c] ?? 0) * opaque
    }
  }
  for (let c = 0; c < 3; c++) out[to + c] = alpha === 0 ? 0 : Math.round((sum[c] ?? 0) / alpha)
  out[to + 3] = Math.round(alpha / ((rows.to - rows.from) * (columns.to - columns.from)))
}

/** The size is in the first chunk (PNG specification, 11.2.1), before anything has to be unpacked. */
function readPng(bytes: Buffer): Pixels {
  if (bytes.length < 33) throw new Error('the image is truncated')
  refuseHuge(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  if (bytes.readUInt8(interlaceAt) !== 0) refuseInterlacedBomb(bytes)
  const { width, height, data } = PNG.sync.read(bytes)
  return { width, height, data }
}

/** Position of the interlace method (PNG specification, 11.2.1). */
const interlaceAt = 28
const mostBytesPerPixel = 8

/** Refuses an interlaced image that unpacks to more than its size says; the decoder bounds only the others. */
function refuseInterlacedBomb(bytes: Buffer): void {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  // seven passes, each with a byte before each of its rows
  const maxOutputLength = width * height * mostBytesPerPixel + 7 * (height + width) + 64
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

function readJpeg(bytes: Buffer): Pixels {
  const limits = { maxResolutionInMP: pixelLimit / 1_000_000, maxMemoryUsageInMB: jpegMemoryLimit / 1024 / 1024 }
  const image = jpeg.decode(bytes, { ...limits, useTArray: true, formatAsRGBA: true })
  refuseHuge(image.width, image.height)
  // the decoder returns it and the encoder accepts it, though neither declares it in its types
  const exif: unknown = Reflect.get(image, 'exifBuffer')
  const { width, height, data } = image
  return { width, height, data, exif: exif instanceof Uint8Array ? Buffer.from(exif) : undefined }
}

function refuseHuge(width: number, height: number): void {
  if (width < 1 || height < 1 || width * height > pixelLimit) throw new Error('the image has too many pixels')
}

/** JPEG has no transparency: what shows through is white. */
function writeJpeg({ width, height, data, exif }: Pixels): Buffer {
  const flat = new Uint8Array(data)
  for (let at = 0; at < flat.length; at += 4) {
    const opaque = (flat[at + 3] ?? 255) / 255
    for (let c = 0; c < 3; c++) flat[at + c] = Math.round((flat[at + c] ?? 0) * opaque + 255 * (1 - opaque))
    flat[at + 3] = 255
  }
  const image = { width, height, data: flat, ...(exif ? { exifBuffer: exif } : {}) }
  return Buffer.from(jpeg.encode(image, quality).data)
}
