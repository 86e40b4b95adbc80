// Random draws of embedded providers.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Random } from '#define'

/** Uniform draws from the operating system. */
export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  // randomInt rejects a bound above 2^53 - 1 and a span of 2^48, which six random bytes cover exactly
  int: (min, max) => min + (max - min === 2 ** 48 - 1 ? randomBytes(6).readUIntBE(0, 6) : randomInt(max - min + 1)),
}

/** Repeatable uniform draws: SHA-256 of the seed and a counter. For tests, never for keys. */
export function createSeededRandom(seed: string): Random {
  let counter = 0
  let pool = Buffer.alloc(0)
  const bytes = (count: number): Buffer => {
    while (pool.length < count)
      pool = Buffer.concat([pool, createHash('sha256').update(`${seed}:${counter++}`).digest()])
    const out = pool.subarray(0, count)
    pool = pool.subarray(count)
    return out
  }
  const int = (min: number, max: number): number => {
    const span = max - min + 1
    const limit = 2 ** 48 - (2 ** 48 % span)
    for (;;) {
      const drawn = bytes(6).readUIntBE(0, 6)
      if (drawn < limit) return min + (drawn % span) // below the limit every remainder is equally likely
    }
  }
  return { bytes, int }
}
