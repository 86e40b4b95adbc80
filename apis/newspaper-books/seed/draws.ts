// Random numbers that depend only on what they are drawn for: the same week of the simulation is the same on every
// machine and whenever it is computed.

/** Changes everything that is simulated. */
const seed = 0x1851_0918

/** A draw between 0, inclusive, and 1, exclusive; the same for the same numbers (murmur3 with its final mix). */
export function draw(one: number, two = 0, three = 0, four = 0): number {
  return fractionOf(mixed(mixed(mixed(mixed(seed, one), two), three), four))
}

/** The same in two steps, for many draws that begin alike: `drawFrom(drawState(1, 2), 3)`. */
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

/** One of the items, chosen by a draw. The list must not be empty. */
export function pick<T>(items: readonly T[], drawn: number): T {
  const item = items[Math.floor(drawn * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
