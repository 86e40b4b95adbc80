// Encodes the result as a file (SOURCES 3.2, 3.6): PNG, JPEG or WebP, or a ZIP archive with separate colours and mask.

import { zipSync } from 'fflate'
import { present } from '#define/present'
import { encodePicture } from '#provider'
import type { RgbaPixels } from '../matting/matte.ts'
import { addColour } from './compose.ts'
import type { CutOutOptions } from './options.ts'

interface EncodedResult {
  readonly bytes: Buffer
  readonly contentType: string
}

const contentTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp', zip: 'application/zip' } as const
const quality = 92
/** JPEG quality of the colours in an archive, which are to be combined with the mask again. */
const archiveQuality = 100
const white = { red: 255, green: 255, blue: 255, alpha: 255 }

/** Encodes the picture; changes the given pixels. */
export async function encodeResult(
  pixels: RgbaPixels,
  { format, channels }: Pick<CutOutOptions, 'format' | 'channels'>,
): Promise<EncodedResult> {
  if (channels === 'alpha' && format !== 'zip') return encodeMask(pixels, format)
  const chosen = format === 'auto' ? (isOpaque(pixels) ? 'jpg' : 'png') : format
  const contentType = contentTypes[chosen]
  switch (chosen) {
    case 'jpg':
      addColour(pixels, white)
      return { bytes: await encodePicture(withoutAlpha(pixels), { format: 'jpg', quality }), contentType }
    case 'zip':
      return { bytes: await archive(pixels), contentType }
    default:
      clearHiddenColours(pixels)
      return { bytes: await encodePicture({ ...pixels, channels: 4 }, { format: chosen, quality }), contentType }
  }
}

function encodeMask(pixels: RgbaPixels, format: Exclude<CutOutOptions['format'], 'zip'>): Promise<EncodedResult> {
  const chosen = format === 'auto' ? 'png' : format
  const encoding = encodePicture(maskOf(pixels), { format: chosen, quality: 100 })
  return encoding.then((bytes) => ({ bytes, contentType: contentTypes[chosen] }))
}

async function archive(pixels: RgbaPixels): Promise<Buffer> {
  const colour = await encodePicture(withoutAlpha(pixels), { format: 'jpg', quality: archiveQuality, fullColour: true })
  const alpha = await encodePicture(maskOf(pixels), { format: 'png' })
  // stored, because both are already compressed; with a fixed date, so that the same picture gives the same archive
  const options = { level: 0, mtime: new Date(1980, 0, 1) } as const
  return Buffer.from(zipSync({ 'color.jpg': [colour, options], 'alpha.png': [alpha, options] }))
}

function isOpaque({ data }: RgbaPixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

function withoutAlpha({ width, height, data }: RgbaPixels) {
  const rgb = new Uint8Array(width * height * 3)
  for (let at = 0, from = 0; at < rgb.length; at += 3, from += 4) {
    rgb[at] = present(data[from])
    rgb[at + 1] = present(data[from + 1])
    rgb[at + 2] = present(data[from + 2])
  }
  return { width, height, channels: 3, data: rgb } as const
}

function maskOf({ width, height, data }: RgbaPixels) {
  const mask = new Uint8Array(width * height)
  for (let at = 0; at < mask.length; at++) mask[at] = present(data[at * 4 + 3])
  return { width, height, channels: 1, data: mask } as const
}

/** Clears fully transparent pixels, which must not keep the background's colours. */
function clearHiddenColours({ data }: RgbaPixels): void {
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3] === 0) {
      data[at] = 0
      data[at + 1] = 0
      data[at + 2] = 0
    }
}
