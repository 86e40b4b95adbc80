// Random numbers that depend only on their purpose: a game is the same on every machine and at every simulation.

/** The seed of all simulations. */
const seed = 0x0c0f_fba1

/** Hashes numbers to 32 bits; neighbours differ (murmur3 with its final mix). */
export function hash(...numbers: readonly number[]): number {
  let state = seed
  for (const number of numbers) {
    const block = Math.imul(number, 0xcc9e2d51)
    state ^= Math.imul((block << 15) | (block >>> 17), 0x1b873593)
    state = (Math.imul((state << 13) | (state >>> 19), 5) + 0xe6546b64) | 0
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}

/** Returns a number between 0, inclusive, and 1, exclusive. */
export function share(...numbers: readonly number[]): number {
  return hash(...numbers) / 2 ** 32
}

/** Returns a normal number with mean 0 and deviation 1, the sum of four uniform ones. */
export function bell(...numbers: readonly number[]): number {
  const random = createRandom(hash(...numbers))
  return random.normal()
}

/** A sequence of draws. */
export interface Random {
  /** Returns a number between 0, inclusive, and 1, exclusive. */
  next(): number
  chance(probability: number): boolean
  /** Returns a whole number from `min` to `max`, both inclusive. */
  int(min: number, max: number): number
  normal(): number
  /** Returns an exponential number, from 0, with this mean. */
  exponential(mean: number): number
}

/** Creates a generator (Mulberry32). */
export function createRandom(start: number): Random {
  let state = start
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    chance: (probability) => next() < probability,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    // four uniform numbers have a variance of a third
    normal: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
    exponential: (mean) => -Math.log(1 - next()) * mean,
  }
}

/** Returns one of the items. The list must not be empty. */
export function pick<T>(items: readonly T[], drawn: number): T {
  const item = items[Math.floor(drawn * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** Returns the items in an order that depends only on the numbers. */
export function shuffled<T>(items: readonly T[], ...numbers: readonly number[]): T[] {
  return items
    .map((item, index) => ({ item, rank: hash(...numbers, index) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}
