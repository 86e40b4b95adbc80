// How many typing mistakes are between two words.

/** Letters added, dropped or replaced; two neighbours that changed places are one (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1]
      const swapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      const changed = (last[at - 1] ?? 0) + (isSame ? 0 : 1)
      const moved = swapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, changed, moved))
    }
    ;[before, last] = [last, next]
  }
  return last[b.length] ?? 0
}
