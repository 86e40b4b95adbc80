// Bits of many structures in columns: one pass over a few columns finds the structures with all bits of a query.
import { present } from '#define/present'

export function columnWords(count: number): number {
  return Math.ceil(count / 32)
}

export function setBit(
  columns: Uint32Array,
  { count, place, bit }: { readonly count: number; readonly place: number; readonly bit: number },
): void {
  const at = bit * columnWords(count) + (place >>> 5)
  columns[at] = present(columns[at]) | (1 << (place & 31))
}

export interface ScreenQuery {
  /** Bits that a structure must have. */
  readonly bits: readonly number[]
  /** Choices; the structure must have all bits of one alternative of each. */
  readonly choices: readonly (readonly (readonly number[])[])[]
}

/** Yields the positions of the structures that pass, ascending. */
export function* placesHaving(columns: Uint32Array, count: number, query: ScreenQuery): Generator<number> {
  const left = withAll(columns, count, query.bits)
  for (const alternatives of query.choices) {
    const either = new Uint32Array(left.length)
    for (const bits of alternatives)
      for (const [at, word] of withAll(columns, count, bits).entries()) either[at] = present(either[at]) | word
    for (const [at, word] of either.entries()) left[at] = present(left[at]) & word
  }
  for (const [at, word] of left.entries())
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      const place = at * 32 + 31 - Math.clz32(rest & -rest)
      if (place < count) yield place
    }
}

function withAll(columns: Uint32Array, count: number, bits: readonly number[]): Uint32Array {
  const words = columnWords(count)
  const left = new Uint32Array(words).fill(0xffffffff)
  for (const bit of bits) {
    const begin = bit * words
    for (let at = 0; at < words; at++) left[at] = present(left[at]) & present(columns[begin + at])
  }
  return left
}
