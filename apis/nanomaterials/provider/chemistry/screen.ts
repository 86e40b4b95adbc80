// Bits of many structures in columns: which of them have all bits of a query takes one pass over a few columns.

export function columnWords(count: number): number {
  return Math.ceil(count / 32)
}

export function setBit(
  columns: Uint32Array,
  { count, place, bit }: { readonly count: number; readonly place: number; readonly bit: number },
): void {
  const at = bit * columnWords(count) + (place >>> 5)
  columns[at] = (columns[at] ?? 0) | (1 << (place & 31))
}

export interface ScreenQuery {
  /** Bits that a structure must have. */
  readonly bits: readonly number[]
  /** Of each choice, it must have all bits of one of the alternatives. */
  readonly choices: readonly (readonly (readonly number[])[])[]
}

/** Places of the structures that pass, ascending. */
export function* placesHaving(columns: Uint32Array, count: number, query: ScreenQuery): Generator<number> {
  const left = withAll(columns, count, query.bits)
  for (const alternatives of query.choices) {
    const either = new Uint32Array(left.length)
    for (const bits of alternatives)
      for (const [at, word] of withAll(columns, count, bits).entries()) either[at] = (either[at] ?? 0) | word
    for (const [at, word] of either.entries()) left[at] = (left[at] ?? 0) & word
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
    for (let at = 0; at < words; at++) left[at] = (left[at] ?? 0) & (columns[begin + at] ?? 0)
  }
  return left
}
