// The reported type of the subject (SOURCES 3.7): the caller's, otherwise a guess from simple features. Skin in the
// upper half of something upright is a person, a subject on plain ground a product; anything else is `other`.
import { present } from '#define/present'
import type { RgbaPixels } from '../matting/matte.ts'
import type { Box, CutOutOptions } from './options.ts'

const skinShare = 0.12
const plainVariance = 90

/** The value of X-Type; undefined if the caller does not want it. */
export function subjectTypeOf(
  { type, typeLevel }: Pick<CutOutOptions, 'type' | 'typeLevel'>,
  guess: () => 'person' | 'product' | 'other',
): string | undefined {
  if (typeLevel === 'none') return undefined
  switch (type) {
    case 'auto':
      return guess()
    case 'graphic':
      return typeLevel === 1 ? 'other' : 'graphics'
    case 'transportation':
      return typeLevel === 1 ? 'other' : 'transportation'
    default:
      return type
  }
}

/** Guesses the type; `original` has the colours before the background was removed from them. */
export function guessType(original: RgbaPixels, matte: RgbaPixels, box: Box): 'person' | 'product' | 'other' {
  let [skin, upper] = [0, 0]
  const middle = box.top + box.height / 2
  const ground = { count: 0, sum: 0, squares: 0 }
  for (let y = 0; y < matte.height; y++)
    for (let x = 0; x < matte.width; x++) {
      const at = (y * matte.width + x) * 4
      const [r, g, b] = [present(original.data[at]), present(original.data[at + 1]), present(original.data[at + 2])]
      if (matte.data[at + 3] === 0) {
        const light = (r + g + b) / 3
        ground.count++
        ground.sum += light
        ground.squares += light * light
      } else if (y < middle) {
        upper++
        if (isSkin(r, g, b)) skin++
      }
    }
  if (upper > 0 && skin / upper > skinShare && box.height > box.width * 0.8) return 'person'
  const variance = ground.count > 0 ? ground.squares / ground.count - (ground.sum / ground.count) ** 2 : plainVariance
  return variance < plainVariance ? 'product' : 'other'
}

/**
 * True for a colour in the ranges of chroma of all skin tones (Chai and Ngan, Face segmentation using skin-color map,
 * 1999).
 */
function isSkin(r: number, g: number, b: number): boolean {
  const blue = 128 - 0.168736 * r - 0.331264 * g + 0.5 * b
  const red = 128 + 0.5 * r - 0.418688 * g - 0.081312 * b
  return blue >= 77 && blue <= 127 && red >= 133 && red <= 173 && r > 60
}
