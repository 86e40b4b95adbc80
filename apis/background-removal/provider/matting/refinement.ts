// What the alpha of each pixel is computed from, at a size that bounds the work: how near the edge of the mask is,
// which colours subject and background have around each pixel, and the guided filter's functions.
import { guidedFilter, type LinearFunctions } from './guided-filter.ts'
import { boxMean, type ColourPlanes, createPlane, type Plane, product, resizePlane } from './planes.ts'

export interface Refinement {
  /** The mean of the mask around each pixel: 1 well inside, 0 well outside. */
  readonly near: Plane
  /** The colours that each pixel is believed to be mixed of. */
  readonly subject: ColourPlanes
  readonly background: ColourPlanes
  readonly functions: LinearFunctions
}

/** Half the width of the band around the mask's edge that is recomputed, as part of the longer side. */
const bandShare = 1 / 80
const epsilon = 1e-4
/** How close to 0 or 1 `near` must be for a pixel to be certain. */
export const certainty = 0.02

/** `picture` is the smaller picture to compute with; `mask` is between 0 and 1 and may have any size. */
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

/** The mean colour of the certain pixels around each, from farther away where there are none near. */
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

/** Running sums of 32 bits leave remainders where there is nothing; a smaller share than this may be one. */
const leastWeight = 1e-5
