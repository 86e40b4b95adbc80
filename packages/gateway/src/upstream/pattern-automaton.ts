// Follows many patterns through bytes at once, each by its own Knuth-Morris-Pratt automaton ("Fast pattern matching in
// strings", 1977): each byte is read once, so the work is linear in the bytes, whatever the patterns and bytes. It
// takes over where the search for candidates (multi-pattern-search.ts) has found the beginning of a pattern.

import { present } from '#define/present'
import type { KeyPattern } from './key-patterns.ts'

/** Maps ASCII letters to lower case. */
const lowerCaseOf = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte))

/** The tables of a set of patterns. */
export class PatternTables {
  readonly count: number
  readonly anyCase: Uint8Array
  /** Start of each pattern in `bytes`, with one more entry at the end. */
  readonly starts: Uint32Array
  readonly bytes: Uint8Array
  /** The length of the longest shorter beginning in which the matched bytes end, by their number. */
  readonly borders: Uint32Array

  constructor(patterns: readonly KeyPattern[]) {
    this.count = patterns.length
    this.anyCase = Uint8Array.from(patterns, (pattern) => (pattern.anyCase ? 1 : 0))
    this.bytes = Buffer.from(patterns.map((pattern) => pattern.text).join(''), 'latin1')
    this.starts = new Uint32Array(this.count + 1)
    this.borders = new Uint32Array(this.bytes.length)
    for (const [index, { text }] of patterns.entries()) {
      const start = present(this.starts[index])
      this.starts[index + 1] = start + text.length
      fillBorders(this.borders.subarray(start, start + text.length), text)
    }
  }
}

/** `borders[n - 1]` belongs to the first n characters. */
function fillBorders(borders: Uint32Array, text: string): void {
  let length = 0
  for (let at = 1; at < text.length; at++) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = present(borders[length - 1])
    if (text.charCodeAt(at) === text.charCodeAt(length)) length++
    borders[at] = length
  }
}

/** Receives occurrences as ranges of the followed bytes; may overwrite them at once. */
export interface Occurrences {
  add(from: number, to: number): void
}

/** The matched part of each pattern in one body, chunk after chunk. */
export class PatternTracker {
  /** The number of comparisons, for the test of their bound. */
  comparisons = 0
  readonly #tables: PatternTables
  readonly #matched: Uint32Array
  /** The offset in the body up to which occurrences have been reported, by pattern. */
  readonly #reportedTo: Float64Array

  constructor(tables: PatternTables) {
    this.#tables = tables
    this.#matched = new Uint32Array(tables.count)
    this.#reportedTo = new Float64Array(tables.count)
  }

  /** The number of last bytes that could be the beginning of an occurrence. */
  get pending(): number {
    let most = 0
    for (const matched of this.#matched) if (matched > most) most = matched
    return most
  }

  /**
   * Follows the bytes from `from` on until no pattern is partially matched, and returns that index. Reports every byte
   * of every occurrence, overlapping ones included. `base` is the offset of the first byte in the body.
   */
  follow(bytes: Buffer, from: number, { base, occurrences }: { base: number; occurrences: Occurrences }): number {
    const { count, anyCase, starts, bytes: wanted, borders } = this.#tables
    const matched = this.#matched
    let comparisons = 0
    let at = from
    for (let isUnderWay = true; isUnderWay && at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      const lower = lowerCaseOf[byte] ?? 0
      isUnderWay = false
      for (let pattern = 0; pattern < count; pattern++) {
        const start = starts[pattern] ?? 0
        const read = anyCase[pattern] === 1 ? lower : byte
        let length = matched[pattern] ?? 0
        comparisons++
        while (length > 0 && wanted[start + length] !== read) {
          length = borders[start + length - 1] ?? 0
          comparisons++
        }
        if (wanted[start + length] === read) length++
        if (length > 0) isUnderWay = true
        if (start + length === starts[pattern + 1]) {
          this.#report(pattern, { from: at + 1 - length, to: at + 1, base }, occurrences)
          length = borders[start + length - 1] ?? 0
        }
        matched[pattern] = length
      }
    }
    this.comparisons += comparisons
    return at
  }

  /** Reports an occurrence without the bytes that an overlapping one of the same pattern has already reported. */
  #report(pattern: number, range: { from: number; to: number; base: number }, occurrences: Occurrences): void {
    const { from, to, base } = range
    occurrences.add(Math.max(from, (this.#reportedTo[pattern] ?? 0) - base), to)
    this.#reportedTo[pattern] = base + to
  }
}
