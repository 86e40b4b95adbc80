// Random numbers that depend only on their subject: a week of the simulation is the same on every machine and at any
// time.

/** Seed of the whole simulation. */
const seed = 0x1851_0918

/**
 * Returns a number between 0, inclusive, and 1, exclusive; the same for the same numbers (murmur3 with its final mix).
 */
export function draw(one: number, two = 0, three = 0, four = 0): number {
  return fractionOf(mixed(mixed(mixed(mixed(seed, one), two), three), four))
}

/** Computes the first step of a draw, shared by draws with the same beginning: `drawFrom(drawState(1, 2), 3)`. */
export function drawState(one: number, two: number, three: number): number {
  return mixed(mixed(mixed(seed, one), two), three)
}
export function drawFrom(state: number, number: number): number {
  return fractionOf(mixed(state, number))
}

function mixed(hash: number, number: number): number {
  const block = Math.imul(number, 0xcc9e2d51)
  const next = hash ^ Math.imul((block << 15) | (block >>> 17), 0x1b873593)
  return (Math.imul((next << 13) | (next >>> 19), 5) + 0xe6546b64) | 0
}

function fractionOf(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return ((twice ^ (twice >>> 16)) >>> 0) / 2 ** 32
}

/** Returns the item that a draw selects. The list must not be empty. */
export function pick<T>(items: readonly T[], drawn: number): T {
  const item = items[Math.floor(drawn * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
