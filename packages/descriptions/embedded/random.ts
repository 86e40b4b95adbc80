// Numbers that depend on a text only, so that the same call has the same answer.
import { createHash } from 'node:crypto'

export interface Draws {
  /** An integer, both bounds inclusive. */
  int(min: number, max: number): number
}

/** Returns draws that a text determines (mulberry32, seeded by its hash). */
export function drawsOf(text: string): Draws {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { int: (min, max) => min + Math.floor(next() * (max - min + 1)) }
}
