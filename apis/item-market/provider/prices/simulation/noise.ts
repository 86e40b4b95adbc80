// Repeatable randomness for any time: every number is a hash of its purpose, so the simulated market needs no store,
// and any day of it costs the same as today.

/** Returns a 32-bit hash of a string (FNV-1a over UTF-16 code units, then mixed). */
export function seedOf(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mixed(hash)
}

/** Returns a uniform number in [0, 1) for a seed and an integer. */
export function drawn(seed: number, number: number): number {
  return mixed(seed ^ Math.imul(number + 0x9e3779b9, 0x85ebca6b)) / 4_294_967_296
}

/** Returns an approximately normal number, mean 0 and deviation 1, within ±3.5: the sum of four uniform draws. */
export function bell(seed: number): number {
  const sum = drawn(seed, 1) + drawn(seed, 2) + drawn(seed, 3) + drawn(seed, 4)
  return (sum - 2) * Math.sqrt(3)
}

/** Returns a point of a smooth path through draws in [-1, 1], one at each integer `at`. */
export function wave(seed: number, at: number): number {
  const knot = Math.floor(at)
  const share = at - knot
  const eased = share * share * (3 - 2 * share)
  const from = drawn(seed, knot)
  return 2 * (from + (drawn(seed, knot + 1) - from) * eased) - 1
}

/** Mixes a number by the finalizer of MurmurHash3: every bit of the input affects every bit of the result. */
function mixed(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
