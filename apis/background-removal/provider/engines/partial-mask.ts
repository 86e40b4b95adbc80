// Completes a mask in which a network saw only a part of the subject, such as a head without its shoulders. On plain
// ground colours suffice, so GrabCut sees the whole subject; on any other ground the network is the better judge.
import { present } from '#define/present'
import { type ColourPlanes, mapPlanes, type Plane, resizePlane } from '../matting/planes.ts'
import { grabCut } from './classical/grab-cut.ts'

/** Longest side of the picture when its border is examined. */
const borderSide = 80
/**
 * Limit for plain ground: the mean difference of neighbours along the border, of values from 0 to 1. Gradients stay
 * below.
 */
const mostUnrest = 0.012
/** A mask that covers less than this part of the subject is partial. */
const partialShare = 0.6
/** The least part of the mask inside the subject for both to show the same subject. */
const leastShared = 0.9
/** A subject on plain ground covers at most this part of the picture. */
const largestSubject = 0.9

/** The whole subject; undefined if the mask is not partial, or if nothing can be concluded. */
export function completedMask(picture: ColourPlanes, mask: Plane): Plane | undefined {
  if (!isPlainGround(picture)) return undefined
  const whole = grabCut(picture)
  if (!whole) return undefined
  const seen = resizePlane(mask, whole.width, whole.height)
  let [own, shared, all] = [0, 0, 0]
  for (const [at, value] of whole.data.entries()) {
    const isSeen = present(seen.data[at]) > 0.5
    if (isSeen) own++
    if (value > 0.5) all++
    if (isSeen && value > 0.5) shared++
  }
  const isPartial = own < all * partialShare && shared >= own * leastShared
  return isPartial && all <= whole.data.length * largestSubject ? whole : undefined
}

/** True if the sides and the top of the picture have one colour or a gradient. */
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
      sum += Math.abs(present(data[present(line[at])]) - present(data[present(line[at - 1])]))
  return sum / (3 * (line.length - 1)) <= mostUnrest
}
