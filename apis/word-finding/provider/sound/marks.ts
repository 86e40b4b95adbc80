// A bit set over a range of numbers: thousands are marked in any order and read in ascending order, without sorting.

export interface Marks {
  /** Marks a number; returns whether it was not yet marked. */
  mark(number: number): boolean
  /**
   * Writes the marked numbers into a table, smallest first and as many as it holds, and removes all marks. Returns how
   * many were written.
   */
  takeAll(into: Uint32Array): number
  /** Removes all marks. */
  clear(): void
}

/** Marks for numbers from 0 to below `count`. */
export function createMarks(count: number): Marks {
  const bits = new Int32Array(Math.ceil(count / 32))
  return {
    mark(number) {
      const before = bits[number >> 5] ?? 0
      const after = before | (1 << (number & 31))
      bits[number >> 5] = after
      return after !== before
    },
    takeAll(into) {
      let count = 0
      for (let at = 0; at < bits.length; at++) {
        let left = bits[at] ?? 0
        if (left === 0) continue
        bits[at] = 0
        for (; left !== 0 && count < into.length; left &= left - 1)
          into[count++] = (at << 5) + 31 - Math.clz32(left & -left)
      }
      return count
    },
    clear: () => void bits.fill(0),
  }
}
