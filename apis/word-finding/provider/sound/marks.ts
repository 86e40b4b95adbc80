// A bit set over a range of numbers: thousands are marked in any order and read in ascending order, without sorting.
import { present } from '#define/present'

interface Marks {
  /** Marks a number; returns true if it was unmarked. */
  mark(number: number): boolean
  /**
   * Writes the marked numbers into a table, smallest first, up to its length, and removes all marks. Returns the number
   * of marks written.
   */
  takeAll(into: Uint32Array): number
  /** Removes all marks. */
  clear(): void
}

/** Creates marks for numbers from 0 to below `count`. */
export function createMarks(count: number): Marks {
  const bits = new Int32Array(Math.ceil(count / 32))
  return {
    mark(number) {
      const before = present(bits[number >> 5])
      const after = before | (1 << (number & 31))
      bits[number >> 5] = after
      return after !== before
    },
    takeAll(into) {
      let count = 0
      for (let at = 0; at < bits.length; at++) {
        let left = present(bits[at])
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
