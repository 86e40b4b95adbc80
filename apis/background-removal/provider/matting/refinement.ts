// Prepares the inputs for the alpha of each pixel, at a size that bounds the work: distance from the mask's edge,
// subject and background colours around the pixel, and the guided filter's functions.
import { guidedFilter, type LinearFunctions } from './guided-filter.ts'
import { boxMean, type ColourPlanes, createPlane, type Plane, product, resizePlane } from './planes.ts'

export interface Refinement {
  /** The mean of the mask around each pixel: 1 well inside, 0 well outside. */
  readonly near: Plane
  /** The colours of which each pixel is assumed to be a mixture. */
  readonly subject: ColourPlanes
  readonly background: ColourPlanes
  readonly functions: LinearFunctions
}

/** Half the width of the recomputed band around the mask's edge, as a part of the longer side. */
const bandShare = 1 / 80
const epsilon = 1e-4
/** The greatest distance of `near` from 0 or 1 for a certain pixel. */
export const certainty = 0.02

/**
 * Prepares the refinement. `picture` is the reduced picture for the computation; `mask` is between 0 and 1 and of any
 * size.
 */
export function prepareRefinement(picture: ColourPlanes, mask: Plane): Refinement {
  const [{ width, height }] = picture
  const radius = Math.max(2, Math.round(Math.max(width, height) * bandShare))
  const resized = resizePlane(mask, width, height)
  const near = boxMean(resized, radius)
  const colours = (isCertain: (value: number) => boolean) => nearbyColours(picture, near, isCertain, radius * 2)
  return {
    near,
    subject: colours((value) => value > 1 - certainty),
    background: colours((value) => value < certainty),
    functions: guidedFilter(picture, resized, { radius, epsilon }),
  }
}

/** The mean colour of the certain pixels around each pixel, from farther away if none is near. */
function nearbyColours(
  picture: ColourPlanes,
  near: Plane,
  isCertain: (value: number) => boolean,
  radius: number,
): ColourPlanes {
  const { width, height } = near
  const certain = createPlane(width, height)
  for (let at = 0; at < certain.data.length; at++) certain.data[at] = isCertain(near.data[at] ?? 0) ? 1 : 0
  const result: ColourPlanes = [createPlane(width, height), createPlane(width, height), createPlane(width, height)]
  const isKnown = new Uint8Array(width * height)
  const farthest = Math.max(width, height)
  for (let reach = radius, missing = 1; missing > 0; reach = Math.min(farthest, reach * 4)) {
    const share = boxMean(certain, reach)
    const sums = picture.map((plane) => boxMean(product(plane, certain), reach))
    missing = 0
    for (let at = 0; at < isKnown.length; at++) {
      if (isKnown[at]) continue
      const weight = share.data[at] ?? 0
      if (weight < leastWeight) {
        missing++
        continue
      }
      isKnown[at] = 1
      for (const [channel, plane] of result.entries()) plane.data[at] = (sums[channel]?.data[at] ?? 0) / weight
    }
    if (reach === farthest) break
  }
  return result
}

/** 32-bit running sums leave remainders in empty areas; a share below this may be one. */
const leastWeight = 1e-5
