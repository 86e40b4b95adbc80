// Cuts the subject out of one picture, from its bytes to those of the result: decode, segment, refine, lay out,
// compose, encode. Runs in a separate process (picture-process.ts).
import { present } from '#define/present'
import { type DecodedPicture, decodePicture, resizePicture } from '#provider'
import type { EngineChoice } from '../engines/engine-choice.ts'
import { applyMatte, type RgbaPixels } from '../matting/matte.ts'
import { colourPlanes } from '../matting/planes.ts'
import { prepareRefinement } from '../matting/refinement.ts'
import { windowsOf } from '../matting/windows.ts'
import { addColour, addPicture, addShadow, placeSubject, subjectBox } from './compose.ts'
import { encodeResult } from './encode.ts'
import { boxAtSize, layOut, regionOf } from './layout.ts'
import type { Box, CutOutOptions, Size } from './options.ts'
import { fitWithin, largestSize, mostInputPixels, resultSize } from './sizes.ts'
import { findSubjectInRegion } from './subject-in-region.ts'
import { guessType, subjectTypeOf } from './subject-type.ts'

export interface CutOutTask {
  readonly picture: Uint8Array
  /** A picture to put behind the subject. */
  readonly background: Uint8Array | undefined
  readonly options: CutOutOptions
  readonly engines: readonly EngineChoice[]
}
export interface CutOutProblem {
  readonly problem: 'failed_to_read_image' | 'roi_exceeds_bounds' | 'roi_region_empty' | 'unknown_foreground'
  readonly failures: readonly string[]
}
export interface CutOut {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly size: Size
  /** The size at `full`. */
  readonly largest: Size
  /** The box of the subject in the result. */
  readonly foreground: Box
  readonly type: string | undefined
  readonly engine: string
  /** Number of pixels before cropping, which determines the price. */
  readonly pixels: number
  /** The reasons why better engines failed. */
  readonly failures: readonly string[]
}

/** Number of pixels for computations over windows; larger pictures reuse their result. */
const workingPixels = 300_000
/** A picture with a larger transparent part than this has already been cut out. */
const leastTransparent = 0.005

export async function cutOut({ picture, background, options, engines }: CutOutTask): Promise<CutOut | CutOutProblem> {
  const isOpaque = background !== undefined || options.background?.alpha === 255
  const pixels = await decodePicture(picture, {
    maxPixels: mostInputPixels,
    resize: (size) => resultSize(size, options, isOpaque),
  }).catch(() => undefined)
  if (!pixels) return { problem: 'failed_to_read_image', failures: [] }
  const { original } = pixels
  const region = regionOf(options.roi, original)
  if (typeof region === 'string') return { problem: region, failures: [] }

  const isCutOut = transparentShare(pixels) > leastTransparent
  const found = isCutOut
    ? { engine: 'alpha of the picture', failures: [], isFound: true }
    : await matte(pixels, boxAtSize(region, original, pixels), { options, engines })
  clearOutside(pixels, boxAtSize(region, original, pixels))
  const box = found.isFound ? subjectBox(pixels) : undefined
  const { engine, failures } = found
  if (!box) return { problem: 'unknown_foreground', failures }
  const type = subjectTypeOf(options, () => guessType(pixels, pixels, box))

  const layout = layOut(pixels, box, options)
  const canvas = await placeSubject(pixels, box, layout)
  if (options.channels === 'rgba') {
    if (options.shadow && options.type === 'car') addShadow(canvas, layout.subject)
    if (options.background) addColour(canvas, options.background)
    if (background) {
      const cover = { maxPixels: mostInputPixels, resize: () => layout.canvas, fit: 'cover' } as const
      const behind = await decodePicture(background, cover).catch(() => undefined)
      if (!behind) return { problem: 'failed_to_read_image', failures }
      addPicture(canvas, behind)
    }
  }
  const result = { ...(await encodeResult(canvas, options)), size: layout.canvas, foreground: layout.subject }
  return {
    ...result,
    largest: largestSize(original, options, isOpaque),
    type,
    engine,
    pixels: pixels.width * pixels.height,
    failures,
  }
}

/** Writes the alpha of the subject in the region. */
async function matte(
  pixels: DecodedPicture,
  region: Box,
  { options, engines }: Pick<CutOutTask, 'options' | 'engines'>,
): Promise<{ readonly engine: string; readonly failures: readonly string[]; readonly isFound: boolean }> {
  const size = fitWithin(pixels, workingPixels)
  const small = colourPlanes(size.width === pixels.width ? pixels : await resizePicture(pixels, size))
  const { mask, engine, failures } = await findSubjectInRegion(small, boxAtSize(region, pixels, size), engines)
  if (!mask) return { engine, failures, isFound: false }
  const windows = options.type === 'car' && options.semitransparency ? windowsOf(small, mask) : undefined
  // a window that shows the background is a hole in the mask, but belongs to the car
  if (windows) for (const [at, share] of windows.data.entries()) mask.data[at] = Math.max(present(mask.data[at]), share)
  applyMatte(pixels, prepareRefinement(small, mask), { windows })
  return { engine, failures, isFound: true }
}

function clearOutside({ width, height, data }: RgbaPixels, region: Box): void {
  for (let y = 0; y < height; y++) {
    const isInside = y >= region.top && y < region.top + region.height
    for (let x = 0; x < width; x++)
      if (!isInside || x < region.left || x >= region.left + region.width) data[(y * width + x) * 4 + 3] = 0
  }
}

function transparentShare({ data }: RgbaPixels): number {
  let count = 0
  for (let at = 3; at < data.length; at += 4) if (present(data[at]) < 250) count++
  return (count * 4) / data.length
}
