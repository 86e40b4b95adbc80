// The game's uniform generator for the position of a finish on an item: Park and Miller's minimal standard with the
// shuffle of Bays and Durham (Numerical Recipes, ran1), seeded with the paint seed (SOURCES 2.2).
import { present } from '#define/present'

const multiplier = 16807
const modulus = 2147483647
const quotient = 127773
const remainder = 2836
const tableSize = 32
const warmUps = 40
const largest = 1 - 1.2e-7
const perEntry = 1 + Math.floor((modulus - 1) / tableSize)

/** A stream of floats in `[low, high]`, the same for the same seed. */
interface UniformStream {
  between(low: number, high: number): number
}

/** Creates the stream of one paint seed, an integer from 0. */
export function uniformStream(seed: number): UniformStream {
  let state = Math.max(1, seed)
  const table: number[] = []
  const step = () => {
    const whole = Math.floor(state / quotient)
    state = multiplier * (state - whole * quotient) - remainder * whole
    if (state < 0) state += modulus
    return state
  }
  for (let at = warmUps - 1; at >= 0; at--) {
    const drawn = step()
    if (at < tableSize) table[at] = drawn
  }
  let last = present(table[0])
  return {
    between(low, high) {
      const drawn = step()
      const slot = Math.floor(last / perEntry)
      last = present(table[slot])
      table[slot] = drawn
      return Math.min(last / modulus, largest) * (high - low) + low
    },
  }
}
