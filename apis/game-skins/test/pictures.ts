// Pictures for tests: skins of drawn colours with either kind of arms.
import { createSeededRandom } from '#provider/test'
import { partsOf, sidesOf, type Variant } from '../provider/images/layout.ts'
import type { SkinImage } from '../provider/images/skin-image.ts'

/** A 64x64 skin: every part has opaque pixels on all its sides, and nothing else is opaque. */
export function randomSkin(seed: number, variant: Variant): SkinImage {
  const random = createSeededRandom(seed)
  const data = Buffer.alloc(64 * 64 * 4)
  // few colours, so that a palette can hold them
  const colours = Array.from({ length: 40 }, () => [...random.bytes(3), 255])
  for (const part of partsOf(variant))
    for (const area of Object.values(sidesOf(part, part.base)))
      for (let y = area.y; y < area.y + area.height; y++)
        for (let x = area.x; x < area.x + area.width; x++) data.set(colours[random.int(0, 39)] ?? [], (y * 64 + x) * 4)
  return { width: 64, height: 64, data }
}

/** A picture of the old form, 64x32, opaque everywhere. */
export function randomOldSkin(seed: number): SkinImage {
  const random = createSeededRandom(seed)
  const data = random.bytes(64 * 32 * 4)
  for (let at = 3; at < data.length; at += 4) data[at] = 255
  for (let at = 0; at < data.length; at++) if (at % 4 !== 3) data[at] = (data[at] ?? 0) & 0xe0
  return { width: 64, height: 32, data }
}

/** The same picture with one pixel changed. */
export function withPixel(image: SkinImage, x: number, y: number, rgba: readonly number[]): SkinImage {
  const data = Buffer.from(image.data)
  data.set(rgba, (y * image.width + x) * 4)
  return { ...image, data }
}
