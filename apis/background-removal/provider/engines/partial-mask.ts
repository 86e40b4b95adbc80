// Completes what a network saw of a subject in part, such as a head without its shoulders. On plain ground colours
// alone tell the subject apart, so that GrabCut sees all of it; on any other ground the network is the better judge.
import { type ColourPlanes, mapPlanes, type Plane, resizePlane } from '../matting/planes.ts'
import { grabCut } from './classical/grab-cut.ts'

/** Longest side of the picture whose border is looked at. */
const borderSide = 80
/** The mean difference of neighbours along the border of plain ground, of values from 0 to 1; gradients stay below. */
const mostUnrest = 0.012
/** A mask with less than this part of the subject is partial. */
const partialShare = 0.6
/** How much of the mask must be part of the subject, for the two to speak of the same one. */
const leastShared = 0.9
/** A subject that covers more of the picture than this is no subject on plain ground. */
const largestSubject = 0.9

/** The whole subject; undefined where the mask is not partial, or where nothing tells. */
export function completedMask(picture: ColourPlanes, mask: Plane): Plane | undefined {
  if (!isPlainGround(picture)) return undefined
  const whole = grabCut(picture)
  if (!whole) return undefined
  const seen = resizePlane(mask, whole.width, whole.height)
  let [own, shared, all] = [0, 0, 0]
  for (const [at, value] of whole.data.entries()) {
    const isSeen = (seen.data[at] ?? 0) > 0.5
    if (isSeen) own++
    if (value > 0.5) all++
    if (isSeen && value > 0.5) shared++
  }
  const isPartial = own < all * partialShare && shared >= own * leastShared
  return isPartial && all <= whole.data.length * largestSubject ? whole : undefined
}

/** Whether the sides and the top of the picture have one colour or a gradient. */
function isPlainGround(picture: ColourPlanes): boolean {
  const [{ width, height }] = picture
  const scale = Math.min(1, borderSide / Math.max(width, height))
  const [w, h] = [Math.max(2, Math.round(width * scale)), Math.max(2, Math.round(height * scale))]
  const small = mapPlanes(picture, (plane) => resizePlane(plane, w, h))
  const rows = Array.from({ length: h }, (_, y) => y)
  const line = [
    ...rows.toReversed().map((y) => y * w),
    ...Array.from({ length: w }, (_, x) => x),
    ...rows.map((y) => y * w + w - 1),
  ]
  let sum = 0
  for (const { data } of small)
    for (let at = 1; at < line.length; at++)
      sum += Math.abs((data[line[at] ?? 0] ?? 0) - (data[line[at - 1] ?? 0] ?? 0))
  return sum / (3 * (line.length - 1)) <= mostUnrest
}
