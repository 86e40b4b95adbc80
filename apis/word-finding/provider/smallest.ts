// Picks the smallest of many numbers in order, without sorting the rest: searches match tens of thousands of words and
// return a hundred.
import { present } from '#define/present'

/** Length up to which all numbers are sorted. */
const fewEnough = 64

/** Returns the `most` smallest numbers in order. Works in place and leaves the rest of `numbers` unordered. */
export function smallest(numbers: Float64Array, most: number): Float64Array {
  if (most <= 0) return numbers.subarray(0, 0)
  if (numbers.length > most) divide(numbers, most)
  return numbers.subarray(0, most).sort()
}

/**
 * Partitions the numbers until each of the first `count` is at most as large as any other (SOURCES 3.2, with the median
 * of three).
 */
function divide(numbers: Float64Array, count: number): void {
  let low = 0
  let high = numbers.length - 1
  while (high - low > fewEnough) {
    const pivot = middleOf(present(numbers[low]), present(numbers[(low + high) >>> 1]), present(numbers[high]))
    let [up, down] = [low, high]
    while (up <= down) {
      while (present(numbers[up]) < pivot) up++
      while (present(numbers[down]) > pivot) down--
      if (up > down) break
      const moved = present(numbers[up])
      numbers[up++] = present(numbers[down])
      numbers[down--] = moved
    }
    // values between the two ends equal the pivot
    if (count - 1 <= down) high = down
    else if (count - 1 >= up) low = up
    else return
  }
  numbers.subarray(low, high + 1).sort()
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
