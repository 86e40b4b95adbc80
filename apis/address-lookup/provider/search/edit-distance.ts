// Edit distance.
import { present } from '#define/present'

/** Counts added, dropped and replaced letters; swapped neighbours count as one (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1]
      const swapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      const changed = present(last[at - 1]) + (isSame ? 0 : 1)
      const moved = swapped ? present(before[at - 2]) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(present(last[at]) + 1, present(next[at - 1]) + 1, changed, moved))
    }
    ;[before, last] = [last, next]
  }
  return present(last[b.length])
}
