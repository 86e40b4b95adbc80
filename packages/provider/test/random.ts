import type { Random } from '#define'

/** Creates uniform draws that are repeatable for a seed: sfc32, with rejection instead of a remainder. */
export function createSeededRandom(seed: number): Random {
  let [a, b, c, counter] = [seed, seed ^ 0x9e3779b9, seed ^ 0x85ebca6b, 1]
  const next = (): number => {
    const sum = (a + b + counter++) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  const below = (limit: number): number => {
    const unbiased = 2 ** 52 - (2 ** 52 % limit)
    for (;;) {
      const drawn = (next() >>> 12) * 2 ** 32 + next()
      if (drawn < unbiased) return drawn % limit
    }
  }
  for (let warmUp = 0; warmUp < 20; warmUp++) next()
  return {
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => next() & 0xff)),
    int: (min, max) => min + below(max - min + 1),
  }
}
