// The wear band of a float (SOURCES 1.5). The game holds 32-bit floats, so both sides are compared as such: 0.38 and
// 0.45 in 32 bits are slightly below their decimal values.
import { type Wear, wears } from './records.ts'

const bands = wears.map(({ name, low, high }) => ({ name, low: Math.fround(low), high: Math.fround(high) }))

/**
 * Returns the band of a float between 0 and 1. Lower bounds are inclusive, upper ones exclusive, except that 1 is
 * Battle-Scarred.
 */
export function wearNameOf(wear: number): Wear {
  const float = Math.fround(wear)
  return bands.find(({ high }) => float < high)?.name ?? 'Battle-Scarred'
}

/** Returns the bounds of a band as 32-bit floats. The upper one is above every float of the band. */
export function wearBoundsOf(name: Wear): { low: number; high: number } {
  const { low, high } = bands.find((band) => band.name === name) ?? { low: 0, high: 1 }
  return { low, high: high === 1 ? 2 : high }
}
