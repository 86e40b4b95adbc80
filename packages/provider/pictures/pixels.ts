// Decodes and encodes pictures, in a process of a pool (process-pool.ts): the decoders are native code and the bytes
// come from callers. Only three decoders are allowed, the number of pixels is limited, the orientation is applied, and
// no metadata is kept.
import type { Sharp } from 'sharp'

/** A picture in memory: `channels` bytes for each pixel, row by row, in sRGB. */
export interface Pixels {
  readonly width: number
  readonly height: number
  /** 4: red, green, blue and alpha, not premultiplied; 3: without alpha; 1: grey. */
  readonly channels: 1 | 3 | 4
  readonly data: Uint8Array
}
interface DecodeOptions {
  /** Limit of pixels; larger pictures are not decoded. */
  readonly maxPixels: number
  /** Computes the target size from the picture's own size after its orientation has been applied. */
  readonly resize?: (size: { readonly width: number; readonly height: number }) => {
    readonly width: number
    readonly height: number
  }
  /** `cover` keeps the ratio and crops the excess evenly; default `fill`, which does not keep the ratio. */
  readonly fit?: 'fill' | 'cover'
}
export interface DecodedPicture extends Pixels {
  readonly channels: 4
  /** Size before resizing, with the orientation applied. */
  readonly original: { readonly width: number; readonly height: number }
}
export type EncodeOptions =
  | { readonly format: 'png' }
  | {
      readonly format: 'jpg' | 'webp'
      /** 1 to 100. */
      readonly quality: number
      /** Keeps colour at full resolution. */
      readonly fullColour?: boolean
    }

const decoders = ['JpegBuffer', 'PngBuffer', 'WebpBuffer'].map((name) => `VipsForeignLoad${name}`)
const seconds = 30

/** Decodes a picture. Rejects unless the bytes are a complete PNG, JPEG or WebP within the limit of pixels. */
export async function decodePicture(bytes: Uint8Array, options: DecodeOptions): Promise<DecodedPicture> {
  const sharp = await loadSharp()
  const input = { limitInputPixels: options.maxPixels, failOn: 'error', sequentialRead: true, pages: 1 } as const
  const { width, height, orientation = 1 } = await sharp(bytes, input).metadata()
  // orientations from 5 on are rotated by 90 degrees (EXIF 2.32, 4.6.5.1)
  const original = orientation >= 5 ? { width: height, height: width } : { width, height }
  const size = options.resize?.(original) ?? original
  let decoding = sharp(bytes, input).timeout({ seconds }).autoOrient()
  if (size.width !== original.width || size.height !== original.height)
    decoding = decoding.resize({ ...size, fit: options.fit ?? 'fill' })
  const { data, info } = await decoding.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  if (info.channels !== 4) throw new Error(`the decoder made ${info.channels} channels`)
  return { width: info.width, height: info.height, channels: 4, data, original }
}

export async function encodePicture(pixels: Pixels, options: EncodeOptions): Promise<Buffer> {
  const picture = await pictureOf(pixels)
  switch (options.format) {
    case 'png':
      return picture.png({ compressionLevel: 6 }).toBuffer()
    case 'jpg':
      return picture
        .jpeg({ quality: options.quality, ...(options.fullColour ? { chromaSubsampling: '4:4:4' } : {}) })
        .toBuffer()
    case 'webp':
      return picture.webp({ quality: options.quality, alphaQuality: 100 }).toBuffer()
  }
}

/** Scales to exactly that size. Colours of transparent pixels do not bleed into others. */
export async function resizePicture(
  pixels: Pixels,
  size: { readonly width: number; readonly height: number },
): Promise<Pixels> {
  const data = await (await pictureOf(pixels))
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer()
  return { ...pixels, ...size, data }
}

async function pictureOf({ width, height, channels, data }: Pixels): Promise<Sharp> {
  const sharp = await loadSharp()
  const picture = sharp(data, { raw: { width, height, channels }, limitInputPixels: false }).timeout({ seconds })
  return channels === 1 ? picture.toColourspace('b-w') : picture
}

type SharpLibrary = typeof import('sharp')['default']

let loading: Promise<SharpLibrary> | undefined

/** Loads the decoder with the first picture; most processes never need it. */
async function loadSharp(): Promise<SharpLibrary> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: decoders })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return loading
}
