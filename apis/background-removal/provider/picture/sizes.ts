// The size of results (SOURCES 3.1): limits in megapixels, reached with one factor for both sides, rounded down, never
// by enlarging.
import type { CutOutOptions, ResultFormat, Size } from './options.ts'

export const previewPixels = 250_000
export const mostInputPixels = 50_000_000
const limits = { preview: previewPixels, medium: 1_500_000, hd: 4_000_000, full: 25_000_000, '50MP': 50_000_000 }
const pngPixels = 10_000_000

/** Keeps a product that should be whole from being rounded down. */
const rounding = 1e-9

export function fitWithin({ width, height }: Size, pixels: number): Size {
  if (width * height <= pixels) return { width, height }
  const factor = Math.sqrt(pixels / (width * height))
  const fit = (side: number) => Math.max(1, Math.floor(side * factor + rounding))
  return { width: fit(width), height: fit(height) }
}

/** The size of the result before cropping. */
export function resultSize(size: Size, options: CutOutOptions, isOpaque: boolean): Size {
  return fitWithin(size, Math.min(limits[options.size], formatLimit(options.format, isOpaque)))
}

/** The size at `full`. */
export function largestSize(size: Size, options: CutOutOptions, isOpaque: boolean): Size {
  return fitWithin(size, Math.min(limits.full, formatLimit(options.format, isOpaque)))
}

/** The limit of the format; `auto` becomes PNG unless a background fills the picture. */
function formatLimit(format: ResultFormat, isOpaque: boolean): number {
  const isPng = format === 'png' || (format === 'auto' && !isOpaque)
  return isPng ? pngPixels : limits['50MP']
}
