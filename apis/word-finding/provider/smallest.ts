// Picks the smallest of many numbers in order, without sorting the rest: searches match tens of thousands of words and
// return a hundred.

/** Up to this many numbers are sorted completely. */
const fewEnough = 64

/** The `count` smallest numbers in order. Works in place: the rest of `numbers` is left unordered. */
export function smallest(numbers: Float64Array, most: number): Float64Array {
  if (most <= 0) return numbers.subarray(0, 0)
  if (numbers.length > most) divide(numbers, most)
  return numbers.subarray(0, most).sort()
}

/**
 * Partitions the numbers until none of the first `count` is greater than any other (SOURCES 3.2, with the median of
 * three).
 */
function divide(numbers: Float64Array, count: number): void {
  let low = 0
  let high = numbers.length - 1
  while (high - low > fewEnough) {
    const pivot = middleOf(numbers[low] ?? 0, numbers[(low + high) >>> 1] ?? 0, numbers[high] ?? 0)
    let [up, down] = [low, high]
    while (up <= down) {
      while ((numbers[up] ?? 0) < pivot) up++
      while ((numbers[down] ?? 0) > pivot) down--
      if (up > down) break
      const moved = numbers[up] ?? 0
      numbers[up++] = numbers[down] ?? 0
      numbers[down--] = moved
    }
    // between the two ends is what equals the pivot
    if (count - 1 <= down) high = down
    else if (count - 1 >= up) low = up
    else return
  }
  numbers.subarray(low, high + 1).sort()
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
