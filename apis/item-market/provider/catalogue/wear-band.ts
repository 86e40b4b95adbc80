// Which band of wear a float lies in (SOURCES 1.5). The game holds 32-bit floats, so both sides are compared as such: the 32-bit
// 0.38 and 0.45 lie a little below their decimal text.
import { type Wear, wears } from './records.ts'

const bands = wears.map(({ name, low, high }) => ({ name, low: Math.fround(low), high: Math.fround(high) }))

/** The band of a float between 0 and 1: its lower bound belongs to it, its upper one does not, but 1 is Battle-Scarred. */
export function wearNameOf(wear: number): Wear {
  const float = Math.fround(wear)
  return bands.find(({ high }) => float < high)?.name ?? 'Battle-Scarred'
}

/** The bounds of a band as 32-bit floats; the upper one is past every float of the band. */
export function wearBoundsOf(name: Wear): { low: number; high: number } {
  const { low, high } = bands.find((band) => band.name === name) ?? { low: 0, high: 1 }
  return { low, high: high === 1 ? 2 : high }
}
