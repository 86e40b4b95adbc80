// Finds possible beginnings of many patterns without looking at every byte: a table indexed by the last bytes of a
// window gives the distance by which the window can move before any pattern can begin in it (Wu and Manber, "A fast
// algorithm for multi-pattern searching", 1994). Letters are compared in lower case; pattern-automaton.ts decides
// whether a pattern really occurs.

import { present } from '#define/present'
import type { KeyPattern } from './key-patterns.ts'

/** Searches bytes, or Latin-1 strings with one character per byte. */
export interface MultiPatternSearch {
  /** Returns the first index from `from` on at which a pattern can begin that fits into the bytes, or -1. */
  find(bytes: Buffer, from: number): number
  findInString(text: string, from: number): number
  /**
   * Returns the index from `from` on at which the bytes can end in the beginning of a pattern that does not fit, or -1.
   */
  findPartial(bytes: Buffer, from: number): number
}

/** Size of the table. Pairs of bytes share slots; a shared slot only shortens a shift. */
const slots = 4096
const maxShift = 255
/** Maps ASCII letters of both cases to one byte. Some other bytes coincide too, which only adds candidates. */
const caseBit = 0x20
const slotOf = (first: number, second: number) => (((first | caseBit) << 4) ^ (second | caseBit)) & (slots - 1)

/**
 * The length from which reading four bytes at once pays off: four bytes are hardly ever part of a pattern by chance.
 */
const longBytes = 1024
/** The shortest window for that; a shorter one would lose too much of each shift to the two additional bytes. */
const longWindow = 6
const longSlots = 16_384

/** The number of bytes of a candidate that are compared with each pattern. */
export const comparedBytes = 4

/** Creates the search for patterns of at least four characters. */
export function createMultiPatternSearch(patterns: readonly KeyPattern[]): MultiPatternSearch {
  const texts = patterns.map((pattern) => Buffer.from(pattern.text, 'latin1'))
  const window = Math.min(...texts.map((text) => text.length), maxShift)
  const shifts = shiftsOf(texts, window)
  const beginnings = Buffer.concat(texts.map((text) => text.subarray(0, comparedBytes))).map((byte) => byte | caseBit)
  const isFirstByte = new Uint8Array(256)
  for (let at = 0; at < beginnings.length; at += comparedBytes) isFirstByte[present(beginnings[at])] = 1

  let longShifts: DataView | undefined

  const shiftAt = (bytes: Buffer, last: number) => shifts[slotOf(bytes[last - 1] ?? 0, bytes[last] ?? 0)] ?? 1

  /** Reports whether the bytes from an index on match the beginning of a pattern, as far as they go. */
  function beginsAt(bytes: Buffer, at: number): boolean {
    if (isFirstByte[(bytes[at] ?? 0) | caseBit] !== 1) return false
    const compared = Math.min(comparedBytes, bytes.length - at)
    for (let beginning = 0; beginning < beginnings.length; beginning += comparedBytes) {
      let same = 0
      while (same < compared && beginnings[beginning + same] === ((bytes[at + same] ?? 0) | caseBit)) same++
      if (same === compared) return true
    }
    return false
  }

  /** Returns an index at which a pattern can begin whose window ends at `last` or later. */
  function findFrom(bytes: Buffer, from: number): number {
    const end = bytes.length
    const most = window - 1
    for (let last = from; last < end; ) {
      // nearly every shift is the longest one, and four independent loads take as long as two
      while (last + 3 * most < end) {
        const two = shiftAt(bytes, last) + shiftAt(bytes, last + most)
        if (two + shiftAt(bytes, last + 2 * most) + shiftAt(bytes, last + 3 * most) < 4 * most) break
        last += 4 * most
      }
      if (last >= end) break
      const shift = shiftAt(bytes, last)
      if (shift > 0) last += shift
      else if (beginsAt(bytes, last - window + 1)) return last - window + 1
      else last++
    }
    return -1
  }

  /** Searches by the last four bytes of a window, while many bytes remain. */
  function findFromLong(bytes: Buffer, from: number): number {
    longShifts ??= longShiftsOf(texts, window)
    const terms = { table: longShifts, most: window - 3 }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    let last = from
    for (;;) {
      last = skip(view, last, terms)
      if (last + 4 * window >= bytes.length) return findFrom(bytes, last)
      if (beginsAt(bytes, last - window + 1)) return last - window + 1
      last++
    }
  }

  return {
    find(bytes, from) {
      const isLong = window >= longWindow && bytes.length - from >= longBytes
      return isLong ? findFromLong(bytes, from + window - 1) : findFrom(bytes, from + window - 1)
    },
    findInString(text, from) {
      const end = text.length
      for (let last = from + window - 1; last < end; ) {
        const shift = shifts[slotOf(text.charCodeAt(last - 1), text.charCodeAt(last))] ?? 1
        if (shift === 0) return last - window + 1
        last += shift
      }
      return -1
    },
    findPartial(bytes, from) {
      for (let at = Math.max(from, bytes.length - window + 1); at < bytes.length; at++)
        if (beginsAt(bytes, at)) return at
      return -1
    },
  }
}

/**
 * Returns the distances by which a window can move, by the four bytes at its end. A DataView, because reading it needs
 * no check for a missing element.
 */
function longShiftsOf(texts: readonly Buffer[], window: number): DataView {
  const shifts = new DataView(new ArrayBuffer(longSlots))
  for (let slot = 0; slot < longSlots; slot++) shifts.setUint8(slot, window - 3)
  for (const text of texts) {
    for (let at = 3; at < window; at++) {
      const slot = slotOfFour(text.readInt32LE(at - 3))
      shifts.setUint8(slot, Math.min(shifts.getUint8(slot), window - 1 - at))
    }
  }
  return shifts
}

/**
 * Moves the end of a window until a pattern could begin at its start, or the end is near. A separate loop compiles
 * best.
 */
function skip(view: DataView, from: number, { table, most }: { table: DataView; most: number }): number {
  const [twice, thrice] = [2 * most, 3 * most]
  const end = view.byteLength - 3 - thrice
  let at = from - 3
  while (at < end) {
    const shift = table.getUint8(slotOfFour(view.getInt32(at, true)))
    const two = shift + table.getUint8(slotOfFour(view.getInt32(at + most, true)))
    const three = two + table.getUint8(slotOfFour(view.getInt32(at + twice, true)))
    if (three + table.getUint8(slotOfFour(view.getInt32(at + thrice, true))) >= 4 * most) at += 4 * most
    else if (shift > 0) at += shift
    else break
  }
  return at + 3
}

/**
 * Returns the upper 14 bits of a product with 2^32 divided by the golden ratio (Knuth, "The Art of Computer
 * Programming", section 6.4).
 */
const slotOfFour = (four: number) => Math.imul(four | 0x20202020, 0x9e3779b1) >>> 18

/**
 * Returns the distances by which a window can move, by the two bytes at its end; 0 if a pattern can begin at its start.
 */
function shiftsOf(texts: readonly Buffer[], window: number): Uint8Array {
  const shifts = new Uint8Array(slots).fill(window - 1)
  for (const text of texts) {
    for (let at = 1; at < window; at++) {
      const slot = slotOf(text.readUInt8(at - 1), text.readUInt8(at))
      shifts[slot] = Math.min(present(shifts[slot]), window - 1 - at)
    }
  }
  return shifts
}
