// Finds the subject inside a region. A subject that is wholly inside is found best in the region alone, whose border
// then shows its surroundings. A subject that the region cuts through is found in the whole picture, because an engine
// takes whatever touches the region's border for background.
import { present } from '#define/present'
import type { EngineChoice } from '../engines/engine-choice.ts'
import { type FoundSubject, findSubject } from '../engines/find-subject.ts'
import { type ColourPlanes, createPlane, mapPlanes, type Plane, resizePlane } from '../matting/planes.ts'
import type { Box, Size } from './options.ts'

/** Least and greatest part of the searched area that a subject covers. */
const leastSubject = 0.005
const mostSubject = 0.98
/** The region cuts through a subject that covers at least this part of its border inside the picture. */
const cutShare = 0.03

/**
 * Finds the subject. The mask has the size of the picture and may reach beyond the region; it is undefined if there is
 * no subject.
 */
export async function findSubjectInRegion(
  picture: ColourPlanes,
  region: Box,
  engines: readonly EngineChoice[],
): Promise<FoundSubject> {
  const [size] = picture
  const whole = plausible(await findSubject(picture, engines), size)
  if (region.width === size.width && region.height === size.height) return whole
  if (whole.mask && isCut(whole.mask, region)) return whole
  const part = mapPlanes(picture, (plane) => crop(plane, region))
  const inside = plausible(await findSubject(part, engines), region)
  return { ...inside, mask: inside.mask && embed(inside.mask, region, size) }
}

/** The subject at the given size, without a mask that covers too little or too much of it. */
function plausible(found: FoundSubject, { width, height }: Size): FoundSubject {
  if (!found.mask) return found
  const { data } = found.mask
  const share = data.reduce((count, value) => count + (value > 0.5 ? 1 : 0), 0) / data.length
  const isPlausible = share >= leastSubject && share <= mostSubject
  return { ...found, mask: isPlausible ? resizePlane(found.mask, width, height) : undefined }
}

/** True if enough of the region's border, apart from the picture's own border, is covered by the subject. */
function isCut({ width, height, data }: Plane, region: Box): boolean {
  const [right, bottom] = [region.left + region.width - 1, region.top + region.height - 1]
  let [length, covered] = [0, 0]
  const count = (x: number, y: number) => {
    length++
    if (present(data[y * width + x]) > 0.5) covered++
  }
  for (let x = region.left; x <= right; x++) {
    if (region.top > 0) count(x, region.top)
    if (bottom < height - 1) count(x, bottom)
  }
  for (let y = region.top; y <= bottom; y++) {
    if (region.left > 0) count(region.left, y)
    if (right < width - 1) count(right, y)
  }
  return covered > length * cutShare
}

function crop(plane: Plane, { left, top, width, height }: Box): Plane {
  const part = createPlane(width, height)
  for (let y = 0; y < height; y++) {
    const start = (top + y) * plane.width + left
    part.data.set(plane.data.subarray(start, start + width), y * width)
  }
  return part
}

function embed(part: Plane, { left, top }: Box, size: Size): Plane {
  const whole = createPlane(size.width, size.height)
  for (let y = 0; y < part.height; y++)
    whole.data.set(part.data.subarray(y * part.width, (y + 1) * part.width), (top + y) * size.width + left)
  return whole
}
