// The similarity of two texts in percent, as translation tools define it: the share of characters that need no edit.

/** Longer texts are only compared for equality. */
export const longestCompared = 1000

/**
 * Returns 0 to 100 over code points; 100 only for equal texts, and 0 for less than `atLeast`, for which the computation
 * stops early. The work is bounded by the length of the texts times the allowed edits.
 */
export function similarity(a: string, b: string, atLeast: number): number {
  if (a === b) return 100
  const [first, second] = [[...a], [...b]]
  const longest = Math.max(first.length, second.length)
  if (longest > longestCompared) return 0
  const allowed = Math.floor((longest * (100 - atLeast)) / 100)
  const edits = editDistance(first, second, allowed)
  if (edits > allowed) return 0
  return Math.min(99, Math.floor((100 * (longest - edits)) / longest))
}

/** The Levenshtein distance in a band around the diagonal; some number above `allowed` if the distance exceeds it. */
function editDistance(a: readonly string[], b: readonly string[], allowed: number): number {
  if (Math.abs(a.length - b.length) > allowed) return allowed + 1
  const far = allowed + 1
  let previous = Array.from({ length: b.length + 1 }, (_, column) => (column <= allowed ? column : far))
  for (let row = 1; row <= a.length; row += 1) {
    const current = new Array<number>(b.length + 1).fill(far)
    if (row <= allowed) current[0] = row
    const from = Math.max(1, row - allowed)
    const to = Math.min(b.length, row + allowed)
    let least = far
    for (let column = from; column <= to; column += 1) {
      const change = (previous[column - 1] ?? far) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const cost = Math.min(change, (previous[column] ?? far) + 1, (current[column - 1] ?? far) + 1, far)
      current[column] = cost
      if (cost < least) least = cost
    }
    if (least >= far && row > allowed) return far
    previous = current
  }
  return previous[b.length] ?? far
}
