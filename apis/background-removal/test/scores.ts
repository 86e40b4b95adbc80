// How well an alpha matches the right one.
import { boxMean } from '../provider/matting/planes.ts'
import type { Composite } from './composites.ts'

export interface Scores {
  /** Intersection over union of what is more than half opaque. */
  readonly iou: number
  /** Mean absolute error. */
  readonly error: number
  /** Sum of absolute errors within 10 pixels of the edge. */
  readonly edgeError: number
}

const bandPixels = 10

export function scoresOf(alpha: Float32Array, composite: Composite): Scores {
  const { width, height, alpha: right } = composite
  const near = boxMean({ width, height, data: right.map((value) => (value > 0.5 ? 1 : 0)) }, bandPixels)
  let [both, either, sum, edgeError] = [0, 0, 0, 0]
  for (let at = 0; at < right.length; at++) {
    const [is, ought] = [alpha[at] ?? 0, right[at] ?? 0]
    if (is > 0.5 && ought > 0.5) both++
    if (is > 0.5 || ought > 0.5) either++
    const error = Math.abs(is - ought)
    sum += error
    const around = near.data[at] ?? 0
    if (around > 0.001 && around < 0.999) edgeError += error
  }
  return { iou: both / either, error: sum / right.length, edgeError }
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
